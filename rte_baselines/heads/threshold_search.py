"""Search for the threshold that is best on development data."""

from collections.abc import Callable
from typing import Literal

import numpy as np

from rte_baselines.features.base import share
from rte_baselines.kernels.ragged import BoolArray, FloatArray, IntArray
from rte_baselines.kernels.rankings import confidence_weighted_score

Objective = Literal["accuracy", "cws", "f1"]
Confidences = Callable[[FloatArray, float], FloatArray]

# The confidence-weighted score is computed for each candidate. The effect of more candidates
# on the threshold is smaller than that of the sampling of the pairs.
_MOST_CWS_CANDIDATES = 2_000


def best_threshold(
    scores: FloatArray, entailed: BoolArray, objective: Objective, confidences: Confidences
) -> float:
    """Return the threshold that maximizes an objective.

    Candidates are the midpoints of the gaps between neighbouring scores, the lowest score
    (all pairs entailed) and the next number above the highest (no pair entailed). Among
    equally good candidates, the one in the widest gap is returned, or else the lowest.

    Parameters
    ----------
    scores : ndarray of float64, shape (n,)
    entailed : ndarray of bool, shape (n,)
        Whether the gold label is ENTAILMENT.
    objective : {"accuracy", "cws", "f1"}
    confidences : callable
        A function from scores and a threshold to confidences, by which the
        confidence-weighted score ranks the pairs.
    """
    distinct = np.unique(scores)
    gaps = np.concatenate([[0.0], np.diff(distinct), [0.0]])
    midpoints = distinct[:-1] + np.diff(distinct) / 2
    candidates = np.concatenate([distinct[:1], midpoints, [np.nextafter(distinct[-1], np.inf)]])
    if objective == "cws":
        chosen = _evenly_spaced(len(candidates), _MOST_CWS_CANDIDATES)
        candidates, gaps = candidates[chosen], gaps[chosen]
        values = np.array([_cws(scores, entailed, t, confidences) for t in candidates.tolist()])
    else:
        values = _from_counts(scores, entailed, candidates, objective)
    best = np.flatnonzero(np.isclose(values, values.max(), rtol=0.0, atol=1e-12))
    return float(candidates[best[np.argmax(gaps[best])]])


def _from_counts(
    scores: FloatArray, entailed: BoolArray, candidates: FloatArray, objective: Objective
) -> FloatArray:
    """Return accuracy or F1 for each candidate, from counts above and below it."""
    order = np.argsort(scores)
    entailed_below = np.concatenate([[0], np.cumsum(entailed[order])])
    below = np.searchsorted(scores[order], candidates, side="left")
    predicted = len(scores) - below
    true_positives = entailed.sum() - entailed_below[below]
    if objective == "accuracy":
        true_negatives = below - entailed_below[below]
        accuracy: FloatArray = (true_positives + true_negatives) / len(scores)
        return accuracy
    return share(2.0 * true_positives, (predicted + entailed.sum()).astype(float))


def _cws(
    scores: FloatArray, entailed: BoolArray, threshold: float, confidences: Confidences
) -> float:
    correct = (scores >= threshold) == entailed
    return confidence_weighted_score(confidences(scores, threshold), correct)


def _evenly_spaced(count: int, most: int) -> IntArray:
    return np.unique(np.linspace(0, count - 1, min(count, most)).round().astype(int))
