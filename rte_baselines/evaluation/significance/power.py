"""The power of McNemar's exact test, before an experiment, and of an interval, after it."""

from functools import lru_cache
from statistics import NormalDist

import numpy as np
import scipy

from rte_baselines.core.errors import InputError
from rte_baselines.evaluation.significance.exact import LEVEL
from rte_baselines.kernels.distributions import binomial_probabilities
from rte_baselines.kernels.ragged import IntArray

POWER = 0.8
"""The power that experiments are planned for: the usual one (Card et al. 2020)."""

MOST_PAIRS = 1_000_000
"""The largest number of pairs that is searched."""

ROUNDING = 1e-9
"""How far a difference may exceed what an agreement allows, as 0.1 does 1 - 0.9."""

# Numbers of discordant pairs further from their mean have a probability below 1e-20.
_DEVIATIONS, _FURTHER = 12, 50
# Differences are found to a hundred-thousandth of a point.
_HALVINGS = 24


def mcnemar_power(
    pairs: int, difference: float, agreement: float, *, level: float = LEVEL
) -> float:
    """Return the probability that McNemar's exact test shows a true difference of two systems.

    The number of discordant pairs, on which only one system is right, is binomial, and so is, given
    this number, that of the pairs on which only the better one is: the power is the sum over both,
    without simulation. S. Duffy, "Asymptotic and exact power for the McNemar test and its analogue
    with R controls per case" (1984); D. Card et al., "With little power comes great responsibility"
    (2020), who simulate it.

    Parameters
    ----------
    pairs : int
        How many pairs both systems label, 1 or more.
    difference : float
        The difference of the two true accuracies, in [0, 1]: 0.02 is two points.
    agreement : float
        The share of pairs that both systems get right or both get wrong, in [0, 1 - difference].
    level : float
        The test is significant if its two-sided p-value is below this level, in (0, 1).

    Returns
    -------
    float
        In [0, 1]; without a difference, at most the level. It rises with the difference. It rises
        with the number of pairs but for small falls, as p-values of counts come in steps.

    Raises
    ------
    InputError
        If a number is outside its range, or systems that agree so often cannot differ so much.
    """
    _refuse(pairs, agreement, level)
    discordance = 1 - agreement
    if not 0 <= difference <= discordance + ROUNDING:
        raise InputError(
            f"a difference of {difference:g} and an agreement of {agreement:g}: systems that agree "
            f"so often differ by at most {discordance:g}; expected a difference from 0 to this"
        )
    if not discordance:
        return 0.0
    # But for a negligible probability, the number of discordant pairs is in this range.
    mean = pairs * discordance
    spread = _DEVIATIONS * (mean * (1 - discordance)) ** 0.5 + _FURTHER
    fewest, most = max(0, int(mean - spread)), min(pairs, int(mean + spread))
    discordant = np.arange(fewest, most + 1)
    # The probability that it is the better system that is right on a discordant pair.
    only_better = min((discordance + difference) / (2 * discordance), 1.0)
    limit = _largest_significant(fewest, most, level)
    tails = scipy.special.bdtr(limit, discordant, only_better)
    tails += scipy.special.bdtrc(discordant - limit - 1, discordant, only_better)
    shown = np.where(limit >= 0, tails, 0.0)
    probabilities = binomial_probabilities(fewest, most, pairs, discordance)
    return float(min((probabilities * shown).sum(), 1.0))


def smallest_difference(
    pairs: int, agreement: float, *, level: float = LEVEL, power: float = POWER
) -> float | None:
    """Return the smallest difference in accuracy that McNemar's test shows with this power.

    None if no difference is shown: systems that agree on so many of so few pairs do not differ
    enough. Parameters and errors are those of `mcnemar_power`; the result is exact to 1e-6.
    """
    _refuse(pairs, agreement, level, power)
    low, high = 0.0, 1 - agreement
    if mcnemar_power(pairs, high, agreement, level=level) < power:
        return None
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        if mcnemar_power(pairs, middle, agreement, level=level) < power:
            low = middle
        else:
            high = middle
    return high


def smallest_difference_by_interval(low: float, high: float) -> float | None:
    """Return about the smallest difference in accuracy shown with `POWER`, by a 95% interval.

    It is 1.96 + 0.84 standard errors, of which half the width of the interval has 1.96, as if the
    interval were normal: with three seeds it is a tenth too small, with two a quarter. None if
    accuracies cannot differ by as much. H. S. Bloom, "Minimum detectable effects" (1995).
    """
    quantile = NormalDist().inv_cdf
    found = (high - low) / 2 * (1 + quantile(POWER) / quantile(1 - LEVEL / 2))
    return found if found < 1 else None


def pairs_needed(
    difference: float, agreement: float, *, level: float = LEVEL, power: float = POWER
) -> int | None:
    """Return how many pairs McNemar's test needs to show a difference with this power.

    One pair less has a lower power, but where power falls in between (see `mcnemar_power`), fewer
    pairs may do as well. None if more than `MOST_PAIRS` are needed. Parameters and errors are those
    of `mcnemar_power`; the difference is above 0.
    """
    if difference <= 0:
        raise InputError(f"a difference of {difference:g}; expected more than 0, such as 0.02")
    low, high = 0, 1
    _refuse(high, agreement, level, power)
    while mcnemar_power(high, difference, agreement, level=level) < power:
        low, high = high, 2 * high
        if high > MOST_PAIRS:
            return None
    while high - low > 1:
        middle = (low + high) // 2
        if mcnemar_power(middle, difference, agreement, level=level) < power:
            low = middle
        else:
            high = middle
    return high


def independent_agreement(accuracy: float, difference: float) -> float:
    """Return how often systems agree if errors are independent, given the lower accuracy."""
    better = accuracy + difference
    return accuracy * better + (1 - accuracy) * (1 - better)


def _refuse(pairs: int, agreement: float, level: float, power: float = POWER) -> None:
    if pairs < 1:
        raise InputError(f"{pairs} pairs; expected at least one")
    if not 0 <= agreement <= 1:
        raise InputError(
            f"an agreement of {agreement:g}; expected a share from 0 to 1, such as 0.85 for 85%"
        )
    for name, value in {"level": level, "power": power}.items():
        if not 0 < value < 1:
            raise InputError(f"a {name} of {value:g}; expected a probability between 0 and 1")


@lru_cache(maxsize=8)  # All halvings of a difference have the same numbers.
def _largest_significant(fewest: int, most: int, level: float) -> IntArray:
    """Return the most pairs of one system alone with a significant test; -1 if none is.

    The result is for each number of discordant pairs from `fewest` to `most`.
    """
    discordant = np.arange(fewest, most + 1)
    # Without discordant pairs, SciPy has no inverse; where no number is significant, it has 0.
    found = np.nan_to_num(scipy.special.bdtrik(level / 2, discordant, 0.5)).astype(np.int64)
    is_significant = 2 * scipy.special.bdtr(found, discordant, 0.5) < level
    largest: IntArray = np.where(is_significant, found, found - 1)
    return largest
