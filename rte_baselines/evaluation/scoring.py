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
    scheme: Scheme,
    tasks: Mapping[str, IntArray],
    measures: Sequence[Measure],
) -> SystemScores:
    """Score a trivial system in expectation.

    Parameters
    ----------
    system : TrivialSystem
    gold : ndarray of int8, shape (n,)
        Gold labels in the scheme of the system's.
    scheme : Scheme
    tasks : mapping of str to ndarray of int64
        The positions of each task's pairs.
    measures : sequence of Measure
    """
    parts = {
        task: _indifferent(system, gold[positions], scheme) for task, positions in tasks.items()
    }
    score_pairs = partial(_score_pairs, measures, partial(_expectations, system), None)
    return _score(system.name, _indifferent(system, gold, scheme), parts, score_pairs)


def _indifferent(system: TrivialSystem, gold: Codes, scheme: Scheme) -> Judgments:
    """Return what stands for all the labels that a system may draw, its ranks and its trust.

    It has each label that the system may give, which is all that measures ask of it.
    """
    labels = np.resize(np.flatnonzero(system.probabilities), len(gold)).astype(gold.dtype)
    alike = np.ones(len(gold))
    probabilities = np.broadcast_to(system.probabilities, (len(gold), len(system.probabilities)))
    return Judgments(gold, labels, alike, alike, probabilities, known_scheme=scheme)


def _score(
    name: str,
    judgments: Judgments,
    parts: Parts,
    score_pairs: Callable[[Judgments], Scores],
) -> SystemScores:
    """Score all pairs, then those of each task of which the system labels any."""
    by_task = {task: score_pairs(of_task) for task, of_task in parts.items() if len(of_task.gold)}
    return SystemScores(name, score_pairs(judgments), by_task, judgments.scheme)


def _score_pairs(
    measures: Sequence[Measure],
    estimator: _Estimator,
    scheme: Scheme | None,
    judgments: Judgments,
) -> Scores:
    """Score one set of pairs, with a confusion matrix if its scheme is given."""
    reasons = {measure.name: measure.why_undefined(judgments) for measure in measures}
    found = estimator([measure for measure in measures if not reasons[measure.name]], judgments)
    missing = {
        name: reason or "it has no expectation, or none in closed form"
        for name, reason in reasons.items()
        if name not in found
    }
    confusion = None if scheme is None else Confusion.of(judgments, scheme)
    return Scores(len(judgments.gold), found, missing, confusion, tuple(reasons))


def _expectations(
    system: TrivialSystem, measures: Sequence[Measure], judgments: Judgments
) -> dict[str, Estimate]:
    values = {m.name: m.expected(judgments.gold, system.probabilities) for m in measures}
    return {name: Estimate(value) for name, value in values.items() if value is not None}
