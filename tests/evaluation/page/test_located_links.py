"""Where aligned words stand in their snippets."""

import pytest

from rte_baselines.core.errors import InputError
from rte_baselines.evaluation.page import AlignedWords, Alignment
from rte_baselines.evaluation.page.pairs import located_links
from rte_baselines.pairs import Pair

PAIR = Pair("7", "the cat saw the dog", "The dog was seen.")


def located(text, hypothesis, *links):
    return list(
        located_links(
            PAIR, AlignedWords(text, hypothesis, tuple(Alignment(*link) for link in links))
        )
    )


def test_equal_words_are_told_apart_by_their_order():
    words = ("the", "cat", "saw", "the", "dog")
    (link,) = located(words, ("The", "dog"), (0, 3, "same norm"))
    assert link == ((0, 3), (12, 15), "same norm")


def test_a_word_that_is_not_aligned():
    assert located((), ("The", "dog", "was"), (2, None, "missing")) == [((8, 11), None, "missing")]


def test_words_that_are_not_in_the_snippet_are_left_out():
    words = ("the", "Katze", "", "saw")
    links = [(0, 1, "x"), (0, 2, "x"), (0, 3, "same")]
    assert located(words, ("The",), *links) == [((0, 3), (8, 11), "same")]


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
