"""What the drawings of features share: the width of a terminal."""

from rich.cells import cell_len, set_cell_size

WIDTH = 80
"""How many columns an illustration may take."""


def clipped(line: str) -> str:
    """Return a line that fits, with an ellipsis where something was cut off."""
    return line if cell_len(line) <= WIDTH else set_cell_size(line, WIDTH - 1) + "…"
