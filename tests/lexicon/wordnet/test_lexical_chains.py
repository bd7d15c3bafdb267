"""Chains of one or two relations of any kind."""

import pytest

from rte_baselines.lexicon.wordnet import Part, Relation
from rte_baselines.lexicon.wordnet.lexical_chains import CHAINED_RELATIONS, LexicalChains


@pytest.fixture(scope="module")
def chains(wordnet):
    return LexicalChains(wordnet)


def described(chains, text, hypothesis):
    path = chains.path(*(chains.wordnet.senses(*word) for word in (text, hypothesis)))
    return path and path.describe(chains.wordnet)


@pytest.mark.parametrize(
    ("text", "hypothesis", "expected"),
    [
        (
            ("region", Part.NOUN),
            ("locate", Part.VERB),
            "region -hypernym-> location -derivation-> locate",
        ),
        (("takeover", Part.NOUN), ("coup", Part.NOUN), "takeover -synonym-> coup"),
        (("kill", Part.VERB), ("die", Part.VERB), "kill -cause-> die"),
        (("kill", Part.VERB), ("death", Part.NOUN), "kill -cause-> die -derivation-> death"),
        (("finger", Part.NOUN), ("hand", Part.NOUN), "finger -part holonym-> hand"),
        (("dog", Part.NOUN), ("poodle", Part.NOUN), "dog -hyponym-> poodle"),
    ],
)
def test_chains(chains, text, hypothesis, expected):
    assert described(chains, text, hypothesis) == expected


def test_antonyms_and_domains_are_no_part_of_chains(chains):
    """Opposites are joined by other ways, if they have something else in common."""
    over_ending = "victory -hypernym-> ending -hyponym-> defeat"
    assert described(chains, ("victory", Part.NOUN), ("defeat", Part.NOUN)) == over_ending
    left_out = {Relation.ANTONYM} | {one for one in Relation if one.name.endswith("_DOMAIN")}
    assert set(CHAINED_RELATIONS) == set(Relation) - left_out


def test_three_relations_are_too_many(chains):
    """From poodle over dog and domestic animal to animal."""
    assert described(chains, ("poodle", Part.NOUN), ("domestic_animal", Part.NOUN))
    assert described(chains, ("poodle", Part.NOUN), ("animal", Part.NOUN)) is None
