"""Values with their confidence intervals."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Estimate:
    """The value of a measure, and the ends of its confidence interval, None if it has none."""

    value: float
    low: float | None = None
    high: float | None = None
