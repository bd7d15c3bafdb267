"""Code within the text of Markdown, as in `x = a[2]` and ``<code>a[2]</code>``."""

import re
from collections.abc import Hashable, Iterable, Iterator
from itertools import groupby

from rte_baselines.evaluation.citations.marks import BULLET

# Runs of backquotes, and tags of code.
_MARK = re.compile(
    r"(?P<run>`+)|<(?P<end>/?)(?P<tag>code|pre)(?=[\s/>])[^<>]*>",
    re.IGNORECASE,
)
# Headings and items of lists.
_BLOCK_STARTS = re.compile(rf"\s*(?:#|{BULLET}\s|[0-9]{{1,9}}[.)]\s)")
_QUOTATION_MARKS = re.compile(r"(?:[ ]{0,3}>)*")
# A line break within a paragraph, with the marks of the next line.
_BREAK = re.compile(r"\n(?:(?:[ ]{0,3}>)+[ ]?)?")
# Headings, rows of tables, and lines drawn below or between paragraphs.
_BLOCK_LINES = re.compile(r"\s*(?:#|\||[-*_=](?:\s*[-*_=])*\s*$)")


def spans_of_code(text: str) -> Iterator[tuple[int, int]]:
    r"""Yield where each span of code in a text starts and ends, in order.

    Parameters
    ----------
    text : str

    Yields
    ------
    tuple of int
        The start and the end of a span. As in CommonMark, a span ends with the same number of
        backquotes that it begins with, and "\`" begins none. The tags ``<code>`` and ``<pre>``
        delimit a span like backquotes. Marks without a partner begin no span.
    """
    marks = list(_MARK.finditer(text))
    partners = _partners(marks)
    position = 0
    for mark, partner in zip(marks, partners, strict=True):
        is_escaped = mark["run"] and text[mark.start() - 1 : mark.start()] == "\\"
        if partner is not None and mark.start() >= position and not is_escaped:
            position = partner.end()
            yield mark.start(), position


def _partners(marks: list[re.Match[str]]) -> list[re.Match[str] | None]:
    """Return the next mark that ends the span of each mark, None if there is none."""
    partners: list[re.Match[str] | None] = []
    following: dict[Hashable, re.Match[str]] = {}
    for mark in reversed(marks):
        kind = len(mark["run"]) if mark["run"] else mark["tag"].casefold()
        partners.append(None if mark["end"] else following.get(kind))
        if mark["run"] or mark["end"]:
            following[kind] = mark
    return partners[::-1]


def positions_in_code(line: str) -> set[int]:
    """Return the positions of the code within a line, with its backquotes or tags.

    Parameters
    ----------
    line : str

    Returns
    -------
    set of int
        A backquote without a partner begins no code.
    """
    return {position for span in spans_of_code(line) for position in range(*span)}


def joined_over_code(lines: Iterable[str]) -> Iterator[str]:
    """Yield lines; lines that a span of code connects are joined, with a space for each break.

    As in CommonMark, a span ends with the paragraph: it runs over no blank line, not into a
    quotation or the next item of a list, and not out of a heading or a row of a table. Within a
    quotation, the marks before its lines are no part of the code.

    Parameters
    ----------
    lines : iterable of str
        Without line breaks.
    """
    for _, paragraph in groupby(_numbered_by_paragraph(lines), key=lambda each: each[0]):
        yield from _without_breaks_in_code("\n".join(line for _, line in paragraph)).split("\n")


def _without_breaks_in_code(text: str) -> str:
    parts: list[str] = []
    position = 0
    for start, end in spans_of_code(text):
        parts += [text[position:start], _BREAK.sub(" ", text[start:end])]
        position = end
    return "".join([*parts, text[position:]])


def _numbered_by_paragraph(lines: Iterable[str]) -> Iterator[tuple[int, str]]:
    number = depth = 0
    is_open = False
    for line in lines:
        marks = _QUOTATION_MARKS.match(line)
        assert marks is not None
        content, quotations = line[marks.end() :], marks[0].count(">")
        is_alone = not content.strip() or _BLOCK_LINES.match(content) is not None
        is_start = is_alone or _BLOCK_STARTS.match(content) is not None
        # A paragraph may go on without the marks of its quotation, and not with further ones.
        if is_start or not is_open or quotations > depth:
            number += 1
            depth = quotations
        is_open = not is_alone
        yield number, line
