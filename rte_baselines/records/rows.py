"""What a source is read as: rows with named fields."""

from collections.abc import Mapping
from typing import Any, NamedTuple


class Row(NamedTuple):
    """A row of a table, an object of JSON, or a record in memory.

    Parameters
    ----------
    line : int
        The line that it starts on, or the number of the record, from 1.
    fields : mapping of str to object
        The values by column: text of tables, and the values that JSON has of other sources.
    problem : str
        Why the row cannot be read; empty if it can.
    """

    line: int
    fields: Mapping[str, Any]
    problem: str = ""
