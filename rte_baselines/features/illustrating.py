"""Lines of illustrations, which are as wide as a terminal."""

from collections.abc import Iterator
from textwrap import wrap

from rich.cells import cell_len, set_cell_size

WIDTH = 80
"""The maximum width of an illustration in columns."""


def clipped(line: str) -> str:
    """Clip a line to `WIDTH` columns, with an ellipsis where it was cut."""
    return line if cell_len(line) <= WIDTH else set_cell_size(line, WIDTH - 1) + "…"


def wrapped(start: str, text: str) -> Iterator[str]:
    """Yield lines of at most `WIDTH` columns: a text behind its start, below which it is indented.

    Parameters
    ----------
    start, text : str
    """
    lines = wrap(text, WIDTH - len(start), break_on_hyphens=False)
    for number, line in enumerate(lines or [""]):
        yield clipped((start if number == 0 else " " * len(start)) + line)
