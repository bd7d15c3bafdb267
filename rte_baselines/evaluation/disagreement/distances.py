"""Measures of labels and probabilities against the distribution of annotators' labels, by pair.

All logarithms are natural. In every array, rows are pairs and columns are labels.
"""

import numpy as np
import scipy

from rte_baselines.kernels.ragged import BoolArray, FloatArray, IntArray


def shares(counts: IntArray) -> FloatArray:
    """Return the distribution over labels of each pair, given the counts of annotators."""
    distributions: FloatArray = counts / counts.sum(axis=1, keepdims=True)
    return distributions


def entropies(distributions: FloatArray) -> FloatArray:
    """Return the entropy of each distribution, in [0, ln(labels)], shape (n,)."""
    found: FloatArray = scipy.special.entr(distributions).sum(axis=1)
    return found


def cross_entropies(annotators: FloatArray, system: FloatArray) -> FloatArray:
    """Return -sum_k p_k ln q_k of each pair, shape (n,), with p of annotators and q of the system.

    Infinite where the system gives a label that an annotator gave a probability of 0. T. M. Cover
    and J. A. Thomas, Elements of Information Theory (2nd edition, 2006), section 2.3: the entropy
    of p plus the Kullback-Leibler divergence. p and q have shape (n, labels).
    """
    return entropies(annotators) + divergences(annotators, system)


def divergences(annotators: FloatArray, system: FloatArray) -> FloatArray:
    """Return the Kullback-Leibler divergence sum_k p_k ln(p_k / q_k) of each pair, shape (n,).

    Infinite as in `cross_entropies`; 0 for equal distributions. Nothing is smoothed.

    Notes
    -----
    S. Kullback and R. A. Leibler, "On information and sufficiency", Annals of Mathematical
    Statistics 22 (1951); KL(human || model) in Y. Nie, X. Zhou and M. Bansal, "What can we
    learn from collective human opinions on natural language inference data?" (2020), section 4.
    """
    found: FloatArray = scipy.special.rel_entr(annotators, system).sum(axis=1)
    # Rounding may leave equal distributions a little below 0.
    return np.maximum(found, 0)


def jensen_shannon(annotators: FloatArray, system: FloatArray) -> FloatArray:
    """Return the Jensen-Shannon divergence of each pair, in [0, ln 2], shape (n,).

    With m = (p + q) / 2, it is (KL(p || m) + KL(q || m)) / 2. Its square root is a distance.

    Notes
    -----
    J. Lin, "Divergence measures based on the Shannon entropy", IEEE Transactions on
    Information Theory 37 (1991), section IV. Nie et al. (2020), section 4, report the square
    root.
    """
    middle = (annotators + system) / 2
    return (divergences(annotators, middle) + divergences(system, middle)) / 2


def expected_accuracies(annotators: FloatArray, labels: IntArray) -> FloatArray:
    """Return the share of annotators that gave the system's label to each pair, shape (n,)."""
    found: FloatArray = annotators[np.arange(len(labels)), labels]
    return found


def is_majority(counts: IntArray) -> BoolArray:
    """Return which labels most annotators gave, several where there is a tie, shape (n, labels)."""
    is_highest: BoolArray = counts == counts.max(axis=1, keepdims=True)
    return is_highest


def majority_hits(counts: IntArray, labels: IntArray) -> FloatArray:
    """Return whether each label is that of most annotators, NaN where there is a tie."""
    majority = is_majority(counts)
    hits = majority[np.arange(len(labels)), labels].astype(np.float64)
    return np.where(majority.sum(axis=1) == 1, hits, np.nan)


def annotator_agreements(counts: IntArray) -> FloatArray:
    """Return the probability that two annotators of a pair give one label, shape (n,).

    It is the expected accuracy of one annotator against the others, NaN for pairs with a
    single annotation.
    """
    totals = counts.sum(axis=1)
    pairs = (totals * (totals - 1)).astype(np.float64)
    equal = (counts * (counts - 1)).sum(axis=1)
    found: FloatArray = np.full(len(counts), np.nan)
    np.divide(equal, pairs, out=found, where=pairs > 0)
    return found


def left_out_accuracies(counts: IntArray) -> FloatArray:
    """Return how often an annotator gives the label of most of the others, shape (n,).

    The mean over the annotators of a pair, each of whom is left out once. Where k labels tie
    among the others, each counts 1/k. NaN for pairs with a single annotation.
    """
    size, labels = counts.shape
    totals = counts.sum(axis=1)
    hits = np.zeros(size)
    for label in range(labels):
        others = counts.copy()
        others[:, label] -= 1
        majority = is_majority(others)
        hits += counts[:, label] * majority[:, label] / majority.sum(axis=1)
    return np.where(totals > 1, hits / totals, np.nan)
