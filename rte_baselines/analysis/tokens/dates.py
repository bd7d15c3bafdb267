"""Words that name a date: months, days of the week and years."""

import re
from collections.abc import Mapping, Sequence

import numpy as np

from rte_baselines.analysis.layer import WordValues, WordwiseLayer
from rte_baselines.analysis.tokens.words import norm_of
from rte_baselines.core.registry import registry

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
