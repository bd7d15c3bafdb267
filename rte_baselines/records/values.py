"""Values in memory, as JSON has them: plain numbers and strings, and None where one is missing."""

import sys
from collections.abc import Mapping
from numbers import Real
from typing import Any


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


def json_record(record: Any) -> Any:
    """Return a record with the values that JSON has; missing ones within values are left out."""
    if not isinstance(record, Mapping):
        return _json_value(record)
    # Most values are strings, which need nothing.
    return {
        str(name): value if type(value) is str else _json_value(value)
        for name, value in record.items()
    }


def _json_value(value: Any) -> Any:
    """Return a value as JSON has it; what JSON has no type for is text, as in Parquet files."""
    if value is None or type(value) in (str, int, bool):
        return value
    if type(value) is float:
        # NaN is not equal to itself.
        return value if value == value else None
    if isinstance(value, Mapping):
        return {
            str(name): item
            for name, of_name in value.items()
            if (item := _json_value(of_name)) is not None
        }
    if isinstance(value, (list, tuple)):
        return [_json_value(item) for item in value]
    if is_missing(value):
        return None
    held = plain(value)
    if isinstance(held, str):
        return str.__str__(held)
    if isinstance(held, (bool, int, float)):
        return held
    if hasattr(held, "tolist"):
        return _json_value(held.tolist())
    return str(held)
