"""Plots as SVG that stands inside a page: the same bytes each time, text kept as text."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from html import escape
from io import StringIO
from math import ceil
from typing import TYPE_CHECKING, Any

import numpy as np

from rte_baselines.kernels.ragged import IntArray
from rte_baselines.tables import Table

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_INCHES = (4.8, 3.0)
_MOST_POINTS = 1_000
_LINE_OF_LEGEND = 0.18
_NAME_OF_HALF_WIDTH = 30
_GRID = "#d9d9d9"

INK = "#333333"
"""The colour of what is no series."""

# Glyphs of the page's own fonts, so that plots can be searched and read aloud; names are
# shown as they are, not as formulas, whatever dollar signs are in them.
_SETTINGS: dict[str, Any] = {
    "svg.fonttype": "none",
    "text.parse_math": False,
    "font.size": 9,
    "axes.edgecolor": INK,
    "axes.labelcolor": INK,
    "xtick.color": INK,
    "ytick.color": INK,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.grid": True,
    "axes.axisbelow": True,
    "grid.color": _GRID,
    "grid.linewidth": 0.6,
    "hatch.linewidth": 0.7,
    "legend.frameon": False,
    "legend.fontsize": 8.5,
}


@dataclass(frozen=True)
class Series:
    """How one of several series is drawn, so that it can be told apart without its colour.

    Parameters
    ----------
    colour, tint : str
        Of lines and of areas.
    line, marker, hatch : object
        As Matplotlib takes them.
    """

    colour: str
    tint: str
    line: Any
    marker: str
    hatch: str


# After M. Okabe and K. Ito, "Color Universal Design" (2008), darker where lines would be faint.
# All stand out from white, and from each other for those who lack red or green cones as well.
_COLOURS = (
    ("#0060A0", "#dbeaf5"),
    ("#D55E00", "#fbe6d8"),
    ("#006B4F", "#d9ede7"),
    ("#8C2D6A", "#f3e1eb"),
    ("#000000", "#e5e5e5"),
    ("#6B5200", "#f0e9d4"),
    ("#3A9BDC", "#e2f1fb"),
    ("#7F7F7F", "#f0f0f0"),
)
_LINES = (
    *("-", "--", "-.", ":"),
    *((0, (5, 1, 1, 1, 1, 1)), (0, (8, 3)), (0, (8, 2, 3, 2)), (0, (2, 3))),
)
_MARKERS = ("o", "s", "^", "D", "v", "P", "X", "<")
_HATCHES = ("", "////", "....", "xxxx", "\\\\\\\\", "++++", "oo", "||||")


def series(number: int) -> Series:
    """Return how the series of that number, from 0, is drawn; there are 64 ways."""
    place = number % len(_COLOURS)
    # Each time that the colours come again, they come with other signs.
    sign = (number + number // len(_COLOURS)) % len(_COLOURS)
    return Series(*_COLOURS[place], _LINES[sign], _MARKERS[sign], _HATCHES[sign])


@dataclass(frozen=True)
class PagePlot:
    """A plot as the page has it.

    Parameters
    ----------
    svg : str
        An ``<svg>`` element that can stand in HTML.
    caption : str
        What the plot shows, and how it is to be read.
    data : Table
        What is drawn, or enough of it to draw the same by hand.
    """

    svg: str
    caption: str
    data: Table


def draw(name: str, gist: str, plot: Callable[["Axes"], None]) -> str:
    """Draw a plot and return it as an ``<svg>`` element.

    Parameters
    ----------
    name : str
        Unique on the page; ids inside the plot are made from it.
    gist : str
        What one sees, in words and numbers, for those who do not see it.
    plot : callable
        Draws on the axes that it is given.
    """
    from matplotlib import rc_context
    from matplotlib.backends.backend_svg import FigureCanvasSVG
    from matplotlib.figure import Figure

    settings: Any = {**_SETTINGS, "svg.hashsalt": name}
    with rc_context(settings):
        figure = Figure(figsize=_INCHES, layout="constrained")
        FigureCanvasSVG(figure)
        plot(figure.add_subplot())
        written = StringIO()
        figure.savefig(written, format="svg", metadata={"Date": None}, transparent=True)
    return _for_html(written.getvalue(), gist)


def name_series(axes: "Axes", handles: Sequence[Any], names: Sequence[str]) -> None:
    """Add a legend above the plot, with these names, even such as Matplotlib would leave out."""
    shown = [shortened(name) for name in names]
    columns = 2 if max(map(len, shown)) <= _NAME_OF_HALF_WIDTH else 1
    legend = axes.legend(
        handles,
        [str(number) for number in range(len(names))],
        loc="lower left",
        bbox_to_anchor=(0, 1),
        ncols=columns,
    )
    for text, name in zip(legend.get_texts(), shown, strict=True):
        text.set_text(name)
    figure = axes.get_figure(root=True)
    assert figure is not None
    figure.set_figheight(_INCHES[1] + _LINE_OF_LEGEND * ceil(len(names) / columns))


def shortened(name: str, longest: int = 60) -> str:
    """Return a name that fits into a plot, with its middle left out if it is long."""
    half = (longest - 1) // 2
    return name if len(name) <= longest else f"{name[:half]}…{name[-half:]}"


def thinned(points: int) -> IntArray:
    """Return which of very many points are drawn; more could not be told apart."""
    return np.unique(np.linspace(0, points - 1, _MOST_POINTS).astype(np.int64))


def _for_html(svg: str, gist: str) -> str:
    """Return the element alone, described, without what would reach outside of it."""
    element = svg[svg.index("<svg") :]
    element = re.sub(r"<metadata>.*?</metadata>", "", element, flags=re.DOTALL)
    # A style sheet inside an element of HTML is one for the whole page.
    element = re.sub(r"<style.*?</style>", "", element, flags=re.DOTALL)
    # Groups are named alike in all plots, and nothing refers to their names.
    element = re.sub(r'<g id="[^"]*"', "<g", element)
    element = re.sub(r' xmlns(:\w+)?="[^"]*"', "", element).replace("xlink:href", "href")
    return element.replace("<svg ", f'<svg role="img" aria-label="{escape(gist)}" ', 1)
