"""Drawings as a document of their own, and inside of another one."""

from collections.abc import Mapping

from markupsafe import Markup

from rte_baselines.rendering.elements import element, joined
from rte_baselines.rendering.pages.templates import source_of, style_of

SCOPE = "rte-baselines-drawings"
"""The class of the element to which styles inside of another document are restricted."""

_DRAWINGS = "rendering/drawings/drawings.css"
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


def document(title: str, body: Markup) -> str:
    """Return an HTML document that needs no other file, and has no scripts.

    Its content security policy allows its own styles and nothing else.
    """
    styles = style_of(_DRAWINGS, "rendering/drawings/document.css")
    return _DOCUMENT.format(
        policy=f"default-src 'none'; style-src {source_of(styles)}; base-uri 'none'",
        title=element("title", title),
        styles=styles,
        body=body,
    )


def inside(body: Markup) -> str:
    """Return an element with styles that apply to nothing outside of it, as for a notebook.

    It has a background of its own: the notebook may be light where the browser is dark.
    """
    rules = style_of(_DRAWINGS).replace(":root", "&")
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
    shown = (joined(element("dt", name), element("dd", value)) for name, value in named.items())
    return element("dl", *shown, class_="facts")
