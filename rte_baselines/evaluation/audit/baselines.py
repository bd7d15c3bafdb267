"""What baselines that read only a part of each pair reach."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from rte_baselines.core.processes.workers import Pool
from rte_baselines.evaluation.audit.part import Part, collect, in_one_scheme
from rte_baselines.evaluation.inputs.judgments import LABELS, Codes
from rte_baselines.evaluation.resampling.bootstrap import Estimate, proportion
from rte_baselines.evaluation.significance.exact import LEVEL, holm, mcnemar
from rte_baselines.features import FeatureSet, FeatureTable
from rte_baselines.heads.base import Head, LabelArray
from rte_baselines.kernels.ragged import BoolArray, IntArray
from rte_baselines.pairs import Pair, Scheme
from rte_baselines.recognizers import Recognizer

FOLDS = 5
"""The number of folds of the cross-validation."""

MOST_TRAINING_PAIRS = 100_000
"""The maximum number of training pairs; from larger sets, so many are drawn at random."""

_SEED = 12345
_NAMES = [label.value for label in LABELS]

EASY, HARD = "easy", "hard"


@dataclass(frozen=True)
class Baseline:
    """A baseline: the name of a shipped config, or a config, and the part of a pair that it reads.

    In a cross-validation, pairs with the same part ("text", "hypothesis" or "both") are in one
    fold.
    """

    name: str
    config: str | Mapping[str, Any]
    reads: str


def _config_of(feature: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the config of a logistic regression on one feature."""
    return {
        "recognizer": {
            "@recognizers": "features_and_head.v1",
            "features": {"feature": feature},
            "head": {"@heads": "bag_logistic.v1"},
        }
    }


BASELINES = (
    Baseline("hypothesis-only", "hypothesis-only", "hypothesis"),
    Baseline("text-only", "text-only", "text"),
    Baseline("overlap-only", "overlap-only", "both"),
    Baseline("length-only", _config_of({"@features": "lengths.v1"}), "both"),
    Baseline("negation-only", _config_of({"@features": "counts.v1", "of": "negations"}), "both"),
)
"""The baselines of an audit."""


@dataclass(frozen=True)
class BaselineScore:
    """The accuracy of a baseline, with Wilson's interval, and the share of the most frequent label.

    `p_holm` is the p-value of McNemar's exact test against the most frequent label, with Holm's
    correction over all baselines. `is_above_majority` says whether the baseline is significantly
    more accurate.
    """

    name: str
    accuracy: Estimate
    majority: float
    p_holm: float
    is_above_majority: bool


def feature_set() -> FeatureSet:
    """Return the features of all baselines, named after baseline and feature."""
    return FeatureSet(
        {
            bag_name(baseline.name, name): feature
            for baseline in BASELINES
            for name, feature in Recognizer.from_config(baseline.config).features.features.items()
        }
    )


def bag_name(baseline: str, feature: str) -> str:
    """Return the name of a feature of a baseline in `feature_set`."""
    return f"{baseline}_{feature}"


def baseline_scores(part: Part, train: Part | None, scheme: Scheme) -> list[BaselineScore]:
    """Score `BASELINES`, trained on other pairs or, without any, in a cross-validation."""
    correct = {baseline.name: is_right(baseline, part, train, scheme) for baseline in BASELINES}
    is_most_frequent = part.labels == most_frequent(part)
    majority = float(is_most_frequent.mean())
    p_values = holm([mcnemar(hits, is_most_frequent).p_value for hits in correct.values()])
    scores = []
    for (name, hits), p_value in zip(correct.items(), p_values.tolist(), strict=True):
        accuracy = proportion(int(hits.sum()), len(part))
        is_above = p_value <= LEVEL and accuracy.value > majority
        scores.append(BaselineScore(name, accuracy, majority, p_value, is_above))
    return scores


def is_right(baseline: Baseline, part: Part, train: Part | None, scheme: Scheme) -> BoolArray:
    """Return which pairs a baseline labels correctly; parameters are as in `baseline_scores`."""
    gold = _gold(part, np.arange(len(part)))
    return np.equal(_predicted(baseline, part, train, scheme), gold)


def most_frequent(part: Part) -> int:
    """Return the code of the most frequent label."""
    return int(np.argmax(np.bincount(part.labels, minlength=len(LABELS))))


def folds_of(keys: IntArray, labels: Codes, folds: int) -> IntArray:
    """Deal pairs into folds, with equal keys in one fold, and each label in equal shares.

    Groups of pairs with equal keys are dealt in turn, in random order, by the label of their first
    pair. The shares are equal as far as groups are of one size and label. Returns the fold of each
    pair, shape (pairs,).
    """
    _, first, groups = np.unique(keys, return_index=True, return_inverse=True)
    shuffled = np.random.default_rng(_SEED).permutation(len(first))
    order = shuffled[np.argsort(labels[first][shuffled], kind="stable")]
    of_groups = np.empty(len(first), np.int64)
    of_groups[order] = np.arange(len(first)) % folds
    return of_groups[groups]


def _predicted(baseline: Baseline, part: Part, train: Part | None, scheme: Scheme) -> LabelArray:
    """Return the label that a baseline predicts for each pair."""
    if train is not None:
        rows = np.arange(len(train))
        return _decided(_head(baseline, train, rows, scheme), baseline, part, np.arange(len(part)))
    folds = folds_of(_keys(baseline, part), part.labels, FOLDS)
    # If the other folds lack a label, no head is trained, and the most frequent label is predicted.
    predicted = np.full(len(part), _NAMES[most_frequent(part)], dtype=f"U{max(map(len, _NAMES))}")
    for fold in np.unique(folds).tolist():
        others, rows = np.flatnonzero(folds != fold), np.flatnonzero(folds == fold)
        if len(np.unique(part.labels[others])) == len(scheme.labels):
            head = _head(baseline, part, others, scheme)
            predicted[rows] = _decided(head, baseline, part, rows)
    return predicted


def _head(baseline: Baseline, part: Part, rows: IntArray, scheme: Scheme) -> Head:
    """Return the head of a baseline, trained on some pairs, or on a sample of many."""
    if len(rows) > MOST_TRAINING_PAIRS:
        generator = np.random.default_rng(_SEED)
        rows = np.sort(generator.choice(rows, MOST_TRAINING_PAIRS, replace=False))
    overrides = {"recognizer.head.scheme_name": scheme.value}
    head = Recognizer.from_config(baseline.config, overrides).head
    return head.fit(_columns(baseline, part, rows), _gold(part, rows))


def _decided(head: Head, baseline: Baseline, part: Part, rows: IntArray) -> LabelArray:
    parts = np.array_split(rows, max(1, len(rows) // MOST_TRAINING_PAIRS))
    return np.concatenate([head.decide(_columns(baseline, part, some)).labels for some in parts])


def _columns(baseline: Baseline, part: Part, rows: IntArray) -> FeatureTable:
    """Return what a baseline reads of some pairs."""
    prefix = bag_name(baseline.name, "")
    table = part.table
    places = [place for place, column in enumerate(table.columns) if column.name.startswith(prefix)]
    return FeatureTable(
        ids=tuple(table.ids[row] for row in rows.tolist()),
        tasks=(None,) * len(rows),
        columns=tuple(table.columns[place] for place in places),
        values=table.values[rows][:, places],
        bags={
            name: bags.select(rows) for name, bags in table.bags.items() if name.startswith(prefix)
        },
    )


def _keys(baseline: Baseline, part: Part) -> IntArray:
    """Return the digest of the part of each pair that a baseline reads."""
    if baseline.reads == "both":
        return part.pair_digests
    return part.text_digests if baseline.reads == "text" else part.hypothesis_digests


def _gold(part: Part, rows: IntArray) -> LabelArray:
    return np.array(_NAMES)[part.labels[rows]]


def hypothesis_only_difficulty(
    pairs: Iterable[Pair], workers: int | Pool | None = None
) -> list[str]:
    """Return "easy" for pairs that ``hypothesis-only`` gets right, and "hard" for the others.

    The baseline is trained and tested on the pairs themselves, in the cross-validation of an audit;
    in gururangan2018, it is trained on the training part.
    """
    part = collect("the pairs", pairs, feature_set(), workers)
    (part,), scheme = in_one_scheme([part])
    right = is_right(BASELINES[0], part, None, scheme)
    return [EASY if hit else HARD for hit in right.tolist()]
