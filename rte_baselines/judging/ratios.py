"""Statistics of sums over independent units, with bootstrap intervals."""

from dataclasses import dataclass

import numpy as np

from rte_baselines.evaluation.measures.contingency import ratio
from rte_baselines.evaluation.resampling.bootstrap import (
    SEED,
    draws,
    expanded_level,
    percentile_interval,
)
from rte_baselines.evaluation.resampling.estimate import Estimate
from rte_baselines.evaluation.resampling.intervals import wilson_interval
from rte_baselines.kernels.ragged import FloatArray


@dataclass(frozen=True)
class Ratio:
    """A ratio of two sums over units, such as correct rules to rules over input templates.

    Parameters
    ----------
    numerators, denominators : ndarray of float64, shape (units,)
        Not negative. A unit without a denominator has no numerator.
    most : float
        The highest possible value; the lowest is 0.
    """

    numerators: FloatArray
    denominators: FloatArray
    most: float = 1.0

    def estimate(self, *, level: float = 0.95, seed: int = SEED) -> Estimate | None:
        """Return the ratio with its interval.

        Parameters
        ----------
        level : float
            The confidence level, in (0, 1).
        seed : int

        Returns
        -------
        Estimate or None
            None if all denominators are 0. The interval is the percentile interval of the
            bootstrap over units, expanded for few units (`expanded_level`). Where the ratio is
            0 or the highest possible, resamples do not differ; the interval is then Wilson's
            with one trial for each unit, as if all that is in a unit had the same outcome. A
            single unit gives no interval.
        """
        used = self.denominators > 0
        units = int(used.sum())
        if units == 0:
            return None
        columns = np.column_stack([self.numerators[used], self.denominators[used]])
        value = float(columns[:, 0].sum() / columns[:, 1].sum())
        if units == 1:
            return Estimate(value)
        if value in (0.0, self.most):
            low, high = wilson_interval(units if value else 0, units, level)
            return Estimate(value, low * self.most, high * self.most)
        values = ratio(*resampled_sums(columns, seed).T)
        return Estimate(value, *interval_of(values, value, units, level))


def resampled_sums(columns: FloatArray, seed: int = SEED) -> FloatArray:
    """Return the sum of each column in each resample of the units.

    Parameters
    ----------
    columns : ndarray of float64, shape (units, columns)
    seed : int

    Returns
    -------
    ndarray of float64, shape (resamples, columns)
    """
    sums: list[FloatArray] = []
    for units, counts in draws(len(columns), seed=seed):
        by_unit = np.zeros((counts.shape[1], columns.shape[1]))
        np.add.at(by_unit, units, columns)
        sums.append(counts @ by_unit)
    return np.concatenate(sums)


def interval_of(
    values: FloatArray, value: float, units: int, level: float = 0.95
) -> tuple[float, float]:
    """Return the percentile interval of the values in resamples, expanded for few units."""
    return percentile_interval(values, value, level=expanded_level(units, level=level))
