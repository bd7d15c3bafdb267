"""Tables in HTML, for notebooks.

There are no colours and no scripts, so that light and dark notebooks show it alike.
"""

from collections.abc import Iterable, Sequence

from markupsafe import Markup

from rte_baselines.rendering.elements import element, joined
from rte_baselines.rendering.tables import Table

_CELL = "padding: 0.2em 0.6em; vertical-align: top"
_TEXT = f"{_CELL}; text-align: left; white-space: pre-wrap"
_NUMBER = f"{_CELL}; text-align: right; white-space: nowrap"


def html_of(tables: Iterable[Table], notes: Iterable[str] = (), *, lead: Iterable[str] = ()) -> str:
    """Return the lead as paragraphs, tables, and the notes as a list that opens on a click."""
    above = (element("p", line) for line in lead)
    items = [element("li", note) for note in notes]
    below = element("details", element("summary", "Notes"), element("ul", *items)) if items else ""
    return str(element("div", *above, *map(_table, tables), below))


def _table(table: Table) -> Markup:
    """Return a table with its title; the second line of a cell, an interval, is small."""
    styles = [_TEXT] * table.keys + [_NUMBER] * (len(table.header) - table.keys)
    head = element("thead", _row(table.header, "th", styles))
    body = element("tbody", *(_row(row, "td", styles) for row in table.rows))
    return joined(
        element("p", element("strong", table.title)) if table.title else "",
        element("div", element("table", head, body), style="overflow-x: auto"),
        *(element("p", element("small", note)) for note in table.footnotes),
    )


def _row(cells: Sequence[str], tag: str, styles: Sequence[str]) -> Markup:
    shown = zip(cells, styles, strict=True)
    return element("tr", *(element(tag, _cell(cell), style=style) for cell, style in shown))


def _cell(text: str) -> Markup:
    value, *interval = text.split("\n")
    return Markup("<br>").join([joined(value), *(element("small", line) for line in interval)])
