"""Synsets below sisters exclude each other."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rte_baselines.lexicon.wordnet.database.database import wordnet_in_use
from rte_baselines.lexicon.wordnet.entailment.lexical_relations import are_exclusive

SYNSETS = (
    "entity.n.01 person.n.01 woman.n.01 dog.n.01 wolf.n.01 animal.n.01 book.n.01 artifact.n.01 "
    "causal_agent.n.01 war.n.01 city.n.01 travel.v.01 walk.v.01 kill.v.01 big.a.01 quickly.r.01"
).split()


def exclusive(first, second):
    wordnet = wordnet_in_use()
    return are_exclusive(wordnet, wordnet.synset(first), wordnet.synset(second))


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        ("dog.n.01", "wolf.n.01", True),  # below canine
        ("dog.n.01", "animal.n.01", False),  # one is above the other
        ("book.n.01", "woman.n.01", True),  # below artifact and living thing, which are wholes
        ("artifact.n.01", "person.n.01", True),  # example 78 of bos2006
        ("entity.n.01", "war.n.01", False),
        ("walk.v.01", "travel.v.01", False),
        ("walk.v.01", "ride.v.02", True),  # below travel
        ("walk.v.01", "kill.v.01", False),  # two roots
        ("walk.v.01", "dog.n.01", False),  # another part of speech
        ("big.a.01", "quickly.r.01", False),
    ],
)
def test_pairs_of_synsets(first, second, expected):
    assert exclusive(first, second) == exclusive(second, first) == expected


@given(st.sampled_from(SYNSETS), st.sampled_from(SYNSETS))
def test_no_synset_excludes_itself_or_those_above_it(first, second):
    assert not exclusive(first, first)
    assert exclusive(first, second) == exclusive(second, first)
    if first.split(".")[1] != second.split(".")[1]:
        assert not exclusive(first, second)
