"""Sentences of a hypothesis, each with the window of a long text that entails it best."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from rte_baselines.rendering.drawings.elements import element, joined
from rte_baselines.rendering.drawings.folding import fold
from rte_baselines.rendering.drawings.shapes import Decision, Window, Windows

if TYPE_CHECKING:
    from markupsafe import Markup

_INDENT = 40
"""How much narrower the decision on a window is than the list, in CSS pixels."""


def draw_windows(
    windows: Windows, width: int, key: str, draw: Callable[[Decision, int, str], "Markup"]
) -> "Markup":
    """Return the sentences as a list, each with its score, its window, and the reasons.

    The reasons for the least entailed sentence are shown, those of others folded up.

    Parameters
    ----------
    windows : Windows
    width : int
        In CSS pixels.
    key : str
        The prefix of the keys of the parts that can be folded up.
    draw : callable
        Draws a decision: the function that draws windows as a part of one.

    Returns
    -------
    Markup
        An ``<ol>`` element.
    """
    explained = [number for number, one in enumerate(windows.windows) if one.decision is not None]
    lowest = min(explained, key=lambda number: windows.windows[number].score, default=None)
    items = (
        element(
            "li",
            *_facts(one),
            ""
            if one.decision is None
            else fold(
                f"{key} {number}",
                "Why it has this score",
                draw(one.decision, width - _INDENT, f"{key} {number}"),
                is_open=number == lowest,
            ),
        )
        for number, one in enumerate(windows.windows)
    )
    return element("ol", *items, class_="windows")


def _facts(one: Window) -> "tuple[Markup, Markup]":
    score = f"{one.score:.2f}"
    meter = element("meter", score, min=0, max=1, value=score, aria_hidden="true")
    return (
        element("p", element("strong", one.sentence)),
        element(
            "p",
            joined(meter, f" {score} "),
            element("span", "by the window ", class_="by"),
            element("q", one.window),
        ),
    )
