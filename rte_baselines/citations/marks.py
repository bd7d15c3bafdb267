"""The marks of Markdown at the beginning of a line: of quotations, items of lists and headings."""

import re

# "> 90%" may mean "more than 90%"; "> 1. Ada" is an item in a quotation.
_QUOTATION = r"\s*>(?!\s*[$\u20ac\u00a3]?[0-9](?![0-9]{0,2}[.)]\s))"
_BULLET = r"\s*[-*\u2022\u2013]\s+"
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
    marks = _MARKS.match(line)
    assert marks is not None
    text = line[marks.end() :]
    heading = _HEADING.match(text)
    return _without_closing(text[heading.end() :]) if heading else text


def _without_closing(heading: str) -> str:
    """Take the marks after a heading out of it, as in "## Ferries ##", but not "## C#"."""
    text = heading.rstrip()
    title = text.rstrip("#")
    return title.rstrip() if title != text and not title[-1:].strip() else heading
