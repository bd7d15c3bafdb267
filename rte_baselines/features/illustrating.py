"""Clipping of illustrations to the width of a terminal."""

from rich.cells import cell_len, set_cell_size

WIDTH = 80
"""The maximum width of an illustration in columns."""


def clipped(line: str) -> str:
    """Clip a line to `WIDTH` columns, with an ellipsis where it was cut."""
    return line if cell_len(line) <= WIDTH else set_cell_size(line, WIDTH - 1) + "…"
