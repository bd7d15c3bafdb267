"""Approximate randomization: the outputs of two systems are swapped on random pairs."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from rte_baselines.core.errors import RunError
from rte_baselines.evaluation.inputs.judgments import (
    ENTAILMENT,
    NO_ENTAILMENT,
    Judgments,
    canonical_order,
    conflate_codes,
)
from rte_baselines.evaluation.measures.base import Measure, is_of_labels
from rte_baselines.evaluation.resampling.bootstrap import (
    SEED,
    Resamples,
    distinct,
    resamples_of,
    units_of,
)
from rte_baselines.kernels.ragged import FloatArray, IntArray
from rte_baselines.pairs import Scheme

ROUNDING = 1e-12
"""Equal differences may differ by this much because of rounding."""

_Rescaling = Callable[[Judgments], Judgments] | None

_SWAPS_AT_A_TIME = 1 << 14


def approximate_randomizations(
    measures: Sequence[Measure], a: Judgments, b: Judgments
) -> dict[str, float]:
    """Return the p-value of approximate randomization for each measure, by name.

    The null hypothesis is that the two systems are exchangeable. In each repetition, the two
    systems' outputs are swapped on each pair with a probability of 1/2. The p-value is the share of
    repetitions in which the difference, in either direction, is at least as large as the observed
    one, where the original outputs count as one repetition. Repetitions in which either side has no
    value are ignored. E. W. Noreen, Computer-Intensive Methods for Testing Hypotheses (1989),
    chapter 2; A. Yeh, "More accurate tests for the statistical significance of result differences"
    (2000).

    Ranks and confidences of different systems have different scales. For a measure that depends
    only on their order (`orders_by`), each system's values are first replaced by their average
    ranks; for one that depends only on their proportions (`weights`), by their quotients by their
    sum. With very many pairs, random groups of pairs are swapped together, as in the bootstrap.
    The systems are on the same pairs, else a RunError is raised, and have all measures.
    """
    a, b = in_canonical_order(*comparable(a, b))
    together: dict[tuple[_Rescaling, bool], list[Measure]] = {}
    for measure in measures:
        together.setdefault((_scale_of(measure), is_of_labels(measure)), []).append(measure)
    p_values: dict[str, float] = {}
    for (rescale, labels_only), chosen in together.items():
        scaled_a, scaled_b = (rescale(a), rescale(b)) if rescale else (a, b)
        drawn: dict[str, list[FloatArray]] = {measure.name: [] for measure in chosen}
        for side_a, side_b in _exchanges(scaled_a, scaled_b, labels_only=labels_only):
            for measure in chosen:
                difference = measure.resampled(side_a) - measure.resampled(side_b)
                drawn[measure.name].append(difference)
        for name, blocks in drawn.items():
            values = np.concatenate(blocks)
            p_values[name] = share_as_large(values, values[0])
    return p_values


def _scale_of(measure: Measure) -> _Rescaling:
    """Return what puts the outputs of systems on the scale on which the measure compares them."""
    if measure.weights == "confidence":
        return _normalized
    return _ranked if measure.orders_by or measure.weights == "rank" else None


def comparable(*systems: Judgments) -> tuple[Judgments, ...]:
    """Return the judgments of systems in one scheme, so that they can be exchanged.

    Unless all are scored three-way, all labels and probabilities are conflated, since a mixture of
    two-way and three-way labels has no scheme. Raises RunError if the pairs are not the same.
    """
    first = systems[0]
    for other in systems[1:]:
        if not np.array_equal(first.gold, other.gold) or first.unanswered != other.unanswered:
            raise RunError(
                "the two systems are on different pairs; expected the same pairs in the same order"
            )
    is_two_way = any(judged.scheme is Scheme.TWO_WAY for judged in systems)
    return tuple(map(_conflated, systems)) if is_two_way else systems


def _conflated(judged: Judgments) -> Judgments:
    probabilities = judged.probabilities
    if probabilities is not None:
        entailment = probabilities[:, ENTAILMENT]
        probabilities = np.zeros_like(probabilities)
        probabilities[:, ENTAILMENT] = entailment
        probabilities[:, NO_ENTAILMENT] = 1 - entailment
    return replace(
        judged,
        labels=conflate_codes(judged.labels),
        probabilities=probabilities,
        known_scheme=Scheme.TWO_WAY,
        is_conflated=judged.is_conflated or judged.scheme is not Scheme.TWO_WAY,
    )


def in_canonical_order(*systems: Judgments) -> tuple[Judgments, ...]:
    """Return the judgments of systems on the same pairs in an order that all of them share."""
    order = canonical_order(*systems)
    return tuple(judged.select(order, unanswered=judged.unanswered) for judged in systems)


def _exchanges(
    a: Judgments, b: Judgments, *, labels_only: bool = False
) -> Iterator[tuple[Resamples, Resamples]]:
    """Yield both sides after random swaps of their outputs; the first repetition swaps nothing.

    Of labels alone, like pairs are one unit, of which a binomial number is swapped.
    """
    repetitions = 1 + resamples_of(len(a.gold))
    if labels_only:
        (a, b), alike = distinct([a, b])
        units, pairs = np.arange(len(alike)), alike.astype(np.int64)
    else:
        units = units_of(len(a.gold), np.random.default_rng(SEED))
        pairs = np.ones(int(units.max()) + 1, dtype=np.int64)
    ranking: Any = None
    if a.ranking is not None and b.ranking is not None:
        ranking = np.concatenate((a.ranking, b.ranking))
    # The outputs of A followed by those of B, as if they were on different pairs.
    joined = replace(
        Judgments.pooled([a, b]),
        ranking=ranking,
        unanswered=a.unanswered,
        known_scheme=a.scheme or b.scheme,
    )
    joined_units = np.concatenate((units, units + len(pairs)))
    # A separate random stream, since the seed alone has made the groups.
    generator = np.random.default_rng([SEED, 1])
    block = max(1, _SWAPS_AT_A_TIME // len(pairs))
    are_single = bool((pairs == 1).all())
    for done in range(0, repetitions, block):
        shape = min(block, repetitions - done), len(pairs)
        # The same numbers, drawn faster.
        swapped = (
            generator.integers(2, size=shape)
            if are_single
            else generator.binomial(pairs, 0.5, shape)
        )
        if done == 0:
            swapped[0] = 0
        kept = pairs - swapped
        yield (
            Resamples(joined, joined_units, np.hstack((kept, swapped))),
            Resamples(joined, joined_units, np.hstack((swapped, kept))),
        )


def _ranked(judged: Judgments) -> Judgments:
    return replace(
        judged,
        ranking=_average_ranks(judged.ranking),
        confidences=_average_ranks(judged.confidences),
    )


def _normalized(judged: Judgments) -> Judgments:
    confidences = judged.confidences
    if confidences is None or not confidences.any():
        return judged
    # Division by the highest comes first, so that the sum is finite.
    relative = confidences / np.abs(confidences).max()
    return replace(judged, confidences=relative / np.abs(relative).sum())


def _average_ranks(values: IntArray | FloatArray | None) -> FloatArray | None:
    if values is None:
        return None
    _, which, counts = np.unique(values, return_inverse=True, return_counts=True)
    ranks: FloatArray = (np.cumsum(counts) - (counts - 1) / 2)[which]
    return ranks


def share_as_large(values: FloatArray, value: float) -> float:
    """Return the share of the defined values that are at least as far from 0 as `value`."""
    return float(np.mean(np.abs(values[~np.isnan(values)]) >= abs(value) - ROUNDING))
