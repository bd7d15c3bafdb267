"""Numbers, signs and names as pages write them."""

import re
from typing import Any

from markupsafe import Markup, escape

from rte_baselines.rendering import tables
from rte_baselines.rendering.elements import element, joined

LEADING, TRIVIAL, SHORT, BETTER, WORSE, RIGHT = "★◆†▲▼✓"
"""The signs that stand behind values, as `SIGNS` says."""

SIGNS = {
    LEADING: ("leading", "best value of a run"),
    TRIVIAL: ("trivial", "best trivial system"),
    SHORT: ("short", "not better than the best trivial system"),
    BETTER: ("better", "better by more than chance"),
    WORSE: ("worse", "worse by more than chance"),
    RIGHT: ("right", "correct labels"),
}
"""The class and the meaning of each sign."""

_INTERVAL = re.compile(r"(-?[\d.]+)(?:-| to )(-?[\d.]+)")
_MINUS = re.compile(r"(?<![^\s(])-(?=\d)")


def capitalized(text: str) -> str:
    """Return text with a capital letter at its beginning, and the others as they are."""
    return f"{text[:1].upper()}{text[1:]}"


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
    return _MINUS.sub("\N{MINUS SIGN}", text)


def with_signs(cell: str) -> Markup:
    """Return the text of a cell, typeset, and the meaning of the `SIGNS` behind it."""
    value, _, signs = cell.rpartition(" ")
    if not signs or not SIGNS.keys() >= set(signs):
        return escape(typeset(cell))
    kinds, meanings = zip(*map(SIGNS.__getitem__, signs), strict=True)
    meaning = "; ".join(meanings)
    looks: dict[str, Any] = {"class_": " ".join(["sign", *kinds]), "aria_hidden": "true"}
    return joined(
        typeset(value),
        element("span", signs, title=meaning, **looks),
        element("span", f" ({meaning})", class_="unseen"),
    )


def decimal(value: float) -> str:
    """Return a number to three places, as tables have it."""
    return typeset(tables.decimal(value))
