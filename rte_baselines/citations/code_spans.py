"""Code within the text of Markdown, as in `x = a[2]`."""

import re
from collections.abc import Iterable, Iterator
from itertools import groupby

# As in CommonMark, as many backquotes end a span as begin it, and "\`" begins none.
_SPAN = re.compile(r"(?<![\\`])(`+)(?!`).*?(?<!`)\1(?!`)", re.DOTALL)
# Headings and items of lists.
_BLOCK_STARTS = re.compile(r"\s*(?:#|[-+*•\u2013]\s|[0-9]{1,9}[.)]\s)")
_QUOTATION_MARKS = re.compile(r"(?:[ ]{0,3}>)*")
# A line break within a paragraph, with the marks of the next line.
_BREAK = re.compile(r"\n(?:(?:[ ]{0,3}>)+[ ]?)?")
# Headings, rows of tables, and lines drawn below or between paragraphs.
_BLOCK_LINES = re.compile(r"\s*(?:#|\||[-*_=](?:\s*[-*_=])*\s*$)")


def positions_in_code(line: str) -> set[int]:
    """Return the positions of the code within a line, with its backquotes.

    Parameters
    ----------
    line : str

    Returns
    -------
    set of int
        A backquote without a partner begins no code.
    """
    return {position for span in _SPAN.finditer(line) for position in range(*span.span())}


def joined_over_code(lines: Iterable[str]) -> Iterator[str]:
    """Yield lines, those over which a span of code runs as one, with a space for each break.

    As in CommonMark, a span ends with the paragraph: it runs over no blank line, not into a
    quotation or the next item of a list, and not out of a heading or a row of a table. Within a
    quotation, the marks before its lines are no part of the code.

    Parameters
    ----------
    lines : iterable of str
        Without line breaks.
    """
    for _, paragraph in groupby(_numbered_by_paragraph(lines), key=lambda each: each[0]):
        text = "\n".join(line for _, line in paragraph)
        yield from _SPAN.sub(lambda span: _BREAK.sub(" ", span[0]), text).split("\n")


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
