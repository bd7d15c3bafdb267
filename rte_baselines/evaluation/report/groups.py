"""Groups of pairs, such as contrast sets, that a system labels correctly as a whole."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import isnan

import numpy as np

from rte_baselines.evaluation.inputs.gold import ScoredRun
from rte_baselines.evaluation.inputs.judgments import ENTAILMENT, LABELS, Codes, conflate_codes
from rte_baselines.evaluation.resampling.bootstrap import Estimate, proportion
from rte_baselines.evaluation.significance.chance import TrivialSystem
from rte_baselines.kernels.ragged import FloatArray
from rte_baselines.pairs import Scheme

Groups = Mapping[str, Sequence[str | None]]
"""By property of the pairs, the group of each pair, None for pairs in no group."""


@dataclass(frozen=True)
class GroupScore:
    """How many groups of pairs a system labels correctly as a whole.

    `groups` is the number of those of which it labels all pairs, `consistent` the share of these in
    which all labels are correct, with Wilson's interval, in a scheme that is three-way if the
    labels of all runs and the gold labels are.
    """

    groups: int
    consistent: Estimate
    scheme: Scheme


def group_scores(system: ScoredRun, groups: Groups, scheme: Scheme) -> dict[str, GroupScore]:
    """Return the score of a run by each property; empty if it has no labels.

    M. Gardner et al., "Evaluating models' local decision boundaries via contrast sets" (2020),
    where it is called contrast consistency.
    """
    if not system.judgments.has_labels:
        return {}
    chances = np.full(len(system.gold.ids), np.nan)
    chances[system.answered] = system.judgments.right_in(scheme)
    found = {}
    for name, column in groups.items():
        whole = chances_of_groups(chances, column)
        share = proportion(int(sum(whole)), len(whole)) if whole else Estimate(0.0)
        found[name] = GroupScore(len(whole), share, scheme)
    return found


def expected_group_scores(
    system: TrivialSystem, gold: Codes, groups: Groups, scheme: Scheme
) -> dict[str, GroupScore]:
    """Return the expected score of a trivial system by each property.

    If the scheme is two-way, labels are conflated.
    """
    label_chances = system.probabilities
    if scheme is Scheme.TWO_WAY:
        gold = conflate_codes(gold)
        label_chances = np.full(len(LABELS), 1 - label_chances[ENTAILMENT])
        label_chances[ENTAILMENT] = system.probabilities[ENTAILMENT]
    found = {}
    for name, column in groups.items():
        whole = chances_of_groups(label_chances[gold], column)
        share = sum(whole) / len(whole) if whole else 0.0
        found[name] = GroupScore(len(whole), Estimate(share), scheme)
    return found


def chances_of_groups(chances: FloatArray, groups: Sequence[str | None]) -> list[float]:
    """Return the probability that all labels are right, of each group with a label for each pair.

    It is the product of those of the pairs, shape (pairs,), NaN for a pair without a label. Those
    of a run are 0 or 1; draws of a trivial system for different pairs are independent.
    """
    by_group: dict[str, float] = {}
    for group, chance in zip(groups, chances.tolist(), strict=True):
        if group is not None:
            by_group[group] = by_group.get(group, 1.0) * chance
    return [chance for chance in by_group.values() if not isnan(chance)]
