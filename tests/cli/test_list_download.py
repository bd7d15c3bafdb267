"""`list` and `download`."""

import json
import socket
from functools import partial

import catalogue
import pytest
from rich.cells import cell_len

from rte_baselines.core.registry import registry
from rte_baselines.core.resources.resources import RESOURCES
from rte_baselines.evaluation import available_measures
from rte_baselines.pairs import dataset_names, format_names
from rte_baselines.recognizers import shipped_configs, shipped_models

KINDS = ("features", "heads", "word_similarities", "weightings", "layers", "engines")
NAMES = {
    "recognizers": shipped_configs,
    "models": shipped_models,
    **{kind: partial(registry.all, kind) for kind in KINDS},
    "measures": available_measures,
    "datasets": dataset_names,
    "formats": format_names,
}


@pytest.mark.slow
@pytest.mark.parametrize("kind", NAMES)
def test_everything_is_listed_with_a_line_on_it(rte, kind):
    rows = json.loads(rte("list", kind, "--json").stdout)
    assert [row["name"] for row in rows] == list(NAMES[kind]())
    for row in rows:
        assert row["description"]
        assert "\n" not in row["description"]


@pytest.mark.slow
@pytest.mark.parametrize("kind", [*NAMES, "resources"])
@pytest.mark.parametrize("width", [80, 200])
def test_lists_fit_the_terminal(rte, monkeypatch, kind, width):
    monkeypatch.setenv("COLUMNS", str(width))
    output = rte(*(["resources", "list"] if kind == "resources" else ["list", kind])).output()
    assert max(map(cell_len, output.splitlines())) <= width
    for name in RESOURCES if kind == "resources" else NAMES[kind]():
        assert any(line.startswith(name) for line in output.splitlines())


@pytest.mark.slow
def test_recognizers_have_a_line_each_and_those_of_a_paper_stand_together(rte, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    *blocks, last = rte("list", "recognizers").output().split("\n\n")
    names = [[line.split()[0] for line in block.splitlines()] for block in blocks]
    assert sorted(name for block in names for name in block) == sorted(shipped_configs())
    assert not [name for name in names[0] if "/" in name]
    papers = [{name.partition("/")[0] for name in block} for block in names[1:]]
    assert all(len(paper) == 1 for paper in papers)
    assert len(papers) == len(set().union(*papers))
    assert "--json" in last


def test_each_kind_that_configs_and_code_name_is_listed():
    # The one recognizer that is registered is of features and a head; configs are listed instead.
    kinds = {name for name, kind in vars(registry).items() if isinstance(kind, catalogue.Registry)}
    assert kinds <= NAMES.keys()


@pytest.mark.slow
def test_a_terminal_without_columns(rte, monkeypatch):
    monkeypatch.setenv("COLUMNS", "0")
    assert "threshold.v1" in rte("list", "heads").stdout


@pytest.mark.slow
def test_the_names_by_which_features_ask_for_layers(rte):
    rows = json.loads(rte("list", "layers", "--json").stdout)
    provided = {row["name"]: row["provides"] for row in rows}
    assert provided["norms.v1"] == "norms"
    assert "lemmas" in provided["english.v1"].split(", ")


def test_engines_that_are_not_installed(rte, monkeypatch):
    monkeypatch.setenv("PATH", "")
    rows = json.loads(rte("list", "engines", "--json").stdout)
    installed = {row["name"]: row["installed"] for row in rows}
    assert installed["cvc5.v1"] == "yes"
    assert installed["e.v1"] == "no: apt-get install eprover"
    models = {row["name"]: row["models"] for row in rows}
    assert models["cvc5.v1"] == "yes"
    assert models["e.v1"] == "no"


def test_where_datasets_are(rte, without_data, folder):
    (folder / "rte1_dev.xml").touch()
    rows = json.loads(rte("list", "datasets", "--json", "--data-dir", folder).stdout)
    found = {row["name"]: row["found"] for row in rows}
    assert found["rte1:dev"] == str(folder / "rte1_dev.xml")
    assert found["rte1:test"] == "missing"
    assert found["sample:train"].endswith("train.xml")


@pytest.mark.parametrize("to", [[], ["--folder", "data"]])
def test_a_download_without_a_network(rte, monkeypatch, folder, to):
    def refuse(*arguments, **options):
        raise socket.gaierror("Name or service not known")

    monkeypatch.setattr(socket, "getaddrinfo", refuse)
    result = rte("download", "rte", *to)
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr.startswith("error: the RTE data could not be downloaded: ")
    assert result.stderr.count("\n") == 1
    assert list(folder.iterdir()) == []
