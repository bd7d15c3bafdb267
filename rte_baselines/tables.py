"""Tables of text, for the terminal, in Markdown and in LaTeX."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from io import StringIO
from textwrap import TextWrapper

from rich import box
from rich.cells import cell_len
from rich.console import Console
from rich.table import Table as RichTable

from rte_baselines.representing import brief

_GAP = 2
_WIDEST_KEY = 26
_LATEX_PREAMBLE = r"% In the preamble: \usepackage{booktabs}"
_LATEX_CHARACTERS = {
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    **{character: rf"\{character}" for character in "&%$#_{}"},
}


@brief
@dataclass(frozen=True)
class Table:
    """Rows of text, the first `keys` columns of which say what a row is about."""

    title: str
    header: Sequence[str]
    rows: Sequence[Sequence[str]]
    keys: int = 1


def text_of(tables: Iterable[Table], notes: Iterable[str], width: int) -> str:
    """Return tables and the notes below them in plain text of `width` columns."""
    wrap = TextWrapper(
        width, subsequent_indent="  ", break_long_words=False, break_on_hyphens=False
    )
    blocks = [render_text(table, width) for table in tables]
    return "\n\n".join([*blocks, "\n".join(map(wrap.fill, map(_on_one_line, notes)))])


def markdown_of(tables: Iterable[Table], notes: Iterable[str]) -> str:
    """Return tables and the notes below them in GitHub's Markdown."""
    blocks = [render_markdown(table) for table in tables]
    return "\n\n".join([*blocks, "\n".join(f"- {_on_one_line(note)}" for note in notes)])


def latex_of(tables: Iterable[Table], notes: Iterable[str]) -> str:
    """Return tables in LaTeX, and the notes as comments."""
    blocks = [render_latex(table) for table in tables]
    comments = "\n".join(f"% {_on_one_line(note)}" for note in notes)
    return "\n\n".join([_LATEX_PREAMBLE, *blocks, comments])


def render_text(table: Table, width: int) -> str:
    """Return the table in plain text, in blocks of columns if it is wider than `width`."""
    console = Console(
        file=StringIO(), width=width, color_system=None, markup=False, emoji=False, highlight=False
    )
    console.print(_on_one_line(table.title))
    for columns in _blocks(table, width):
        console.line()
        console.print(_rich_table(table, columns))
    assert isinstance(console.file, StringIO)
    return "\n".join(line.rstrip() for line in console.file.getvalue().splitlines())


def render_markdown(table: Table) -> str:
    """Return the table in GitHub's Markdown."""
    alignment = ["---"] * table.keys + ["---:"] * (len(table.header) - table.keys)
    rows = [table.header, alignment, *table.rows]
    lines = ["| " + " | ".join(map(_markdown_cell, row)) + " |" for row in rows]
    return "\n".join([f"**{_markdown_cell(_on_one_line(table.title))}**", "", *lines])


def render_latex(table: Table) -> str:
    """Return the table in LaTeX, with the rules of the package booktabs."""
    columns = "l" * table.keys + "r" * (len(table.header) - table.keys)
    return "\n".join(
        [
            r"\begin{table}",
            r"\centering",
            rf"\caption{{{latex_text(_on_one_line(table.title))}}}",
            rf"\begin{{tabular}}{{{columns}}}",
            r"\toprule",
            _latex_row(table.header),
            r"\midrule",
            *map(_latex_row, table.rows),
            r"\bottomrule",
            r"\end{tabular}",
            r"\end{table}",
        ]
    )


def latex_text(text: str) -> str:
    """Return text as LaTeX prints it."""
    return "".join(_LATEX_CHARACTERS.get(character, character) for character in text)


def _latex_row(cells: Sequence[str]) -> str:
    return " & ".join(map(_latex_cell, cells)) + r" \\"


def _latex_cell(text: str) -> str:
    value, *interval = map(_latex_numbers, _printable(text).split("\n"))
    return " ".join([value, *(rf"{{\scriptsize ({line})}}" for line in interval)])


def _latex_numbers(text: str) -> str:
    """Return text as LaTeX prints it, with dashes between numbers and signs before them."""
    dashed = re.sub(r"(?<=\d)-(?=\d)", "--", latex_text(text))
    return re.sub(r"(?<![\w-])-(?=\d)", "$-$", dashed)


def _markdown_cell(text: str) -> str:
    text = _printable(text)
    value, *interval = re.sub(r"[\\`*<>|]", r"\\\g<0>", text).split("\n")
    return " ".join([value, *(f"({line})" for line in interval)])


def _on_one_line(note: str) -> str:
    return _printable(" ".join(note.splitlines()))


def _printable(text: str) -> str:
    """Spell out what would move a terminal's cursor or colours, such as in a file's name."""
    return "".join(
        character if character.isprintable() or character == "\n" else ascii(character)[1:-1]
        for character in text
    )


def _rich_table(table: Table, columns: Sequence[int]) -> RichTable:
    rich_table = RichTable(box=box.SIMPLE_HEAD, show_edge=False, padding=(0, _GAP - 1, 0, 0))
    # Keys leave room for the other columns; where there is none, they share the width.
    widest = _WIDEST_KEY if table.keys < len(table.header) else None
    for column in columns:
        if column < table.keys:
            # Where there are only keys, the first is what the others are about.
            rich_table.add_column(
                table.header[column],
                overflow="fold",
                max_width=widest,
                no_wrap=widest is None and column == 0,
            )
        else:
            rich_table.add_column(_broken(table.header[column]), justify="right", no_wrap=True)
    for row in table.rows:
        rich_table.add_row(*(_printable(row[column]) for column in columns))
    return rich_table


def _blocks(table: Table, width: int) -> Iterator[list[int]]:
    """Yield the columns of each block: the keys, and as many others as fit beside them."""
    keys = list(range(table.keys))
    key_width = sum(min(_width(table, key), _WIDEST_KEY) + _GAP for key in keys)
    block: list[int] = []
    used = key_width
    for column in range(table.keys, len(table.header)):
        needed = _width(table, column) + _GAP
        if block and used + needed > width:
            yield keys + block
            block, used = [], key_width
        block.append(column)
        used += needed
    yield keys + block


def _width(table: Table, column: int) -> int:
    cells = [_broken(table.header[column]), *(row[column] for row in table.rows)]
    return max(cell_len(line) for cell in cells for line in cell.split("\n"))


def _broken(name: str) -> str:
    """Break a measure's name over lines at its underscores."""
    return _printable(name).replace("_", "_\n")
