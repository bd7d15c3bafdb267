"""What a source is read as: rows with named fields and plain values, and the faults of rows.

And which objects are tables in memory, which `rte_baselines.records.memory` reads. No library of
data frames is imported here.
"""

import re
import sys
from collections import Counter
from collections.abc import Mapping
from numbers import Real
from typing import Any, NamedTuple

from rte_baselines.core.errors import InputError
from rte_baselines.core.quoting import counted

# Faults whose messages differ only here are of one kind.
_DETAILS = re.compile(r"'[^']*'|\"[^\"]*\"|-?\d+(?:\.\d+)?")


def plain(value: object) -> object:
    """Return the Python value of a NumPy scalar or 0-dimensional array; others unchanged."""
    is_scalar = getattr(value, "ndim", None) == 0
    held: object = getattr(value, "item", lambda: value)() if is_scalar else value
    return held


def is_missing(value: object) -> bool:
    """Whether a value is None, NaN, or pandas' NA or NaT."""
    if value is None or isinstance(value, str):
        return value is None
    # If pandas is not imported, there are no values of its types.
    pandas = sys.modules.get("pandas")
    if pandas is not None and (value is pandas.NA or value is pandas.NaT):
        return True
    number = plain(value)
    return isinstance(number, Real) and bool(number != number)


class Row(NamedTuple):
    """A row of a table, an object of JSON, or a record in memory.

    The `line` that it starts on, or the number of the record, is counted from 1. The values by
    column are text in tables, and those that JSON has in other sources. `problem` says why the row
    cannot be read; it is empty if it can.
    """

    line: int
    fields: Mapping[str, Any]
    problem: str = ""


class Faults:
    """What is wrong with single rows; if faults are collected, reading goes on after them."""

    def __init__(self, *, are_collected: bool = False) -> None:
        self._are_collected = are_collected
        self._counts: Counter[str] = Counter()
        self._first: dict[str, str] = {}

    def add(self, name: str, position: str, problem: str) -> None:
        """Note what is wrong at a position of a file, or raise `InputError` with it."""
        place = f"{name}: {position}: "
        problem = problem.removeprefix(place)
        if not self._are_collected:
            raise InputError(place + problem)
        kind = _DETAILS.sub("...", problem)
        self._counts[kind] += 1
        self._first.setdefault(kind, place + problem)

    @property
    def total(self) -> int:
        """The number of faults so far."""
        return self._counts.total()

    def lines(self) -> list[str]:
        """Return a line for each kind of fault, the most frequent first, with an example."""
        return [
            f"{counted(times, 'fault')}, such as {self._first[kind]}"
            for kind, times in self._counts.most_common()
        ]


def is_table(given: object) -> bool:
    """Whether this is a data frame, a dataset (even one that `MemoryRows` refuses), or mappings."""
    if isinstance(given, (list, tuple)):
        return bool(given) and isinstance(given[0], Mapping)
    return is_dataset(given) or is_like_frame(given)


def is_frame(given: object) -> bool:
    """Whether this is a table other than a list of mappings."""
    return not isinstance(given, (list, tuple)) and is_table(given)


def is_like_frame(given: object) -> bool:
    """Whether this may be a data frame."""
    # Frames are recognized by an attribute, since importing a library only for its classes takes
    # long: that of the class, as lazy frames compute that of the object. Runs have columns, too.
    is_own = type(given).__module__.startswith("rte_baselines.")
    return hasattr(type(given), "columns") and not is_own


def is_dataset(given: object) -> bool:
    """Whether this is a dataset of Hugging Face."""
    return hasattr(type(given), "column_names") and hasattr(type(given), "with_format")
