"""Whether two systems differ by more than chance, by any measure.

Two tests: the paired bootstrap draws the pairs anew, the same for both systems, and
approximate randomization exchanges the two systems' outputs on some of the pairs.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rte_baselines.errors import RunError
from rte_baselines.evaluation.bootstrap import (
    SEED,
    Resamples,
    draws,
    percentile_interval,
    resamples_of,
)
from rte_baselines.evaluation.judgments import (
    ENTAILMENT,
    LABELS,
    Judgments,
    canonical_order,
    conflate_codes,
)
from rte_baselines.evaluation.measure import Measure
from rte_baselines.kernels.ragged import FloatArray, IntArray
from rte_baselines.pairs import Label, Scheme

# Differences that are equal by arithmetic are so but for this much.
_ROUNDING = 1e-12
_SWAPS_AT_A_TIME = 1 << 16
_NO_ENTAILMENT = LABELS.index(Label.NO_ENTAILMENT)


@dataclass(frozen=True)
class PairedDifference:
    """By how much system A's value of a measure exceeds system B's.

    Parameters
    ----------
    difference : float
    low, high : float
        The 95% confidence interval, which holds the difference.
    p_value : float
        How probable a difference of this size, in either direction, is if there is none;
        in (0, 1].
    """

    difference: float
    low: float
    high: float
    p_value: float


def paired_bootstraps(
    measures: Sequence[Measure], a: Judgments, b: Judgments, *, seed: int = SEED
) -> dict[str, PairedDifference]:
    """Return how far two systems differ by each measure, by name.

    The interval is the percentile interval of the difference d*. The p-value is the
    achieved significance level of the bootstrap moved to where there is no difference:
    the share of resamples in which ``|d* - d| >= |d|``, the pairs as they are counted
    as one of them. Resamples in which either system has no value do not count.

    Parameters
    ----------
    measures : sequence of Measure
        Each defined on both systems.
    a, b : Judgments
        Of two systems on the same pairs in the same order.
    seed : int

    Raises
    ------
    RunError
        If the pairs are not the same.

    Notes
    -----
    B. Efron and R. J. Tibshirani, An Introduction to the Bootstrap (1993), chapter 16;
    T. Berg-Kirkpatrick et al., "An empirical investigation of statistical significance in
    NLP" (2012), section 2, whose one-sided test asks for d* > 2d.
    """
    a, b = _in_canonical_order(*comparable(a, b))
    resamples = (
        (Resamples(a, units, counts), Resamples(b, units, counts))
        for units, counts in draws(len(a.gold), seed=seed)
    )
    drawn = _differences(measures, resamples)
    found = {}
    for measure, values in zip(measures, drawn, strict=True):
        difference = measure.score(a) - measure.score(b)
        low, high = percentile_interval(values, difference)
        p_value = _share_as_large(np.append(values - difference, difference), difference)
        found[measure.name] = PairedDifference(difference, low, high, p_value)
    return found


def approximate_randomizations(
    measures: Sequence[Measure], a: Judgments, b: Judgments, *, seed: int = SEED
) -> dict[str, float]:
    """Return the p-values of two systems being exchangeable, by name of the measure.

    On each pair, the two systems' outputs change places with probability 1/2, again and
    again. The p-value is the share of times that the difference is at least as large as
    it is, in either direction, the outputs as they are counted as one of them. Exchanges
    after which either side has no value do not count.

    Ranks and confidences of different systems are on different scales. Where a measure
    looks at their order alone, so that its scores stay the same, each system's are first
    replaced by their average ranks among its own; where it looks at their proportions
    alone, by their shares of their sum. There are as many exchanges as
    `resamples_of` says; of very many pairs, random groups of them change places together,
    as in the bootstrap.

    Parameters
    ----------
    measures : sequence of Measure
        Each defined on both systems.
    a, b : Judgments
        Of two systems on the same pairs in the same order.
    seed : int

    Raises
    ------
    RunError
        If the pairs are not the same.

    Notes
    -----
    E. W. Noreen, Computer-Intensive Methods for Testing Hypotheses (1989), chapter 2;
    A. Yeh, "More accurate tests for the statistical significance of result differences"
    (2000).
    """
    a, b = _in_canonical_order(*comparable(a, b))
    found: dict[str, float] = {}
    for rescaled in (_ranked, _in_shares, _as_they_are):
        of_a, of_b = rescaled(a), rescaled(b)
        alike = [
            measure
            for measure in measures
            if measure.name not in found
            and _scores_alike(measure, a, of_a)
            and _scores_alike(measure, b, of_b)
        ]
        found |= _exchange_p_values(alike, of_a, of_b, seed)
    return found


def comparable(a: Judgments, b: Judgments) -> tuple[Judgments, Judgments]:
    """Return two systems' judgments in one scheme, so that they can be exchanged.

    Unless both are scored three-way, labels and probabilities of both are conflated: a
    mixture of two-way and three-way labels has no scheme.

    Raises
    ------
    RunError
        If they are not on the same pairs.
    """
    if not np.array_equal(a.gold, b.gold) or a.unanswered != b.unanswered:
        raise RunError("two systems judged on different pairs; expected the same, in one order")
    is_two_way = Scheme.TWO_WAY in (a.scheme, b.scheme)
    return (_conflated(a), _conflated(b)) if is_two_way else (a, b)


def _conflated(judged: Judgments) -> Judgments:
    probabilities = judged.probabilities
    if probabilities is not None:
        entailment = probabilities[:, ENTAILMENT]
        probabilities = np.zeros_like(probabilities)
        probabilities[:, ENTAILMENT] = entailment
        probabilities[:, _NO_ENTAILMENT] = 1 - entailment
    return replace(
        judged,
        labels=conflate_codes(judged.labels),
        probabilities=probabilities,
        known_scheme=Scheme.TWO_WAY,
    )


def _in_canonical_order(a: Judgments, b: Judgments) -> tuple[Judgments, Judgments]:
    order = canonical_order(a, b)
    return a.select(order, unanswered=a.unanswered), b.select(order, unanswered=b.unanswered)


def _differences(
    measures: Sequence[Measure], resamples: Iterable[tuple[Resamples, Resamples]]
) -> list[FloatArray]:
    """Return, for each measure, by how much the first resample's value exceeds the second's."""
    found: list[list[FloatArray]] = [[] for _ in measures]
    for of_a, of_b in resamples:
        for values, measure in zip(found, measures, strict=True):
            values.append(measure.resampled(of_a) - measure.resampled(of_b))
    return [np.concatenate(values) for values in found]


def _exchange_p_values(
    measures: Sequence[Measure], a: Judgments, b: Judgments, seed: int
) -> dict[str, float]:
    if not measures:
        return {}
    drawn = _differences(measures, _exchanges(a, b, seed))
    return {
        measure.name: _share_as_large(values, values[0])
        for measure, values in zip(measures, drawn, strict=True)
    }


def _exchanges(a: Judgments, b: Judgments, seed: int) -> Iterator[tuple[Resamples, Resamples]]:
    """Yield both sides after exchanges, the first of which exchanges nothing.

    They are resamples of the two systems' joined outputs: of each pair's two outputs, one
    is drawn once and the other not at all.
    """
    size = len(a.gold)
    units, _ = next(draws(size, seed=seed))
    different = int(units.max()) + 1
    joined, joined_units = _joined(a, b), np.concatenate((units, units + different))
    # A stream of its own: that of the seed alone has made the groups.
    generator = np.random.default_rng([seed, 1])
    exchanges, most = 1 + resamples_of(size), max(1, _SWAPS_AT_A_TIME // different)
    for done in range(0, exchanges, most):
        swapped = generator.integers(2, size=(min(most, exchanges - done), different))
        if done == 0:
            swapped[0] = 0
        stayed = 1 - swapped
        yield (
            Resamples(joined, joined_units, np.hstack((stayed, swapped))),
            Resamples(joined, joined_units, np.hstack((swapped, stayed))),
        )


def _joined(a: Judgments, b: Judgments) -> Judgments:
    """Return the outputs of A, then those of B, as if they were on different pairs."""

    def both(of_a: NDArray[Any] | None, of_b: NDArray[Any] | None) -> NDArray[Any] | None:
        return None if of_a is None or of_b is None else np.concatenate((of_a, of_b))

    return Judgments(
        gold=np.concatenate((a.gold, b.gold)),
        labels=np.concatenate((a.labels, b.labels)),
        ranking=both(a.ranking, b.ranking),
        confidences=both(a.confidences, b.confidences),
        probabilities=both(a.probabilities, b.probabilities),
        unanswered=a.unanswered,
        known_scheme=a.scheme or b.scheme,
    )


def _ranked(judged: Judgments) -> Judgments:
    return replace(
        judged,
        ranking=_average_ranks(judged.ranking),
        confidences=_average_ranks(judged.confidences),
    )


def _in_shares(judged: Judgments) -> Judgments:
    confidences = judged.confidences
    if confidences is None or not confidences.any():
        return judged
    # Shares of the highest first: their sum is finite.
    shares = confidences / np.abs(confidences).max()
    return replace(judged, confidences=shares / np.abs(shares).sum())


def _as_they_are(judged: Judgments) -> Judgments:
    return judged


def _average_ranks(values: IntArray | FloatArray | None) -> FloatArray | None:
    from scipy.stats import rankdata

    if values is None:
        return None
    ranks: FloatArray = rankdata(values)
    return ranks


def _scores_alike(measure: Measure, judged: Judgments, ranked: Judgments) -> bool:
    return abs(measure.score(judged) - measure.score(ranked)) <= _ROUNDING


def _share_as_large(values: FloatArray, value: float) -> float:
    """Return the share of the values that are as far from 0 as `value` or farther."""
    return float(np.mean(np.abs(values[~np.isnan(values)]) >= abs(value) - _ROUNDING))
