"""The pairs on which two runs differ, and which of the runs is right on them."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal

import numpy as np

from rte_baselines.evaluation.inputs.gold import Gold
from rte_baselines.evaluation.inputs.judgments import LABELS, Judgments
from rte_baselines.evaluation.measures.accuracy import ThreeWayAccuracy, TwoWayAccuracy
from rte_baselines.evaluation.measures.base import Measure
from rte_baselines.evaluation.significance.exact import McNemar, mcnemar
from rte_baselines.kernels.ragged import IntArray
from rte_baselines.pairs import Label

Groups = Mapping[str, IntArray]
"""The positions of each group's pairs, by its name."""


@dataclass(frozen=True)
class Outcomes:
    """On how many pairs each of two runs is right; `pairs` is the sum of the last four."""

    pairs: int
    differ: int
    both_right: int
    only_a_right: int
    only_b_right: int
    both_wrong: int


@dataclass(frozen=True)
class DifferingPair:
    """A pair that two runs label differently."""

    id: str
    task: str | None
    gold: Label
    label_a: Label
    label_b: Label
    right: Literal["a", "b", "neither"]


def length_groups(lengths: IntArray) -> dict[str, IntArray]:
    """Return the positions of the pairs of each quartile of length.

    `lengths`, shape (n,), are the words of each pair, text and hypothesis together. The key of a
    quartile has its shortest and its longest length, such as "12-19". If many pairs are equally
    long, a quartile may be narrower or missing. Empty if no pair has a word, for example if the
    texts were not kept.
    """
    if not lengths.any():
        return {}
    last = np.unique(np.quantile(lengths, [0.25, 0.5, 0.75, 1], method="inverted_cdf"))
    first = [lengths.min(), *(last[:-1] + 1)]
    quartiles = np.searchsorted(last, lengths)
    return {
        f"{low:.0f}-{high:.0f}": np.flatnonzero(quartiles == quartile)
        for quartile, (low, high) in enumerate(zip(first, last, strict=True))
    }


def accuracy_tests(measures: Iterable[Measure], a: Judgments, b: Judgments) -> dict[str, McNemar]:
    """Return McNemar's tests of the accuracies among some measures, by name.

    The judgments are those that `comparable` returns.
    """
    names = {measure.name for measure in measures}
    found = {}
    if TwoWayAccuracy.name in names:
        found[TwoWayAccuracy.name] = mcnemar(a.correct, b.correct)
    if ThreeWayAccuracy.name in names:
        found[ThreeWayAccuracy.name] = mcnemar(a.right, b.right)
    return found


def outcomes(a: Judgments, b: Judgments) -> Outcomes:
    """Count the pairs by which of two systems is right.

    The judgments are those that `comparable` returns.
    """
    a_right, b_right = a.right, b.right
    return Outcomes(
        pairs=len(a.gold),
        differ=int((a.labels != b.labels).sum()),
        both_right=int((a_right & b_right).sum()),
        only_a_right=int((a_right & ~b_right).sum()),
        only_b_right=int((b_right & ~a_right).sum()),
        both_wrong=int((~a_right & ~b_right).sum()),
    )


def outcomes_by_group(
    a: Judgments, b: Judgments, groups: Groups, compared: IntArray
) -> dict[str, Outcomes]:
    """Return the outcomes on the pairs of each group that has any.

    The judgments are those that `comparable` returns, and `compared`, shape (n,), the positions of
    their pairs in the gold standard. `groups` has the positions of each group's pairs there.
    """
    members = {name: np.flatnonzero(np.isin(compared, places)) for name, places in groups.items()}
    return {
        name: outcomes(a.select(places), b.select(places))
        for name, places in members.items()
        if len(places)
    }


def differing_pairs(
    a: Judgments, b: Judgments, gold: Gold, compared: IntArray
) -> tuple[DifferingPair, ...]:
    """Return the pairs with different labels, in the order of the gold standard.

    The judgments are those that `comparable` returns, and `compared`, shape (n,), the positions of
    their pairs in the gold standard.
    """
    a_right, b_right = a.right, b.right
    found = []
    for place in np.flatnonzero(a.labels != b.labels).tolist():
        pair = compared[place]
        found.append(
            DifferingPair(
                gold.ids[pair],
                gold.task_names[pair],
                LABELS[a.gold[place]],
                LABELS[a.labels[place]],
                LABELS[b.labels[place]],
                "a" if a_right[place] else "b" if b_right[place] else "neither",
            )
        )
    return tuple(found)
