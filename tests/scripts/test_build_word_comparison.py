"""The training of the comparison of words."""

import build_word_comparison as script
import numpy as np
import pytest
from scipy.optimize import approx_fprime

from rte_baselines import Label, Pair


def loss(weights, words):
    """The loss of the docstring, written anew, pair by pair."""
    projection, importance, offset = weights
    total, start = 0.0, 0
    for count, is_entailed in zip(words.counts, words.is_entailed, strict=True):
        of_pair = slice(start, start + count)
        lengths = np.linalg.norm(words.rests[of_pair] @ projection, axis=1)
        gaps = np.maximum(0, 1 + words.vectors[of_pair] @ importance) ** 2 * lengths**4
        log_odds = offset - gaps.mean() - gaps.max()
        total += np.logaddexp(0, -log_odds if is_entailed else log_odds)
        start += count
    squares = sum((each**2).sum() for each in (projection, importance))
    return total / len(words.counts) + script.DECAY / 2 * squares


@pytest.mark.parametrize("seed", range(5))
def test_gradients_are_those_of_the_loss(seed):
    random = np.random.default_rng(seed)
    vectors, rests = random.normal(size=(2, 7, 4))
    words = script.Words(vectors, rests, np.array([3, 1, 3]), np.array([True, False, False]))
    weights = [random.normal(0, 0.5, (4, 2)), random.normal(0, 0.5, 4), np.float64(1.5)]

    def at(flat):
        return loss([flat[:8].reshape(4, 2), flat[8:12], flat[12]], words)

    flat = np.concatenate([np.ravel(each) for each in weights])
    found = np.concatenate([np.ravel(each) for each in script.gradients(weights, words)])
    np.testing.assert_allclose(found, approx_fprime(flat, at, 1e-7), rtol=1e-3, atol=1e-4)


@pytest.mark.slow
def test_pairs_without_content_words_are_left_out():
    pairs = [
        Pair("1", "Two ferries sank.", "Ferries sank.", None, Label.ENTAILMENT),
        Pair("2", "Two ferries sank.", "They did.", None, Label.UNKNOWN),
        Pair("3", "Two ferries sank.", "A dog barked.", None, Label.UNKNOWN),
    ]
    words = script.aligned(pairs)
    assert words.counts.tolist() == [2, 2]
    assert words.is_entailed.tolist() == [True, False]
