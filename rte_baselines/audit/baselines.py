"""What baselines that read only a part of each pair reach."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from rte_baselines.audit.part import Part
from rte_baselines.evaluation.inputs.judgments import LABELS, Codes
from rte_baselines.evaluation.resampling.estimate import Estimate
from rte_baselines.evaluation.resampling.intervals import proportion
from rte_baselines.evaluation.significance.holm import LEVEL, holm
from rte_baselines.evaluation.significance.mcnemar import mcnemar
from rte_baselines.features import FeatureSet, FeatureTable
from rte_baselines.heads.base import Head, LabelArray
from rte_baselines.kernels.ragged import BoolArray, IntArray
from rte_baselines.pairs import Scheme
from rte_baselines.recognizers import Recognizer
from rte_baselines.workers import Pool, pool_of

FOLDS = 5
"""The number of folds of the cross-validation."""

MOST_TRAINING_PAIRS = 100_000
"""Of more training pairs, baselines learn from so many at random."""

_SEED = 12345
# Training on fewer pairs takes less time than starting processes.
_MANY = 10_000
_NAMES = [label.value for label in LABELS]


@dataclass(frozen=True)
class Baseline:
    """A baseline, and what it reads.

    Parameters
    ----------
    name : str
    config : str or mapping
        The name of a shipped config, or a config.
    reads : {"text", "hypothesis", "both"}
        Pairs that are equal in it are in one fold of a cross-validation.
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
    """The accuracy of a baseline, compared with that of the most frequent label.

    Parameters
    ----------
    name : str
    accuracy : Estimate
        With Wilson's interval.
    majority : float
        The share of the most frequent label of the scored pairs.
    p_holm : float
        Of McNemar's exact test against the most frequent label, with Holm's correction over all
        baselines.
    """

    name: str
    accuracy: Estimate
    majority: float
    p_holm: float

    @property
    def is_above(self) -> bool:
        """Whether it is significantly more accurate than the most frequent label."""
        return self.p_holm <= LEVEL and self.accuracy.value > self.majority


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


def baseline_scores(
    part: Part, train: Part | None, scheme: Scheme, workers: int | Pool | None = None
) -> list[BaselineScore]:
    """Score the baselines.

    Parameters
    ----------
    part : Part
        The pairs that are scored.
    train : Part or None
        The pairs to train on; None for a cross-validation on the scored ones.
    scheme : Scheme
        That of the labels.
    workers : int or Pool, optional
        The number of processes that train on many pairs; None for this one alone. Scores do not
        depend on it.

    Returns
    -------
    list of BaselineScore
        In the order of `BASELINES`.
    """
    correct = correctness(BASELINES, part, train, scheme, workers)
    is_most_frequent = part.labels == most_frequent(part)
    p_values = holm([mcnemar(hits, is_most_frequent).p_value for hits in correct])
    return [
        BaselineScore(
            baseline.name,
            proportion(int(hits.sum()), len(part)),
            float(is_most_frequent.mean()),
            float(p_value),
        )
        for baseline, hits, p_value in zip(BASELINES, correct, p_values, strict=True)
    ]


def correctness(
    baselines: Sequence[Baseline],
    part: Part,
    train: Part | None,
    scheme: Scheme,
    workers: int | Pool | None = None,
) -> list[BoolArray]:
    """Return which pairs each baseline labels correctly, in the order of the baselines.

    Other parameters are those of `baseline_scores`.
    """
    # Where the other folds lack a label, there is nothing to learn from.
    default = _NAMES[most_frequent(part)]
    predicted = [np.full(len(part), default, dtype=f"U{max(map(len, _NAMES))}") for _ in baselines]
    splits = [
        (place, split)
        for place, baseline in enumerate(baselines)
        for split in _splits(baseline, part, train, scheme)
    ]
    calls = (("", _training(baselines[place], split, scheme)) for place, split in splits)
    learned = max((len(split.rows) for _, split in splits), default=0)
    with pool_of(workers if workers is not None and learned >= _MANY else 1) as pool:
        for (place, split), head in zip(splits, pool.stream(_fitted, calls), strict=True):
            predicted[place][split.scored] = _decided(head, baselines[place], part, split.scored)
    gold = _gold(part, np.arange(len(part)))
    return [np.equal(labels, gold) for labels in predicted]


def most_frequent(part: Part) -> int:
    """Return the code of the most frequent label."""
    return int(np.argmax(np.bincount(part.labels, minlength=len(LABELS))))


def folds_of(keys: IntArray, labels: Codes, folds: int, seed: int = _SEED) -> IntArray:
    """Deal pairs into folds, with equal keys in one fold, and each label in equal shares.

    Groups of pairs with equal keys are dealt in turn, in random order, by the label of their first
    pair. The shares are equal as far as groups are of one size and label.

    Parameters
    ----------
    keys : ndarray of int64, shape (pairs,)
    labels : ndarray of int8, shape (pairs,)
    folds : int
    seed : int

    Returns
    -------
    ndarray of int64, shape (pairs,)
        The number of the fold of each pair.
    """
    _, first, groups = np.unique(keys, return_index=True, return_inverse=True)
    shuffled = np.random.default_rng(seed).permutation(len(first))
    order = shuffled[np.argsort(labels[first][shuffled], kind="stable")]
    of_groups = np.empty(len(first), np.int64)
    of_groups[order] = np.arange(len(first)) % folds
    return of_groups[groups]


@dataclass(frozen=True)
class _Split:
    """The pairs that a baseline learns from, and those that it then labels.

    Parameters
    ----------
    source : Part
    rows : ndarray of int64
        The pairs of the source to learn from.
    scored : ndarray of int64
        The scored pairs to label.
    """

    source: Part
    rows: IntArray
    scored: IntArray


def _splits(baseline: Baseline, part: Part, train: Part | None, scheme: Scheme) -> Iterator[_Split]:
    """Yield the training part with all scored pairs, or the folds with all labels to learn."""
    if train is not None:
        yield _Split(train, _sampled(np.arange(len(train))), np.arange(len(part)))
        return
    folds = folds_of(_keys(baseline, part), part.labels, FOLDS)
    for fold in np.unique(folds).tolist():
        others = np.flatnonzero(folds != fold)
        if len(np.unique(part.labels[others])) == len(scheme.labels):
            yield _Split(part, _sampled(others), np.flatnonzero(folds == fold))


def _sampled(rows: IntArray) -> IntArray:
    """Return the rows, or a sample of many."""
    if len(rows) <= MOST_TRAINING_PAIRS:
        return rows
    generator = np.random.default_rng(_SEED)
    return np.sort(generator.choice(rows, MOST_TRAINING_PAIRS, replace=False))


def _training(baseline: Baseline, split: _Split, scheme: Scheme) -> tuple[Any, ...]:
    """Return the arguments of `_fitted`."""
    table = _columns(baseline, split.source, split.rows)
    return baseline.config, scheme, table, _gold(split.source, split.rows)


def _fitted(
    config: str | Mapping[str, Any], scheme: Scheme, table: FeatureTable, gold: LabelArray
) -> Head:
    """Return the head of a config, trained on some pairs."""
    overrides = {"recognizer.head.scheme_name": scheme.value}
    return Recognizer.from_config(config, overrides).head.fit(table, gold)


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
    """Return a number of what a baseline reads of each pair."""
    if baseline.reads == "both":
        return part.pair_digests
    return part.text_digests if baseline.reads == "text" else part.hypothesis_digests


def _gold(part: Part, rows: IntArray) -> LabelArray:
    return np.array(_NAMES)[part.labels[rows]]
