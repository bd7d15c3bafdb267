"""Code within a line of Markdown, as in `x = a[2]`."""

import re

# As in CommonMark, as many backquotes end a span as begin it, and "\`" begins none.
_SPAN = re.compile(r"(?<![\\`])(`+)(?!`).*?(?<!`)\1(?!`)")


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
