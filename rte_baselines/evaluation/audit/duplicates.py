"""Duplicates and near-duplicates, within a part and between the parts of a dataset."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from rte_baselines.evaluation.audit.baselines import bag_name
from rte_baselines.evaluation.audit.part import Part, joint_keys
from rte_baselines.evaluation.resampling.bootstrap import Estimate, proportion
from rte_baselines.kernels.ragged import BoolArray, IntArray, Ragged
from rte_baselines.kernels.words.near_duplicates import near_duplicates, union

THRESHOLD = 0.8
"""The lowest Jaccard index of near-duplicates, of both texts and of both hypotheses."""

_EXAMPLES = 3


@dataclass(frozen=True)
class Repeated:
    """Pairs that occur more than once in some sense, and their share, with Wilson's interval.

    `groups` is the number of groups of alike pairs, None for pairs that are like pairs of another
    part. `conflicting` is the number of groups with more than one label or, for pairs that are also
    in another part, the number of pairs whose label differs from the labels there. `examples` are
    the ids of the pairs of some groups.
    """

    what: str
    pairs: int
    share: Estimate
    groups: int | None
    conflicting: int | None
    examples: Sequence[Sequence[str]]


@dataclass(frozen=True)
class Duplicates:
    """What occurs more than once within the scored part, and what is also in the training part."""

    within: Sequence[Repeated]
    between: Sequence[Repeated]


def find_duplicates(part: Part, train: Part | None) -> Duplicates:
    """Find what occurs more than once.

    Pairs are equal if text and hypothesis have the same words; case, spaces and punctuation do not
    count. Near-duplicates have a Jaccard index of `THRESHOLD` or more between the words and
    bigrams of their texts, and between those of their hypotheses. They are found by MinHash, which
    misses a few; those that are reported have been compared. Two pairs are in one group if they are
    near-duplicates of each other or of a third pair, which may be a training pair.
    """
    near, is_like_training = _near(part, train)
    within = [
        _groups(part, "equal pairs", part.pair_digests),
        _groups(part, "near-duplicates, with equal pairs", near),
        _groups(part, "hypotheses of several pairs", part.hypothesis_digests),
    ]
    if train is None:
        return Duplicates(within, ())
    between = [
        _also_in(part, train, "pairs", part.pair_digests, train.pair_digests),
        _marked(part, "near-duplicates of training pairs, with equal ones", is_like_training),
        _also_in(part, train, "hypotheses", part.hypothesis_digests, train.hypothesis_digests),
        _also_in(part, train, "texts", part.text_digests, train.text_digests),
    ]
    return Duplicates(within, between)


def _near(part: Part, train: Part | None) -> tuple[IntArray, BoolArray]:
    """Return the group of near-duplicates of each pair, and which are like training pairs."""
    parts = [part] if train is None else [train, part]
    digests = np.concatenate([each.pair_digests for each in parts])
    is_second = np.arange(len(digests)) >= len(digests) - len(part)
    # Of equal pairs of one part, only the first is compared with others.
    keys = joint_keys(digests, is_second)
    _, rows, places = np.unique(keys, return_index=True, return_inverse=True)
    found = near_duplicates(
        _sets(parts, "text-only", rows),
        _sets(parts, "hypothesis-only", rows),
        is_second[rows],
        THRESHOLD,
    )
    of_part = places[is_second]
    return found.groups[of_part], found.is_like_first[of_part]


def _sets(parts: Sequence[Part], baseline: str, rows: IntArray) -> Ragged:
    """Return the words and bigrams of some snippets, each in increasing order."""
    words, bigrams = (
        Ragged.joined(part.table.bags[bag_name(baseline, name)] for part in parts).select(rows)
        for name in ("words", "bigrams")
    )
    return union(words, bigrams)


def _groups(part: Part, what: str, keys: IntArray) -> Repeated:
    """Return the pairs whose key other pairs have, too."""
    _, groups, sizes = np.unique(keys, return_inverse=True, return_counts=True)
    is_repeated = sizes[groups] > 1
    count = int((sizes > 1).sum())
    rows = np.flatnonzero(is_repeated)
    order = rows[np.argsort(groups[rows], kind="stable")]
    # The labels of a group are equal if its lowest is its highest.
    starts = np.flatnonzero(np.diff(groups[order], prepend=-1))
    labels = part.labels[order]
    conflicting = 0
    if len(order):
        lowest, highest = np.minimum.reduceat(labels, starts), np.maximum.reduceat(labels, starts)
        conflicting = int((lowest != highest).sum())
    examples = np.split(order, starts[1:])[:_EXAMPLES] if len(order) else []
    return Repeated(
        what,
        len(rows),
        proportion(len(rows), len(part)),
        count,
        conflicting,
        [[part.table.ids[row] for row in example[:_EXAMPLES].tolist()] for example in examples],
    )


def _also_in(part: Part, train: Part, what: str, keys: IntArray, known: IntArray) -> Repeated:
    """Return the pairs whose key is in the training part, and how many have another label there."""
    is_known = np.isin(keys, known)
    same_label = np.isin(joint_keys(keys, part.labels), joint_keys(known, train.labels))
    differing = int((is_known & ~same_label).sum())
    return _marked(part, f"{what} that are in the training part", is_known, differing)


def _marked(
    part: Part, what: str, is_marked: BoolArray, conflicting: int | None = None
) -> Repeated:
    rows = np.flatnonzero(is_marked)
    return Repeated(
        what,
        len(rows),
        proportion(len(rows), len(part)),
        None,
        conflicting,
        [[part.table.ids[row]] for row in rows[:_EXAMPLES].tolist()],
    )
