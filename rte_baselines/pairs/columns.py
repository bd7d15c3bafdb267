"""Columns and fields that a user names, for tables and JSON Lines that no format describes."""

from collections.abc import Mapping

from rte_baselines.errors import InputError
from rte_baselines.quoting import quoted
from rte_baselines.suggestions import did_you_mean

Columns = Mapping[str, str]
"""Where each part of a pair stands: part (such as ``text``) to column, field or attribute."""

PARTS = ("id", "text", "hypothesis", "task", "label")
_REQUIRED = ("text", "hypothesis")


def parse_columns(spelling: str) -> Columns:
    """Parse the command line's spelling of columns.

    Parameters
    ----------
    spelling : str
        Such as ``text=premise,hypothesis=claim,label=gold``. The parts are ``id``,
        ``text``, ``hypothesis``, ``task`` and ``label``; columns go by their name or,
        in a table without a header, by their number from 1. Names may not hold a comma.

    Raises
    ------
    InputError
        As `check_columns` does, or if an entry is not of the form ``part=column`` or a
        part is named twice.
    """
    columns: dict[str, str] = {}
    for entry in spelling.split(","):
        part, equals, column = (piece.strip() for piece in entry.partition("="))
        if not (part and equals and column):
            raise InputError(
                f"columns: {quoted(entry)} is not of the form part=column, as text=premise"
            )
        if part in columns:
            raise InputError(f"columns: {part} is named twice")
        columns[part] = column
    return check_columns(columns)


def check_columns(columns: Columns) -> Columns:
    """Return `columns` if they name a text, a hypothesis and nothing unknown.

    Raises
    ------
    InputError
        If a part is unknown, text or hypothesis is missing, or numbers and names are mixed.
    """
    for part in columns:
        if part not in PARTS:
            hint = did_you_mean(part, PARTS)
            raise InputError(
                f"columns: {quoted(part)} is unknown; {hint}expected {', '.join(PARTS)}"
            )
    for part in _REQUIRED:
        if part not in columns:
            raise InputError(f"columns: {part} is missing, as in text=premise,hypothesis=claim")
    numbered = [column.isdecimal() for column in columns.values()]
    if any(numbered) and not all(numbered):
        raise InputError(
            "columns: name all of them, or number all of them in a table without header"
        )
    return columns


def are_numbers(columns: Columns) -> bool:
    """Whether the columns go by number, which says that the table has no header."""
    return all(column.isdecimal() for column in columns.values())
