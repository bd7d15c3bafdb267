"""Paragraphs of raw text to pretrain on."""

import json

import pytest
from english_pipeline.raw_text import write_paragraphs

from rte_baselines.lexicon.corpus.corpora import Document


@pytest.fixture
def paragraphs(tmp_path):
    """A function of corpora to the paragraphs that are written of them, in their order."""

    def of(*corpora):
        output = tmp_path / "news.jsonl"
        write_paragraphs(output, *corpora)
        return [json.loads(line)["text"] for line in output.read_text("utf-8").splitlines()]

    return of


def test_empty_lines_and_indents_part_paragraphs_and_titles_stand_by_themselves(paragraphs):
    text = (
        "    The ferry to Elver sank\non its way home.\n"
        "    Nobody on board was hurt at all.\n"
        "\n"
        "The owners of it  were not\nto be reached."
    )
    assert sorted(paragraphs([Document("Ferry\n sinks", text)])) == [
        "Ferry sinks",
        "Nobody on board was hurt at all.",
        "The ferry to Elver sank on its way home.",
        "The owners of it were not to be reached.",
    ]


@pytest.mark.parametrize(
    ("text", "is_kept"),
    [
        ("One two three four five", False),
        ("One two three four five six", True),
        # 5 digits of 20 characters are a quarter, 5 of 21 are less.
        ("a b c d e f gh 12345", False),
        ("a b c d e f ghi 12345", True),
    ],
)
def test_fragments_and_tables_are_left_out(paragraphs, text, is_kept):
    assert paragraphs([Document("", text)]) == [text] * is_kept


def test_the_paragraphs_of_all_corpora_are_mixed_the_same_way_each_time(paragraphs):
    first, second = ([Document(f"{kind} {n}", "") for n in range(20)] for kind in ("Old", "New"))
    found = paragraphs(first, second)
    in_order = [document.title for document in first + second]
    assert found != in_order
    assert sorted(found) == sorted(in_order)
    assert paragraphs(first, second) == found
