"""Elements of HTML and SVG, in which all text is escaped, and pages that are made of them."""

from base64 import b64encode
from collections.abc import Mapping
from hashlib import sha256
from importlib.resources import files

from markupsafe import Markup, escape

from rte_baselines.rendering.tables import printable

Value = str | int | float | None

SCOPE = "rte-baselines-drawings"
"""The class of the element to which styles inside of another document are restricted."""

_DOCUMENT = """\
<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
{title}
<style>{styles}</style>
</head>
<body>
<main>
{body}
</main>
</body>
</html>
"""


def element(tag: str, *children: str | Markup, **given: Value) -> Markup:
    """Return an element.

    `children`: elements, and text, which is escaped; control characters are shown as such. `given`:
    attributes by their names. An underscore stands for a hyphen. Names that are keywords of Python
    have an underscore at the end, which is left out. None leaves an attribute out.
    """
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


def joined(*parts: str | Markup) -> Markup:
    """Return elements and text, one after the other."""
    return Markup("").join(
        part if isinstance(part, Markup) else escape(printable(part)) for part in parts
    )


def _written(value: str | int | float) -> str:
    """Return the value of an attribute; numbers have one decimal, which is enough for drawings."""
    if isinstance(value, float):
        return f"{value:.1f}".removesuffix(".0")
    return str(escape(printable(str(value))))


def fold(key: str, title: str, inside: Markup, *, is_open: bool = False) -> Markup:
    """Return a part that can be folded up.

    `key`: the key of the part, which is the same for every pair and different for each part of a
    page.
    """
    return element(
        "details",
        element("summary", title),
        inside,
        data_key=key,
        open="" if is_open else None,
    )


def scrolling(inside: Markup, name: str) -> Markup:
    """Return a box that scrolls sideways, also by keys, if its content is too wide."""
    return element("div", inside, class_="scrolling", tabindex=0, role="group", aria_label=name)


def document(title: str, body: Markup) -> str:
    """Return an HTML document that needs no other file, and has no scripts.

    Its content security policy allows its own styles and nothing else.
    """
    styles = f"{_styles('drawings.css')}{_styles('document.css')}"
    digest = b64encode(sha256(styles.encode()).digest()).decode()
    return _DOCUMENT.format(
        policy=f"default-src 'none'; style-src 'sha256-{digest}'; base-uri 'none'",
        title=element("title", title),
        styles=styles,
        body=body,
    )


def inside(body: Markup) -> str:
    """Return an element with styles that apply to nothing outside of it, as for a notebook.

    It has a background of its own: the notebook may be light where the browser is dark.
    """
    rules = _styles("drawings.css").replace(":root", "&")
    own = (
        "padding: .8rem; color: var(--ink); background: var(--ground);\n"
        # Notebooks have rows of two colours.
        "&& tbody tr:nth-child(n) { background: none; }"
    )
    # The rules come from this package, and are no text of a pair.
    style = Markup(f"<style>.{SCOPE} {{ {own}\n{rules}}}</style>")  # noqa: S704
    return str(element("div", style, body, class_=SCOPE))


def facts(named: Mapping[str, str]) -> Markup:
    """Return names and values as a list."""
    shown = (
        part
        for name, value in named.items()
        for part in (element("dt", name), element("dd", value))
    )
    return element("dl", *shown, class_="facts")


def _styles(name: str) -> str:
    return files("rte_baselines.rendering.drawings").joinpath(name).read_text("utf-8")
