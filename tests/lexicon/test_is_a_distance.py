"""Is-a links between tagged words, in the WordNet in use."""

import math

import pytest

from rte_baselines.lexicon.is_a_distance import is_a_distance


@pytest.mark.parametrize(
    ("first", "second", "links"),
    [
        (("hit", "VERB"), ("strike", "VERB"), 0),
        (("car", "NOUN"), ("automobile", "NOUN"), 0),
        (("big", "ADJ"), ("large", "ADJ"), 0),
        (("lioness", "NOUN"), ("lion", "NOUN"), 1),
        (("oslo", "PROPN"), ("oslo", "PROPN"), 0),
        (("norwegian_capital", "NOUN"), ("oslo", "PROPN"), math.inf),
    ],
)
def test_well_known_words(first, second, links):
    assert is_a_distance(first, second) == is_a_distance(second, first) == links


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (("hit", "VERB"), ("strike", "NOUN")),
        (("of", "ADP"), ("of", "ADP")),
        (("", "NOUN"), ("", "NOUN")),
        (("x" * 10_000, "VERB"), ("\x00", "VERB")),
        (("word", ""), ("word", "NOUN")),
    ],
)
def test_infinitely_far(first, second):
    assert is_a_distance(first, second) == is_a_distance(second, first) == math.inf


def test_auxiliaries_are_verbs():
    assert is_a_distance(("be", "AUX"), ("exist", "VERB")) == 0
