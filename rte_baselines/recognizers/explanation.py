"""Why a recognizer decided as it did: which words met, and what each feature did to it."""

import warnings
from dataclasses import asdict, dataclass, replace
from typing import Any

import numpy as np
from sklearn.utils.validation import check_is_fitted

from rte_baselines.analysis import Analysis
from rte_baselines.analysis.analyzer import default_analyzer
from rte_baselines.errors import InputWarning
from rte_baselines.features import Alignment, FeatureTable, Illustration
from rte_baselines.pairs import Pair
from rte_baselines.recognizers.recognizer import Recognizer
from rte_baselines.representing import brief


@dataclass(frozen=True)
class FeaturePull:
    """What one column of the feature table did to the decision.

    Parameters
    ----------
    name : str
    value : float
        Of this pair.
    mean : float
        Over the training pairs.
    pull : float
        How much higher `entailment` is than it would be if this column were at its
        training mean and all others as they are; in [-1, 1]. Pulls of columns that say
        the same need not add up.
    """

    name: str
    value: float
    mean: float
    pull: float


@brief
@dataclass(frozen=True)
class Explanation:
    """A decision with its reasons, as plain data.

    Parameters
    ----------
    label : str
    confidence : float
        How sure the recognizer is of the label.
    entailment : float
        How surely the text entails the hypothesis, in [0, 1].
    text, hypothesis : tuple of str
        The words, to which the alignments' positions refer.
    features : tuple of FeaturePull
    task_pull : float
        How much higher `entailment` is than for the same pair without a task.
    alignments : mapping of str to tuple of Alignment
        Under the name of each feature that aligns words.
    illustrations : mapping of str to tuple of Illustration
        Under the name of each feature that has any.
    """

    label: str
    confidence: float
    entailment: float
    text: tuple[str, ...]
    hypothesis: tuple[str, ...]
    features: tuple[FeaturePull, ...]
    task_pull: float
    alignments: dict[str, tuple[Alignment, ...]]
    illustrations: dict[str, tuple[Illustration, ...]]

    def to_dict(self) -> dict[str, Any]:
        """Return the explanation as JSON has it."""
        return asdict(self)


def explain(recognizer: Recognizer, pair: Pair) -> Explanation:
    """Explain what a fitted recognizer decides on a pair.

    Parameters
    ----------
    recognizer : Recognizer
    pair : Pair
        Its label, if it has one, is not looked at.
    """
    check_is_fitted(recognizer)
    for part in ("text", "hypothesis"):
        if not getattr(pair, part).strip():
            warnings.warn(f"the {part} is empty", InputWarning, stacklevel=2)
    analyzer = default_analyzer()
    table = recognizer.features.extract([pair], analyzer)
    text, hypothesis = analyzer.analyze([pair.text, pair.hypothesis])
    decisions = recognizer.head_.decide(table)
    return Explanation(
        label=str(decisions.labels[0]),
        confidence=float(decisions.confidences[0]),
        entailment=float(decisions.entailment[0]),
        text=text.words,
        hypothesis=hypothesis.words,
        features=_pulls(recognizer, table),
        task_pull=_task_pull(recognizer, table),
        alignments=_alignments(recognizer, text, hypothesis),
        illustrations=_illustrations(recognizer, text, hypothesis),
    )


def _pulls(recognizer: Recognizer, table: FeatureTable) -> tuple[FeaturePull, ...]:
    """Return what each column does, by putting it at its training mean in turn."""
    means = np.array(recognizer.feature_means_)
    columns = len(means)
    variants = np.repeat(table.values, columns + 1, axis=0)
    variants[np.arange(columns), np.arange(columns)] = means
    decisions = recognizer.head_.decide(table.select([0] * (columns + 1)).with_values(variants))
    entailment = decisions.entailment
    return tuple(
        FeaturePull(
            name=column.name,
            value=float(table.values[0, index]),
            mean=float(means[index]),
            pull=float(entailment[-1] - entailment[index]),
        )
        for index, column in enumerate(table.columns)
    )


def _task_pull(recognizer: Recognizer, table: FeatureTable) -> float:
    without = replace(table, tasks=(None,))
    with_task, without_task = (
        recognizer.head_.decide(variant).entailment[0] for variant in (table, without)
    )
    return float(with_task - without_task)


def _alignments(
    recognizer: Recognizer, text: Analysis, hypothesis: Analysis
) -> dict[str, tuple[Alignment, ...]]:
    found = {
        name: tuple(feature.align(text, hypothesis))
        for name, feature in recognizer.features.features.items()
    }
    return {name: alignment for name, alignment in found.items() if alignment}


def _illustrations(
    recognizer: Recognizer, text: Analysis, hypothesis: Analysis
) -> dict[str, tuple[Illustration, ...]]:
    found = {
        name: tuple(feature.illustrate(text, hypothesis))
        for name, feature in recognizer.features.features.items()
    }
    return {name: illustrations for name, illustrations in found.items() if illustrations}
