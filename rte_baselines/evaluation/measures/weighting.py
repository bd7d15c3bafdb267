"""How much each pair weighs in the evaluation: the distribution P(X = x) of bergmair2009.

Section 5.3 gives "the system some control over which test-instances it wants to be tested
on": by the weights that it gives to them itself, or by its ranking of them alone. As a
system can then make the task easier for itself, a weighted measure of information is read
beside the entropy of the gold labels under the same weights.
"""

import numpy as np
from numpy.typing import ArrayLike

from rte_baselines.evaluation.bootstrap import Resamples
from rte_baselines.evaluation.judgments import LABELS, Judgments
from rte_baselines.evaluation.measures.scheme_tables import SchemeMeasure
from rte_baselines.kernels.ragged import FloatArray
from rte_baselines.kernels.weighted_tables import rank_weighted_tables

_SHAPE = (len(LABELS), len(LABELS))
_CELLS = len(LABELS) ** 2


class WeightedByConfidence(SchemeMeasure):
    """Makes the pairs of a measure weigh as much as the system is sure of their labels.

    P(X = x) is proportional to the confidence in the label of x, for that is what a run
    has: "have the system itself output the values" of it "as confidence weights". In a
    resample, the weights of the pairs drawn are proportional to their confidences again.
    """

    weights = "confidence"
    needs = ("labels", "confidences")

    def why_undefined(self, judgments: Judgments) -> str | None:
        """Say if the confidences are no weights."""
        reason = super().why_undefined(judgments)
        if reason or judgments.confidences is None:
            return reason
        problem = _why_no_weights(judgments.confidences)
        return problem and f"confidences do not weigh pairs: {problem}"

    def weighted_table(self, judgments: Judgments) -> FloatArray:
        """Return the sum of the confidences of each cell."""
        return _table(judgments, _shares_of_most(judgments))

    def weighted_tables(self, resamples: Resamples) -> FloatArray:
        """Return the sum of the confidences of each cell in each resample."""
        places = resamples.units * _CELLS + resamples.judgments.cells
        units = resamples.counts.shape[1]
        weights = _shares_of_most(resamples.judgments)
        by_unit = np.bincount(places, weights, minlength=units * _CELLS)
        tables = resamples.counts.astype(np.float64) @ by_unit.reshape(units, _CELLS)
        return tables.reshape(-1, *_SHAPE)


class WeightedByRank(SchemeMeasure):
    """Makes the pairs of a measure weigh the more, the higher the system ranks them.

    Ranked are the system's decisions, by its confidence in their labels as for the
    confidence-weighted score; `rank_weights` says what each weighs. The ranks of a
    resample are those among the pairs drawn, copies of a pair being tied.
    """

    weights = "rank"
    needs = ("labels", "confidences")

    def weighted_table(self, judgments: Judgments) -> FloatArray:
        """Return the sum of the weights of each cell."""
        assert judgments.confidences is not None
        return _table(judgments, rank_weights(judgments.confidences))

    def weighted_tables(self, resamples: Resamples) -> FloatArray:
        """Return the sum of the weights of each cell in each resample, but for a factor."""
        judgments = resamples.judgments
        ranked = resamples.ties(judgments.correct_by_confidence)
        cells, units = judgments.cells[ranked.order], resamples.units[ranked.order]
        tables = rank_weighted_tables(cells, ranked.ties, units, resamples.counts, _CELLS)
        return tables.reshape(-1, *_SHAPE)


def rank_weights(confidences: ArrayLike) -> FloatArray:
    """Return the probability of each pair that follows from its rank.

    Parameters
    ----------
    confidences : array_like of float, shape (n,)
        How sure the system is of each label; the surest has rank 1. Those who are equally
        sure have the mean of the ranks that they share.

    Returns
    -------
    ndarray of float64, shape (n,)
        (n + 1 - rank) / ((n + 1) n / 2), which sum to 1 (bergmair2009, section 5.3).
    """
    surest_first = -np.asarray(confidences, dtype=np.float64).reshape(-1)
    _, tie, sizes = np.unique(surest_first, return_inverse=True, return_counts=True)
    mean_ranks = np.cumsum(sizes) - (sizes - 1) / 2
    size = len(surest_first)
    weights: FloatArray = (size + 1 - mean_ranks[tie]) / ((size + 1) * size / 2)
    return weights


def _table(judgments: Judgments, weights: FloatArray) -> FloatArray:
    sums = np.bincount(judgments.cells, weights, minlength=_CELLS)
    return np.asarray(sums.reshape(_SHAPE), dtype=np.float64)


def _shares_of_most(judgments: Judgments) -> FloatArray:
    """Return the confidences as shares of the highest, which no sum of them makes infinite."""
    assert judgments.confidences is not None
    highest = judgments.confidences.max()
    return judgments.confidences / highest if highest > 0 else judgments.confidences


def _why_no_weights(weights: FloatArray) -> str | None:
    if (weights < 0).any():
        return "one is negative"
    return None if weights.any() else "all are 0"
