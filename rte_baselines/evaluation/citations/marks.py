"""The marks of Markdown at the beginning of a line: of quotations, items of lists and headings."""

import re

_COMMONMARK = "-+*"
_OTHERS = (
    "\u2013\u2022\u2023\u2043\u2219\u00b7"  # dashes, triangles and dots
    "\u25cf\u25cb\u25e6\u25aa\u25ab\u25a0\u25a1\u25fe\u25fd"  # discs and squares
    "\u25c6\u25c7\u2756\u25b8\u25b9\u25ba\u27a2\u27a4"  # diamonds and arrows
)
_AS_SYMBOL = "\ufe0f?"

BULLET = rf"[{_COMMONMARK}{_OTHERS}]{_AS_SYMBOL}"
"""Regular expression of the bullet of an item of a list, without the white space after it."""

OTHER_BULLET = rf"[{_OTHERS}]{_AS_SYMBOL}"
"""Regular expression of the bullets that CommonMark reads as text."""

# "> 90%" may mean "more than 90%"; "> 1. Ada" is an item in a quotation.
_QUOTATION = r"\s*>(?!\s*[$\u20ac\u00a3]?[0-9](?![0-9]{0,2}[.)]\s))"
_BULLET = rf"\s*{BULLET}\s+"
_NUMBER = r"\s*[0-9]{1,3}[.)]\s+"
_MARKS = re.compile(rf"(?:{_QUOTATION}|{_BULLET})*(?:{_NUMBER}(?:{_QUOTATION}|{_BULLET})*)?")
_HEADING = re.compile(r"\s{0,3}#{1,6}(?:\s+|$)")


def without_marks(line: str) -> str:
    """Take the marks at the beginning of a line out of it, and those that end a heading.

    Parameters
    ----------
    line : str

    Returns
    -------
    str
        A ``>`` before a number stays, unless it is the number of an item.
    """
    text = line[end_of_marks(line) :]
    heading = _HEADING.match(text)
    return _without_closing(text[heading.end() :]) if heading else text


def end_of_marks(line: str) -> int:
    """Return where the marks of quotations and items at the beginning of a line end.

    Parameters
    ----------
    line : str

    Returns
    -------
    int
        The white space after a mark of a quotation may not be part of it.
    """
    marks = _MARKS.match(line)
    assert marks is not None
    return marks.end()


def _without_closing(heading: str) -> str:
    """Take the marks after a heading out of it, as in "## Ferries ##", but not "## C#"."""
    text = heading.rstrip()
    title = text.rstrip("#")
    return title.rstrip() if title != text and not title[-1:].strip() else heading
