"""Confidence intervals: Wilson's of proportions, else by the bootstrap over pairs.

All systems that are compared see the same resamples. The unit that is drawn is the pair. With very
many pairs, it is a random group of pairs, all groups being of about the same size: the resamples
vary as much, and are drawn and counted faster.

Measures, their differences and agreement have the Bayesian bootstrap, in which pairs have random
weights, with pseudo-pairs among them; the ordinary one is in `sums.py`.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, replace
from functools import cached_property
from math import erf, lcm, sqrt
from statistics import NormalDist

import numpy as np

from rte_baselines.evaluation.inputs.judgments import LABELS, Judgments, columns_of
from rte_baselines.kernels.distributions import student_t_within
from rte_baselines.kernels.ragged import FloatArray, IntArray
from rte_baselines.kernels.rankings.resampling import draw_weights
from rte_baselines.pairs import Scheme

SEED = 12345
"""The seed of every bootstrap: the same input has the same interval."""

CONFIDENCE = 0.95
"""The confidence level of all intervals."""

_MOST_RESAMPLES = 10_000
_FEWEST_RESAMPLES = 500
_MOST_DRAWS = 8_000_000
_MOST_UNITS = 20_000
_GROUPS = 2_000
# Weights are whole numbers with these means. Rounding adds 1/6 to the variance of a weight, so
# that intervals are wider by 0.1% with a mean of 10, and by 0.5% with a mean of 4.
WEIGHT_OF_PAIR = 10
_WEIGHT_OF_GROUP = 4
# Counts held in memory at a time, few enough for the caches of a processor.
_COUNTS_AT_A_TIME = 1 << 14

_Weights = list[tuple[IntArray, IntArray]]

_kept: ContextVar[dict[bool, tuple[object, _Weights]] | None] = ContextVar("_kept", default=None)
"""The latest `_weights`, with what they were drawn for, of like pairs and of single pairs."""

_most: ContextVar[int] = ContextVar("_most", default=_MOST_RESAMPLES)
"""The largest number of resamples of a part of the pairs."""

PSEUDO_WEIGHT = 1.0
"""The expected weight of all pseudo-pairs together; a pair of the data has 1."""

PSEUDO_WEIGHT_OF_DIFFERENCES = 2.0
"""The same for differences of two-way accuracy: 1/2 where both, one, or none is right."""

_OUTPUTS_OF_LABEL = 5
# With those of rivals, outputs of two or three labels can be shared out evenly.
_OUTPUTS_BESIDE_RIVALS = 6


@dataclass(frozen=True)
class Estimate:
    """The value of a measure, and the ends of its confidence interval, None if it has none."""

    value: float
    low: float | None = None
    high: float | None = None


def proportion(successes: int, trials: int) -> Estimate:
    """Return a proportion of one trial or more, with Wilson's interval at 95%."""
    return Estimate(successes / trials, *wilson_interval(successes, trials))


def wilson_interval(successes: int, trials: int) -> tuple[float, float]:
    """Return Wilson's 95% score interval of a proportion of one trial or more, within [0, 1].

    Its low end is exactly 0 if no trial succeeds, its high end exactly 1 if all do. E. B. Wilson,
    "Probable inference, the law of succession, and statistical inference" (1927).
    """
    z = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)
    proportion = successes / trials
    scale = 1 + z**2 / trials
    centre = (proportion + z**2 / (2 * trials)) / scale
    variance = proportion * (1 - proportion) / trials
    spread = z / scale * sqrt(variance + z**2 / (4 * trials**2))
    low = 0.0 if successes == 0 else centre - spread
    high = 1.0 if successes == trials else centre + spread
    return low, high


@dataclass(frozen=True)
class Resamples:
    """A block of bootstrap resamples of the same pairs.

    `units`, shape (n,), is the unit that each pair belongs to, and `counts`, shape (resamples,
    units), how often each unit was drawn in each resample, or its weight.
    """

    judgments: Judgments
    units: IntArray
    counts: IntArray

    @cached_property
    def tables(self) -> FloatArray:
        """The contingency table of each resample, shape (resamples, 4, 4), gold labels in rows."""
        cells, units = len(LABELS) ** 2, self.counts.shape[1]
        in_unit = np.bincount(self.units * cells + self.judgments.cells, minlength=cells * units)
        # The resamples of a cell lie side by side: NumPy sums few cells of many tables faster so.
        by_cell = in_unit.reshape(units, cells).T.astype(np.float64) @ self.float_counts.T
        return np.moveaxis(by_cell.reshape(len(LABELS), len(LABELS), -1), -1, 0)

    @cached_property
    def float_counts(self) -> FloatArray:
        """`counts` as floats, so that products with other floats need no conversion."""
        return self.counts.astype(np.float64)

    @cached_property
    def sizes(self) -> FloatArray:
        """The number of pairs in each resample, shape (resamples,)."""
        return self.sums(np.ones(len(self.units)))

    @property
    def without_pseudo_pairs(self) -> "Resamples":
        """The same resamples, with no weight on pseudo-pairs."""
        counts = self.counts.copy()
        counts[:, self.units[len(self.units) - self.judgments.pseudo_pairs :]] = 0
        return Resamples(self.judgments, self.units, counts)

    def sums(self, values: FloatArray) -> FloatArray:
        """Return the sum of the pairs' values over each resample, shape (resamples,)."""
        by_unit = np.bincount(self.units, values, minlength=self.counts.shape[1])
        return np.asarray(self.float_counts @ by_unit, dtype=np.float64)

    def written_out(self) -> Iterator[Judgments]:
        """Yield the judgments of each resample, each pair repeated as often as it was drawn."""
        for counts in self.counts:
            yield self.judgments.select(np.repeat(np.arange(len(self.units)), counts[self.units]))


def resampled(
    statistics: Sequence[Callable[[Resamples], FloatArray]],
    systems: Sequence[Judgments],
    rivals: Sequence[Judgments] = (),
    *,
    labels_only: bool = False,
    smoothed: bool = True,
) -> list[list[FloatArray]]:
    """Return the value of each statistic in each resample of the smoothed Bayesian bootstrap.

    There is a list for each system and each of its rivals, all on the same pairs and with the same
    weights, with the values of each statistic, shape (resamples,), NaN where it is undefined.

    Each pair has a random weight with an exponential distribution. Pseudo-pairs have gamma
    distributions with `PSEUDO_WEIGHT` as the sum of their means, or `PSEUDO_WEIGHT_OF_DIFFERENCES`
    if there are rivals. The weights of a resample are those of a draw from the posterior
    distribution over all outcomes, given the pairs and a Dirichlet prior with the weights of the
    pseudo-pairs. In `Resamples`, they are rounded to whole numbers, by which each pair counts as if
    drawn about ten times. Values do not depend on the order of pairs in `canonical_order`. D. B.
    Rubin, "The Bayesian bootstrap" (1981); the prior weight of one pair in all is that of W. Perks,
    "Some observations on inverse probability including a new indifference rule" (1947).

    If `labels_only`, statistics depend on nothing but the labels and the gold labels: pairs that
    are alike are then one unit with the sum of their weights, which has a gamma distribution.
    Unless `smoothed`, pseudo-pairs are drawn and left out.
    """
    everyone = [*systems, *rivals]
    pairs = np.ones(len(systems[0].gold))
    if labels_only:
        everyone, pairs = distinct(everyone)
    extended = with_pseudo_pairs(everyone[: len(systems)], everyone[len(systems) :])
    drawn: list[list[list[FloatArray]]] = [[[] for _ in statistics] for _ in everyone]
    size = extended[0].pseudo_pairs
    weight = PSEUDO_WEIGHT_OF_DIFFERENCES if rivals else PSEUDO_WEIGHT
    pseudo = np.full(size, weight / size)
    for units, weights in _weights(pairs, pseudo, labels_only=labels_only):
        for values, judgments in zip(drawn, extended, strict=True):
            resamples = Resamples(judgments, units, weights)
            resamples = resamples if smoothed else resamples.without_pseudo_pairs
            for blocks, statistic in zip(values, statistics, strict=True):
                blocks.append(statistic(resamples))
    return [[np.concatenate(blocks) for blocks in values] for values in drawn]


def distinct(systems: Sequence[Judgments]) -> tuple[list[Judgments], FloatArray]:
    """Return a pair for each combination of a gold label and labels, and how many are alike."""
    codes = systems[0].gold.astype(np.int64)
    for judgments in systems:
        _, codes = np.unique(codes * len(LABELS) + judgments.labels, return_inverse=True)
    _, first, counts = np.unique(codes, return_index=True, return_counts=True)
    distinct = [judgments.select(first, unanswered=judgments.unanswered) for judgments in systems]
    return distinct, counts.astype(np.float64)


@contextmanager
def keeping_weights(most: int = _MOST_RESAMPLES) -> Iterator[None]:
    """Draw the weights of `resampled` once for what is scored on the same pairs one after another.

    The latest are kept. There are at most so many resamples, as few of a part as of all pairs.
    """
    kept, largest = _kept.set({}), _most.set(most)
    try:
        yield
    finally:
        _kept.reset(kept)
        _most.reset(largest)


def _weights(
    pairs: FloatArray, pseudo: FloatArray, *, labels_only: bool
) -> Iterable[tuple[IntArray, IntArray]]:
    """Return the unit of each pair, like ones together, and the weights of units, by block."""
    kept = _kept.get()
    if kept is None:
        return _drawn_weights(pairs, pseudo)
    drawn_for = pairs.tobytes(), pseudo.tobytes()
    if labels_only not in kept or kept[labels_only][0] != drawn_for:
        kept.pop(labels_only, None)
        kept[labels_only] = drawn_for, list(_drawn_weights(pairs, pseudo))
    return kept[labels_only][1]


def _drawn_weights(pairs: FloatArray, pseudo: FloatArray) -> Iterator[tuple[IntArray, IntArray]]:
    generator = np.random.default_rng(SEED)
    units = units_of(len(pairs), generator)
    shapes, mean = pairs, WEIGHT_OF_PAIR
    if len(pairs) > _MOST_UNITS:
        shapes, mean = np.ones(_GROUPS), _WEIGHT_OF_GROUP
    units = np.concatenate((units, len(shapes) + np.arange(len(pseudo))))
    total = int(mean * shapes.sum())
    shapes = np.concatenate((shapes, pseudo))
    for rows in blocks_of(min(_most.get(), resamples_of(int(pairs.sum()))), len(shapes)):
        yield units, draw_weights(shapes, total, rows, generator)


def units_of(size: int, generator: np.random.Generator) -> IntArray:
    """Return the unit of each pair: the pair itself, or with very many a random group."""
    units = np.arange(size)
    return generator.permutation(units % _GROUPS) if size > _MOST_UNITS else units


def percentile_interval(
    values: FloatArray, value: float, *, level: float = CONFIDENCE
) -> tuple[float, float]:
    """Return the percentile interval of a statistic from its values, shape (resamples,).

    Resamples without a value are NaN, and ignored; if none has one, both ends are `value`, the
    value on the original pairs. The interval is widened to contain it if it lies outside, which
    rounding can cause where the value is the lowest or highest possible. B. Efron, "Nonparametric
    standard errors and confidence intervals" (1981).
    """
    tail = (1 - level) / 2
    defined = values[~np.isnan(values)]
    if not len(defined):
        return value, value
    low, high = np.quantile(defined, [tail, 1 - tail])
    return min(float(low), value), max(float(high), value)


def expanded_level(size: int) -> float:
    """Return the level at which percentile intervals of few pairs hold at 95%.

    It is 1 for one pair or none. Resamples of n pairs vary less than samples, by a factor of
    n / (n - 1) in variance, and do not reflect that the variance itself is estimated, which
    Student's distribution does. T. Hesterberg, "What teachers should know about the bootstrap"
    (2015), section 4.3.
    """
    if size <= 1:
        return 1.0
    # Divided by the root of 2, as the error function has it.
    return erf(student_t_within(size - 1, CONFIDENCE) * sqrt(size / (size - 1) / 2))


def resamples_of(size: int) -> int:
    """Return the number of resamples for a number of pairs.

    It is 10,000 for up to 800 pairs. For more pairs, it is 8 million divided by the number
    of pairs, but at least 500. The standard error of an end of the interval is then 1.4% of half
    its width with 10,000 resamples and 6% with 500, where the interval is narrow. No
    p-value by resamples is below 1 / (resamples + 1).
    """
    return min(_MOST_RESAMPLES, max(_FEWEST_RESAMPLES, _MOST_DRAWS // size))


def blocks_of(resamples: int, units: int) -> Iterator[int]:
    """Yield the sizes of blocks of resamples, which sum to `resamples`."""
    most = max(1, _COUNTS_AT_A_TIME // units)
    for done in range(0, resamples, most):
        yield min(most, resamples - done)


def with_pseudo_pairs(
    systems: Sequence[Judgments], rivals: Sequence[Judgments] = ()
) -> list[Judgments]:
    """Append pseudo-pairs, outputs of a run with every gold label of the scheme, to judgments.

    They stand for errors and hits that a sample of pairs does not show: without them, a run that is
    right on all pairs of a sample would be right in all resamples, as if it could not err. Agresti
    and Coull add successes and failures to a proportion for the same reason: "Approximate is better
    than 'exact' for interval estimation of binomial proportions", The American Statistician 52
    (1998).

    For each label that the run gives, the outputs are those of five pairs that are evenly spaced
    among the pairs with this label. If there are fewer, outputs are repeated, so that all labels
    have the same number of pseudo-pairs: a sample is most likely to miss the errors of a rare
    label. If the systems, on the same pairs, give different numbers of labels, there are more
    outputs of each, so that all have the same number of pseudo-pairs.

    Systems give the same label to a pseudo-pair as far as possible, as those of several seeds err
    together. Each of their labels stands beside each of their rivals', whose difference from them
    is wanted, as often as any other: a sample may not show on which pairs they differ. A. Agresti
    and Y. Min, "Simple improved confidence intervals for comparing matched proportions" (2005), add
    1/2 to the number of pairs on which only one is right.
    """
    everyone = [*systems, *rivals]
    given = [np.flatnonzero(np.bincount(judgments.labels)) for judgments in everyone]
    size = (_OUTPUTS_BESIDE_RIVALS if rivals else _OUTPUTS_OF_LABEL) * lcm(*map(len, given))
    schemes = (everyone[0].gold_scheme, *(judgments.scheme for judgments in everyone))
    scheme = next(filter(None, schemes), Scheme.TWO_WAY)
    gold = np.array(columns_of(scheme), dtype=np.int8)
    pairs = np.arange(len(everyone[0].gold))
    extended = []
    for number, (judgments, labels) in enumerate(zip(everyone, given, strict=True)):
        outputs = _outputs(judgments, labels, size // len(labels))
        if number >= len(systems):
            # One of each label in turn, beside one label after the other of the systems.
            outputs = outputs.reshape(len(labels), -1).T.ravel()
        places = np.concatenate((pairs, np.repeat(outputs, len(gold))))
        extended.append(
            replace(
                judgments.select(places, unanswered=judgments.unanswered),
                gold=np.concatenate((judgments.gold, np.tile(gold, size))),
                pseudo_pairs=size * len(gold),
            )
        )
    return extended


def _outputs(judgments: Judgments, labels: IntArray, outputs_of_label: int) -> IntArray:
    """Return places of pairs with each label, evenly spaced from the first one to the last."""
    by_label = [np.flatnonzero(judgments.labels == label) for label in labels]
    steps = 2 * np.arange(outputs_of_label) + 1
    return np.concatenate([rows[steps * len(rows) // (2 * outputs_of_label)] for rows in by_label])
