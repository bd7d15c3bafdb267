"""Search for the threshold that is best on development data."""

from collections.abc import Callable
from typing import Literal

import numpy as np

from rte_baselines.features.base import share
from rte_baselines.kernels.ragged import BoolArray, FloatArray, IntArray
from rte_baselines.kernels.rankings.rankings import confidence_weighted_score

Objective = Literal["accuracy", "balanced_accuracy", "cws", "f1"]
Confidences = Callable[[FloatArray, float], FloatArray]

# The maximum number of candidates for which the confidence-weighted score is computed. Further
# candidates change the threshold less than the sampling of the pairs does.
_MOST_CWS_CANDIDATES = 2_000


def best_threshold(
    scores: FloatArray,
    entailed: BoolArray,
    objective: Objective,
    confidences: Confidences,
    decimals: int | None = None,
) -> float:
    """Return the threshold that maximizes an objective.

    Candidates are the midpoints of the gaps between neighbouring scores, the lowest score
    (all pairs entailed) and the next number above the highest (no pair entailed). Among
    equally good candidates, the one in the widest gap is returned, or else the lowest.

    With `decimals`, candidates are the numbers with this number of decimal places, from one at
    which all pairs are entailed to one at which none is. Among ties, the lowest is returned.

    Parameters
    ----------
    scores : ndarray of float64, shape (n,)
    entailed : ndarray of bool, shape (n,)
        Whether the gold label is ENTAILMENT.
    objective : {"accuracy", "balanced_accuracy", "cws", "f1"}
        Balanced accuracy is the mean recall of both classes; with pairs of one class only, that
        of this class.
    confidences : callable
        A function from scores and a threshold to confidences, by which the
        confidence-weighted score ranks the pairs.
    decimals : int, optional
        The number of decimal places of the threshold, at least 0.
    """
    distinct = np.unique(scores)
    candidates, gaps = _midpoints(distinct) if decimals is None else _rounded(distinct, decimals)
    if objective == "cws":
        chosen = _evenly_spaced(len(candidates), _MOST_CWS_CANDIDATES)
        candidates, gaps = candidates[chosen], gaps[chosen]
        values = np.array([_cws(scores, entailed, t, confidences) for t in candidates.tolist()])
    else:
        values = _from_counts(scores, entailed, candidates, objective)
    best = np.flatnonzero(np.isclose(values, values.max(), rtol=0.0, atol=1e-12))
    return float(candidates[best[np.argmax(gaps[best])]])


def _midpoints(distinct: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Return the midpoints between distinct scores, both ends, and the widths of the gaps."""
    gaps = np.concatenate([[0.0], np.diff(distinct), [0.0]])
    midpoints = distinct[:-1] + np.diff(distinct) / 2
    ends = distinct[:1], np.nextafter(distinct[-1:], np.inf)
    return np.concatenate([ends[0], midpoints, ends[1]]), gaps


def _rounded(distinct: FloatArray, decimals: int) -> tuple[FloatArray, FloatArray]:
    """Return the numbers with `decimals` decimal places that are next to a score, and gaps of 0.

    All other such numbers give the same labels as one of these. The first is at or below all
    scores, and the last is above them.
    """
    scale = 10.0**decimals
    # Rounding may move the product up to the next number, so one more candidate is added below.
    steps = np.floor(distinct * scale)[:, np.newaxis] + np.arange(-1, 2)
    candidates = np.unique(steps) / scale
    first, end = np.searchsorted(candidates, distinct[[0, -1]], side="right")
    candidates = candidates[first - 1 : end + 1]
    return candidates, np.zeros(len(candidates))


def _from_counts(
    scores: FloatArray, entailed: BoolArray, candidates: FloatArray, objective: Objective
) -> FloatArray:
    """Return accuracy, balanced accuracy or F1 of each candidate, from counts on both sides."""
    order = np.argsort(scores)
    entailed_below = np.concatenate([[0], np.cumsum(entailed[order])])
    below = np.searchsorted(scores[order], candidates, side="left")
    predicted = len(scores) - below
    true_positives = entailed.sum() - entailed_below[below]
    true_negatives = below - entailed_below[below]
    if objective == "accuracy":
        accuracy: FloatArray = (true_positives + true_negatives) / len(scores)
        return accuracy
    if objective == "balanced_accuracy":
        of_each_class = zip((true_positives, true_negatives), (entailed, ~entailed), strict=True)
        recalls = [right / members.sum() for right, members in of_each_class if members.any()]
        balanced: FloatArray = np.mean(recalls, axis=0)
        return balanced
    return share(2.0 * true_positives, (predicted + entailed.sum()).astype(float))


def _cws(
    scores: FloatArray, entailed: BoolArray, threshold: float, confidences: Confidences
) -> float:
    correct = (scores >= threshold) == entailed
    return confidence_weighted_score(confidences(scores, threshold), correct)


def _evenly_spaced(count: int, most: int) -> IntArray:
    return np.unique(np.linspace(0, count - 1, min(count, most)).round().astype(int))
