"""Audit a dataset: what baselines reach, what gives labels away, what occurs twice."""

from collections.abc import Iterable

import numpy as np

from rte_baselines.core.errors import InputError
from rte_baselines.core.processes.workers import Pool
from rte_baselines.evaluation.audit.baselines import (
    FOLDS,
    MOST_TRAINING_PAIRS,
    baseline_scores,
    feature_set,
)
from rte_baselines.evaluation.audit.duplicates import THRESHOLD, find_duplicates
from rte_baselines.evaluation.audit.labels import annotator_agreement, balances, giveaways
from rte_baselines.evaluation.audit.part import ANNOTATIONS, Part, collect, in_one_scheme
from rte_baselines.evaluation.audit.report import Audit
from rte_baselines.pairs import Pair, Scheme

MIN_PAIRS = 10
"""The default minimum number of distinct pairs whose hypotheses contain a tested n-gram."""

LISTED = 6
"""The default number of n-grams that are listed for each label."""


def audit(
    pairs: Iterable[Pair],
    train: Iterable[Pair] | None = None,
    *,
    name: str = "the pairs",
    train_name: str = "the training pairs",
    min_pairs: int = MIN_PAIRS,
    listed: int = LISTED,
    annotations: str = ANNOTATIONS,
    workers: int | Pool | None = None,
) -> Audit:
    """Audit a dataset for annotation artifacts, duplicates and unbalanced labels.

    Baselines that read only a part of each pair show how far the labels can be predicted from it.

    Parameters
    ----------
    pairs : iterable of Pair
        Labelled pairs, which may come one by one from a file.
    train : iterable of Pair, optional
        The pairs that baselines learn from; without them, they learn from the pairs themselves in
        cross-validation.
    name, train_name : str
        The names of the two sets of pairs.
    min_pairs : int
        The minimum number of distinct pairs whose hypotheses must contain an n-gram for it to be
        tested; at least 1.
    listed : int
        The number of n-grams to list for each label.
    annotations : str
        The attribute of pairs with a JSON list of labels by several annotators.
    workers : int or Pool, optional
        The number of processes that compute features. Results do not depend on it.

    Raises
    ------
    InputError
        If there are too few pairs, a pair has no label, labels mix two schemes, all labels are
        equal, or annotations are not a list of labels.
    """
    if min_pairs < 1:
        raise InputError(f"min_pairs is {min_pairs}; expected 1 or more")
    features = feature_set()
    part = collect(name, pairs, features, workers, annotations)
    training = None if train is None else collect(train_name, train, features, workers, annotations)
    given = [found for found in (part, training) if found is not None]
    (part, *trained), scheme = in_one_scheme(given)
    training = trained[0] if trained else None
    notes = []
    if scheme is Scheme.TWO_WAY and any(found.scheme is Scheme.THREE_WAY for found in given):
        notes.append("labels: two-way, as not all parts have all of the three labels")
    scores = baseline_scores(part, training, scheme)
    counts = np.bincount(part.positions_in(scheme), minlength=len(scheme.labels))
    return Audit(
        name,
        None if training is None else train_name,
        len(part),
        0 if training is None else len(training),
        scheme,
        dict(zip(scheme.labels, counts.tolist(), strict=True)),
        scores,
        giveaways(part, features, scheme, min_pairs, listed),
        find_duplicates(part, training),
        balances(part, scheme),
        annotator_agreement(part),
        [*notes, *_notes(part, training, min_pairs)],
    )


def _notes(part: Part, training: Part | None, min_pairs: int) -> list[str]:
    learned = len(part) * (FOLDS - 1) // FOLDS if training is None else len(training)
    sampled = (
        f"; each learns from {MOST_TRAINING_PAIRS} pairs at random"
        if learned > MOST_TRAINING_PAIRS
        else ""
    )
    folds = (
        ", with pairs that are equal in the part that the baseline reads kept in one fold"
        if training is None
        else ""
    )
    return [
        "intervals: 95%, Wilson's; p-values have Holm's correction",
        f"baselines: logistic regression{folds}{sampled}; p: McNemar's exact test against the most "
        "frequent label",
        f"n-grams: in {min_pairs} or more distinct pairs; share: of the label among these; z: "
        "gardner2021, with the label's share of all pairs; PMI: gururangan2018, in nats, with "
        "100 added to each count; p: exact binomial test",
        "equal: but for case, spaces and punctuation; near-duplicates: with a Jaccard index of "
        f"{THRESHOLD} or more of the words and bigrams of both texts, and of both hypotheses",
    ]
