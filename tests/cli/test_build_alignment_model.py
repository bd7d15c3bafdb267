"""`resources build alignment-model`."""

import json

import pytest

from rte_baselines.lexicon.translation.model import AlignmentModel, open_alignment_arrays

from ..lexicon.small_news import STORIES
from ..lexicon.translation.test_model import probability

pytestmark = pytest.mark.slow


@pytest.fixture
def corpus(folder):
    stories = [{"title": story.title, "body": story.text} for story in STORIES]
    (folder / "news.jsonl").write_text("\n".join(map(json.dumps, stories)))
    (folder / "notes.txt").write_text("The ferry sank.")
    return "news.jsonl"


def build(rte, *arguments):
    return rte("resources", "build", "alignment-model", *arguments)


def test_from_a_corpus(rte, corpus, folder):
    result = build(
        *(rte, corpus, "--text-column", "body", "--output", "mine", "--workers", "1"),
        *("--iterations", "2", "--min-documents", "1", "--min-probability", "0.01"),
        *("--source", "the harbour", "--licence", "CC0"),
    )
    assert (result.exit_code, result.stdout) == (0, "")
    assert result.stderr == (
        "mine: written; set RTE_BASELINES_ALIGNMENT_MODEL to this folder to use it\n"
    )
    about = open_alignment_arrays(str(folder / "mine")).description
    assert (about["source"], about["licence"], about["pairs"]) == ("the harbour", "CC0", 4)
    assert (about["iterations"], about["min_probability"]) == (2, 0.01)
    assert about["filter_share"] == 1
    model = AlignmentModel.open("hypothesis_given_text", folder=folder / "mine")
    assert probability(model, "sinks", "sank") > 0.1


def test_a_filter_is_noted(rte, folder):
    # Six leads have their headlines' words, six have not.
    stories = [{"title": "Ferry sinks", "text": "The ferry sinks."}] * 6
    stories += [{"title": "Goal", "text": "The match ended."}] * 6
    (folder / "news.jsonl").write_text("\n".join(map(json.dumps, stories)))
    options = "--output", "mine", "--filter", ".5", "--min-documents", "1"
    assert build(rte, "news.jsonl", *options).exit_code == 0
    about = open_alignment_arrays(str(folder / "mine")).description
    assert (about["filter_share"], about["pairs"]) == (0.5, 6)
    assert "the 50% of stories whose leads" in (folder / "mine" / "README.md").read_text()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["absent"], "absent: no such file or folder"),
        (["notes.txt"], "no document has both a title and a text"),
        (["news.jsonl"], "news.jsonl: line 1: no column or field 'text'; it has title, body"),
        (["news.jsonl", "--min-documents", "9", "--text-column", "body"], "no term occurs in 9"),
        (["news.jsonl", "--filter", "0", "--text-column", "body"], "share of stories is 0"),
        (["news.jsonl", "--filter", ".5", "--text-column", "body"], "4 of 4 leads cover"),
        (["notes.txt", "--output", "notes.txt"], "notes.txt: is a file; name a folder to write"),
    ],
)
def test_bad_input(rte, corpus, folder, arguments, message):
    before = sorted(folder.rglob("*"))
    output = [] if "--output" in arguments else ["--output", "mine"]
    refusal = build(rte, *arguments, *output).refusal()
    assert refusal.startswith(f"error: {message}")
    assert sorted(folder.rglob("*")) == before
