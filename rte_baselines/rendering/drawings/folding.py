"""Parts of a page that can be folded up, and boxes that scroll."""

from typing import TYPE_CHECKING

from rte_baselines.rendering.drawings.elements import element

if TYPE_CHECKING:
    from markupsafe import Markup


def fold(key: str, title: str, inside: "Markup", *, is_open: bool = False) -> "Markup":
    """Return a part that can be folded up.

    Parameters
    ----------
    key : str
        The key of the part, which is the same for every pair and different for each part of a page.
    title : str
    inside : Markup
    is_open : bool
    """
    return element(
        "details",
        element("summary", title),
        inside,
        data_key=key,
        open="" if is_open else None,
    )


def scrolling(inside: "Markup", name: str) -> "Markup":
    """Return a box that scrolls sideways, also by keys, if its content is too wide."""
    return element("div", inside, class_="scrolling", tabindex=0, role="group", aria_label=name)
