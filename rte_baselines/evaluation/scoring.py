"""Score one system, on all pairs and on those of each task."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial

import numpy as np

from rte_baselines.evaluation.confusion import Confusion
from rte_baselines.evaluation.gold import Gold
from rte_baselines.evaluation.judgements import Codes, Judgements, encode_labels
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
    judgements = Judgements(gold.labels, encode_labels(run.labels), run.ranking, run.confidences)
    scheme = judgements.scheme or Scheme.TWO_WAY
    return _score(run.name, judgements, tasks, partial(_score_pairs, measures, _estimate, scheme))


def score_trivial(
    system: TrivialSystem, gold: Codes, measures: Sequence[Measure], tasks: Tasks
) -> SystemScores:
    """Score a trivial system in expectation, on gold labels of its scheme."""
    indifferent = np.zeros(len(gold))
    judgements = Judgements(gold, gold, ranking=indifferent, confidences=indifferent)
    expect = partial(_expect, system)
    return _score(system.name, judgements, tasks, partial(_score_pairs, measures, expect, None))


def _score(
    name: str,
    judgements: Judgements,
    tasks: Tasks,
    score_pairs: Callable[[Judgements, Mapping[str, str]], Scores],
) -> SystemScores:
    """Score all pairs, then each task with the measures that have a value on all pairs.

    A measure that has none there has none on a task either: that a run's labels are
    two-way may not show in those of one task.
    """
    overall = score_pairs(judgements, {})
    by_task = {
        task: score_pairs(judgements.select(positions), overall.unavailable)
        for task, positions in tasks.items()
    }
    return SystemScores(name, overall, by_task)


def _score_pairs(
    measures: Sequence[Measure],
    estimate: Callable[[Measure, Judgements], Estimate | None],
    scheme: Scheme | None,
    judgements: Judgements,
    unavailable: Mapping[str, str],
) -> Scores:
    """Score one set of pairs, with a confusion matrix if its scheme is given."""
    found: dict[str, Estimate] = {}
    reasons: dict[str, str] = {}
    for measure in measures:
        reason = unavailable.get(measure.name) or measure.why_undefined(judgements)
        value = None if reason else estimate(measure, judgements)
        if value is None:
            reasons[measure.name] = reason or "its expectation has no closed form"
        else:
            found[measure.name] = value
    confusion = None if scheme is None else Confusion.of(judgements, scheme)
    return Scores(len(judgements.gold), found, reasons, confusion)


def _estimate(measure: Measure, judgements: Judgements) -> Estimate:
    low, high = measure.interval(judgements) or (None, None)
    return Estimate(measure.score(judgements), low, high)


def _expect(system: TrivialSystem, measure: Measure, judgements: Judgements) -> Estimate | None:
    value = measure.expected(judgements.gold, system.probabilities)
    return None if value is None else Estimate(value)
