"""What is in use of every resource, when all is well and when it is not."""

import json
from importlib.metadata import version

import pytest

from rte_baselines.core.resources import resources
from rte_baselines.core.resources.resources import RESOURCES
from rte_baselines.lexicon.corpus.array_resources import Provenance
from rte_baselines.lexicon.resource_states import resource_states
from rte_baselines.lexicon.thesaurus.thesaurus import Entry, write_thesaurus


@pytest.fixture(autouse=True)
def nothing_chosen(monkeypatch):
    for resource in RESOURCES.values():
        monkeypatch.delenv(resource.variable, raising=False)


def state(name):
    return next(state for state in resource_states() if state.name == name)


@pytest.fixture
def thesaurus(tmp_path, monkeypatch):
    folder = tmp_path / "thesaurus"
    write_thesaurus(
        folder, [Entry("boat", "noun", [("ship", 0.5)])], provenance=Provenance("a library", "MIT")
    )
    monkeypatch.setenv("RTE_BASELINES_THESAURUS", str(folder))
    return folder


@pytest.mark.slow
@pytest.mark.parametrize(
    "name", ["term-statistics", "cooccurrence", "latent-semantics", "alignment-model"]
)
def test_shipped_counts(name):
    found = state(name)
    assert (found.origin, found.problem) == ("shipped", "")
    assert "Reuters" in found.source
    assert "research" in found.licence
    assert found.version
    assert 0 < found.size < 10e6


@pytest.mark.slow
def test_the_users_own(thesaurus):
    found = state("thesaurus")
    assert (found.origin, found.location, found.problem) == ("user", str(thesaurus), "")
    assert (found.version, found.source, found.licence) == (
        version("rte-baselines"),
        "a library",
        "MIT",
    )
    assert found.size == sum(file.stat().st_size for file in thesaurus.iterdir())


def test_all_missing(monkeypatch, tmp_path):
    monkeypatch.setattr(resources, "_PACKAGE", tmp_path / "package")
    for found in resource_states():
        assert (found.origin, found.location, found.size) == ("missing", None, None)
        assert found.problem == f"nothing to read; set {RESOURCES[found.name].variable}"


@pytest.mark.slow
@pytest.mark.parametrize("name", RESOURCES)
def test_a_path_that_is_not_there(monkeypatch, tmp_path, name):
    monkeypatch.setenv(RESOURCES[name].variable, str(tmp_path / "absent"))
    found = state(name)
    assert (found.origin, found.size) == ("user", None)
    assert str(tmp_path / "absent") in found.problem
    assert "\n" not in found.problem


@pytest.mark.slow
@pytest.mark.parametrize("file", ["resource.json", "similarities.npy"])
def test_a_damaged_resource_and_one_of_another_kind(monkeypatch, thesaurus, file):
    monkeypatch.setenv("RTE_BASELINES_WORDNET", str(thesaurus))
    assert "holds 'thesaurus.v1', not 'wordnet.v1'" in state("wordnet").problem
    (thesaurus / file).write_bytes(b"{")
    assert state("thesaurus").problem.startswith(f"{thesaurus / file}: is damaged; build or")


@pytest.mark.slow
def test_a_pipeline_in_a_folder(monkeypatch, tmp_path):
    meta = {"lang": "en", "version": "1.2", "license": "CC BY-SA 4.0", "url": "example.org"}
    (tmp_path / "meta.json").write_text(json.dumps(meta))
    monkeypatch.setenv("RTE_BASELINES_ENGLISH", str(tmp_path))
    found = state("english")
    assert (found.version, found.licence, found.source, found.problem) == (
        *("1.2", "CC BY-SA 4.0", "example.org"),
        "",
    )
    (tmp_path / "meta.json").write_text("[]")
    assert "has a damaged meta.json" in state("english").problem


@pytest.mark.slow
def test_a_pipeline_that_is_a_package(monkeypatch, tmp_path):
    package = tmp_path / "en_of_my_own"
    package.mkdir()
    (package / "__init__.py").write_text("")
    (package / "meta.json").write_text('{"version": "3.1"}')
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setenv("RTE_BASELINES_ENGLISH", "en_of_my_own")
    assert (state("english").version, state("english").problem) == ("3.1", "")
    monkeypatch.setenv("RTE_BASELINES_ENGLISH", "pytest")
    assert "holds no spaCy pipeline" in state("english").problem


@pytest.mark.slow
def test_a_file_of_verb_relations(monkeypatch, tmp_path):
    monkeypatch.setenv("RTE_BASELINES_VERBOCEAN", str(tmp_path / "verbs.txt"))
    (tmp_path / "verbs.txt").write_text("12345")
    assert "verbs.txt" in state("verbocean").problem
    (tmp_path / "verbs.txt").write_text("sow [happens-before] reap :: 12.5\n")
    found = state("verbocean")
    assert (found.origin, found.size, found.problem) == ("user", 34, "")
