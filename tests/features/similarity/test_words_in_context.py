"""The features that take a word similarity, with that of words in context."""

import numpy as np
import pytest

from rte_baselines.features.graph_matching.distance_space import DistanceSpace
from rte_baselines.features.graph_matching.graph_similarity import GraphSimilarity
from rte_baselines.features.similarity.similarity_overlap import SimilarityOverlap
from rte_baselines.features.trees.transduction_cost import TransductionCost
from rte_baselines.features.trees.tree_edit_distance import TreeEditDistance
from rte_baselines.lexicon.word_similarity import ContextualSimilarity
from tests.analysis.parses import parse
from tests.features.computing import aligned_parsed, numbers_of, parsed


@pytest.fixture
def pair():
    """A text and a hypothesis with the vectors of their words."""
    text = parse("boats/boat/NNS/2/nsubj left/leave/VBD/0 bank/NN/2/obj ././2/punct")
    hypothesis = parse("ships/ship/NNS/2/nsubj left/leave/VBD/0")
    text.layers["token_vectors"] = np.array([(4, 3), (0, 1), (1, 0), (0, 0)], np.float16)
    hypothesis.layers["token_vectors"] = np.array([(1, 0), (0, 1)], np.float16)
    return text, hypothesis


def test_in_similarity_overlap(pair):
    feature = SimilarityOverlap(ContextualSimilarity(), drop="punctuation", measures=("mean",))
    assert "token_vectors" in feature.layers
    # "ship" is more similar to "bank" (1) than to "boat" (0.8) here, and "leave" is equal.
    np.testing.assert_allclose(numbers_of(feature, pair), [[1.0]])
    assert aligned_parsed(feature, *pair) == {
        "ships": ("bank", "cosine 1.00"),
        "left": ("left", "same lemma"),
    }


def test_repeated_words_have_their_own_contexts():
    text = parsed("oslo")
    text.layers["token_vectors"] = np.array([(1, 0)], np.float16)
    hypothesis = parsed("bank bank")
    hypothesis.layers["token_vectors"] = np.array([(3, 4), (4, 3)], np.float16)
    feature = SimilarityOverlap(ContextualSimilarity(), measures=("mean", "both_ways"))
    expected = [[0.7, (0.7 + 0.8) / 2]]
    np.testing.assert_allclose(numbers_of(feature, (text, hypothesis)), expected, atol=1e-3)


def test_in_tree_edits(pair):
    feature = TreeEditDistance(similarity=ContextualSimilarity())
    assert "token_vectors" in feature.layers
    assert "token_vectors" not in TreeEditDistance().layers
    # "boat" becomes "ship" for 1 - 0.8; inserting both words would cost 2.
    np.testing.assert_allclose(numbers_of(feature, pair), [[0.1]], atol=1e-3)


def test_in_transduction(pair):
    feature = TransductionCost("lemmas", similarity=ContextualSimilarity(), drop="punctuation")
    assert "token_vectors" in feature.layers
    # "bank" becomes "ship" for nothing, in the opposite order, which costs nothing either; "boat"
    # is left over for 0.1. To leave all words over costs 3 times 0.1 and 2 times 1.
    np.testing.assert_allclose(numbers_of(feature, pair), [[0.1 / 2.3]], atol=1e-3)


def test_in_graph_matching(pair):
    # The first two words of the text.
    pair[0].layers = {name: layer[:2] for name, layer in pair[0].layers.items()}
    plain, further = GraphSimilarity(), GraphSimilarity(similarity=ContextualSimilarity())
    assert "token_vectors" in further.layers
    assert "token_vectors" not in plain.layers
    # Ships are in boats with 0.8. "Leave" has sm = 1 and ss = 0.8.
    expected = [[(0.8 + 0.9) / 2, 0]]
    np.testing.assert_allclose(numbers_of(further, pair), expected, atol=1e-3)
    assert aligned_parsed(plain, *pair)["ships"] == (None, "no anchor")
    assert DistanceSpace(similarity=ContextualSimilarity()).resources == {"wordnet", "encoder"}
