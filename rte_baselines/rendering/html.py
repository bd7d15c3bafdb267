"""Tables in HTML, for notebooks.

Everything from data is escaped. There are no colours and no scripts, so that light and dark
notebooks show it alike.
"""

from collections.abc import Iterable, Sequence
from html import escape

from rte_baselines.core.quoting import printable_lines
from rte_baselines.rendering.tables import Table

_CELL = "padding: 0.2em 0.6em; vertical-align: top"
_TEXT = f"{_CELL}; text-align: left; white-space: pre-wrap"
_NUMBER = f"{_CELL}; text-align: right; white-space: nowrap"


def html_of(tables: Iterable[Table], notes: Iterable[str] = (), *, lead: Iterable[str] = ()) -> str:
    """Return the lead as paragraphs, tables, and the notes as a list that opens on a click."""
    above = "".join(f"<p>{html_text(line)}</p>" for line in lead)
    items = "".join(f"<li>{html_text(note)}</li>" for note in notes)
    below = f"<details><summary>Notes</summary><ul>{items}</ul></details>" if items else ""
    return f"<div>{above}{''.join(map(html_table, tables))}{below}</div>"


def html_table(table: Table) -> str:
    """Return a table with its title; the second line of a cell, an interval, is small."""
    styles = [_TEXT] * table.keys + [_NUMBER] * (len(table.header) - table.keys)
    head = _row(table.header, "th", styles)
    rows = "".join(_row(row, "td", styles) for row in table.rows)
    below = "".join(f"<p><small>{html_text(note)}</small></p>" for note in table.footnotes)
    content = f"<table><thead>{head}</thead><tbody>{rows}</tbody></table>"
    title = f"<p><strong>{html_text(table.title)}</strong></p>" if table.title else ""
    return f'{title}<div style="overflow-x: auto">{content}</div>{below}'


def html_text(text: str) -> str:
    """Return text as HTML shows it: escaped, control characters as in `printable_lines`."""
    return escape(printable_lines(text))


def _row(cells: Sequence[str], tag: str, styles: Sequence[str]) -> str:
    inside = "".join(
        f'<{tag} style="{style}">{_cell(cell)}</{tag}>'
        for cell, style in zip(cells, styles, strict=True)
    )
    return f"<tr>{inside}</tr>"


def _cell(text: str) -> str:
    value, *interval = html_text(text).split("\n")
    return "<br>".join([value, *(f"<small>{line}</small>" for line in interval)])
