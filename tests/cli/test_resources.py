"""`resources list` and `resources build`."""

import json

import pytest
from rich.cells import cell_len

from rte_baselines.analysis.analyzer import TokenIds
from rte_baselines.core.resources.resources import RESOURCES
from rte_baselines.lexicon.frequency.cooccurrence import Cooccurrence
from rte_baselines.lexicon.frequency.term_statistics import TermStatistics
from rte_baselines.lexicon.latent_semantics.model import LatentSemantics

# Each with what it needs to be built from a few words.
BUILDS = {
    "term-statistics": [],
    "cooccurrence": [],
    "latent-semantics": ["--dimensions", "1", "--min-documents", "1"],
}


@pytest.fixture
def corpus(folder):
    (folder / "news").mkdir()
    (folder / "news" / "1.txt").write_text("The ferry sank.")
    (folder / "news" / "2.txt").write_text("The ferry sails.")
    (folder / "more.csv").write_text("7,Ferries,The ferry sinks.\n")
    return folder / "news"


@pytest.mark.slow
@pytest.mark.parametrize("width", [80, 160])
def test_the_list_fits_the_terminal(rte, monkeypatch, width):
    monkeypatch.setenv("COLUMNS", str(width))
    output = rte("resources", "list").output()
    assert max(map(cell_len, output.splitlines())) <= width
    for name in RESOURCES:
        assert any(line.startswith(name) for line in output.splitlines())


@pytest.mark.slow
def test_the_list_as_json(rte, monkeypatch):
    monkeypatch.setenv("RTE_BASELINES_THESAURUS", "absent")
    result = rte("resources", "list", "--json")
    assert result.exit_code == 1
    assert result.stderr.startswith("error: thesaurus cannot be used, as the list says; expected")
    rows = {row["name"]: row for row in json.loads(result.stdout)}
    assert list(rows) == list(RESOURCES)
    assert rows["cooccurrence"]["origin"] == "shipped"
    assert rows["cooccurrence"]["problem"] == ""
    assert rows["thesaurus"]["origin"] == "user"
    assert rows["thesaurus"]["problem"].startswith("absent: there is no such folder")


def test_term_statistics_of_two_corpora(rte, corpus, folder):
    result = rte(
        *("resources", "build", "term-statistics", corpus, "more.csv", "--output", "mine"),
        *("--text-column", "3", "--title-column", "2", "--levels", "norms, porter_stems"),
        *("--min-documents", "1", "--source", "the harbour", "--licence", "CC0"),
    )
    assert (result.exit_code, result.stdout) == (0, "")
    assert result.stderr == (
        "mine: written; set RTE_BASELINES_TERM_STATISTICS to this folder to use it\n"
    )
    statistics = TermStatistics.open(folder / "mine", "norms")
    assert statistics.documents == 3
    words = ["the", "ferry", "ferries", "sank"]
    assert statistics.document_frequencies(words).tolist() == [3, 3, 1, 1]
    assert len(TermStatistics.open(folder / "mine", "porter_stems")) > 0
    about = json.loads((folder / "mine" / "resource.json").read_text())
    assert (about["source"], about["licence"]) == ("the harbour", "CC0")


def test_cooccurrence(rte, corpus, folder):
    result = rte("resources", "build", "cooccurrence", corpus, "--output", "mine")
    assert (result.exit_code, result.stdout) == (0, "")
    cooccurrence = Cooccurrence.open(folder / "mine")
    assert cooccurrence.level == "content_tokens"
    assert cooccurrence.document_frequencies(TokenIds()(["ferry", "the"])).tolist() == [2, 0]
    assert json.loads((folder / "mine" / "resource.json").read_text())["source"] == "news"


def test_latent_semantics(rte, corpus, folder):
    options = *("--dimensions", "1", "--max-terms", "2"), *("--min-documents", "1")
    result = rte("resources", "build", "latent-semantics", corpus, "--output", "mine", *options)
    assert (result.exit_code, result.stdout) == (0, "")
    semantics = LatentSemantics.open(folder / "mine")
    assert (len(semantics), semantics.dimensions) == (2, 1)


@pytest.mark.slow
@pytest.mark.parametrize("name", BUILDS)
@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["absent"], "absent: no such file or folder"),
        (["more.csv"], "more.csv: line 1: no column or field 'text'; it has 7, Ferries, "),
        (["news", "--min-documents", "3"], "no term occurs in 3 documents or more"),
        (["news", "--output", "news"], "news: exists and is not replaced"),
        (["news", "--output", "no/folder"], "no/folder: cannot be written"),
    ],
)
def test_bad_input(rte, corpus, folder, name, arguments, message):
    before = sorted(folder.rglob("*"))
    output = [] if "--output" in arguments else ["--output", "mine"]
    options = BUILDS[name][:2] if "--min-documents" in arguments else BUILDS[name]
    refusal = rte("resources", "build", name, *options, *arguments, *output).refusal()
    assert refusal.startswith(f"error: {message}")
    assert sorted(folder.rglob("*")) == before


@pytest.mark.parametrize("name", BUILDS)
def test_an_interruption_while_writing_leaves_nothing(rte, corpus, folder, monkeypatch, name):
    def interrupt(*arguments, **options):
        raise KeyboardInterrupt

    monkeypatch.setattr("numpy.save", interrupt)
    before = sorted(folder.rglob("*"))
    result = rte("resources", "build", name, *BUILDS[name], corpus, "--output", "mine")
    assert (result.exit_code, result.stderr) == (130, "error: interrupted\n")
    assert sorted(folder.rglob("*")) == before
