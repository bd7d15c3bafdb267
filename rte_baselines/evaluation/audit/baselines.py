"""The pairs of a part of a dataset as columns, and what baselines reach that read less."""

import json
import warnings
from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import blake2b
from typing import Any

import numpy as np

from rte_baselines.core.errors import InputError, InputWarning
from rte_baselines.core.processes.workers import Pool
from rte_baselines.core.quoting import quoted
from rte_baselines.core.representing import brief
from rte_baselines.evaluation.inputs.gold import unlabelled_note
from rte_baselines.evaluation.inputs.judgments import LABELS, Codes, conflate_codes, scheme_of_codes
from rte_baselines.evaluation.resampling.bootstrap import Estimate, proportion
from rte_baselines.evaluation.significance.exact import holm, mcnemar
from rte_baselines.features import FeatureSet, FeatureTable
from rte_baselines.heads.base import Head, LabelArray
from rte_baselines.kernels.ragged import BoolArray, IntArray
from rte_baselines.pairs import Label, Pair, Scheme, conflate
from rte_baselines.pairs.labels import is_no_label, parse_label
from rte_baselines.pairs.pair import plain_words
from rte_baselines.recognizers import Recognizer
from rte_baselines.recognizers.extracting import extracted
from rte_baselines.records.columns import PAIR_NAMES

ANNOTATIONS = "annotator_labels"
"""The attribute with the labels of several annotators, as SNLI and MultiNLI call it."""

_DIGEST_BYTES = 8
# Odd, so that multiplication maps different digests to different numbers.
_MULTIPLIER = np.uint64(0x9E3779B97F4A7C15)
# Batches of pairs whose arrays are joined while pairs are read.
_JOINED = 256
_CODES = {label: code for code, label in enumerate(LABELS)}


@brief
@dataclass(frozen=True)
class AuditPart:
    """Labelled pairs as columns.

    `table` has the features of all baselines; `labels` are indices of `LABELS`; the digests of
    "text", "hypothesis" and "both", shape (pairs,), are equal for snippets that differ in case,
    spaces and punctuation only; `annotations` are the labels by several annotators, empty for pairs
    without.
    """

    name: str
    table: FeatureTable
    hypotheses: Sequence[str]
    labels: Codes
    digests: Mapping[str, IntArray]
    annotations: Sequence[Sequence[Label]]

    @property
    def label_names(self) -> LabelArray:
        """The labels as heads have them, shape (pairs,)."""
        return np.array(_NAMES)[self.labels]

    def conflated(self) -> "AuditPart":
        """Return the part with two-way labels."""
        return replace(
            self,
            labels=conflate_codes(self.labels),
            annotations=[list(map(conflate, labels)) for labels in self.annotations],
        )

    def __len__(self) -> int:
        return len(self.labels)


def collect(
    name: str,
    pairs: Iterable[Pair],
    features: FeatureSet,
    workers: int | Pool | None = None,
    annotations: str = ANNOTATIONS,
) -> AuditPart:
    """Collect pairs, which may come one by one from a file.

    `annotations` is the attribute with the labels of several annotators, if pairs have it. Raises
    InputError if no pair has a label, labels mix two schemes, or annotations are no list of labels.
    """
    tables: list[FeatureTable] = []
    joined: list[FeatureTable] = []
    hypotheses: list[str] = []
    codes = array("b")
    digests = array("q")
    annotated: list[Sequence[Label]] = []
    for batch, table in extracted(features, _labelled(name, pairs), workers):
        tables.append(table)
        # Small arrays between strings fragment the memory, so they are joined to large ones.
        if len(tables) == _JOINED:
            joined.append(FeatureTable.concatenate(tables, features.columns))
            tables.clear()
        for pair in batch:
            assert pair.label is not None
            codes.append(_CODES[pair.label])
            hypotheses.append(pair.hypothesis)
            digests.extend(map(snippet_digest, (pair.text, pair.hypothesis)))
            annotated.append(_annotations(name, pair, annotations))
    if not codes:
        how = PAIR_NAMES.how_to_give({"label": "COLUMN"})
        raise InputError(
            f"{name}: holds no pair with a label; expected labelled pairs, or their column: {how}"
        )
    text, hypothesis = np.ascontiguousarray(np.array(digests, np.int64).reshape(-1, 2).T)
    labels = np.array(codes, np.int8)
    scheme_of_codes(labels)
    return AuditPart(
        name,
        FeatureTable.concatenate([*joined, *tables], features.columns),
        hypotheses,
        labels,
        {"text": text, "hypothesis": hypothesis, "both": joint_keys(text, hypothesis)},
        annotated,
    )


def snippet_digest(snippet: str) -> int:
    """Return a number that two snippets share if they have the same letters and digits in words.

    Case, spaces and punctuation do not count.
    """
    digest = blake2b(plain_words(snippet).encode(), digest_size=_DIGEST_BYTES).digest()
    return int.from_bytes(digest, "little", signed=True)


def joint_keys(first: IntArray, second: IntArray | Codes | BoolArray) -> IntArray:
    """Combine two arrays of keys into one: pairs have equal keys if both of their keys are equal.

    Pairs that differ in a key have equal keys only by a collision of digests. Shape (pairs,).
    """
    keys = first.view(np.uint64) * _MULTIPLIER + second.astype(np.int64).view(np.uint64)
    joint: IntArray = keys.view(np.int64)
    return joint


def _labelled(name: str, pairs: Iterable[Pair]) -> Iterator[Pair]:
    """Yield the pairs with a label, and say how many have none."""
    labelled = unlabelled = 0
    for pair in pairs:
        if pair.label is None:
            unlabelled += 1
        else:
            labelled += 1
            yield pair
    # If none has one, an error says so.
    for note in unlabelled_note(unlabelled if labelled else 0, labelled):
        warnings.warn(f"{name}: {note}", InputWarning, stacklevel=2)


def _annotations(name: str, pair: Pair, attribute: str) -> Sequence[Label]:
    """Return the labels by several annotators, without those that left the pair unlabelled."""
    given = pair.attributes.get(attribute)
    if not given:
        return ()
    try:
        found = json.loads(given)
        if not isinstance(found, list):
            raise ValueError(given)
        written = ["" if label is None else str(label) for label in found]
        return [parse_label(label) for label in written if label.strip() and not is_no_label(label)]
    except (ValueError, InputError):
        raise InputError(
            f"{name}: pair {quoted(pair.id)}: {attribute} is {quoted(given)}; expected a JSON list "
            'of labels, such as ["neutral", "entailment"]'
        ) from None


def in_one_scheme(parts: Sequence[AuditPart]) -> tuple[list[AuditPart], Scheme]:
    """Return parts with labels of one scheme, three-way if all of them have all three labels.

    Raises InputError if a label is missing in a part.
    """
    all_labels = sorted(map(LABELS.index, Scheme.THREE_WAY.labels))
    is_three_way = all(np.unique(part.labels).tolist() == all_labels for part in parts)
    scheme = Scheme.THREE_WAY if is_three_way else Scheme.TWO_WAY
    found = [part if is_three_way else part.conflated() for part in parts]
    for part in found:
        for label in scheme.labels:
            if _CODES[label] not in part.labels:
                raise InputError(f"{part.name}: no pair is labelled {label}; expected one or more")
    return found, scheme


FOLDS = 5
"""The number of folds of the cross-validation."""

MOST_TRAINING_PAIRS = 100_000
"""The maximum number of training pairs; from larger sets, so many are drawn at random."""

_SEED = 12345
_NAMES = [label.value for label in LABELS]


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
    correction over all baselines.
    """

    name: str
    accuracy: Estimate
    majority: float
    p_holm: float


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
    part: AuditPart, train: AuditPart | None, scheme: Scheme
) -> list[BaselineScore]:
    """Score `BASELINES`, trained on other pairs or, without any, in a cross-validation."""
    correct = {baseline.name: is_right(baseline, part, train, scheme) for baseline in BASELINES}
    is_most_frequent = part.labels == most_frequent(part)
    majority = float(is_most_frequent.mean())
    p_values = holm([mcnemar(hits, is_most_frequent).p_value for hits in correct.values()])
    return [
        BaselineScore(name, proportion(int(hits.sum()), len(part)), majority, p_value)
        for (name, hits), p_value in zip(correct.items(), p_values.tolist(), strict=True)
    ]


def is_right(
    baseline: Baseline, part: AuditPart, train: AuditPart | None, scheme: Scheme
) -> BoolArray:
    """Return which pairs a baseline labels correctly; parameters are as in `baseline_scores`."""
    # If the other folds lack a label, no head is trained, and the most frequent label is predicted.
    predicted = np.full_like(part.label_names, _NAMES[most_frequent(part)])
    for source, learned, rows in _splits(baseline, part, train):
        if len(np.unique(source.labels[learned])) == len(scheme.labels):
            head = _head(baseline, source, learned, scheme)
            predicted[rows] = head.decide(_columns(baseline, part, rows)).labels
    return np.equal(predicted, part.label_names)


def _splits(
    baseline: Baseline, part: AuditPart, train: AuditPart | None
) -> Iterator[tuple[AuditPart, IntArray, IntArray]]:
    """Yield what is learned from, a part and its rows, and the rows of pairs to be labelled."""
    if train is not None:
        yield train, np.arange(len(train)), np.arange(len(part))
        return
    folds = folds_of(part.digests[baseline.reads], part.labels, FOLDS)
    for fold in np.unique(folds).tolist():
        yield part, np.flatnonzero(folds != fold), np.flatnonzero(folds == fold)


def most_frequent(part: AuditPart) -> int:
    """Return the code of the most frequent label."""
    return int(np.argmax(np.bincount(part.labels, minlength=len(LABELS))))


def folds_of(keys: IntArray, labels: Codes, folds: int) -> IntArray:
    """Return the fold of each pair, shape (pairs,), with equal shares of each label in all folds.

    Groups of pairs with equal keys are dealt in turn, in random order, by the label of their first
    pair. The shares are equal as far as groups are of one size and label.
    """
    _, first, groups = np.unique(keys, return_index=True, return_inverse=True)
    shuffled = np.random.default_rng(_SEED).permutation(len(first))
    order = shuffled[np.argsort(labels[first][shuffled], kind="stable")]
    fold_of_group = np.empty(len(first), np.int64)
    fold_of_group[order] = np.arange(len(first)) % folds
    return fold_of_group[groups]


def _head(baseline: Baseline, part: AuditPart, rows: IntArray, scheme: Scheme) -> Head:
    """Return the head of a baseline, trained on some pairs, or on a sample of many."""
    if len(rows) > MOST_TRAINING_PAIRS:
        generator = np.random.default_rng(_SEED)
        rows = np.sort(generator.choice(rows, MOST_TRAINING_PAIRS, replace=False))
    overrides = {"recognizer.head.scheme_name": scheme.value}
    head = Recognizer.from_config(baseline.config, overrides).head
    return head.fit(_columns(baseline, part, rows), part.label_names[rows])


def _columns(baseline: Baseline, part: AuditPart, rows: IntArray) -> FeatureTable:
    """Return what a baseline reads of some pairs."""
    prefix, table = bag_name(baseline.name, ""), part.table
    places = [place for place, column in enumerate(table.columns) if column.name.startswith(prefix)]
    own = replace(
        table,
        columns=tuple(table.columns[place] for place in places),
        values=table.values[:, places],
        bags={name: bags for name, bags in table.bags.items() if name.startswith(prefix)},
    )
    return own.select(rows)


def hypothesis_only_difficulty(pairs: Iterable[Pair]) -> list[str]:
    """Return "easy" for pairs that ``hypothesis-only`` gets right, and "hard" for the others.

    The baseline is trained and tested on the pairs themselves, in the cross-validation of an audit;
    in gururangan2018, it is trained on the training part.
    """
    part = collect("the pairs", pairs, feature_set())
    (part,), scheme = in_one_scheme([part])
    right = is_right(BASELINES[0], part, None, scheme)
    return ["easy" if hit else "hard" for hit in right.tolist()]
