"""Numbers as the page shows them, with true minus signs and dashes."""

import re

_INTERVAL = re.compile(r"(-?[\d.]+)(?:-| to )(-?[\d.]+)")
_SIGN = re.compile(r"(?<![^\s(])-(?=\d)")


def typeset(text: str) -> str:
    """Return text with a minus sign before each negative number, and intervals as in print.

    An interval, written "low-high" or "low to high", gets a dash between its ends, or a
    word if a sign beside it would be taken for another dash.
    """
    interval = _INTERVAL.fullmatch(text)
    if interval is not None:
        low, high = interval.groups()
        between = " to " if "-" in low + high else "\N{EN DASH}"
        text = f"{low}{between}{high}"
    return _SIGN.sub("\N{MINUS SIGN}", text)


def decimal(value: float) -> str:
    """Return a number to three places."""
    return typeset(f"{value:.3f}")
