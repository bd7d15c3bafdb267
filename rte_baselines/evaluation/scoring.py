"""Score one system, on all pairs and on parts of them."""

from collections.abc import Callable, Hashable, Mapping, Sequence
from functools import partial
from typing import TypeVar

import numpy as np

from rte_baselines.evaluation.confusion import Confusion
from rte_baselines.evaluation.estimate import Estimate
from rte_baselines.evaluation.judgments import Codes, Judgments
from rte_baselines.evaluation.measure import Measure, estimate
from rte_baselines.evaluation.measures.accuracy import TwoWayAccuracy
from rte_baselines.evaluation.parts import Parts
from rte_baselines.evaluation.scores import Scores, SystemScores
from rte_baselines.evaluation.trivial import TrivialSystem
from rte_baselines.kernels.ragged import IntArray
from rte_baselines.pairs import Scheme

_Estimator = Callable[[Sequence[Measure], Judgments], Mapping[str, Estimate]]
_Scorer = Callable[[Sequence[Measure], Judgments], Scores]
_Key = TypeVar("_Key", bound=Hashable)


def score_system(
    name: str, judgments: Judgments, parts: Parts[Judgments], measures: Sequence[Measure]
) -> SystemScores:
    """Score a system on all pairs, on those of each task and, by accuracy, of each phenomenon.

    Parameters
    ----------
    name : str
    judgments : Judgments
        On all pairs.
    parts : Parts of Judgments
    measures : sequence of Measure
    """
    scheme = judgments.scheme or Scheme.TWO_WAY
    return _score(name, judgments, parts, measures, partial(_score_pairs, estimate, scheme))


def score_trivial(
    system: TrivialSystem,
    gold: Codes,
    scheme: Scheme,
    parts: Parts[IntArray],
    measures: Sequence[Measure],
) -> SystemScores:
    """Score a trivial system in expectation.

    Parameters
    ----------
    system : TrivialSystem
    gold : ndarray of int8, shape (n,)
        Gold labels in the scheme of the system's.
    scheme : Scheme
    parts : Parts of ndarray of int64
        The positions of the pairs of each part.
    measures : sequence of Measure
    """
    of_parts = parts.map(lambda positions: _indifferent(system, gold[positions], scheme))
    score_pairs = partial(_score_pairs, partial(_expectations, system), None)
    return _score(system.name, _indifferent(system, gold, scheme), of_parts, measures, score_pairs)


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
    parts: Parts[Judgments],
    measures: Sequence[Measure],
    score_pairs: _Scorer,
) -> SystemScores:
    """Score all pairs, then those of each part of which the system labels any."""
    return SystemScores(
        name,
        score_pairs(measures, judgments),
        _by_part(parts.tasks, partial(score_pairs, measures)),
        _by_part(parts.phenomena, partial(score_pairs, [TwoWayAccuracy()])),
        judgments.scheme,
    )


def _by_part(
    parts: Mapping[_Key, Judgments], score_pairs: Callable[[Judgments], Scores]
) -> dict[_Key, Scores]:
    return {key: score_pairs(part) for key, part in parts.items() if len(part.gold)}


def _score_pairs(
    estimator: _Estimator,
    scheme: Scheme | None,
    measures: Sequence[Measure],
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
