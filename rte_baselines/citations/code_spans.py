"""Code within the text of Markdown, as in `x = a[2]`."""

import re
from collections.abc import Iterable, Iterator
from itertools import groupby

# As in CommonMark, as many backquotes end a span as begin it, and "\`" begins none.
_SPAN = re.compile(r"(?<![\\`])(`+)(?!`).*?(?<!`)\1(?!`)", re.DOTALL)
# Headings, quotations and items of lists.
_BLOCK_STARTS = re.compile(r"\s*(?:#|>|[-+*•\u2013]\s|[0-9]{1,9}[.)]\s)")


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

    As in CommonMark, a span ends with the paragraph: it runs over no blank line and not into
    the next heading, quotation or item of a list.

    Parameters
    ----------
    lines : iterable of str
        Without line breaks.
    """
    number = 0
    numbered = []
    for line in lines:
        number += not line.strip() or _BLOCK_STARTS.match(line) is not None
        numbered.append((number, line))
    for _, paragraph in groupby(numbered, key=lambda each: each[0]):
        text = "\n".join(line for _, line in paragraph)
        yield from _SPAN.sub(lambda span: span[0].replace("\n", " "), text).split("\n")
