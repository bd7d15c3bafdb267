"""Score one system on all pairs and on parts of them; the signature of the scores."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial

import numpy as np

from rte_baselines.core.importing import version
from rte_baselines.evaluation.inputs.gold import Gold
from rte_baselines.evaluation.inputs.judgments import (
    ENTAILMENT,
    LABELS,
    Codes,
    Judgments,
    conflate_codes,
)
from rte_baselines.evaluation.inputs.parts import Parts
from rte_baselines.evaluation.measures.accuracy import ThreeWayAccuracy, TwoWayAccuracy
from rte_baselines.evaluation.measures.base import Measure, estimate
from rte_baselines.evaluation.measures.contingency import Confusion
from rte_baselines.evaluation.report.scores import GroupScore, Scores, SystemScores
from rte_baselines.evaluation.resampling.bootstrap import SEED, Estimate, proportion, resamples_of
from rte_baselines.evaluation.significance.chance import SIMULATED_RUNS, TrivialSystem
from rte_baselines.kernels.ragged import BoolArray, IntArray
from rte_baselines.pairs import Scheme

_Estimator = Callable[[Sequence[Measure], Judgments], Mapping[str, Estimate]]


def signature(gold: Gold, scheme: Scheme, measures: Iterable[Measure]) -> str:
    """Return the signature of an evaluation, from which its figures can be reproduced.

    Fields are ``name:value``, joined by ``|``: the number of pairs, the scheme of the
    labels, the treatment of ties, the weighting of pairs, the number of bootstrap resamples,
    the number of simulated runs of guesses for cws, the seed of both, the digest of the gold
    standard, and the version of this package.
    """
    fields = {
        "pairs": len(gold.ids),
        "scheme": scheme,
        "ties": "expected",
        "weights": "+".join(dict.fromkeys(measure.weights for measure in measures)),
        "bootstrap": resamples_of(len(gold.ids)),
        "guesses": SIMULATED_RUNS,
        "seed": SEED,
        "gold": gold.digest(),
        "version": version("rte-baselines"),
    }
    return "|".join(f"{name}:{value}" for name, value in fields.items())


def score_system(
    name: str, judgments: Judgments, parts: Parts[Judgments], measures: Sequence[Measure]
) -> SystemScores:
    """Score a system on all pairs, by task and, by accuracy alone, by phenomenon."""
    scheme = (judgments.scheme or Scheme.TWO_WAY) if judgments.has_labels else None
    return _score(name, judgments, parts, measures, estimate, scheme)


def score_trivial(
    system: TrivialSystem,
    gold: Codes,
    scheme: Scheme,
    parts: Parts[IntArray],
    measures: Sequence[Measure],
) -> SystemScores:
    """Return the expected scores of a trivial system.

    `gold`, shape (n,), are gold labels in the scheme of the system's labels; `parts` have the
    positions of the pairs of each part.
    """
    whole = _representative(system, gold, scheme)
    of_parts = parts.map(lambda positions: _representative(system, gold[positions], scheme))
    return _score(system.name, whole, of_parts, measures, partial(_expectations, system))


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

    It is the mean over groups of the product, over the pairs of a group, of the probability of a
    right label, as draws for different pairs are independent; without an interval. `groups` are as
    for `group_score`. If the scheme is two-way, labels are conflated.
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


def _representative(system: TrivialSystem, gold: Codes, scheme: Scheme) -> Judgments:
    """Return judgments that stand for all labels that a trivial system may draw.

    They contain each label with a positive probability, as far as there are pairs. Measures
    use them only to decide whether they are defined.
    """
    labels = np.resize(np.flatnonzero(system.probabilities), len(gold)).astype(gold.dtype)
    equal = np.ones(len(gold))
    probabilities = np.broadcast_to(system.probabilities, (len(gold), len(system.probabilities)))
    return Judgments(gold, labels, equal, equal, probabilities, known_scheme=scheme)


def _score(
    name: str,
    judgments: Judgments,
    parts: Parts[Judgments],
    measures: Sequence[Measure],
    estimator: _Estimator,
    scheme: Scheme | None = None,
) -> SystemScores:
    """Score all pairs, then each part of which the system labels any pair."""

    def score(chosen: Sequence[Measure], pairs: Judgments) -> Scores:
        return _score_pairs(chosen, pairs, estimator, scheme)

    two_way, three_way = TwoWayAccuracy(), ThreeWayAccuracy()
    return SystemScores(
        name,
        score(measures, judgments),
        {task: score(measures, part) for task, part in parts.tasks.items() if len(part.gold)},
        {key: score([two_way], part) for key, part in parts.phenomena.items() if len(part.gold)},
        judgments.scheme if judgments.has_labels else None,
        slices={
            key: score([two_way, three_way], part)
            for key, part in parts.slices.items()
            if len(part.gold)
        },
    )


def _score_pairs(
    measures: Sequence[Measure],
    judgments: Judgments,
    estimator: _Estimator,
    scheme: Scheme | None,
) -> Scores:
    """Score one set of pairs, with a confusion matrix if its scheme is given."""
    reasons = {measure.name: measure.why_undefined(judgments) for measure in measures}
    estimates = estimator([measure for measure in measures if not reasons[measure.name]], judgments)
    missing = {
        name: reason or "it has no expected value in closed form"
        for name, reason in reasons.items()
        if name not in estimates
    }
    confusion = None if scheme is None else Confusion.of(judgments, scheme)
    pairs, asked = len(judgments.gold), tuple(reasons)
    return Scores(pairs, estimates, missing, confusion, asked, judgments.unanswered)


def _expectations(
    system: TrivialSystem, measures: Sequence[Measure], judgments: Judgments
) -> dict[str, Estimate]:
    values = {m.name: m.expected(judgments.gold, system.probabilities) for m in measures}
    return {name: Estimate(value) for name, value in values.items() if value is not None}
