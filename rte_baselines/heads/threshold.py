"""Entailed if a feature reaches a threshold."""

from typing import Literal

import numpy as np
from numpy.typing import ArrayLike
from typing_extensions import Self

from rte_baselines.errors import ConfigError
from rte_baselines.features.table import FeatureTable
from rte_baselines.heads.base import Decisions, Head, label_array, require_labels
from rte_baselines.heads.cuts import Objective, best_threshold
from rte_baselines.kernels.ragged import BoolArray, FloatArray
from rte_baselines.pairs import Label, Scheme
from rte_baselines.registry import registry

Confidence = Literal["distance", "probability", "score"]
Side = Literal["at_least", "above", "below"]
"""Where a score has to be, seen from the threshold, for a pair to be entailed."""


@registry.heads("threshold.v1")
class ThresholdHead(Head):
    """ENTAILMENT if one feature is at a threshold or above it, or if it is below one.

    Parameters
    ----------
    feature : str, optional
        The column to look at; may be left out if there is one column only.
    threshold : float, optional
        A fixed threshold. Left out, it is tuned on the training pairs.
    optimize : {"accuracy", "cws", "f1"}
        What a tuned threshold is tuned for: accuracy, confidence-weighted score, or F1
        of the entailed class. A tuned threshold stands in the middle of the gap between
        two training scores; of equally good gaps, the widest.
    per_task : bool
        Tune a threshold for each task. Tasks that the training pairs lack, or have one
        label of only, get the common one.
    confidence : {"distance", "probability", "score"}
        "distance": how far the score s is from the threshold t on the way to the end of
        its range, (s - t) / (1 - t) above and (t - s) / t below (jijkoun2006 section 2).
        "probability": the score is read as the probability of entailment, which is the
        confidence of pairs that are entailed; one minus it is that of the others
        (glickman2006 section 4). "score": the score itself, brought to [0, 1], whatever
        the label (perez2006 section 3, and kouylekov2006 by its figures).
    entailed_if : {"at_least", "above", "below"}
        Where the feature of an entailed pair is: at the threshold or higher; higher; or
        lower, for features that are the lower the more is entailed, such as a distance.

    Attributes
    ----------
    threshold_ : float
        The common threshold.
    task_thresholds_ : dict of str to float
        Thresholds of tasks that have their own.
    low_, high_ : float
        The ends of the feature's range; where it has none, of the training scores.
    """

    def __init__(
        self,
        feature: str | None = None,
        threshold: float | None = None,
        optimize: Objective = "accuracy",
        per_task: bool = False,
        confidence: Confidence = "distance",
        entailed_if: Side = "at_least",
    ) -> None:
        self.feature = feature
        self.threshold = threshold
        self.optimize = optimize
        self.per_task = per_task
        self.confidence = confidence
        self.entailed_if = entailed_if

    @property
    def scheme(self) -> Scheme:
        """Two-way."""
        return Scheme.TWO_WAY

    def check_fields(self, path: str) -> None:
        """Check the fields, and that `confidence` fits `entailed_if`."""
        super().check_fields(path)
        if self.confidence == "probability" and self.entailed_if == "below":
            raise ConfigError(
                f"{path}.confidence: where the lower score is entailed, it is no probability of "
                "entailment; expected 'distance' or 'score'"
            )

    def fit(self, table: FeatureTable, labels: ArrayLike) -> Self:
        """Take the fixed threshold, or tune one."""
        gold = label_array(labels)
        scores = self._scores(table)
        self._learn_range(table, scores)
        self.task_thresholds_: dict[str, float] = {}
        if self.threshold is not None:
            self.threshold_ = self.threshold
            return self
        require_labels(gold, Scheme.TWO_WAY.labels, "tuning a threshold")
        entailed = gold == Label.ENTAILMENT.value
        self.threshold_ = self._tune(scores, entailed)
        if self.per_task:
            self._tune_tasks(table, scores, entailed)
        return self

    def decide(self, table: FeatureTable) -> Decisions:
        """Compare the scores with the threshold of their task."""
        scores = self._scores(table)
        thresholds = np.array(
            [self.task_thresholds_.get(task or "", self.threshold_) for task in table.tasks]
        )
        entailed = self._is_entailed(scores, thresholds)
        confidences = self._confidences(scores, thresholds)
        if self.confidence == "distance":
            entailment = 0.5 + np.where(entailed, confidences, -confidences) / 2
        else:
            shares = self._as_share(scores)
            entailment = 1.0 - shares if self.entailed_if == "below" else shares
        yes, no = (label.value for label in Scheme.TWO_WAY.labels)
        return Decisions(np.where(entailed, yes, no), confidences, entailment)

    def _is_entailed(self, scores: FloatArray, thresholds: FloatArray | float) -> BoolArray:
        if self.entailed_if == "below":
            return scores < thresholds
        return scores > thresholds if self.entailed_if == "above" else scores >= thresholds

    def _tune(self, scores: FloatArray, entailed: BoolArray) -> float:
        """Return the threshold that does best, found where the higher score is entailed."""
        sign = -1.0 if self.entailed_if == "below" else 1.0
        ascending = sign * scores

        def confidences(ascending: FloatArray, threshold: float) -> FloatArray:
            applied = self._below_its_scores(ascending, threshold)
            return self._confidences(sign * ascending, sign * applied)

        tuned = best_threshold(ascending, entailed, self.optimize, confidences)
        return sign * self._below_its_scores(ascending, tuned)

    def _below_its_scores(self, ascending: FloatArray, threshold: float) -> float:
        """Return the threshold, moved down by a last digit where a score is at it.

        The search takes what is at a threshold as entailed, also where that takes more.
        """
        if self.entailed_if == "at_least" or not (ascending == threshold).any():
            return threshold
        return float(np.nextafter(threshold, -np.inf))

    def _tune_tasks(self, table: FeatureTable, scores: FloatArray, entailed: BoolArray) -> None:
        for task in sorted({task for task in table.tasks if task}):
            rows = np.array([other == task for other in table.tasks])
            if 0 < entailed[rows].sum() < rows.sum():
                self.task_thresholds_[task] = self._tune(scores[rows], entailed[rows])

    def _confidences(self, scores: FloatArray, thresholds: FloatArray | float) -> FloatArray:
        if self.confidence == "score":
            return self._as_share(scores)
        if self.confidence == "probability":
            probability = self._as_share(scores)
            entailed = self._is_entailed(scores, thresholds)
            return np.where(entailed, probability, 1.0 - probability)
        distance = np.abs(scores - thresholds)
        reach = np.where(scores >= thresholds, self.high_ - thresholds, thresholds - self.low_)
        # A score outside the range seen in training is as far as can be.
        ratio = np.divide(distance, reach, out=np.ones_like(distance), where=reach > 0)
        return np.where(distance == 0, 0.0, np.clip(ratio, 0.0, 1.0))

    def _as_share(self, scores: FloatArray) -> FloatArray:
        """Bring scores to [0, 1]; a probability is there already."""
        is_probability = self.confidence == "probability"
        low, high = (0.0, 1.0) if is_probability else (self.low_, self.high_)
        shares = (scores - low) / (high - low) if high > low else np.zeros_like(scores)
        return np.clip(shares, 0.0, 1.0)

    def _learn_range(self, table: FeatureTable, scores: FloatArray) -> None:
        column = table.columns[self._column(table)]
        seen = scores if len(scores) else np.array([0.0, 1.0])
        self.low_ = column.low if np.isfinite(column.low) else float(seen.min())
        self.high_ = column.high if np.isfinite(column.high) else float(seen.max())

    def _scores(self, table: FeatureTable) -> FloatArray:
        return table.values[:, self._column(table)]

    def _column(self, table: FeatureTable) -> int:
        names = [column.name for column in table.columns]
        if self.feature is None and len(names) == 1:
            return 0
        if self.feature in names:
            return names.index(self.feature)
        wrong = "names no feature" if self.feature is None else f"looks for {self.feature!r}"
        raise ConfigError(f"the threshold head {wrong}; feature must be one of: {', '.join(names)}")
