"""Measures of the contingency table of gold labels and a system's labels."""

from abc import abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from math import ceil, floor, sqrt
from typing import ClassVar

import numpy as np

from rte_baselines.core.representing import brief
from rte_baselines.evaluation.inputs.judgments import (
    LABELS,
    NO_ENTAILMENT,
    Codes,
    Judgments,
    conflate_codes,
)
from rte_baselines.evaluation.measures.base import Measure
from rte_baselines.evaluation.resampling.bootstrap import Resamples, wilson_interval
from rte_baselines.kernels.distributions import binomial_probabilities
from rte_baselines.kernels.ragged import FloatArray, IntArray
from rte_baselines.pairs import Label, Scheme

# A row for each label, with a 1 in the column of the label that it is conflated to.
_CONFLATION = np.eye(len(LABELS))[conflate_codes(np.arange(len(LABELS), dtype=np.int8))]
_CONFLATION_OF_CELLS = np.kron(_CONFLATION, _CONFLATION)


class ContingencyMeasure(Measure):
    """A measure that depends only on the table of gold labels by the system's labels."""

    @abstractmethod
    def of_tables(self, tables: FloatArray) -> FloatArray:
        """Return the value of each table, NaN where the measure is undefined, shape (...,).

        Tables of shape (..., 4, 4) have how often each of `LABELS` was given (columns) for each
        gold label (rows), or a multiple of these counts. No table is all zeros.
        """

    def score(self, judgments: Judgments) -> float:
        """Return the value of the table of the judgments."""
        return float(self.of_tables(judgments.table))

    def resampled(self, resamples: Resamples) -> FloatArray:
        """Return the value in each resample, NaN where it is undefined."""
        return self.of_tables(resamples.tables)


class Proportion(ContingencyMeasure):
    """A proportion of all pairs, or of some pairs, with Wilson's interval."""

    range = (0.0, 1.0)

    @abstractmethod
    def hits(self, tables: FloatArray) -> FloatArray:
        """Return the number of hits in each table, shape (...,)."""

    def trials(self, tables: FloatArray) -> FloatArray:
        """Return the number of trials in each table, shape (...,): by default, of all pairs."""
        pairs: FloatArray = tables.sum(axis=(-2, -1))
        return pairs

    def of_tables(self, tables: FloatArray) -> FloatArray:
        """Return hits / trials of each table, NaN where there are no trials."""
        return ratio(self.hits(tables), self.trials(tables))

    def pairs_averaged(self, judgments: Judgments) -> int:
        """Return the number of trials."""
        return int(self.trials(judgments.table))

    def closed_interval(self, judgments: Judgments) -> tuple[float, float] | None:
        """Return Wilson's 95% interval, None if there are no trials."""
        trials = int(self.trials(judgments.table))
        return wilson_interval(int(self.hits(judgments.table)), trials) if trials else None


def ratio(numerators: FloatArray, denominators: FloatArray) -> FloatArray:
    """Return the quotients, NaN where the denominator is 0."""
    return np.asarray(numerators / np.where(np.equal(denominators, 0), np.nan, denominators))


class SchemeMeasure(ContingencyMeasure):
    """A measure of the table in the scheme of the judgments, three-way or two-way.

    If gold labels or the run's labels are two-way, the others are conflated. This is decided
    by all judgments, and holds for all their resamples, with or without two-way labels.
    """

    follows_scheme = True
    why_nan: str = ""
    """Why there is no value where `of_tables` has NaN."""

    def score(self, judgments: Judgments) -> float:
        """Return the value of the table of the judgments."""
        return float(self.of_tables(self.table(judgments)))

    def why_undefined(self, judgments: Judgments) -> str | None:
        """Return why, if the value of the table is NaN."""
        reason = super().why_undefined(judgments)
        is_nan = reason is None and self.why_nan and np.isnan(self.score(judgments))
        return self.why_nan if is_nan else reason

    def resampled(self, resamples: Resamples) -> FloatArray:
        """Return the value in each resample, NaN where it is undefined."""
        tables = self.weighted_tables(resamples)
        return self.of_tables(conflate_tables(tables, resamples.judgments.scheme))

    def table(self, judgments: Judgments) -> FloatArray:
        """Return the table in the scheme of the judgments, shape (4, 4)."""
        return conflate_tables(self.weighted_table(judgments), judgments.scheme)

    def weighted_table(self, judgments: Judgments) -> FloatArray:
        """Return the total weight of the pairs of each cell, before any conflation."""
        return judgments.table

    def weighted_tables(self, resamples: Resamples) -> FloatArray:
        """Return the total weights of the cells in each resample, shape (resamples, 4, 4)."""
        return resamples.tables


class InScheme(Measure):
    """A measure that is one measure of two-way labels, and another one of three-way labels."""

    range = (0.0, 1.0)
    follows_scheme = True
    in_scheme: ClassVar[Mapping[Scheme, Measure]]
    """The measure of the labels of each scheme."""

    def _of(self, judgments: Judgments) -> Measure:
        return self.in_scheme[judgments.scheme or Scheme.TWO_WAY]

    def score(self, judgments: Judgments) -> float:
        """Return the value in the scheme of the judgments."""
        return self._of(judgments).score(judgments)

    def why_undefined(self, judgments: Judgments) -> str | None:
        """Return why there is no value in the scheme of the judgments."""
        return super().why_undefined(judgments) or self._of(judgments).why_undefined(judgments)

    def resampled(self, resamples: Resamples) -> FloatArray:
        """Return the value in each resample, in the scheme of the judgments."""
        return self._of(resamples.judgments).resampled(resamples)

    def closed_interval(self, judgments: Judgments) -> tuple[float, float] | None:
        """Return the interval of the measure in the scheme of the judgments."""
        return self._of(judgments).closed_interval(judgments)

    def expected(self, gold: Codes, probabilities: FloatArray) -> float | None:
        """Return the expectation of the measure in the scheme of the labels."""
        is_two_way = (gold == NO_ENTAILMENT).any() or probabilities[NO_ENTAILMENT] > 0
        scheme = Scheme.TWO_WAY if is_two_way else Scheme.THREE_WAY
        return self.in_scheme[scheme].expected(gold, probabilities)


def conflate_tables(tables: FloatArray, scheme: Scheme | None) -> FloatArray:
    """Conflate the rows and columns of tables, shape (..., 4, 4), if the scheme is two-way."""
    if scheme is not Scheme.TWO_WAY:
        return tables
    # The tables of a cell lie side by side, as in `Resamples.tables`.
    cells = np.moveaxis(tables, (-2, -1), (0, 1))
    conflated = _CONFLATION_OF_CELLS.T @ cells.reshape(len(_CONFLATION_OF_CELLS), -1)
    return np.moveaxis(conflated.reshape(cells.shape), (0, 1), (-2, -1))


@brief
@dataclass(frozen=True)
class Confusion:
    """The confusion matrix of a system on a set of pairs, with the labels of its scheme.

    The counts, shape (labels, labels), have a row for each gold label, a column for each of the
    system.
    """

    labels: tuple[Label, ...]
    counts: IntArray

    @classmethod
    def of(cls, judgments: Judgments, scheme: Scheme) -> "Confusion":
        """Count the labels, conflated first if the scheme is two-way."""
        codes = [LABELS.index(label) for label in scheme.labels]
        table = conflate_tables(judgments.table, scheme)[np.ix_(codes, codes)]
        return cls(scheme.labels, table.astype(np.int64))


def blind_labels(gold: Codes, probabilities: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Return the gold counts and the label probabilities of a trivial system in its scheme.

    Gold labels are codes, shape (n,); `probabilities`, shape (4,), are those of each of `LABELS`.
    Counts and probabilities have the shape (4,).
    """
    gold_counts = np.bincount(gold, minlength=len(LABELS)).astype(np.float64)
    if gold_counts[NO_ENTAILMENT] or probabilities[NO_ENTAILMENT]:
        return gold_counts @ _CONFLATION, np.minimum(probabilities @ _CONFLATION, 1)
    return gold_counts, probabilities


def likely_successes(trials: float, probability: float) -> tuple[FloatArray, FloatArray]:
    """Return the numbers of successes with a noticeable probability, and the probabilities.

    The numbers, shape (numbers,), are consecutive. Numbers farther from the mean than 9 standard
    deviations plus 40 have a probability below the precision of a float64, so that expectations are
    exact without them.
    """
    mean = trials * probability
    reach = 9 * sqrt(mean * (1 - probability)) + 40
    lowest, highest = max(floor(mean - reach), 0.0), min(ceil(mean + reach), trials)
    successes = np.arange(lowest, highest + 1)
    return successes, binomial_probabilities(lowest, highest, trials, probability)
