"""Where aligned words stand in their snippets."""

import pytest

from rte_baselines.core.errors import InputError
from rte_baselines.evaluation.page import AlignedWords, Alignment
from rte_baselines.evaluation.page.pairs import located_links
from rte_baselines.pairs import Pair

PAIR = Pair("7", "the cat saw the dog", "The dog was seen.")


def located(text, hypothesis, *links):
    words = AlignedWords(text, hypothesis, tuple(Alignment(*link) for link in links))
    return list(located_links(PAIR, words))


@pytest.mark.parametrize(
    ("text", "hypothesis", "links", "expected"),
    [
        # Equal words are told apart by their order.
        ("the cat saw the dog", "The dog", [(0, 3, "same")], ((0, 3), (12, 15), "same")),
        ("", "The dog was", [(2, None, "missing")], ((8, 11), None, "missing")),
        # Words that are not in the snippet are left out.
        ("the Katze  saw", "The", [(0, 1, "x"), (0, 2, "x"), (0, 3, "y")], ((0, 3), (8, 11), "y")),
    ],
)
def test_spans_by_hand(text, hypothesis, links, expected):
    assert located(tuple(text.split(" ")), tuple(hypothesis.split()), *links) == [expected]


def test_words_of_one_sentence_are_found_there():
    pair = Pair("7", "The old ferry left. The ferry  sank.", "The ferry sank.")
    words = ("The", "ferry", "sank", ".")
    links = tuple(Alignment(place, place, "same") for place in range(3))
    found = [text for _, text, _ in located_links(pair, AlignedWords(words, words, links))]
    assert found == [(20, 23), (24, 29), (31, 35)]


@pytest.mark.parametrize("link", [(2, None, "x"), (0, 1, "x"), (-1, 0, "x"), (0, -1, "x")])
def test_links_to_missing_words_are_refused(link):
    with pytest.raises(InputError, match="pair '7': an alignment links word"):
        located(("the",), ("The", "dog"), link)
