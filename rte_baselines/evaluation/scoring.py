"""Score one system, on all pairs and on those of each task."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial

import numpy as np

from rte_baselines.evaluation.confusion import Confusion
from rte_baselines.evaluation.gold import Gold
from rte_baselines.evaluation.judgments import Codes, Judgments, encode_labels
from rte_baselines.evaluation.measure import Measure
from rte_baselines.evaluation.scores import Estimate, Scores, SystemScores
from rte_baselines.evaluation.trivial import TrivialSystem
from rte_baselines.kernels.ragged import IntArray
from rte_baselines.pairs import Scheme
from rte_baselines.runs import Run

Tasks = Mapping[str, IntArray]
"""The positions of each task's pairs."""


def score_run(run: Run, gold: Gold, measures: Sequence[Measure], tasks: Tasks) -> SystemScores:
    """Score a run whose predictions are in the order of the gold pairs."""
    judgments = Judgments(gold.labels, encode_labels(run.labels), run.ranking, run.confidences)
    scheme = judgments.scheme or Scheme.TWO_WAY
    return _score(run.name, judgments, tasks, partial(_score_pairs, measures, _estimate, scheme))


def score_trivial(
    system: TrivialSystem, gold: Codes, measures: Sequence[Measure], tasks: Tasks
) -> SystemScores:
    """Score a trivial system in expectation, on gold labels of its scheme."""
    indifferent = np.zeros(len(gold))
    judgments = Judgments(gold, gold, ranking=indifferent, confidences=indifferent)
    expect = partial(_expect, system)
    return _score(system.name, judgments, tasks, partial(_score_pairs, measures, expect, None))


def _score(
    name: str,
    judgments: Judgments,
    tasks: Tasks,
    score_pairs: Callable[[Judgments, Mapping[str, str]], Scores],
) -> SystemScores:
    """Score all pairs, then each task with the measures that have a value on all pairs.

    A measure that has none there has none on a task either: that a run's labels are
    two-way may not show in those of one task.
    """
    overall = score_pairs(judgments, {})
    by_task = {
        task: score_pairs(judgments.select(positions), overall.unavailable)
        for task, positions in tasks.items()
    }
    return SystemScores(name, overall, by_task)


def _score_pairs(
    measures: Sequence[Measure],
    estimate: Callable[[Measure, Judgments], Estimate | None],
    scheme: Scheme | None,
    judgments: Judgments,
    unavailable: Mapping[str, str],
) -> Scores:
    """Score one set of pairs, with a confusion matrix if its scheme is given."""
    found: dict[str, Estimate] = {}
    reasons: dict[str, str] = {}
    for measure in measures:
        reason = unavailable.get(measure.name) or measure.why_undefined(judgments)
        value = None if reason else estimate(measure, judgments)
        if value is None:
            reasons[measure.name] = reason or "its expectation has no closed form"
        else:
            found[measure.name] = value
    confusion = None if scheme is None else Confusion.of(judgments, scheme)
    return Scores(len(judgments.gold), found, reasons, confusion)


def _estimate(measure: Measure, judgments: Judgments) -> Estimate:
    low, high = measure.interval(judgments) or (None, None)
    return Estimate(measure.score(judgments), low, high)


def _expect(system: TrivialSystem, measure: Measure, judgments: Judgments) -> Estimate | None:
    value = measure.expected(judgments.gold, system.probabilities)
    return None if value is None else Estimate(value)
