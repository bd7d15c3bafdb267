"""Risk-coverage curves: how many labels are wrong if a system answers only when it is sure."""

from dataclasses import dataclass

import numpy as np

from rte_baselines.core.representing import brief
from rte_baselines.kernels.ragged import BoolArray, FloatArray
from rte_baselines.kernels.rankings.ranked_hits import RankedHits


@brief
@dataclass(frozen=True)
class RiskCoverageCurve:
    """The share of wrong labels among the most confident ones, as a function of coverage.

    Labels of the same confidence have one point together, since their order is arbitrary. Between
    points, the number of wrong labels is interpolated: its expectation over all orders.

    Parameters
    ----------
    coverage : ndarray of float64, shape (points,)
        The share of the pairs that are answered, in ascending order; the last is 1, or the share
        of the pairs that have a label.
    risk : ndarray of float64, shape (points,)
        The share of wrong labels among them, in [0, 1].
    confidence : ndarray of float64, shape (points,)
        The lowest confidence among them: the threshold that gives this coverage.

    Notes
    -----
    R. El-Yaniv and Y. Wiener, "On the foundations of noise-free selective classification",
    Journal of Machine Learning Research 11 (2010).
    """

    coverage: FloatArray
    risk: FloatArray
    confidence: FloatArray

    def risk_at(self, coverage: FloatArray) -> FloatArray:
        """Return the expected risk at shares of the pairs, above 0 and up to the last coverage."""
        wrong = np.insert(self.coverage * self.risk, 0, 0.0)
        risks: FloatArray = np.interp(coverage, np.insert(self.coverage, 0, 0.0), wrong) / coverage
        return risks


def risk_coverage_curve(
    confidences: FloatArray, right: BoolArray, unanswered: int = 0
) -> RiskCoverageCurve:
    """Return the risk-coverage curve of labels.

    Parameters
    ----------
    confidences : ndarray of float64, shape (n,)
        The confidence in each label; n > 0.
    right : ndarray of bool, shape (n,)
        Whether each label is correct.
    unanswered : int
        The number of further pairs, which have no label.
    """
    ranked = RankedHits.of(-confidences, right)
    ends = ranked.ties[1:]
    wrong = np.cumsum(~ranked.hits)[ends - 1]
    return RiskCoverageCurve(
        ends / (len(confidences) + unanswered), wrong / ends, confidences[ranked.order[ends - 1]]
    )
