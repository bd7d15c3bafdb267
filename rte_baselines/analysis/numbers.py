"""The value of numbers, so that "1,000", "1000" and "one thousand" are the same."""

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from rte_baselines.analysis.analysis import Analysis
from rte_baselines.analysis.analyzer import Layer
from rte_baselines.kernels.ragged import FloatArray
from rte_baselines.registry import registry

_UNITS = {
    name: value
    for value, name in enumerate(
        "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen "
        "fifteen sixteen seventeen eighteen nineteen".split()
    )
}
_TENS = {
    name: 10 * value
    for value, name in enumerate(
        "twenty thirty forty fifty sixty seventy eighty ninety".split(), start=2
    )
}
_MULTIPLIERS = {"dozen": 12, "hundred": 100}
_SCALES = {"thousand": 10**3, "million": 10**6, "billion": 10**9, "trillion": 10**12}
_WORDS = _UNITS.keys() | _TENS.keys() | _MULTIPLIERS.keys() | _SCALES.keys()
_DIGITS = re.compile(r"\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?|\.\d+")


@registry.layers("numbers.v1")
class NumberLayer(Layer):
    """The value of each number at its first word, NaN at all other words."""

    provides = ("numbers",)
    needs = ("norms",)

    def compute(self, analyses: Sequence[Analysis]) -> Iterator[Mapping[str, Any]]:
        """Read the numbers off the norms."""
        for analysis in analyses:
            yield {"numbers": read_numbers(analysis.norms)}


def read_numbers(norms: Sequence[str]) -> FloatArray:
    """Return the value of the number that starts at each word, NaN where none does.

    Understood are digits with or without commas ("1,000", "2.5"), number words ("two
    hundred and five", "twenty-one" cut at its hyphen or not) and digits before a scale
    ("2.5 million"). Years, dates and ordinals get no treatment of their own: "1987" is
    1987, "21st" is no number.

    Parameters
    ----------
    norms : sequence of str
        Lower-cased words.

    Returns
    -------
    ndarray of float64, shape (words,)
    """
    values = np.full(len(norms), np.nan)
    position = 0
    while position < len(norms):
        value, end = _read_number(norms, position)
        # Digits by the hundred can exceed what a float holds; such a number has no value.
        if value is not None and math.isfinite(value):
            values[position] = value
        position = max(end, position + 1)
    return values


# Each reader below returns the value it found from `start` on, or None, and the place
# after the last word it used.
_Found = tuple[float | None, int]


def _read_number(norms: Sequence[str], start: int) -> _Found:
    if _DIGITS.fullmatch(norms[start]):
        value = float(norms[start].replace(",", ""))
        following = _at(norms, start + 1)
        if following in _SCALES or following in _MULTIPLIERS:
            return value * (_SCALES | _MULTIPLIERS)[following], start + 2
        return value, start + 1
    if norms[start] in _WORDS:
        return _read_words(norms, start)
    return None, start


def _read_words(norms: Sequence[str], start: int) -> _Found:
    """Read groups below a thousand, each with its scale, in descending order."""
    total, ceiling, end = 0.0, math.inf, start
    while True:
        group, after_group = _read_group(norms, _after_and(norms, end) if total else end)
        scale = _SCALES.get(_at(norms, after_group), math.inf)
        if scale >= ceiling or (group is None and total):
            break
        total += (1.0 if group is None else group) * scale
        ceiling, end = scale, after_group + 1
    if group is None:
        return total, end
    return total + group, after_group


def _read_group(norms: Sequence[str], start: int) -> _Found:
    """Read a number below a thousand, or some dozens."""
    small, end = _read_below_hundred(norms, start)
    multiplier = _MULTIPLIERS.get(_at(norms, end))
    if multiplier is None:
        return small, end
    value = (1.0 if small is None else small) * multiplier
    rest, after_rest = _read_below_hundred(norms, _after_and(norms, end + 1))
    return (value, end + 1) if rest is None else (value + rest, after_rest)


def _read_below_hundred(norms: Sequence[str], start: int) -> _Found:
    first = _at(norms, start)
    if first in _UNITS:
        return float(_UNITS[first]), start + 1
    if first not in _TENS:
        return None, start
    unit_place = start + 2 if _at(norms, start + 1) == "-" else start + 1
    unit = _UNITS.get(_at(norms, unit_place), 0)
    if 0 < unit < 10:
        return float(_TENS[first] + unit), unit_place + 1
    return float(_TENS[first]), start + 1


def _after_and(norms: Sequence[str], position: int) -> int:
    return position + 1 if _at(norms, position) == "and" else position


def _at(norms: Sequence[str], position: int) -> str:
    return norms[position] if position < len(norms) else ""
