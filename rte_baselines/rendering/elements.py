"""Elements of HTML and SVG, in which all text is escaped."""

import re

from markupsafe import Markup, escape

from rte_baselines.core.quoting import printable_lines

Value = str | int | float | None


def element(tag: str, *children: str | Markup, **given: Value) -> Markup:
    """Return an element.

    `children`: elements, and text, which is escaped; control characters are shown as such. `given`:
    attributes by their names. An underscore stands for a hyphen. Names that are keywords of Python
    have an underscore at the end, which is left out. None leaves an attribute out.
    """
    # Everything that comes from outside is escaped; names of tags and attributes do not.
    return Markup(f"<{tag}{attributes(**given)}>{joined(*children)}</{tag}>")  # noqa: S704


def attributes(**given: Value) -> str:
    """Return the attributes of an element, with a space before each; see `element`."""
    return "".join(
        f' {name.rstrip("_").replace("_", "-")}="{_written(value)}"'
        for name, value in given.items()
        if value is not None
    )


def joined(*parts: str | Markup) -> Markup:
    """Return elements and text, one after the other."""
    return Markup("").join(
        part if isinstance(part, Markup) else escape(printable_lines(part)) for part in parts
    )


def breakable(name: str) -> Markup:
    """Return a name that may be broken after its dots, slashes and underscores."""
    return Markup("<wbr/>").join(map(joined, re.split(r"(?<=[._/])(?=\w)", name)))


def _written(value: str | int | float) -> str:
    """Return the value of an attribute; numbers have one decimal, which is enough for drawings."""
    if isinstance(value, float):
        return f"{value:.1f}".removesuffix(".0")
    return str(escape(printable_lines(str(value))))
