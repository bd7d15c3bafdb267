"""Code within the text of Markdown, as in `x = a[2]`."""

import re
from collections.abc import Iterable, Iterator
from itertools import groupby

# As in CommonMark, as many backquotes end a span as begin it, and "\`" begins none.
_SPAN = re.compile(r"(?<![\\`])(`+)(?!`).*?(?<!`)\1(?!`)", re.DOTALL)
# Headings, quotations and items of lists.
_BLOCK_STARTS = re.compile(r"\s*(?:#|>|[-+*•\u2013]\s|[0-9]{1,9}[.)]\s)")
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

    As in CommonMark, a span ends with the paragraph: it runs over no blank line, not into the
    next quotation or item of a list, and not out of a heading or a row of a table.

    Parameters
    ----------
    lines : iterable of str
        Without line breaks.
    """
    number = 0
    numbered = []
    is_after_line = False
    for line in lines:
        is_line = _BLOCK_LINES.match(line) is not None
        is_start = not line.strip() or _BLOCK_STARTS.match(line) is not None
        number += is_start or is_line or is_after_line
        numbered.append((number, line))
        is_after_line = is_line
    for _, paragraph in groupby(numbered, key=lambda each: each[0]):
        text = "\n".join(line for _, line in paragraph)
        yield from _SPAN.sub(lambda span: span[0].replace("\n", " "), text).split("\n")
