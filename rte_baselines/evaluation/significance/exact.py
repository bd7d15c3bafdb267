"""Exact tests: binomial, McNemar's, Fisher's of slices; and Holm's correction of p-values."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeVar

import numpy as np
from numpy.typing import ArrayLike

from rte_baselines.core.errors import InputError, RunError
from rte_baselines.kernels.distributions import binomial_probabilities
from rte_baselines.kernels.ragged import BoolArray, FloatArray, IntArray

_Key = TypeVar("_Key")

LEVEL = 0.05
"""The level at which adjusted p-values are called significant."""

# Probabilities that differ by no larger share are equal, as in SciPy's test.
_RELATIVE_ROUNDING = 1e-7


def holm(p_values: ArrayLike) -> FloatArray:
    """Adjust p-values for multiple tests by Holm's method; in the given order, shape (m,).

    If every hypothesis with an adjusted p-value of at most alpha is rejected, the probability of
    rejecting any true hypothesis is at most alpha, even if the tests are dependent. S. Holm, "A
    simple sequentially rejective multiple test procedure" (1979).
    """
    values = np.asarray(p_values, dtype=np.float64).reshape(-1)
    if not ((values >= 0) & (values <= 1)).all():
        raise InputError("a p-value is outside [0, 1]; expected all p-values in [0, 1]")
    order = np.argsort(values, kind="stable")
    adjusted = np.empty_like(values)
    factors = np.arange(len(values), 0, -1)
    adjusted[order] = np.minimum(np.maximum.accumulate(values[order] * factors), 1)
    return adjusted


def binomial_test(hits: int, pairs: int, chance: float) -> float:
    """Return the two-sided p-value of an exact binomial test of a number of hits.

    It is that of SciPy's test, but importing this takes longer than an evaluation.
    """
    if not (0 <= hits <= pairs and pairs > 0 and 0 <= chance <= 1):
        raise InputError(
            f"{hits} hits of {pairs} pairs by a chance of {chance}; expected at least one pair, no "
            "more hits than pairs, and a probability"
        )
    probabilities = binomial_probabilities(0, pairs, pairs, chance)
    is_improbable = probabilities <= probabilities[hits] * (1 + _RELATIVE_ROUNDING)
    return min(1.0, float(probabilities[is_improbable].sum()))


@dataclass(frozen=True)
class McNemar:
    """The numbers of pairs that only one of two systems gets right, and McNemar's p-value."""

    only_a: int
    only_b: int
    p_value: float


def mcnemar(correct_a: ArrayLike, correct_b: ArrayLike) -> McNemar:
    """Test whether two systems are equally accurate, on the pairs that only one gets right.

    If they are, A gets each of these discordant pairs right with a probability of 1/2, so that the
    number of pairs that only A gets right is binomial. The p-value is two-sided and exact, and 1 if
    there are no discordant pairs. Raises RunError if the arrays, shape (n,), differ in length. Q.
    McNemar, "Note on the sampling error of the difference between correlated proportions" (1947).
    """
    a, b = (np.asarray(correct, dtype=np.bool_) for correct in (correct_a, correct_b))
    if a.shape != b.shape:
        raise RunError(f"{a.size} judgments of A and {b.size} of B; expected as many of each")
    return mcnemar_of_counts(int((a & ~b).sum()), int((b & ~a).sum()))


def mcnemar_of_counts(only_a: int, only_b: int) -> McNemar:
    """Return McNemar's test of two systems by the numbers of pairs that only one gets right."""
    discordant = only_a + only_b
    return McNemar(only_a, only_b, binomial_test(only_a, discordant, 0.5) if discordant else 1.0)


def slice_p_values(correct: ArrayLike, slices: Mapping[_Key, IntArray]) -> dict[_Key, float]:
    """Test whether the accuracy in each slice differs from that on all other pairs.

    The two-sided p-values are those of Fisher's exact test, with Holm's correction over all slices,
    which may have pairs in common; 1 for a slice without pairs, or with all of them. `slices` are
    positions in `correct`, shape (pairs,). R. A. Fisher, "The logic of inductive inference" (1935).
    """
    from scipy.stats import fisher_exact

    hits: BoolArray = np.asarray(correct, dtype=np.bool_)
    right, pairs = int(hits.sum()), len(hits)
    p_values = []
    for positions in slices.values():
        inside, size = int(hits[positions].sum()), len(positions)
        outside = right - inside
        table = [[inside, size - inside], [outside, pairs - size - outside]]
        p_values.append(float(fisher_exact(table).pvalue))
    return dict(zip(slices, holm(p_values).tolist(), strict=True))
