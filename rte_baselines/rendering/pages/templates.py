"""Templates of pages and the files beside them, by their paths in the package's folder."""

import re
from base64 import b64encode
from functools import cache
from hashlib import sha256
from importlib.resources import files
from typing import TYPE_CHECKING

from rte_baselines.rendering.elements import breakable
from rte_baselines.rendering.pages.typesetting import capitalized, typeset, with_signs

if TYPE_CHECKING:
    from jinja2 import Template

PALETTE = "rendering/pages/palette.css"
"""The style sheet with the colours and fonts of pages, light and dark."""

REPORT = (
    "rendering/drawings/drawings.css",
    "rendering/pages/report.css",
    "rendering/pages/tables.css",
)
"""The style sheets of documents with tables, plots and drawings."""


def text_of_file(path: str) -> str:
    """Return the text of a file, such as ``rendering/pages/palette.css``."""
    return files("rte_baselines").joinpath(path).read_text("utf-8")


def style_of(*sheets: str) -> str:
    """Return the style of a page: that of all pages, and these style sheets."""
    return "".join(map(text_of_file, (PALETTE, "rendering/pages/base.css", *sheets)))


def policy_source(content: str) -> str:
    """Return what allows a script or style of a page in its content security policy."""
    return f"'sha256-{b64encode(sha256(content.encode()).digest()).decode()}'"


@cache
def template(path: str) -> "Template":
    """Return a template; see here for the filters that it can use."""
    from jinja2 import Environment, FunctionLoader, StrictUndefined

    environment = Environment(
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=StrictUndefined,
        loader=FunctionLoader(text_of_file),
    )
    filters = (breakable, capitalized, sections, typeset, with_signs)
    environment.filters |= {function.__name__: function for function in filters}
    return environment.get_template(path)


def sections(content: str) -> list[tuple[str, str]]:
    """Return the id and the title of each section that the macro ``section`` has written."""
    return re.findall(r'<h2 id="(.*?)-title">(.*?)</h2>', content)
