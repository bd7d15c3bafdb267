"""Groups of pairs, such as contrast sets, that a system labels correctly as a whole."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from rte_baselines.evaluation.inputs.gold import ScoredRun
from rte_baselines.evaluation.inputs.judgments import ENTAILMENT, LABELS, Codes, conflate_codes
from rte_baselines.evaluation.resampling.bootstrap import Estimate, proportion
from rte_baselines.evaluation.significance.chance import TrivialSystem
from rte_baselines.kernels.ragged import BoolArray, IntArray
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
    """Return the `group_score` of a run by each property; empty if it has no labels."""
    if not system.judgments.has_labels:
        return {}
    right = system.judgments.right_in(scheme)
    return {
        name: group_score(right, system.answered, column, scheme) for name, column in groups.items()
    }


def expected_group_scores(
    system: TrivialSystem, gold: Codes, groups: Groups, scheme: Scheme
) -> dict[str, GroupScore]:
    """Return the `expected_group_score` of a trivial system by each property."""
    return {
        name: expected_group_score(system, gold, column, scheme) for name, column in groups.items()
    }


def group_score(
    correct: BoolArray, answered: IntArray, groups: Sequence[str | None], scheme: Scheme
) -> GroupScore:
    """Return the share of groups that are labelled correctly as a whole.

    `answered` are the positions of the pairs with a label, and `correct`, of the same shape,
    whether it is right in the scheme. `groups` are those of all pairs, None for pairs in no group.
    M. Gardner et al., "Evaluating models' local decision boundaries via contrast sets" (2020),
    where it is called contrast consistency.
    """
    is_right = dict(zip(answered.tolist(), correct.tolist(), strict=True))
    members: dict[str, list[bool | None]] = {}
    for place, group in enumerate(groups):
        if group is not None:
            members.setdefault(group, []).append(is_right.get(place))
    whole = [all(found) for found in members.values() if None not in found]
    if not whole:
        return GroupScore(0, Estimate(0.0), scheme)
    return GroupScore(len(whole), proportion(sum(whole), len(whole)), scheme)


def expected_group_score(
    system: TrivialSystem, gold: Codes, groups: Sequence[str | None], scheme: Scheme
) -> GroupScore:
    """Return the share of groups that a trivial system is expected to label correctly as a whole.

    It is the mean over groups of the product of the probabilities of right labels, as draws for
    different pairs are independent. If the scheme is two-way, labels are conflated.
    """
    of_labels = system.probabilities
    if scheme is Scheme.TWO_WAY:
        gold = conflate_codes(gold)
        of_labels = np.full(len(LABELS), 1 - of_labels[ENTAILMENT])
        of_labels[ENTAILMENT] = system.probabilities[ENTAILMENT]
    chances: dict[str, float] = {}
    for group, chance in zip(groups, of_labels[gold].tolist(), strict=True):
        if group is not None:
            chances[group] = chances.get(group, 1.0) * chance
    mean = sum(chances.values()) / len(chances) if chances else 0.0
    return GroupScore(len(chances), Estimate(mean), scheme)
