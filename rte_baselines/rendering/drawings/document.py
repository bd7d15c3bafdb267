"""Drawings as a document of their own, and inside of another one."""

from collections.abc import Mapping

from markupsafe import Markup

from rte_baselines.core.quoting import printable_lines
from rte_baselines.rendering.elements import element, joined
from rte_baselines.rendering.pages.templates import (
    PALETTE,
    policy_source,
    style_of,
    template,
    text_of_file,
)

SCOPE = "rte-baselines-drawings"
"""The class of the element to which styles inside of another document are restricted."""

_DRAWINGS = "rendering/drawings/drawings.css"


def document(title: str, body: Markup) -> str:
    """Return an HTML document that needs no other file, and has no scripts.

    Its content security policy allows its own styles and nothing else.
    """
    style = f"{style_of(_DRAWINGS)}body {{ max-width: 64rem; }}\n"
    return template("rendering/drawings/document.html.jinja").render(
        title=printable_lines(title), style=style, style_source=policy_source(style), body=body
    )


def inside(body: Markup) -> str:
    """Return an element with styles that apply to nothing outside of it, as for a notebook.

    It has a background of its own: the notebook may be light where the browser is dark.
    """
    rules = (text_of_file(PALETTE) + text_of_file(_DRAWINGS)).replace(":root", "&")
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
