"""Tables of text, and how they are printed in a terminal."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from io import StringIO
from textwrap import TextWrapper

from rich import box
from rich.cells import cell_len, set_cell_size
from rich.console import Console
from rich.table import Table as RichTable

from rte_baselines.core.quoting import printable, printable_lines
from rte_baselines.core.representing import brief

_GAP = 2
# Sums over all pairs have rounding errors only after this many decimal places.
_EXACT_PLACES = 10
_WIDEST_KEY = 26
_NARROWEST_KEY = 8
_WIDEST_HEADER = 12
# The parts of a name, which may be broken after each: a part ends in its separators.
_NAME_PARTS = re.compile(r"[^_./:|-]+[_./:|-]*|[_./:|-]+")


@brief
@dataclass(frozen=True)
class Table:
    """Rows of text, which the first `keys` columns identify.

    Cells at the places (row, column) in `bold` are in bold, or have an asterisk in plain text.
    `footnotes` are printed below the table, even in LaTeX, where the notes on all tables are
    comments.
    """

    title: str
    header: Sequence[str]
    rows: Sequence[Sequence[str]]
    keys: int = 1
    bold: frozenset[tuple[int, int]] = frozenset()
    footnotes: tuple[str, ...] = ()


def decimal(value: float) -> str:
    """Return a number to three places; numbers that are equal but for rounding print alike.

    The digits are those of `percentage`.
    """
    return f"{_percent(value) / 100:.3f}"


def percentage(share: float) -> str:
    """Return a share in percent, to one decimal place; see `decimal`."""
    return f"{_percent(share):.1f}"


def fixed(value: float, places: int) -> str:
    """Return a number to so many places, and zero without a sign."""
    # What is rounded to minus zero becomes zero by the sum.
    return f"{round(value, places) + 0.0:.{places}f}"


def _percent(share: float) -> float:
    """Return a share in percent, rounded to one place."""
    # Adding 0.0 turns -0.0 into 0.0.
    return round(100 * round(share, _EXACT_PLACES), 1) + 0.0


def text_of(
    tables: Iterable[Table], notes: Iterable[str], width: int, *, lead: Iterable[str] = ()
) -> str:
    """Return the lead, tables and the notes below them in plain text of `width` columns."""
    blocks = [render_text(table, width) for table in tables]
    above, below = (_wrapped(lines, width) for lines in (lead, notes))
    return "\n\n".join([*filter(None, [above]), *blocks, below])


def _wrapped(lines: Iterable[str], width: int) -> str:
    wrap = TextWrapper(
        width, subsequent_indent="  ", break_long_words=False, break_on_hyphens=False
    )
    return "\n".join(map(wrap.fill, map(printable, lines)))


def aligned(rows: Sequence[Sequence[str]]) -> list[str]:
    """Return rows as one line each, with their columns aligned."""
    cells = [[printable_lines(" ".join(cell.split("\n"))) for cell in row] for row in rows]
    widths = [max(map(cell_len, column)) for column in zip(*cells, strict=True)]
    return [(" " * _GAP).join(map(set_cell_size, row, widths)).rstrip() for row in cells]


def cut(line: str, width: int) -> str:
    """Return a line that takes at most `width` columns, with an ellipsis if it was longer."""
    if cell_len(line) <= width:
        return line
    return f"{set_cell_size(line, width - 1).rstrip(' ,;')}…"


def render_text(table: Table, width: int) -> str:
    """Return the table in plain text, in blocks of columns if it is wider than `width`."""
    table = replace(table, rows=with_bold(table, table.rows, "{}*"))
    console = Console(
        file=StringIO(),
        width=width,
        color_system=None,
        # In a notebook, rich would show the table in the cell and write nothing to the file.
        force_jupyter=False,
        markup=False,
        emoji=False,
        highlight=False,
    )
    console.print(printable(table.title))
    widths = _key_widths(table, width)
    for columns in _blocks(table, widths, width):
        console.line()
        console.print(_rich_table(table, columns, widths))
    assert isinstance(console.file, StringIO)
    lines = [line.rstrip() for line in console.file.getvalue().splitlines()]
    return "\n".join([*lines, *filter(None, [_wrapped(table.footnotes, width)])])


def with_bold(table: Table, rows: Sequence[Sequence[str]], form: str) -> Sequence[Sequence[str]]:
    """Return rows with the values of bold cells, without what is below them, in a form."""
    marked = [list(row) for row in rows]
    for row, column in table.bold:
        value, *interval = re.split(r"(?=[\n ])", marked[row][column], maxsplit=1)
        marked[row][column] = "".join([form.format(value), *interval])
    return marked


def _rich_table(table: Table, columns: Sequence[int], widths: Sequence[int]) -> RichTable:
    rich_table = RichTable(box=box.SIMPLE_HEAD, show_edge=False, padding=(0, _GAP - 1, 0, 0))
    keys = range(table.keys)
    for column in columns:
        name = table.header[column]
        if column in keys:
            rich_table.add_column(fitted(name, widths[column]), no_wrap=True)
        else:
            rich_table.add_column(_broken(name), justify="right", no_wrap=True)
    for row in table.rows:
        cells = (
            fitted(row[column], widths[column]) if column in keys else printable_lines(row[column])
            for column in columns
        )
        rich_table.add_row(*cells)
    return rich_table


def _blocks(table: Table, widths: Sequence[int], width: int) -> Iterator[list[int]]:
    """Yield the columns of each block: the keys, and as many other columns as fit."""
    keys = list(range(table.keys))
    key_width = _total(widths)
    block: list[int] = []
    used = key_width
    for column in range(table.keys, len(table.header)):
        needed = _GAP + _width(table, column)
        if block and used + needed > width:
            yield keys + block
            block, used = [], key_width
        block.append(column)
        used += needed
    yield keys + block


def _key_widths(table: Table, width: int) -> list[int]:
    """Return the width of each key column: its own if the table fits, else a smaller one.

    If there are other columns, the keys leave room for the widest of them, and are at most
    `_WIDEST_KEY` wide. If there are only keys, the first keeps its width up to half of the
    table's, because the others describe it; the others share the rest.
    """
    keys = range(table.keys)
    widths = [_width(table, key) for key in keys]
    others = [_width(table, column) for column in range(table.keys, len(table.header))]
    if _total([*widths, *others]) <= width:
        return widths
    parts = [_widest_part(table, key) for key in keys]
    if others:
        widths, parts = ([min(key, _WIDEST_KEY) for key in sizes] for sizes in (widths, parts))
        return _narrowed(widths, parts, width - _GAP - max(others))
    parts[0] = max(parts[0], min(widths[0], width // 2))
    return _narrowed(widths, parts, width)


def _narrowed(widths: Sequence[int], parts: Sequence[int], room: int) -> list[int]:
    """Return the widths, the widest reduced until all fit.

    They are at least as wide as their widest `parts`, unless even these do not fit.
    """
    for keys, least in ((widths, parts), (parts, [_NARROWEST_KEY] * len(parts))):
        for widest in range(max(keys, default=0), 0, -1):
            narrowed = [min(key, max(widest, part)) for key, part in zip(keys, least, strict=True)]
            if _total(narrowed) <= room:
                return narrowed
    return narrowed


def _total(widths: Sequence[int]) -> int:
    """Return the total width of columns; rich puts a space after the last one, too."""
    return sum(widths) + _GAP * len(widths) - 1


def fitted(text: str, width: int) -> str:
    """Return text broken into lines of `width` columns, at spaces or between parts of names.

    A name is broken after ``_``, ``.``, ``/``, ``:``, ``|`` or ``-``; a part that is still too
    wide is shortened by an ellipsis in its middle.
    """
    lines: list[str] = []
    for line in printable_lines(text).split("\n"):
        lines += _filled(line, width) or [""]
    return "\n".join(lines)


def _filled(line: str, width: int) -> list[str]:
    if cell_len(line) <= width:
        return [line]
    lines: list[str] = []
    for word in line.split():
        gap = " "
        for part in [word] if cell_len(word) <= width else _NAME_PARTS.findall(word):
            if lines and cell_len(lines[-1] + gap + part) <= width:
                lines[-1] += gap + part
            else:
                lines.append(part)
            gap = ""
    return [_with_ellipsis(filled, width) for filled in lines]


def _with_ellipsis(part: str, width: int) -> str:
    """Shorten a part that is wider than `width` columns by an ellipsis in its middle."""
    if cell_len(part) <= width:
        return part
    shortened = "…"
    for kept in range(1, len(part)):
        longer = f"{part[: (kept + 1) // 2]}…{part[len(part) - kept // 2 :]}"
        if cell_len(longer) > width:
            break
        shortened = longer
    return shortened


def _width(table: Table, column: int) -> int:
    name = table.header[column]
    cells = [name if column < table.keys else _broken(name), *(row[column] for row in table.rows)]
    return max(cell_len(line) for cell in cells for line in printable_lines(cell).split("\n"))


def _widest_part(table: Table, column: int) -> int:
    """Return the width of the widest part of a column that cannot be broken."""
    cells = [table.header[column], *(row[column] for row in table.rows)]
    return max((cell_len(part) for cell in cells for part in _parts(cell)), default=0)


def _parts(text: str) -> list[str]:
    return [part for word in printable_lines(text).split() for part in _NAME_PARTS.findall(word)]


def _broken(name: str) -> str:
    """Break the name of a measure or run into lines; unbreakable parts keep their width."""
    return fitted(name, max(_WIDEST_HEADER, *map(cell_len, _parts(name)), 0))
