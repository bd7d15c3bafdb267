"""Score one system, on all pairs and on those of each task."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial

import numpy as np

from rte_baselines.evaluation.confusion import Confusion
from rte_baselines.evaluation.estimate import Estimate
from rte_baselines.evaluation.judgments import Codes, Judgments
from rte_baselines.evaluation.measure import Measure, estimate
from rte_baselines.evaluation.scores import Scores, SystemScores
from rte_baselines.evaluation.trivial import TrivialSystem
from rte_baselines.kernels.ragged import IntArray
from rte_baselines.pairs import Scheme

Parts = Mapping[str, Judgments]
"""The judgments of the pairs of each task."""

_Estimator = Callable[[Sequence[Measure], Judgments], Mapping[str, Estimate]]


def score_system(
    name: str, judgments: Judgments, parts: Parts, measures: Sequence[Measure]
) -> SystemScores:
    """Score a system on all pairs, and on those of each task.

    Parameters
    ----------
    name : str
    judgments : Judgments
        On all pairs.
    parts : mapping of str to Judgments
        On the pairs of each task.
    measures : sequence of Measure
    """
    scheme = judgments.scheme or Scheme.TWO_WAY
    return _score(name, judgments, parts, partial(_score_pairs, measures, estimate, scheme))


def score_trivial(
    system: TrivialSystem,
    gold: Codes,
    tasks: Mapping[str, IntArray],
    measures: Sequence[Measure],
) -> SystemScores:
    """Score a trivial system in expectation.

    Parameters
    ----------
    system : TrivialSystem
    gold : ndarray of int8, shape (n,)
        Gold labels in the scheme of the system's.
    tasks : mapping of str to ndarray of int64
        The positions of each task's pairs.
    measures : sequence of Measure
    """
    parts = {task: _indifferent(system, gold[positions]) for task, positions in tasks.items()}
    score_pairs = partial(_score_pairs, measures, partial(_expectations, system), None)
    return _score(system.name, _indifferent(system, gold), parts, score_pairs)


def _indifferent(system: TrivialSystem, gold: Codes) -> Judgments:
    """Return what stands for all the labels that a system may draw: right ones, as good as any."""
    alike = np.ones(len(gold))
    probabilities = np.broadcast_to(system.probabilities, (len(gold), len(system.probabilities)))
    return Judgments(gold, gold, alike, alike, probabilities)


def _score(
    name: str,
    judgments: Judgments,
    parts: Parts,
    score_pairs: Callable[[Judgments, Mapping[str, str]], Scores],
) -> SystemScores:
    """Score all pairs, then each task with the measures that have a value on all pairs.

    A measure that has none there has none on a task either: that a run's labels are
    two-way may not show in those of one task.
    """
    overall = score_pairs(judgments, {})
    by_task = {
        task: score_pairs(of_task, overall.unavailable)
        for task, of_task in parts.items()
        if len(of_task.gold)
    }
    return SystemScores(name, overall, by_task)


def _score_pairs(
    measures: Sequence[Measure],
    estimator: _Estimator,
    scheme: Scheme | None,
    judgments: Judgments,
    unavailable: Mapping[str, str],
) -> Scores:
    """Score one set of pairs, with a confusion matrix if its scheme is given."""
    reasons = {
        measure.name: unavailable.get(measure.name) or measure.why_undefined(judgments)
        for measure in measures
    }
    found = estimator([measure for measure in measures if not reasons[measure.name]], judgments)
    missing = {
        name: reason or "it has no expectation, or none in closed form"
        for name, reason in reasons.items()
        if name not in found
    }
    confusion = None if scheme is None else Confusion.of(judgments, scheme)
    return Scores(len(judgments.gold), found, missing, confusion)


def _expectations(
    system: TrivialSystem, measures: Sequence[Measure], judgments: Judgments
) -> dict[str, Estimate]:
    values = {m.name: m.expected(judgments.gold, system.probabilities) for m in measures}
    return {name: Estimate(value) for name, value in values.items() if value is not None}
