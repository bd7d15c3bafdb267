"""Explanations and aligned words of pairs, from the features and the head of a recognizer."""

import warnings
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import chain
from typing import TypeVar

from rte_baselines.analysis import Analysis
from rte_baselines.analysis.analyzer import default_analyzer
from rte_baselines.core.errors import InputWarning
from rte_baselines.features import Alignment, Feature, FeatureSet, FeatureTable
from rte_baselines.features.describing import alignments_of, description_by, illustrations_by
from rte_baselines.features.nearest import compared
from rte_baselines.heads.base import Decisions, Head, parts_of
from rte_baselines.pairs import Label, Pair
from rte_baselines.recognizers.explanation import Explanation, FeaturePull
from rte_baselines.rendering.drawings.decisions import SMALLEST_PULL
from rte_baselines.rendering.drawings.shapes import AlignedWords

_DECISIONS = {
    Label.ENTAILMENT: "Entailed",
    Label.NO_ENTAILMENT: "Not entailed",
    Label.CONTRADICTION: "Contradicted",
    Label.UNKNOWN: "Neither entailed nor contradicted",
}

Found = TypeVar("Found")


def align_words(feature_set: FeatureSet, pair: Pair) -> AlignedWords:
    """Return the aligned words of a pair by all features, in the order of the hypothesis."""
    analyzer, features = default_analyzer(), list(feature_set.features.values())
    layers = ["words", *dict.fromkeys(layer for feature in features for layer in feature.layers)]
    (pair,) = compared([pair], feature_set.text_part, analyzer)
    text, hypothesis = analyzer.analyze([pair.text, pair.hypothesis], layers)
    aligned = chain.from_iterable(alignments_of(feature, text, hypothesis) for feature in features)
    return AlignedWords(text.words, hypothesis.words, _links(aligned))


def _links(alignments: Iterable[Alignment]) -> tuple[Alignment, ...]:
    """Return each link of two words once, however many features report it.

    A word that one feature leaves unlinked and another links is linked.
    """
    relations: dict[tuple[int, int | None], dict[str, None]] = {}
    for alignment in alignments:
        seen = relations.setdefault((alignment.hypothesis, alignment.text), {})
        seen[alignment.relation] = None
    linked = {hypothesis for hypothesis, text in relations if text is not None}
    kept = [link for link in relations if link[1] is not None or link[0] not in linked]
    return tuple(
        Alignment(hypothesis, text, ", ".join(relations[hypothesis, text]))
        for hypothesis, text in sorted(kept, key=lambda link: (link[0], link[1] or 0))
    )


def explain(
    pair: Pair, features: FeatureSet, head: Head, feature_means: Sequence[float]
) -> Explanation:
    """Explain the decision of features and a fitted head on a pair, whose own label is not used.

    `feature_means` has the mean of each column over the training pairs.
    """
    for part in ("text", "hypothesis"):
        if not getattr(pair, part).strip():
            warnings.warn(f"the {part} is empty", InputWarning, stacklevel=2)
    analyzer = default_analyzer()
    (read,) = compared([pair], features.text_part, analyzer)
    table = features.spelled(features.extract([pair], analyzer), read, analyzer)
    text, hypothesis = analyzer.analyze([read.text, read.hypothesis])
    decisions = head.decide(table)
    label = Label(decisions.labels[0])
    given = head.reason(table, feature_means)
    # The columns of a feature with several numbers are called feature.number.
    deciding = dict.fromkeys(column.partition(".")[0] for column in given.columns)
    found = [description_by(features.features[name], text, hypothesis) for name in deciding]
    without_task = replace(table, tasks=(None,))
    task_pull = float(head.leaning(table)[0] - head.leaning(without_task)[0])
    task = f"the task {pair.task} pulls {task_pull:+.3f}"
    reason = [
        given.text,
        task if abs(task_pull) >= SMALLEST_PULL else None,
        _probabilities(decisions),
    ]
    return Explanation(
        pair=pair,
        label=str(label),
        sentence=f"{_DECISIONS[label]}: {'; '.join(filter(None, [*found, *reason]))}.",
        confidence=float(decisions.confidences[0]),
        entailment=float(decisions.entailment[0]),
        score=float(decisions.scores[0]),
        scale=head.scale,
        text=text.words,
        hypothesis=hypothesis.words,
        features=tuple(_pulls(head, table, feature_means)),
        task_pull=task_pull,
        alignments=_by_feature(alignments_of, features, text, hypothesis),
        illustrations=_by_feature(illustrations_by, features, text, hypothesis),
        compared_text=read.text,
    )


def _pulls(
    head: Head, table: FeatureTable, feature_means: Sequence[float]
) -> Iterator[FeaturePull]:
    pulls = head.pulls(table, feature_means).tolist()
    for part, pull in zip(parts_of(table), pulls, strict=True):
        value = mean = None
        if not part.is_vector:
            (column,) = part.columns
            value, mean = float(table.values[0, column]), feature_means[column]
        yield FeaturePull(part.name, value, mean, pull, len(part.columns))


def _probabilities(decisions: Decisions) -> str | None:
    """Return the probabilities of three labels in one decision, since pulls are of ENTAILMENT."""
    if decisions.probabilities is None or len(decisions.classes) < 3:
        return None
    row = zip(decisions.classes, decisions.probabilities[0].tolist(), strict=True)
    ordered = sorted(row, key=lambda item: -item[1])
    return "probabilities " + ", ".join(f"{value:.3f} {label}" for label, value in ordered)


def _by_feature(
    find: Callable[[Feature, Analysis, Analysis], tuple[Found, ...]],
    features: FeatureSet,
    text: Analysis,
    hypothesis: Analysis,
) -> dict[str, tuple[Found, ...]]:
    """Return what is found by each feature that finds anything."""
    found = {name: find(feature, text, hypothesis) for name, feature in features.features.items()}
    return {name: parts for name, parts in found.items() if parts}
