"""The information that labels given blindly seem to have about the gold labels, on average.

Labels drawn at random have none in the limit, yet seldom exactly none in a sample. The
expectations are exact: an entropy is a sum over the cells of a table, so that its
expectation needs no more than the distribution of each cell by itself.
"""

from math import log

import numpy as np
from scipy.special import entr, xlogy

from rte_baselines.evaluation.measures.binomial import likely_successes
from rte_baselines.kernels.ragged import FloatArray


def expected_conditional_entropy(gold_counts: FloatArray, probabilities: FloatArray) -> float:
    """Return the expected H(G|L), which is that of H(G,L) - H(L).

    Parameters
    ----------
    gold_counts : ndarray of float64, shape (labels,)
        How many pairs have each label; one pair or more in all.
    probabilities : ndarray of float64, shape (labels,)
        How probably each label is given to a pair, whatever its gold label.

    Returns
    -------
    float
        In bits. Of n pairs with a gold label, those given a label that has the
        probability p are binomial (n, p).
    """
    size = gold_counts.sum()
    of_labels = [_expected_term(size, p, size) for p in probabilities]
    of_both = [_expected_term(n, p, size) for n in gold_counts for p in probabilities]
    return sum(of_both) - sum(of_labels)


def expected_label_entropy(gold_counts: FloatArray, probability: float) -> float | None:
    """Return the expected H(G|L = l), given that l is given to a pair at all.

    Parameters
    ----------
    gold_counts : ndarray of float64, shape (labels,)
        How many pairs have each label; one pair or more in all.
    probability : float
        How probably l is given to a pair, whatever its gold label.

    Returns
    -------
    float or None
        In bits; None if l is never given.

    Notes
    -----
    Where l is given to X pairs with a gold label and to Y others, that gold label adds
    -X/(X+Y) log X/(X+Y), and all together are log M - sum X log X / (X+Y), with M the
    number of pairs that are given l. X and Y are binomial and independent.
    """
    size = gold_counts.sum()
    given_at_all = float(1 - (1 - probability) ** size)
    if given_at_all == 0:
        return None
    given, chances = likely_successes(size, probability)
    entropy = float(chances @ np.log(np.maximum(given, 1)))
    for count in gold_counts:
        found, chances = likely_successes(count, probability)
        inverse = _expected_inverses(found, *likely_successes(size - count, probability))
        entropy -= float((chances * xlogy(found, found)) @ inverse)
    return max(entropy / given_at_all / log(2), 0.0)


def _expected_term(trials: float, probability: float, size: float) -> float:
    """Return the expected -X/size log2 X/size of a binomial X."""
    successes, chances = likely_successes(trials, probability)
    return float(chances @ entr(successes / size)) / log(2)


def _expected_inverses(numbers: FloatArray, others: FloatArray, chances: FloatArray) -> FloatArray:
    """Return the expected 1 / (number + other) for each of consecutive numbers, 1/0 as 1."""
    sums = np.arange(numbers[0] + others[0], numbers[-1] + others[-1] + 1)
    return np.correlate(1 / np.maximum(sums, 1), chances, mode="valid")
