"""Elements of HTML and SVG, in which everything that is no element is escaped."""

from typing import TYPE_CHECKING

from rte_baselines.rendering.tables import printable

if TYPE_CHECKING:
    from markupsafe import Markup

Value = str | int | float | None


def element(tag: str, *children: "str | Markup", **given: Value) -> "Markup":
    """Return an element.

    Parameters
    ----------
    tag : str
    *children : str or Markup
        Elements, and text, which is escaped; control characters are shown as such.
    **given : str, int, float or None
        Attributes by their names. An underscore stands for a hyphen. Names that are keywords of
        Python have an underscore at the end, which is left out. None leaves an attribute out.
    """
    from markupsafe import Markup, escape

    inside = "".join(
        child if isinstance(child, Markup) else escape(printable(child)) for child in children
    )
    # Everything that comes from outside is escaped; names of tags and attributes do not.
    return Markup(f"<{tag}{attributes(**given)}>{inside}</{tag}>")  # noqa: S704


def attributes(**given: Value) -> str:
    """Return the attributes of an element, with a space before each; see `element`."""
    return "".join(
        f' {name.rstrip("_").replace("_", "-")}="{_written(value)}"'
        for name, value in given.items()
        if value is not None
    )


def joined(*parts: "str | Markup") -> "Markup":
    """Return elements and text, one after the other."""
    from markupsafe import Markup, escape

    return Markup("").join(
        part if isinstance(part, Markup) else escape(printable(part)) for part in parts
    )


def _written(value: str | int | float) -> str:
    """Return the value of an attribute; numbers have one decimal, which is enough for drawings."""
    from markupsafe import escape

    if isinstance(value, float):
        return f"{value:.1f}".removesuffix(".0")
    return str(escape(printable(str(value))))
