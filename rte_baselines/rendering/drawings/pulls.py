"""What each feature does to the decision: a bar for each, to the left or to the right."""

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from rte_baselines.rendering.drawings.elements import element, joined
from rte_baselines.rendering.drawings.shapes import Pull

if TYPE_CHECKING:
    from markupsafe import Markup

_HALF = 60.0
"""The length of the longest bar, in CSS pixels."""

_HEIGHT = 12.0


def pull_table(pulls: Sequence[Pull], caption: str, largest: float) -> "Markup":
    """Return a table with a bar for each feature.

    Parameters
    ----------
    pulls : sequence of Pull
    caption : str
    largest : float
        The strongest pull, whose bar is the longest; several tables can share it.
    """
    columns = {"feature": None, "pull": 2, "value": None, "mean": None}
    header = (element("th", name, scope="col", colspan=count) for name, count in columns.items())
    rows = (
        element(
            "tr",
            element("th", _breakable(pull.name), scope="row"),
            element("td", _bar(pull.pull, largest), class_="bar"),
            element("td", f"{pull.pull:+.3f}"),
            element("td", _number(pull.value)),
            element("td", _number(pull.mean)),
        )
        for pull in pulls
    )
    return element(
        "table",
        element("caption", caption),
        element("thead", element("tr", *header)),
        element("tbody", *rows),
        class_="pulls",
    )


def _bar(pull: float, largest: float) -> "Markup":
    """Return a bar that starts in the middle; the number beside it says the same."""
    length = _HALF * min(abs(pull) / largest, 1.0) if largest > 0 else 0.0
    start, kind = (_HALF, "for") if pull > 0 else (_HALF - length, "against")
    middle = element("path", d=f"M{_HALF:.0f} 0V{_HEIGHT:.0f}", class_="axis")
    bar = element("rect", x=start, y=1, width=length, height=_HEIGHT - 2, class_=kind)
    return element(
        "svg",
        bar,
        middle,
        viewBox=f"0 0 {2 * _HALF:.0f} {_HEIGHT:.0f}",
        width=f"{2 * _HALF:.0f}",
        height=f"{_HEIGHT:.0f}",
        aria_hidden="true",
    )


def _breakable(name: str) -> "Markup":
    """Return a name that may be broken after its dots and underscores."""
    from markupsafe import Markup

    parts = re.findall(r"[^._]*[._]+|[^._]+", name)
    return joined(*(part for name in parts for part in (name, Markup("<wbr/>"))))


def _number(value: float | None) -> str:
    return "" if value is None else f"{value:.3f}"
