"""The templates of pages, the files that pages contain, and their style sheet."""

import re
from functools import cache
from importlib.resources import files
from typing import Any

from jinja2 import Environment, FunctionLoader, StrictUndefined, Template
from markupsafe import Markup, escape

from rte_baselines.rendering import tables
from rte_baselines.rendering.drawings.svg import element, joined
from rte_baselines.rendering.plots import palette_css

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

_ASSETS = files("rte_baselines.evaluation.page")

_INTERVAL = re.compile(r"(-?[\d.]+)(?:-| to )(-?[\d.]+)")
_MINUS = re.compile(r"(?<![^\s(])-(?=\d)")


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


@cache
def template(name: str) -> Template:
    """Return a template of this folder; filters are ``breakable``, ``typeset``, ``with_signs``."""
    environment = Environment(
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=StrictUndefined,
        loader=FunctionLoader(asset),
    )
    environment.filters |= {
        "breakable": _breakable,
        "typeset": typeset,
        "with_signs": with_signs,
    }
    return environment.get_template(name)


def asset(name: str) -> str:
    """Return the text of a file of this folder."""
    return _ASSETS.joinpath(name).read_text("utf-8")


def _breakable(name: str) -> Markup:
    """Allow line breaks in a name after dots, slashes and underscores."""
    return Markup("<wbr>").join(map(escape, re.split(r"(?<=[._/])(?=\w)", name)))


def page_style() -> str:
    """Return the style sheet of pages with tables, plots and drawings.

    It begins with that of explanations, which has the colours of all pages, on light and dark
    screens and on paper, and goes on with those of the plots.
    """
    drawings = files("rte_baselines.rendering.drawings").joinpath("drawings.css").read_text("utf-8")
    return drawings + palette_css() + asset("page.css")
