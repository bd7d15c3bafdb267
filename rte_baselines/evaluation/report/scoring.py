"""The scores of a system on all pairs and on parts of them, and how they are made."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from rte_baselines.core.importing import version
from rte_baselines.core.representing import brief, plain
from rte_baselines.evaluation.findings.finding import Finding
from rte_baselines.evaluation.inputs.gold import Gold, ScoredRun
from rte_baselines.evaluation.inputs.judgments import Codes, Judgments
from rte_baselines.evaluation.inputs.parts import Parts, Phenomenon
from rte_baselines.evaluation.measures.accuracy import (
    OF_ALL_PAIRS,
    ThreeWayAccuracy,
    TwoWayAccuracy,
    with_accuracies_of_all,
)
from rte_baselines.evaluation.measures.base import Measure, estimate
from rte_baselines.evaluation.measures.classes import scores_by_label
from rte_baselines.evaluation.measures.contingency import Confusion
from rte_baselines.evaluation.resampling.bootstrap import SEED, Estimate, resamples_of
from rte_baselines.evaluation.scores import Score
from rte_baselines.evaluation.significance.chance import ChanceTest, TrivialSystem
from rte_baselines.kernels.ragged import IntArray
from rte_baselines.pairs import Scheme

if TYPE_CHECKING:
    from rte_baselines.evaluation.report.groups import GroupScore

# The only pairs with annotated phenomena, RTE-1's test set, are two-way.
_OF_PHENOMENA = (TwoWayAccuracy.name, OF_ALL_PAIRS[TwoWayAccuracy.name])
_Estimator = Callable[[Sequence[Measure], Judgments], Mapping[str, Estimate]]


@brief
@dataclass(frozen=True)
class Scores:
    """The scores of one system on a set of pairs, of which it labels `pairs` and leaves out others.

    `measures` and `unavailable` have the value, or the reason why there is none, by the name of the
    measure; `asked` are all selected measures, in their order. The confusion matrix is None for
    trivial systems, whose labels are not drawn, and for runs without labels.
    """

    pairs: int
    measures: Mapping[str, Estimate]
    unavailable: Mapping[str, str]
    confusion: Confusion | None
    asked: tuple[Measure, ...]
    unlabelled: int = 0

    def to_dict(self) -> dict[str, Any]:
        """Return the scores as a JSON object."""
        return {
            "pairs": self.pairs,
            "unlabelled": self.unlabelled,
            "measures": plain(self.measures),
            "unavailable": dict(self.unavailable),
            "confusion": plain(self.confusion),
        }


@brief
@dataclass(frozen=True)
class SystemScores:
    """The scores of one system on all pairs, by task, by phenomenon and by slice.

    Phenomena and slices, by property of the pairs and value, have accuracies only, since other
    measures mean little on few pairs. `scheme` is the one in which measures that are defined for
    both schemes score its labels, None if all labels of the gold standard and the run are
    ENTAILMENT, or the run has none. `slice_tests` are the `slice_p_values`. `groups` are by the
    property that groups pairs; `withheld` is, by what the system gave in place of a label (ABSTAIN,
    UNPARSEABLE), the number of pairs with each gold label. Trivial systems have no tests, and
    expected shares of groups.
    """

    name: str
    overall: Scores
    tasks: Mapping[str, Scores]
    phenomena: Mapping[Phenomenon, Scores]
    scheme: Scheme | None = None
    chance_tests: tuple[ChanceTest, ...] = ()
    findings: tuple[Finding, ...] = ()
    slices: Mapping[Phenomenon, Scores] = field(default_factory=dict)
    slice_tests: Mapping[Phenomenon, float] = field(default_factory=dict)
    groups: "Mapping[str, GroupScore]" = field(default_factory=dict)
    withheld: Mapping[str, Mapping[str, int]] = field(default_factory=dict)

    def scores(self, *, is_reference: bool = False) -> Iterator[Score]:
        """Yield the scores of all pairs, then those of each part by its property and value."""
        parts: list[tuple[dict[str, str], Scores]] = [({}, self.overall)]
        parts += [({"task": task}, scores) for task, scores in self.tasks.items()]
        parts += [({part.kind: part.name}, scores) for part, scores in self.phenomena.items()]
        parts += [({part.kind: part.name}, scores) for part, scores in self.slices.items()]
        for groups, scores in parts:
            for measure in scores.asked:
                yield Score(
                    self.name,
                    measure.name,
                    scores.measures.get(measure.name),
                    scores.pairs,
                    scores.unlabelled,
                    groups,
                    reason=scores.unavailable.get(measure.name),
                    is_reference=is_reference,
                    counts_unanswered=measure.counts_unanswered,
                )

    def by_label(self) -> dict[str, dict[str, float]]:
        """Return precision, recall, F1 and number of pairs by label; see `scores_by_label`."""
        confusion = self.overall.confusion
        return {} if confusion is None else scores_by_label(confusion)

    def to_dict(self) -> dict[str, Any]:
        """Return the scores as a JSON object, those of tasks with their details apart."""
        by_task = {task: scores.to_dict() for task, scores in self.tasks.items()}
        slices = _by_kind(self.slices)
        for part, p_value in self.slice_tests.items():
            slices[part.kind][part.name]["p_holm"] = p_value
        return {
            "run": self.name,
            "scheme": plain(self.scheme),
            **self.overall.to_dict(),
            "tasks": {task: scores.pop("measures") for task, scores in by_task.items()},
            "task_details": by_task,
            "by_label": self.by_label(),
            "phenomena": _by_kind(self.phenomena),
            "slices": slices,
            "withheld": plain(self.withheld),
            "groups": plain(self.groups),
            "chance_tests": plain(self.chance_tests),
            "findings": [finding.to_dict() for finding in self.findings],
        }


def _by_kind(parts: Mapping[Phenomenon, Scores]) -> dict[str, dict[str, Any]]:
    by_kind: dict[str, dict[str, Any]] = {}
    for part, scores in parts.items():
        by_kind.setdefault(part.kind, {})[part.name] = scores.to_dict()
    return by_kind


def signature(gold: Gold, scheme: Scheme, measures: Iterable[Measure]) -> str:
    """Return all that the figures of an evaluation depend on besides the runs."""
    fields = {
        "pairs": len(gold.ids),
        "scheme": scheme,
        "ties": "expected",
        "weights": "+".join(dict.fromkeys(measure.weights for measure in measures)),
        "bootstrap": resamples_of(len(gold.ids)),
        "seed": SEED,
        "gold": gold.digest(),
        "version": version("rte-baselines"),
    }
    return "|".join(f"{name}:{value}" for name, value in fields.items())


def score_systems(
    systems: Sequence[ScoredRun],
    parts: Parts,
    measures: Sequence[Measure],
    *,
    intervals: bool,
) -> list[SystemScores]:
    """Score systems on all pairs, by task and, by accuracy alone, by phenomenon and slice."""
    estimator = estimate if intervals else _values
    schemes = [
        (system.judgments.scheme or Scheme.TWO_WAY) if system.judgments.has_labels else None
        for system in systems
    ]
    tasks: list[dict[str, Scores]] = [{} for _ in systems]
    # Task by task: systems share the resamples of one, which are too many to keep for all tasks.
    for task, positions in parts.tasks.items():
        for system, scheme, scores in zip(systems, schemes, tasks, strict=True):
            pairs = system.on(positions)
            if len(pairs.gold):
                scores[task] = _scores(measures, pairs, estimator, scheme)
    return [
        _score(system.name, system.judgments, parts, system.on, measures, estimator, scores, scheme)
        for system, scheme, scores in zip(systems, schemes, tasks, strict=True)
    ]


def score_trivial(
    system: TrivialSystem,
    gold: Codes,
    scheme: Scheme,
    parts: Parts,
    measures: Sequence[Measure],
) -> SystemScores:
    """Return the expected scores of a trivial system.

    `gold`, shape (n,), are gold labels in the scheme of the system's labels.
    """

    def on(positions: IntArray | slice) -> Judgments:
        """Return judgments with each label that the system may draw, as far as there are pairs.

        Measures use them only to decide whether they are defined.
        """
        chosen = gold[positions]
        labels = np.resize(np.flatnonzero(system.probabilities), len(chosen)).astype(gold.dtype)
        equal = np.ones(len(chosen))
        probabilities = np.tile(system.probabilities, (len(chosen), 1))
        return Judgments(chosen, labels, equal, equal, probabilities, known_scheme=scheme)

    estimator = partial(_expectations, system)
    tasks = {task: _scores(measures, on(places), estimator) for task, places in parts.tasks.items()}
    return _score(system.name, on(slice(None)), parts, on, measures, estimator, tasks)


def _scores(
    measures: Sequence[Measure],
    pairs: Judgments,
    estimator: _Estimator,
    scheme: Scheme | None = None,
) -> Scores:
    """Score a set of pairs; there is a confusion matrix if a scheme is given."""
    reasons = {measure.name: measure.why_undefined(pairs) for measure in measures}
    found = estimator([measure for measure in measures if not reasons[measure.name]], pairs)
    missing = {
        name: reason or "it has no expected value in closed form"
        for name, reason in reasons.items()
        if name not in found
    }
    confusion = None if scheme is None else Confusion.of(pairs, scheme)
    return Scores(len(pairs.gold), found, missing, confusion, tuple(measures), pairs.unanswered)


def _score(
    name: str,
    judgments: Judgments,
    parts: Parts,
    on: Callable[[IntArray], Judgments],
    measures: Sequence[Measure],
    estimator: _Estimator,
    tasks: Mapping[str, Scores],
    scheme: Scheme | None = None,
) -> SystemScores:
    """Score all pairs, then each part but tasks of which the system labels any pair."""
    overall = _scores(measures, judgments, estimator, scheme)
    if not judgments.has_labels:
        return SystemScores(name, overall, tasks, {})
    accuracies: list[Measure] = [TwoWayAccuracy(), ThreeWayAccuracy()]
    if judgments.unanswered:
        accuracies = with_accuracies_of_all(accuracies)
    two_way = [accuracy for accuracy in accuracies if accuracy.name in _OF_PHENOMENA]
    phenomena, slices = (
        {
            part: _scores(chosen, pairs, estimator, scheme)
            for part, places in positions.items()
            if len((pairs := on(places)).gold)
        }
        for chosen, positions in ((two_way, parts.phenomena), (accuracies, parts.slices))
    )
    return SystemScores(name, overall, tasks, phenomena, judgments.scheme, slices=slices)


def _values(measures: Sequence[Measure], judgments: Judgments) -> dict[str, Estimate]:
    return {measure.name: Estimate(measure.score(judgments)) for measure in measures}


def _expectations(
    system: TrivialSystem, measures: Sequence[Measure], judgments: Judgments
) -> dict[str, Estimate]:
    values = {m.name: m.expected(judgments.gold, system.probabilities) for m in measures}
    return {name: Estimate(value) for name, value in values.items() if value is not None}
