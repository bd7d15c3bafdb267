"""Typeset numbers with minus signs and en dashes."""

import re

from rte_baselines.rendering import tables

_INTERVAL = re.compile(r"(-?[\d.]+)(?:-| to )(-?[\d.]+)")
_SIGN = re.compile(r"(?<![^\s(])-(?=\d)")


def typeset(text: str) -> str:
    """Return text with minus signs for hyphens before numbers, and typeset intervals.

    An interval, written "low-high" or "low to high", gets an en dash between its ends, or
    the word "to" if an end is negative.
    """
    interval = _INTERVAL.fullmatch(text)
    if interval is not None:
        low, high = interval.groups()
        between = " to " if "-" in low + high else "\N{EN DASH}"
        text = f"{low}{between}{high}"
    return _SIGN.sub("\N{MINUS SIGN}", text)


def decimal(value: float) -> str:
    """Return a number to three places, as tables have it."""
    return typeset(tables.decimal(value))
