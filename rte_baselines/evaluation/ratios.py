"""Statistics of sums over independent units, with bootstrap intervals."""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from rte_baselines.evaluation.measures.contingency import ratio
from rte_baselines.evaluation.resampling.bootstrap import (
    SEED,
    Estimate,
    expanded_level,
    percentile_interval,
    wilson_interval,
)
from rte_baselines.evaluation.resampling.sums import resampled_sums
from rte_baselines.kernels.ragged import FloatArray

_ROUNDING = 1e-12
"""How far equal ratios of sums can differ by rounding."""


class Ratio(NamedTuple):
    """A ratio of two sums over units, such as correct rules to rules over input templates.

    Numerators and denominators, shape (units,), are not negative. A unit without a denominator has
    no numerator. The lowest value is 0, the highest `most`.
    """

    numerators: FloatArray
    denominators: FloatArray
    most: float = 1.0

    def estimate(self, *, seed: int = SEED) -> Estimate | None:
        """Return the ratio with its interval (`estimate_of_sums`); None if all denominators are 0.

        Units without a denominator are left out.
        """
        used = self.denominators > 0
        if not used.any():
            return None
        columns = np.column_stack([self.numerators[used], self.denominators[used]])
        return estimate_of_sums(lambda sums: ratio(*sums.T), columns, most=self.most, seed=seed)


def estimate_of_sums(
    statistic: Callable[[FloatArray], FloatArray],
    columns: FloatArray,
    *,
    most: float = 1.0,
    seed: int = SEED,
) -> Estimate:
    """Return a statistic of sums over units with its 95% interval.

    The statistic takes sums, shape (rows, columns), and returns a value for each row, shape
    (rows,), in [0, `most`], NaN where it is undefined. `columns`, shape (units, columns), are of
    one unit or more, and the statistic of their sum is defined.

    The interval is the percentile interval of the bootstrap over units, expanded for few units
    (`expanded_level`). If the value is 0 or `most`, all resamples are equal, and the interval is
    Wilson's with one trial for each unit, as if the outcomes within a unit were all the same. There
    is no interval for a single unit, or if all units have the same value between 0 and `most`; see
    `resampled_estimate`.
    """
    units = len(columns)
    value = float(statistic(columns.sum(axis=0, keepdims=True))[0])
    if units == 1:
        return Estimate(value)
    if value in (0.0, most):
        low, high = wilson_interval(units if value else 0, units)
        return Estimate(value, low * most, high * most)
    return resampled_estimate(statistic(resampled_sums(columns, seed)), value, units)


def resampled_estimate(values: FloatArray, value: float, units: int) -> Estimate:
    """Return the value on all units, two or more, with the percentile interval of its resamples.

    The interval is expanded for few units. The resamples, shape (resamples,), are NaN where one has
    no value. There is no interval if no resample differs from another, as where all units have the
    same ratio: an interval without width would say that the value is certain.
    """
    defined = values[~np.isnan(values)]
    if len(defined) == 0 or np.ptp(defined) <= _ROUNDING * max(1.0, abs(value)):
        return Estimate(value)
    return Estimate(value, *percentile_interval(defined, value, level=expanded_level(units)))
