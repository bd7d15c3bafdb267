"""Synonymy and derivation, alone and together."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rte_baselines.analysis.analyzer import TokenIds
from rte_baselines.lexicon.word_similarity import Lemmas
from rte_baselines.lexicon.wordnet import Relation
from rte_baselines.lexicon.wordnet.entailment.chain_similarities import (
    DerivationalSynonymy,
    DerivationalSynonymySimilarity,
)

WORDS = """
murder murderer murderous liquidator slay slayer kill killer election elect elector president
preside presidency buy buyer purchase purchaser quick quickness zzzz
""".split()


@pytest.fixture(scope="module")
def synonymy(wordnet):
    return DerivationalSynonymy(wordnet)


def path(synonymy, text, hypothesis):
    return synonymy.path(*(synonymy.wordnet.senses(word) for word in (text, hypothesis)))


@pytest.mark.parametrize(
    ("text", "hypothesis", "expected"),
    [
        ("murder", "slay", "murder -synonym-> slay"),
        ("murder", "murderer", "murder -derivation-> murderer"),
        ("murder", "liquidator", "murder -derivation-> murderer -synonym-> liquidator"),
        ("liquidator", "murder", "liquidator -synonym-> murderer -derivation-> murder"),
        (
            "slay",
            "liquidator",
            "slay -synonym-> murder -derivation-> murderer -synonym-> liquidator",
        ),
    ],
)
def test_murders(synonymy, text, hypothesis, expected):
    assert path(synonymy, text, hypothesis).describe(synonymy.wordnet) == expected


def test_a_second_derivation_leads_too_far(synonymy):
    """From one who murders to what is like it, over what both derive from."""
    assert path(synonymy, "murderous", "murder")
    assert path(synonymy, "murder", "liquidator")
    assert path(synonymy, "murderous", "liquidator") is None


def test_hypernyms_are_not_related(synonymy):
    assert path(synonymy, "murder", "kill") is None


@pytest.mark.slow
@given(st.sampled_from(WORDS), st.sampled_from(WORDS))
def test_is_symmetric(synonymy, word, other):
    there, back = path(synonymy, word, other), path(synonymy, other, word)
    assert (there is None) == (back is None)
    if there is not None:
        assert there.length == back.length <= 1
        assert set(there.relations) <= {Relation.DERIVATION}


@pytest.mark.slow
def test_equals_nltk(synonymy, nltk_wordnet):
    """Words that share a synset, or have synonyms of which one derives from the other."""
    for word in WORDS:
        for other in WORDS:
            goals = set(nltk_wordnet.synsets(other))
            starts = set(nltk_wordnet.synsets(word))
            derived = {
                form.synset()
                for synset in starts
                for lemma in synset.lemmas()
                for form in lemma.derivationally_related_forms()
            }
            expected = bool(goals & (starts | derived))
            assert (path(synonymy, word, other) is not None) == expected, (word, other)


def lemmas(*words, part="NOUN"):
    return Lemmas(words, [part] * len(words), TokenIds()(words))


@pytest.mark.parametrize(
    ("hypothesis", "text", "related"),
    [
        ("murder", "murder", 1),
        ("murder", "slay", 1),  # synonyms
        ("murder", "murderer", 1),  # derivation
        ("murder", "liquidator", 1),  # by way of murderer
        ("liquidator", "murder", 1),
        ("discover", "find", 1),
        ("murder", "crime", 0),  # hyponymy is none of these
        ("murder", "ferry", 0),
        ("qqzzx", "qqzzx", 1),
        ("qqzzx", "murder", 0),
    ],
)
def test_by_hand(hypothesis, text, related):
    # All senses of a lemma count, so the part of speech makes no difference.
    for part in ("NOUN", "VERB", "X"):
        matrix = DerivationalSynonymySimilarity().matrix(
            lemmas(hypothesis, part=part), lemmas(text)
        )
        assert matrix.tolist() == [[related]]


def test_symmetric():
    words = lemmas("kill", "death", "sale", "sell", "seller", "buy", "purchase")
    matrix = DerivationalSynonymySimilarity().matrix(words, words)
    np.testing.assert_array_equal(matrix, matrix.T)
    assert matrix.shape == (7, 7)


def test_nothing_with_something():
    assert DerivationalSynonymySimilarity().matrix(lemmas(), lemmas("sale")).shape == (0, 1)
