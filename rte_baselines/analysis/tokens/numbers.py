"""The values of numbers (those of "1,000" and "one thousand" are equal), and words of dates."""

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from typing import Any

import numpy as np

from rte_baselines.analysis.analysis import Analysis
from rte_baselines.analysis.layer import Layer, WordValues, WordwiseLayer
from rte_baselines.analysis.tokens.words import norm_of
from rte_baselines.core.registry import registry
from rte_baselines.kernels.ragged import FloatArray

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
_WORDS = {"half", *_UNITS, *_TENS, *_MULTIPLIERS, *_SCALES}

# After digits, these are unambiguous, unlike "m", which may be metres.
_ABBREVIATED_SCALES = {"mn": 10**6, "bn": 10**9, "tn": 10**12}
_AFTER_DIGITS = _MULTIPLIERS | _SCALES | _ABBREVIATED_SCALES
_DIGITS = re.compile(
    r"(\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?|\.\d+)(mn|bn|tn)?",
)

# Before or after these, "one" is a pronoun.
_BEFORE_PRONOUN = frozenset("no any some every each which this that".split())
_AFTER_PRONOUN = frozenset("of another".split())

_MONTH_NAMES = (
    "january february march april may june july august september october november december".split()
)
_DAYS = "monday tuesday wednesday thursday friday saturday sunday".split()
_FULL_NAMES = dict.fromkeys(_MONTH_NAMES, "month") | dict.fromkeys(_DAYS, "day")
_FULL_NAME_OF = {
    **{name: name for name in _FULL_NAMES},
    **{name[:3]: name for name in _FULL_NAMES},
    **{"sept": "september", "tues": "tuesday", "thur": "thursday", "thurs": "thursday"},
}
# Without a full stop, these are more often other words or names.
_ONLY_WITH_STOP = frozenset({"sun", "sat", "mar"})
MONTHS = frozenset(name for name, full in _FULL_NAME_OF.items() if full in _MONTH_NAMES)
"""The names of months and their abbreviations, in lower case and without a full stop."""

_YEAR = re.compile(r"1[5-9]\d\d|20\d\d")


@registry.layers("numbers.v1")
class NumberLayer(Layer):
    """The value of each number at its first word; NaN at all other words."""

    provides = ("numbers",)
    needs = ("norms",)

    def compute(self, analyses: Sequence[Analysis]) -> Iterator[Mapping[str, Any]]:
        """Read the numbers in the norms."""
        for analysis in analyses:
            yield {"numbers": read_numbers(analysis.norms)}


def read_numbers(norms: Sequence[str]) -> FloatArray:
    """Return the value of the number that starts at each norm; NaN if no number starts there.

    It reads digits with or without commas ("1,000", "2.5"), number words ("two hundred and five",
    "twenty-one" split at the hyphen or not, "half a million", "two and a half"), and digits before
    a scale ("2.5 million", "9bn"). "One" as a pronoun ("no one", "one of them") is not a number.
    Years, dates, ordinals and signs are not special: "1987" is 1987, "21st" is not a number, "-5"
    is 5.
    """
    values = np.full(len(norms), np.nan)
    end = 0
    for start, norm in enumerate(norms):
        # Most words are excluded by a check that is faster than reading.
        has_digits = norm[:1].isdecimal() or norm[-1:].isdecimal()
        may_start = norm in _WORDS or (has_digits and not norm.isalpha())
        if start < end or not may_start:
            continue
        value, end = _read_number(norms, start)
        # A number with hundreds of digits can exceed the range of a float; it has no value.
        if value is not None and math.isfinite(float(value)):
            values[start] = float(value)
    return values


# Each reader below returns the value of the number at `start`, or None, and the position after
# its last word. Values are exact, so that "16.1 thousand" equals "16,100".
_Reading = tuple[Decimal | None, int]


def _read_number(norms: Sequence[str], start: int) -> _Reading:
    digits = _DIGITS.fullmatch(norms[start])
    if digits:
        return _read_digits(digits, norms, start)
    if norms[start] == "half":
        return _read_half(norms, start)
    if norms[start] == "one" and _is_pronoun(norms, start):
        return None, start + 1
    if norms[start] in _WORDS:
        return _read_words(norms, start)
    return None, start + 1


def _read_digits(digits: re.Match[str], norms: Sequence[str], start: int) -> _Reading:
    number, scale = digits.groups()
    value = Decimal(number.replace(",", ""))
    if scale:
        return value * _ABBREVIATED_SCALES[scale], start + 1
    end = start + 1
    while _at(norms, end) in _AFTER_DIGITS:
        value *= _AFTER_DIGITS[_at(norms, end)]
        end += 1
    return value, end


def _read_half(norms: Sequence[str], start: int) -> _Reading:
    """Read "half a million"; "half" without a scale is not a number."""
    position = start + 2 if _at(norms, start + 1) in ("a", "an") else start + 1
    scale = (_MULTIPLIERS | _SCALES).get(_at(norms, position))
    return (None, start + 1) if scale is None else (Decimal(scale) / 2, position + 1)


def _is_pronoun(norms: Sequence[str], position: int) -> bool:
    before = norms[position - 1] if position else ""
    return before in _BEFORE_PRONOUN or _at(norms, position + 1) in _AFTER_PRONOUN


def _read_words(norms: Sequence[str], start: int) -> _Reading:
    """Read groups below a thousand with their scales, in descending order."""
    total, ceiling, end = Decimal(0), math.inf, start
    while True:
        group, after_group = _read_group(norms, _after_and(norms, end) if total else end)
        scale = _SCALES.get(_at(norms, after_group))
        if total and (group is None or (scale is not None and scale >= ceiling)):
            # "two thousand and three thousand" are two numbers.
            return total, end
        if scale is None:
            return (None, start + 1) if group is None else (total + group, after_group)
        total += (1 if group is None else group) * scale
        ceiling, end = scale, after_group + 1


def _read_group(norms: Sequence[str], start: int) -> _Reading:
    """Read a number below a thousand, or a number of dozens."""
    small, end = _read_below_hundred(norms, start)
    multiplier = _MULTIPLIERS.get(_at(norms, end))
    if multiplier is None:
        return small, end
    value = (1 if small is None else small) * Decimal(multiplier)
    rest, after_rest = _read_below_hundred(norms, _after_and(norms, end + 1))
    if rest is None or _at(norms, after_rest) in _MULTIPLIERS:
        # "three hundred and four hundred" are two numbers.
        return value, end + 1
    return value + rest, after_rest


def _read_below_hundred(norms: Sequence[str], start: int) -> _Reading:
    first = _at(norms, start)
    if first in _TENS:
        value, end = Decimal(_TENS[first]), start + 1
        unit_position = start + 2 if _at(norms, start + 1) == "-" else start + 1
        unit = _UNITS.get(_at(norms, unit_position), 0)
        if 0 < unit < 10:
            value, end = value + unit, unit_position + 1
    elif first in _UNITS:
        value, end = Decimal(_UNITS[first]), start + 1
    else:
        return None, start
    if tuple(norms[end : end + 3]) == ("and", "a", "half"):
        return value + Decimal("0.5"), end + 3
    return value, end


def _after_and(norms: Sequence[str], position: int) -> int:
    return position + 1 if _at(norms, position) == "and" else position


def _at(norms: Sequence[str], position: int) -> str:
    return norms[position] if position < len(norms) else ""


@registry.layers("dates.v1")
class DateLayer(WordwiseLayer):
    """Marks and normalizes the words that name a month, a day of the week or a year.

    The layer ``dates`` has "month may" for "May", "day monday" for "Mon." and "year 1998"
    for "1998". All other words have their norm. These include "may", "1,998", days of the
    month, dates in one word such as "5/12/1998", and years before 1500 or after 2099.
    """

    provides = ("dates", "is_date")
    reads = "words"

    def values(self, strings: Sequence[str]) -> Mapping[str, WordValues]:
        """Look the words up."""
        dates = [_date_of(word) for word in strings]
        return {
            "dates": [date or norm_of(word) for date, word in zip(dates, strings, strict=True)],
            "is_date": np.array([date is not None for date in dates], dtype=np.bool_),
        }


def _date_of(word: str) -> str | None:
    """Return the date that a word names, or None."""
    if _YEAR.fullmatch(word):
        return f"year {word}"
    norm = norm_of(word)
    name = _FULL_NAME_OF.get(norm.removesuffix("."))
    if name is None or not word[0].isupper() or norm in _ONLY_WITH_STOP:
        return None
    return f"{_FULL_NAMES[name]} {name}"
