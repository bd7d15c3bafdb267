"""Statistics of sums over independent units, with bootstrap intervals."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from rte_baselines.evaluation.measures.contingency import ratio
from rte_baselines.evaluation.resampling.bootstrap import (
    SEED,
    Estimate,
    draws,
    expanded_level,
    percentile_interval,
    wilson_interval,
)
from rte_baselines.kernels.ragged import FloatArray

_ROUNDING = 1e-12
"""How far equal ratios of sums can differ by rounding."""


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
            bootstrap over units; see `estimate_of_sums`.
        """
        used = self.denominators > 0
        if not used.any():
            return None
        columns = np.column_stack([self.numerators[used], self.denominators[used]])
        return estimate_of_sums(
            lambda sums: ratio(*sums.T), columns, most=self.most, level=level, seed=seed
        )


def estimate_of_sums(
    statistic: Callable[[FloatArray], FloatArray],
    columns: FloatArray,
    *,
    most: float = 1.0,
    level: float = 0.95,
    seed: int = SEED,
) -> Estimate:
    """Return a statistic of sums over units with its interval.

    Parameters
    ----------
    statistic : callable
        From sums, shape (rows, columns), to a value for each row, shape (rows,), in
        [0, `most`]; NaN where it is undefined.
    columns : ndarray of float64, shape (units, columns)
        At least one unit. The statistic of their sum is defined.
    most : float
        The highest possible value.
    level : float
        The confidence level, in (0, 1).
    seed : int

    Returns
    -------
    Estimate
        The interval is the percentile interval of the bootstrap over units, expanded for few
        units (`expanded_level`). If the value is 0 or `most`, all resamples are equal, and the
        interval is Wilson's with one trial for each unit, as if the outcomes within a unit were
        all the same. There is no interval for a single unit, or if all units have the same value
        between 0 and `most`; see `resampled_estimate`.
    """
    units = len(columns)
    value = float(statistic(columns.sum(axis=0, keepdims=True))[0])
    if units == 1:
        return Estimate(value)
    if value in (0.0, most):
        low, high = wilson_interval(units if value else 0, units, level)
        return Estimate(value, low * most, high * most)
    values = statistic(resampled_sums(columns, seed))
    return resampled_estimate(values, value, units, level)


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


def resampled_estimate(
    values: FloatArray, value: float, units: int, level: float = 0.95
) -> Estimate:
    """Return a value with the percentile interval of its resamples, expanded for few units.

    Parameters
    ----------
    values : ndarray of float64, shape (resamples,)
        NaN where a resample has no value.
    value : float
        The value on all units.
    units : int
        At least 2.
    level : float
        The confidence level, in (0, 1).

    Returns
    -------
    Estimate
        Without an interval if no resample differs from another, as where all units have the
        same ratio: an interval without width would say that the value is certain.
    """
    defined = values[~np.isnan(values)]
    if len(defined) == 0 or np.ptp(defined) <= _ROUNDING * max(1.0, abs(value)):
        return Estimate(value)
    interval = percentile_interval(defined, value, level=expanded_level(units, level=level))
    return Estimate(value, *interval)
