"""Entailed if a feature reaches a threshold, which is tuned on development data."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike
from typing_extensions import Self

from rte_baselines.core.errors import ConfigError
from rte_baselines.core.registry import registry
from rte_baselines.features.base import share
from rte_baselines.features.table import FeatureTable
from rte_baselines.heads.base import (
    Decisions,
    Head,
    Reason,
    column_named,
    label_array,
    plain_number,
    require_labels,
)
from rte_baselines.kernels.ragged import BoolArray, FloatArray
from rte_baselines.kernels.rankings.rankings import confidence_weighted_score
from rte_baselines.pairs import Label, Scheme

Objective = Literal["accuracy", "balanced_accuracy", "cws", "f1"]
Confidences = Callable[[FloatArray, float], FloatArray]

# The maximum number of candidates for which the confidence-weighted score is computed. Further
# candidates change the threshold less than the sampling of the pairs does.
_MOST_CWS_CANDIDATES = 2_000

Confidence = Literal["distance", "probability", "score"]
Side = Literal["at_least", "above", "below"]
"""Where the score of an entailed pair is, relative to the threshold."""

# Doubles have 15 significant digits, of which some are for the score itself.
_MOST_DECIMALS = 9


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

    `scores` has shape (n,). `entailed`, shape (n,): whether the gold label is ENTAILMENT.
    `objective`: balanced accuracy is the mean recall of both classes; with pairs of one class only,
    that of this class. `confidences`: a function from scores and a threshold to confidences, by
    which the confidence-weighted score ranks the pairs. `decimals`: the number of decimal places of
    the threshold, at least 0.
    """
    distinct = np.unique(scores)
    candidates, gaps = _midpoints(distinct) if decimals is None else _rounded(distinct, decimals)
    if objective == "cws":
        count = min(len(candidates), _MOST_CWS_CANDIDATES)
        chosen = np.unique(np.linspace(0, len(candidates) - 1, count).round().astype(int))
        candidates, gaps = candidates[chosen], gaps[chosen]
        ranked = [
            (confidences(scores, threshold), (scores >= threshold) == entailed)
            for threshold in candidates.tolist()
        ]
        values = np.array([confidence_weighted_score(*ranking) for ranking in ranked])
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
        classes = zip((true_positives, true_negatives), (entailed, ~entailed), strict=True)
        recalls = [right / members.sum() for right, members in classes if members.any()]
        balanced: FloatArray = np.mean(recalls, axis=0)
        return balanced
    return share(2.0 * true_positives, (predicted + entailed.sum()).astype(float))


@registry.heads("threshold.v1")
@dataclass(eq=False, repr=False)
class ThresholdHead(Head):
    """ENTAILMENT if a feature is at or above a threshold, or below it.

    Parameters
    ----------
    feature : str, optional
        The feature column; may be omitted if there is only one column.
    threshold : float, optional
        A fixed threshold. By default, it is tuned on the training pairs.
    optimize : {"accuracy", "balanced_accuracy", "cws", "f1"}
        The objective of tuning: accuracy, mean recall of both classes, confidence-weighted
        score, or F1 of the entailed class. A tuned threshold is the midpoint of the gap between
        two training scores, and of the widest gap among equally good ones.
    per_task : bool
        Whether to tune a threshold for each task. Tasks without training pairs, or with
        training pairs of one label only, get the common threshold.
    confidence : {"distance", "probability", "score"}
        "distance": the distance of the score s from the threshold t, relative to that of the
        end of its range from t: (s - t) / (1 - t) above t and (t - s) / t below it, for a
        range of [0, 1] (jijkoun2006 section 2). "probability": the score is the probability
        of entailment, and the confidence is the score for entailed pairs and one minus the
        score for others (glickman2006 section 4). "score": the score itself, scaled to
        [0, 1], whatever the label (perez2006 section 3; kouylekov2006 by its figures).
    entailed_if : {"at_least", "above", "below"}
        Which scores are entailed: those at the threshold or above it, above it, or below it.
        "below" is for features such as distances.
    decimals : int, optional
        The number of decimal places of a tuned threshold, 1 for tenths (jijkoun2006 Table 1);
        only with "at_least". Among equally good ones, the lowest is used. By default, thresholds
        are not rounded.

    Attributes
    ----------
    threshold_ : float
        The common threshold.
    task_thresholds_ : dict of str to float
        The thresholds of tasks with their own threshold.
    low_, high_ : float
        The ends of the feature's range, or of the training scores if the range is infinite.
    """

    scheme = Scheme.TWO_WAY

    feature: str | None = None
    threshold: float | None = None
    optimize: Objective = "accuracy"
    per_task: bool = False
    confidence: Confidence = "distance"
    entailed_if: Side = "at_least"
    decimals: int | None = None

    def check_fields(self, path: str) -> None:
        """Check the fields, and that `confidence` and `decimals` fit `entailed_if`."""
        super().check_fields(path)
        if self.confidence == "probability" and self.entailed_if == "below":
            raise ConfigError(
                f"{path}.confidence: with entailed_if = 'below', the score is not a probability "
                "of entailment; expected 'distance' or 'score'"
            )
        if self.decimals is None:
            return
        if not 0 <= self.decimals <= _MOST_DECIMALS:
            raise ConfigError(f"{path}.decimals: {self.decimals} is not from 0 to {_MOST_DECIMALS}")
        if self.entailed_if != "at_least":
            raise ConfigError(
                f"{path}.decimals: with entailed_if = {self.entailed_if!r}, thresholds are not "
                "rounded; leave it out, or set entailed_if = 'at_least'"
            )

    def fit(self, table: FeatureTable, labels: ArrayLike) -> Self:
        """Set the fixed threshold, or tune one."""
        gold = label_array(labels)
        scores = self._scores(table)
        column = table.columns[self._column(table)]
        seen = scores if len(scores) else np.array([0.0, 1.0])
        self.low_ = column.low if np.isfinite(column.low) else float(seen.min())
        self.high_ = column.high if np.isfinite(column.high) else float(seen.max())
        self.task_thresholds_: dict[str, float] = {}
        if self.threshold is not None:
            self.threshold_ = self.threshold
            return self
        require_labels(gold, Scheme.TWO_WAY.labels, "tuning a threshold")
        entailed = gold == Label.ENTAILMENT.value
        self.threshold_ = self._tune(scores, entailed)
        tasks = {task for task in table.tasks if task} if self.per_task else set()
        for task in sorted(tasks):
            rows = np.array([pair_task == task for pair_task in table.tasks])
            if 0 < entailed[rows].sum() < rows.sum():
                self.task_thresholds_[task] = self._tune(scores[rows], entailed[rows])
        return self

    def decide(self, table: FeatureTable) -> Decisions:
        """Compare the scores with the threshold of their task."""
        scores = self._scores(table)
        thresholds = self._thresholds(table)
        entailed = self._is_entailed(scores, thresholds)
        confidences = self._confidences(scores, thresholds)
        if self.confidence == "distance":
            entailment = 0.5 + np.where(entailed, confidences, -confidences) / 2
        else:
            scaled = self._scaled(scores)
            entailment = 1.0 - scaled if self.entailed_if == "below" else scaled
        positive, negative = (label.value for label in Scheme.TWO_WAY.labels)
        return Decisions(np.where(entailed, positive, negative), confidences, entailment)

    def reason(self, table: FeatureTable, means: Sequence[float]) -> Reason:
        """Say on which side of the threshold the feature is, and by how much."""
        name = table.columns[self._column(table)].name
        score, threshold = float(self._scores(table)[0]), float(self._thresholds(table)[0])
        whose = f"the threshold of {plain_number(threshold)}"
        if table.tasks[0] in self.task_thresholds_:
            whose += f" for {table.tasks[0]}"
        if score == threshold:
            enough = "is enough" if self.entailed_if == "at_least" else "is not enough"
            return Reason(f"{name} is at {whose}, which {enough}", (name,))
        side = "above" if score > threshold else "below"
        gap = plain_number(abs(score - threshold))
        text = f"{name} is {plain_number(score)}, {gap} {side} {whose}"
        if self.entailed_if == "below":
            text += ", below which pairs are entailed"
        if self.confidence == "score":
            text += f"; the confidence is the {name} itself"
        return Reason(text, (name,))

    def _is_entailed(self, scores: FloatArray, thresholds: FloatArray | float) -> BoolArray:
        if self.entailed_if == "below":
            return scores < thresholds
        return scores > thresholds if self.entailed_if == "above" else scores >= thresholds

    def _tune(self, scores: FloatArray, entailed: BoolArray) -> float:
        """Return the best threshold, from a search in which higher scores are entailed."""
        sign = -1.0 if self.entailed_if == "below" else 1.0
        ascending = sign * scores

        def confidences(ascending: FloatArray, threshold: float) -> FloatArray:
            adjusted = self._strict_threshold(ascending, threshold)
            return self._confidences(sign * ascending, sign * adjusted)

        tuned = best_threshold(ascending, entailed, self.optimize, confidences, self.decimals)
        return sign * self._strict_threshold(ascending, tuned)

    def _strict_threshold(self, ascending: FloatArray, threshold: float) -> float:
        """Return the threshold, moved to the next lower number if a score is equal to it.

        In the search, scores equal to the threshold are entailed, but with `entailed_if`
        "above" or "below" they are on the other side.
        """
        if self.entailed_if == "at_least" or not (ascending == threshold).any():
            return threshold
        return float(np.nextafter(threshold, -np.inf))

    def _confidences(self, scores: FloatArray, thresholds: FloatArray | float) -> FloatArray:
        if self.confidence == "score":
            return self._scaled(scores)
        if self.confidence == "probability":
            probability = self._scaled(scores)
            entailed = self._is_entailed(scores, thresholds)
            return np.where(entailed, probability, 1.0 - probability)
        distance = np.abs(scores - thresholds)
        longest = np.where(scores >= thresholds, self.high_ - thresholds, thresholds - self.low_)
        # A score outside the range has the highest ratio.
        ratio = np.divide(distance, longest, out=np.ones_like(distance), where=longest > 0)
        return np.where(distance == 0, 0.0, np.clip(ratio, 0.0, 1.0))

    def _scaled(self, scores: FloatArray) -> FloatArray:
        """Scale scores to [0, 1]; probabilities stay as they are."""
        is_probability = self.confidence == "probability"
        low, high = (0.0, 1.0) if is_probability else (self.low_, self.high_)
        scaled = (scores - low) / (high - low) if high > low else np.zeros_like(scores)
        return np.clip(scaled, 0.0, 1.0)

    def _thresholds(self, table: FeatureTable) -> FloatArray:
        """Return the threshold of each pair's task, shape (pairs,)."""
        own = (self.task_thresholds_.get(task or "", self.threshold_) for task in table.tasks)
        # NumPy alone would read None as NaN.
        return np.array([float(threshold) for threshold in own], dtype=np.float64)

    def _scores(self, table: FeatureTable) -> FloatArray:
        return table.values[:, self._column(table)]

    def _column(self, table: FeatureTable) -> int:
        if self.feature is not None:
            return column_named(table, self.feature, "for the threshold head")
        names = [column.name for column in table.columns]
        if len(names) == 1:
            return 0
        problem = "has no feature to compare; expected at least one in recognizer.features"
        if names:
            problem = f"names no feature; feature must be one of: {', '.join(names)}"
        raise ConfigError(f"the threshold head {problem}")
