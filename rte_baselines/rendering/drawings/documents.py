"""Fragments of HTML with their styles: as a document of their own, or inside another one."""

from base64 import b64encode
from collections.abc import Mapping
from hashlib import sha256
from importlib.resources import files
from typing import TYPE_CHECKING

from rte_baselines.rendering.drawings.elements import element

if TYPE_CHECKING:
    from markupsafe import Markup

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


def document(title: str, body: "Markup") -> str:
    """Return an HTML document that needs no other file, and has no scripts.

    Its content security policy allows its own styles and nothing else.

    Parameters
    ----------
    title : str
    body : Markup
    """
    styles = f"{_styles('drawings.css')}{_styles('document.css')}"
    digest = b64encode(sha256(styles.encode()).digest()).decode()
    return _DOCUMENT.format(
        policy=f"default-src 'none'; style-src 'sha256-{digest}'; base-uri 'none'",
        title=element("title", title),
        styles=styles,
        body=body,
    )


def inside(body: "Markup") -> str:
    """Return an element with styles that apply to nothing outside of it, as for a notebook.

    It has a background of its own: the notebook may be light where the browser is dark.

    Parameters
    ----------
    body : Markup
    """
    from markupsafe import Markup

    rules = _styles("drawings.css").replace(":root", "&")
    own = (
        "padding: .8rem; color: var(--ink); background: var(--ground);\n"
        # Notebooks have rows of two colours.
        "&& tbody tr:nth-child(n) { background: none; }"
    )
    # The rules come from this package, and are no text of a pair.
    style = Markup(f"<style>.{SCOPE} {{ {own}\n{rules}}}</style>")  # noqa: S704
    return str(element("div", style, body, class_=SCOPE))


def facts(named: Mapping[str, str]) -> "Markup":
    """Return names and values as a list."""
    shown = (
        part
        for name, value in named.items()
        for part in (element("dt", name), element("dd", value))
    )
    return element("dl", *shown, class_="facts")


def _styles(name: str) -> str:
    return files("rte_baselines.rendering.drawings").joinpath(name).read_text("utf-8")
