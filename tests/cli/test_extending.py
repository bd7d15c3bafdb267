"""The page on parts of your own: its files, its commands, and its package."""

import json
import re
import shlex
import sys
from importlib import import_module

import pytest

from rte_baselines.core.registry import _load_entry_points, registry
from tests.test_documentation import ROOT, blocks

PAGE = "docs/extending.md"
FEATURE, TEST, SIMILARITY = blocks(PAGE, "python")
CONFIG, SIMILARITY_CONFIG = blocks(PAGE, "ini")
(PROJECT,) = blocks(PAGE, "toml")
FROM_A_FILE, FROM_A_PACKAGE = (
    [shlex.split(line)[1:] for line in block.replace("\\\n", " ").splitlines()]
    for block in blocks(PAGE, "bash")
)


@pytest.fixture
def initials(folder, forget):
    """The config and the file with the feature, which is not registered."""
    (folder / "initials.py").write_text(FEATURE)
    (folder / "initials.cfg").write_text(CONFIG)
    return folder


@pytest.mark.slow
def test_the_feature_is_used_from_a_file(rte, initials):
    for words in FROM_A_FILE:
        found = rte(*words).succeeded()
    assert "initials" in found.stdout
    train, *_ = FROM_A_FILE
    assert rte(*train, "--recognizer.features.initials.letters", "2").exit_code == 0


@pytest.mark.slow
def test_the_error_of_the_page(rte, initials, forget):
    train, *_ = FROM_A_FILE
    rte(*train)
    forget()
    (error,) = re.findall(r"`(@features [^`]+)`", (ROOT / PAGE).read_text("utf-8"))
    found = rte("predict", "initials.model", "sample:test", "--output", "-")
    assert found.stderr == f"error: initials.model: {' '.join(error.split())}\n"


@pytest.mark.slow
def test_the_feature_is_tested(initials, capsys):
    scope = {}
    exec(FEATURE, scope)
    exec(TEST, scope)
    assert 0.5 < float(capsys.readouterr().out) <= 1
    (text, hypothesis), feature = (scope["text"], scope["hypothesis"]), scope["SharedInitials"]()
    assert feature.describe(text, hypothesis) == "75% of the words begin as a word of the text does"


@pytest.fixture
def installed(initials, monkeypatch):
    """The package in an environment, as an installer leaves it, but for its list of files."""
    # Python 3.10 reads no TOML.
    project = pytest.importorskip("tomllib").loads(PROJECT)
    assert project["tool"]["setuptools"]["packages"] == ["my_package"]
    (group, names), *none = project["project"]["entry-points"].items()
    assert not none
    site = initials / "site"
    (site / "my_package").mkdir(parents=True)
    (site / "my_package" / "initials.py").write_text(FEATURE)
    (site / "my_package-0.1.dist-info").mkdir()
    (site / "my_package-0.1.dist-info" / "METADATA").write_text("Name: my-package\nVersion: 0.1\n")
    points = "".join(f"{name} = {value}\n" for name, value in names.items())
    (site / "my_package-0.1.dist-info" / "entry_points.txt").write_text(f"[{group}]\n{points}")
    monkeypatch.syspath_prepend(site)
    _load_entry_points.cache_clear()
    yield
    _load_entry_points.cache_clear()
    for name in ("my_package", "my_package.initials"):
        sys.modules.pop(name, None)


@pytest.mark.slow
@pytest.mark.usefixtures("installed")
def test_the_feature_is_found_in_a_package(rte):
    listed, train = FROM_A_PACKAGE
    rows = json.loads(rte(*listed, "--json").stdout)
    assert {row["name"] for row in rows} >= {"shared_initials.v1", "word_overlap.v1"}
    rte(*train).succeeded()


def test_the_classes_to_derive_from():
    rows = re.findall(
        r"^\| [\w ]+ \| `@registry\.(\w+)` \| (.*) \| `([\w.]+)` \|$",
        (ROOT / PAGE).read_text("utf-8"),
        flags=re.MULTILINE,
    )
    assert len(rows) == 7
    assert all(registry.all(kind) for kind, _, _ in rows)
    for _, names, module in rows:
        assert all(hasattr(import_module(module), name) for name in re.findall(r"\w+", names))


@pytest.mark.slow
def test_the_similarity_of_words(rte, folder, forget):
    (folder / "prefixes.py").write_text(SIMILARITY)
    (folder / "prefixes.cfg").write_text(SIMILARITY_CONFIG)
    options = ("--code", "prefixes.py")
    trained = rte("train", "prefixes.cfg", "--train", "sample:train", "-o", "model", *options)
    assert trained.exit_code == 0, trained.stderr
    pair = ("--text", "Two ferries sank.", "--hypothesis", "He saw a ferryman.")
    explained = rte("explain", "model", *pair, *options, "--json").succeeded()
    # "ferryman" is half as similar to "ferries" as an equal word would be, "saw" not at all.
    (feature,) = json.loads(explained.stdout)["features"]
    assert feature["value"] == 1 / 4
    assert "same beginning" in rte("explain", "model", *pair, *options).stdout
