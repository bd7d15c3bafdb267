"""Almost stochastic order of the scores that two systems reach with different seeds."""

from dataclasses import dataclass
from statistics import NormalDist

import numpy as np
from numpy.typing import ArrayLike

from rte_baselines.core.errors import InputError
from rte_baselines.evaluation.resampling.bootstrap import SEED
from rte_baselines.evaluation.significance.exact import LEVEL
from rte_baselines.kernels.ragged import FloatArray

RESAMPLES = 10_000
"""The number of bootstrap resamples by which the bound is estimated."""


@dataclass(frozen=True)
class StochasticOrder:
    """How far the scores of A are from being stochastically greater than those of B.

    `violation` is the violation ratio of A over B, in [0, 1]: 0 if every quantile of A's scores is
    at least that of B's, and 1 if every quantile is at most that of B's. The ratio of B over A is 1
    minus this. `bound` and `bound_of_reverse` are the upper confidence bounds of the two ratios.
    """

    violation: float
    bound: float
    bound_of_reverse: float


def stochastic_order(
    scores_a: ArrayLike, scores_b: ArrayLike, *, comparisons: int = 1
) -> StochasticOrder | None:
    """Return the violation ratio of almost stochastic order, with its confidence bounds.

    With the quantile functions F and G of the scores of A and B, the violation ratio is the
    integral of ``(F(t) - G(t))**2`` over those t in (0, 1) at which F(t) < G(t), divided by the
    integral over all t, which is the squared Wasserstein distance; None if all scores are equal.
    The bound is ``violation + sd * z(1 - level / comparisons)``, cut off at 0 and 1, where sd is
    the standard deviation of the ratio in bootstrap resamples of both sets of scores. A is almost
    stochastically greater if the bound is below 1/2.

    Each system has the score of a run with each of two seeds or more, higher is better; the numbers
    of seeds may differ. The level of 5% is divided among the `comparisons` (Bonferroni's
    correction).

    R. Dror, S. Shlomov and R. Reichart, "Deep dominance: how to properly compare deep neural
    models" (2019), section 4, after E. del Barrio, J. A. Cuesta-Albertos and C. Matran, "An optimal
    transportation approach for assessing almost stochastic order" (2018). The integrals are exact,
    since the quantile functions of samples are constant between multiples of one over their sizes.
    In a resample with equal scores, the ratio is 1/2, as in D. Ulmer, C. Hardmeier and J. Frellsen,
    "deep-significance" (2022).
    """
    a, b = (_sorted_scores(name, scores) for name, scores in (("A", scores_a), ("B", scores_b)))
    if a[0] == b[0] and a[-1] == b[-1] and a[0] == a[-1]:
        return None
    violation = float(_violations(a[np.newaxis], b[np.newaxis])[0])
    generator = np.random.default_rng(SEED)
    drawn = _violations(_resampled(a, generator), _resampled(b, generator))
    # The factor sqrt(n m / (n + m)) of the paper cancels out.
    margin = float(np.std(drawn)) * NormalDist().inv_cdf(1 - LEVEL / comparisons)
    return StochasticOrder(
        violation,
        min(max(violation + margin, 0.0), 1.0),
        min(max(1 - violation + margin, 0.0), 1.0),
    )


def _sorted_scores(name: str, scores: ArrayLike) -> FloatArray:
    values = np.sort(np.asarray(scores, dtype=np.float64).reshape(-1))
    if len(values) < 2:
        raise InputError(f"{len(values)} score of {name}; expected those of two seeds or more")
    if not np.isfinite(values).all():
        raise InputError(f"a score of {name} is not finite; expected finite numbers")
    return values


def _resampled(scores: FloatArray, generator: np.random.Generator) -> FloatArray:
    drawn = generator.integers(len(scores), size=(RESAMPLES, len(scores)))
    return np.asarray(np.sort(scores[drawn], axis=1), dtype=np.float64)


def _violations(a: FloatArray, b: FloatArray) -> FloatArray:
    """Return the violation ratio of each two rows of sorted scores, 1/2 if all are equal."""
    size_a, size_b = a.shape[1], b.shape[1]
    # Where both quantile functions are constant, in whole numbers, in which equal ends are equal.
    ends = np.union1d(np.arange(size_a + 1) * size_b, np.arange(size_b + 1) * size_a)
    starts, widths = ends[:-1], np.diff(ends) / (size_a * size_b)
    differences = a[:, starts // size_b] - b[:, starts // size_a]
    squares = np.square(differences) * widths
    distances = squares.sum(axis=1)
    violated = np.where(differences < 0, squares, 0).sum(axis=1)
    ratios: FloatArray = np.full(len(distances), 0.5)
    np.divide(violated, distances, out=ratios, where=distances > 0)
    return ratios
