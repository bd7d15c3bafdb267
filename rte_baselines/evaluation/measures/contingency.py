"""Measures of the contingency table of gold labels and a system's labels."""

from abc import abstractmethod

import numpy as np

from rte_baselines.evaluation.inputs.judgments import Judgments
from rte_baselines.evaluation.measures.base import Measure
from rte_baselines.evaluation.resampling.bootstrap import Resamples
from rte_baselines.evaluation.resampling.intervals import wilson_interval
from rte_baselines.kernels.ragged import FloatArray


class ContingencyMeasure(Measure):
    """A measure that depends only on the table of gold labels by the system's labels."""

    @abstractmethod
    def of_tables(self, tables: FloatArray) -> FloatArray:
        """Return the value of each table.

        Parameters
        ----------
        tables : ndarray of float64, shape (..., 4, 4)
            How often each of `LABELS` was given (columns) for each gold label (rows), or
            a multiple of these counts. No table is all zeros.

        Returns
        -------
        ndarray of float64, shape (...,)
            NaN where the measure is undefined.
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

    @abstractmethod
    def trials(self, tables: FloatArray) -> FloatArray:
        """Return the number of trials in each table, shape (...,)."""

    def of_tables(self, tables: FloatArray) -> FloatArray:
        """Return hits / trials of each table, NaN where there are no trials."""
        return ratio(self.hits(tables), self.trials(tables))

    def closed_interval(self, judgments: Judgments) -> tuple[float, float] | None:
        """Return Wilson's 95% interval, None if there are no trials."""
        trials = int(self.trials(judgments.table))
        return wilson_interval(int(self.hits(judgments.table)), trials) if trials else None


def ratio(numerators: FloatArray, denominators: FloatArray) -> FloatArray:
    """Return the quotients, NaN where the denominator is 0."""
    quotients = np.full(np.broadcast(numerators, denominators).shape, np.nan)
    np.divide(numerators, denominators, out=quotients, where=np.not_equal(denominators, 0))
    return quotients
