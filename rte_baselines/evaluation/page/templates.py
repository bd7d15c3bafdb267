"""The templates of pages, and the files that pages contain."""

import re
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

from rte_baselines.evaluation.page.typesetting import typeset

if TYPE_CHECKING:
    from jinja2 import Template
    from markupsafe import Markup

_ASSETS = files("rte_baselines.evaluation.page")


@cache
def template(name: str) -> "Template":
    """Return a template of this folder; filters are ``breakable`` and ``typeset``."""
    from jinja2 import Environment, FunctionLoader, StrictUndefined

    environment = Environment(
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=StrictUndefined,
        loader=FunctionLoader(asset),
    )
    environment.filters |= {"breakable": _breakable, "typeset": typeset}
    return environment.get_template(name)


def asset(name: str) -> str:
    """Return the text of a file of this folder."""
    return _ASSETS.joinpath(name).read_text("utf-8")


def _breakable(name: str) -> "Markup":
    """Allow line breaks in a name after dots, slashes and underscores."""
    from markupsafe import Markup, escape

    return Markup("<wbr>").join(map(escape, re.split(r"(?<=[._/])(?=\w)", name)))
