"""Relatedness of bos2006 section 2.1 as a similarity."""

import numpy as np
import pytest

from rte_baselines.analysis.token_ids import TokenIds
from rte_baselines.lexicon.derivational_synonymy import DerivationalSynonymySimilarity
from rte_baselines.lexicon.word_similarity import Lemmas


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
