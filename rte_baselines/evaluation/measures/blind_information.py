"""The expected information about gold labels in labels drawn at random.

In the limit there is none, but in a sample there is seldom exactly none. The expectations
are exact: an entropy is a sum over the cells of a table, so that its expectation depends on
the distribution of each cell alone.
"""

from functools import lru_cache
from math import log

import numpy as np
import scipy

from rte_baselines.evaluation.measures.binomial import likely_successes
from rte_baselines.kernels.ragged import FloatArray


def expected_conditional_entropy(gold_counts: FloatArray, probabilities: FloatArray) -> float:
    """Return the expected H(G|L) = H(G,L) - H(L).

    Parameters
    ----------
    gold_counts : ndarray of float64, shape (labels,)
        The number of pairs with each gold label; at least one pair in all.
    probabilities : ndarray of float64, shape (labels,)
        The probability with which each label is given to a pair, whatever its gold label.

    Returns
    -------
    float
        In bits. Of n pairs with a gold label, the number that get a label with probability
        p is binomial (n, p).
    """
    size = gold_counts.sum()
    of_labels = [_expected_term(size, p, size) for p in probabilities]
    of_both = [_expected_term(n, p, size) for n in gold_counts for p in probabilities]
    return sum(of_both) - sum(of_labels)


def expected_label_entropy(gold_counts: FloatArray, probability: float) -> float | None:
    """Return the expected H(G|L = l), given that at least one pair gets the label l.

    Parameters
    ----------
    gold_counts : ndarray of float64, shape (labels,)
        The number of pairs with each gold label; at least one pair in all.
    probability : float
        The probability with which l is given to a pair, whatever its gold label.

    Returns
    -------
    float or None
        In bits; None if l is never given.

    Notes
    -----
    If l is given to X pairs with a gold label and to Y other pairs, that gold label adds
    -X/(X+Y) log X/(X+Y). The sum over gold labels is log M - sum X log X / (X+Y), with M the
    number of pairs that get l. X and Y are binomial and independent.
    """
    size = gold_counts.sum()
    p_ever_given = float(1 - (1 - probability) ** size)
    if p_ever_given == 0:
        return None
    given, chances = likely_successes(size, probability)
    entropy = float(chances @ np.log(np.maximum(given, 1)))
    for count in gold_counts:
        hits, chances = likely_successes(count, probability)
        inverse = _expected_inverses(hits, *likely_successes(size - count, probability))
        entropy -= float((chances * scipy.special.xlogy(hits, hits)) @ inverse)
    return max(entropy / p_ever_given / log(2), 0.0)


# Several measures of the same trivial system ask for the same terms.
@lru_cache(maxsize=1 << 10)
def _expected_term(trials: float, probability: float, size: float) -> float:
    """Return the expected -X/size log2 X/size of a binomial X."""
    successes, chances = likely_successes(trials, probability)
    return float(chances @ scipy.special.entr(successes / size)) / log(2)


def _expected_inverses(numbers: FloatArray, others: FloatArray, chances: FloatArray) -> FloatArray:
    """Return the expected 1 / (number + other) for each of consecutive numbers, 1/0 as 1."""
    sums = np.arange(numbers[0] + others[0], numbers[-1] + others[-1] + 1)
    return np.correlate(1 / np.maximum(sums, 1), chances, mode="valid")
