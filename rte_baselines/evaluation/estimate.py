"""Values with their confidence intervals."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Estimate:
    """The value of a measure, with its confidence interval where there is one, of 95% as a rule."""

    value: float
    low: float | None = None
    high: float | None = None
