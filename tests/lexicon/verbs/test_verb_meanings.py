"""Synonyms and antonyms among verbs, by WordNet and a VerbOcean made up for the tests."""

import pytest

from rte_baselines.lexicon.verbs.verbocean import VerbOcean, VerbRelation, verb_meaning

VERBOCEAN = VerbOcean(
    [
        VerbRelation("sow", "opposite-of", "reap", 9.0),
        VerbRelation("moor", "similar", "sail", 12.0),
        VerbRelation("moor", "opposite-of", "sail", 8.0),
        VerbRelation("sow", "happens-before", "harvest", 15.0),
        VerbRelation("buy", "opposite-of", "purchase", 20.0),
    ]
)


@pytest.mark.parametrize(
    ("first", "second", "with_it", "without_it"),
    [
        ("buy", "purchase", "synonym", "synonym"),  # WordNet is asked first
        ("win", "lose", "antonym", "antonym"),
        ("sow", "reap", "antonym", None),
        ("moor", "sail", "synonym", None),  # the stronger of two
        ("sow", "harvest", None, None),
        ("agree", "oppose", None, None),
        ("qqzz", "qqzz", "synonym", "synonym"),
        ("qqzz", "win", None, None),
    ],
)
def test_by_hand(first, second, with_it, without_it):
    for pair in ((first, second), (second, first)):
        assert verb_meaning(*pair, VERBOCEAN) == with_it
        assert verb_meaning(*pair, None) == without_it


@pytest.mark.slow
def test_the_paper_on_the_release(released_verbocean):
    """Figure 1's verbs are opposites there, and those of pair 1964 in Figure 3 are not."""
    verbocean = VerbOcean.read(released_verbocean)
    assert verb_meaning("fly", "crash", verbocean) == "antonym"
    assert verb_meaning("agree", "oppose", verbocean) is None
