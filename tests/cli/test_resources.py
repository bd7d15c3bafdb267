"""`resources list` and `resources build`."""

import json

import pytest

from rte_baselines.analysis.analyzer import TokenIds
from rte_baselines.core.resources.resources import RESOURCES
from rte_baselines.lexicon.frequency.cooccurrence import Cooccurrence
from rte_baselines.lexicon.frequency.term_statistics import TermStatistics
from rte_baselines.lexicon.latent_semantics.model import LatentSemantics
from rte_baselines.lexicon.thesaurus import building as thesaurus_building
from rte_baselines.lexicon.thesaurus.thesaurus import Thesaurus
from rte_baselines.lexicon.translation.model import AlignmentModel, open_alignment_arrays

from ..analysis.parses import HandParser
from ..lexicon.small_news import STORIES
from ..lexicon.translation.test_model import probability
from ..lexicon.words import similarity
from .documents import write_lines

# Each with what it needs to be built from a few words.
BUILDS = {
    "term-statistics": [],
    "cooccurrence": [],
    "latent-semantics": ["--dimensions", "1", "--min-documents", "1"],
}
OTHERS = ("alignment-model", "thesaurus")


@pytest.fixture
def corpus(folder):
    """A folder of texts; beside it, a table, stories, notes, parses, and a file of Lin's."""
    (folder / "news").mkdir()
    (folder / "news" / "1.txt").write_text("The ferry sank.")
    (folder / "news" / "2.txt").write_text("The ferry sails.")
    (folder / "more.csv").write_text("7,Ferries,The ferry sinks.\n")
    write_lines(folder / "stories.jsonl", [{"title": s.title, "body": s.text} for s in STORIES])
    (folder / "notes.txt").write_text("The ferry sank.")
    pairs = ["drink tea", "drink tea", "drink beer", "brew beer", *["throw stone"] * 4]
    parses = ["{}/VERB/0/root {}/NOUN/1/obj".format(*pair.split()) for pair in pairs]
    write_lines(folder / "parses.jsonl", [{"title": "", "body": parse} for parse in parses])
    (folder / "simN.lsp").write_text("(ferry (desc 0.3) (sims\nboat\t0.25\n))\n")
    return folder / "news"


@pytest.fixture
def build(rte, corpus, monkeypatch):
    """Build a resource in the folder ``mine``; a thesaurus from parses in the place of texts."""
    monkeypatch.setattr(thesaurus_building, "default_analyzer", HandParser)

    def built(name, *arguments):
        output = [] if "--output" in arguments else ["--output", "mine"]
        workers = [] if "--workers" in arguments else ["--workers", "1"]
        return rte("resources", "build", name, *arguments, *output, *workers)

    return built


def check_written(result, name):
    assert (result.exit_code, result.stdout) == (0, "")
    variable = f"RTE_BASELINES_{name.upper().replace('-', '_')}"
    assert result.stderr == f"mine: written; set {variable} to this folder to use it\n"


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


def test_term_statistics_of_two_corpora(build, corpus, folder):
    result = build(
        *("term-statistics", corpus, "more.csv", "--text-column", "3", "--title-column", "2"),
        *("--levels", "norms, porter_stems", "--min-documents", "1"),
        *("--source", "the harbour", "--licence", "CC0"),
    )
    check_written(result, "term-statistics")
    statistics = TermStatistics.open(folder / "mine", "norms")
    assert statistics.documents == 3
    words = ["the", "ferry", "ferries", "sank"]
    assert statistics.document_frequencies(words).tolist() == [3, 3, 1, 1]
    assert len(TermStatistics.open(folder / "mine", "porter_stems")) > 0
    about = json.loads((folder / "mine" / "resource.json").read_text())
    assert (about["source"], about["licence"]) == ("the harbour", "CC0")


def test_cooccurrence(build, corpus, folder):
    check_written(build("cooccurrence", corpus), "cooccurrence")
    cooccurrence = Cooccurrence.open(folder / "mine")
    assert cooccurrence.level == "content_tokens"
    assert cooccurrence.document_frequencies(TokenIds()(["ferry", "the"])).tolist() == [2, 0]
    assert json.loads((folder / "mine" / "resource.json").read_text())["source"] == "news"


def test_latent_semantics(build, corpus, folder):
    result = build("latent-semantics", corpus, *BUILDS["latent-semantics"], "--max-terms", "2")
    check_written(result, "latent-semantics")
    semantics = LatentSemantics.open(folder / "mine")
    assert (len(semantics), semantics.dimensions) == (2, 1)


@pytest.mark.slow
def test_a_thesaurus_from_a_corpus(build, folder):
    """Tea is drunk, beer drunk and brewed."""
    options = ("--text-column", "body", "--min-frequency", "2", "--licence", "CC0")
    check_written(build("thesaurus", "parses.jsonl", *options), "thesaurus")
    thesaurus = Thesaurus.open(folder / "mine")
    assert similarity(thesaurus, "tea", "beer", "noun") > 0
    assert similarity(thesaurus, "brew", "drink", "verb") == 0
    assert (thesaurus.description["licence"], thesaurus.description["min_frequency"]) == ("CC0", 2)


def test_a_thesaurus_from_lins_files(build, folder):
    check_written(build("thesaurus", "--lin", "simN.lsp"), "thesaurus")
    found = similarity(Thesaurus.open(folder / "mine"), "boat", "ferry", "noun")
    assert found == pytest.approx(0.25, abs=1e-5)


@pytest.mark.slow
def test_an_alignment_model(build, folder):
    options = ("--iterations", "2", "--min-documents", "1", "--min-probability", "0.01")
    result = build("alignment-model", "stories.jsonl", "--text-column", "body", *options)
    check_written(result, "alignment-model")
    about = open_alignment_arrays(str(folder / "mine")).description
    assert (about["source"], about["pairs"]) == ("stories.jsonl", 4)
    assert (about["iterations"], about["min_probability"]) == (2, 0.01)
    assert about["filter_share"] == 1
    model = AlignmentModel.open("hypothesis_given_text", folder=folder / "mine")
    assert probability(model, "sinks", "sank") > 0.1


@pytest.mark.slow
def test_a_filter_of_stories_is_noted(build, folder):
    # Six leads have their headlines' words, six have not.
    stories = [{"title": "Ferry sinks", "text": "The ferry sinks."}] * 6
    stories += [{"title": "Goal", "text": "The match ended."}] * 6
    write_lines(folder / "news.jsonl", stories)
    result = build("alignment-model", "news.jsonl", "--filter", ".5", "--min-documents", "1")
    check_written(result, "alignment-model")
    about = open_alignment_arrays(str(folder / "mine")).description
    assert (about["filter_share"], about["pairs"]) == (0.5, 6)
    assert "the 50% of stories whose leads" in (folder / "mine" / "README.md").read_text()


OF_BODIES = ("--text-column", "body")
LIN_OR_CORPUS = "a thesaurus is built from a CORPUS or from --lin FILE: name one of them"
BAD_INPUT = [
    *((name, ["absent"], "absent: no such file or folder") for name in [*BUILDS, *OTHERS]),
    *(
        (name, [*options, *arguments], message)
        for name, options in BUILDS.items()
        for arguments, message in [
            (["more.csv"], "more.csv: line 1: no column or field 'text'; it has 7, Ferries, "),
            (["news", "--output", "news"], "news: exists and is not replaced"),
            (["news", "--output", "no/folder"], "no/folder: cannot be written"),
        ]
    ),
    ("alignment-model", ["notes.txt"], "no document has both a title and a text"),
    ("alignment-model", ["stories.jsonl", "--filter", "0", *OF_BODIES], "share of stories is 0"),
    ("alignment-model", ["stories.jsonl", "--filter", ".5", *OF_BODIES], "4 of 4 leads cover"),
    ("alignment-model", ["notes.txt", "--output", "notes.txt"], "notes.txt: is a file; name a"),
    ("thesaurus", [], LIN_OR_CORPUS),
    ("thesaurus", ["parses.jsonl", "--lin", "simN.lsp"], LIN_OR_CORPUS),
    ("thesaurus", ["--lin", "absent/simN.lsp"], "absent/simN.lsp: no such file"),
    ("thesaurus", ["parses.jsonl", *OF_BODIES, "--min-frequency", "5"], "no noun, verb or"),
    ("thesaurus", ["parses.jsonl", "--workers", "0"], "Invalid value for '--workers'"),
]


@pytest.mark.slow
@pytest.mark.parametrize(("name", "arguments", "message"), BAD_INPUT)
def test_bad_input(build, folder, name, arguments, message):
    before = sorted(folder.rglob("*"))
    assert build(name, *arguments).refusal().startswith(f"error: {message}")
    assert sorted(folder.rglob("*")) == before
