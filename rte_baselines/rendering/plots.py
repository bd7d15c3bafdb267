"""Plots as SVG elements for an HTML page, reproducible and with text kept as text.

Matplotlib draws with the colours for light pages. In the elements, they are replaced by the
variables that `palette_css` defines, so that a page with a dark background has other colours.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from io import StringIO
from math import ceil
from typing import TYPE_CHECKING, Any

import numpy as np

from rte_baselines.kernels.ragged import IntArray
from rte_baselines.rendering.elements import attributes
from rte_baselines.rendering.tables import Table

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

_MOST_POINTS = 1_000
_LINE_OF_LEGEND = 0.18
_NAME_OF_HALF_WIDTH = 30
# Longer names do not fit into a legend beside the labels of the axis.
_LONGEST_NAME = 48
_GRID = "#d9d9d9"
_COLOUR = re.compile(r"#[0-9a-f]{6}\b")

INK = "#333333"
"""The colour of axes, labels and reference lines."""

# Text is kept as text in the fonts of the page, so that plots can be searched and read aloud.
# Dollar signs in names do not start formulas.
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
    """The style of a series, distinguishable from others without its colour.

    `colour` is that of lines, `tint` that of areas; the others are in the formats of Matplotlib.
    """

    colour: str
    tint: str
    line: Any
    marker: str
    hatch: str


# Of lines and of areas, on light and on dark pages. After M. Okabe and K. Ito, "Color Universal
# Design" (2008), darker on light pages where lines would be faint. All contrast with the
# background, and with each other also for readers with red-green colour blindness.
_COLOURS = (
    ("#0060A0", "#dbeaf5"),
    ("#D55E00", "#fbe6d8"),
    ("#006B4F", "#d9ede7"),
    ("#8C2D6A", "#f3e1eb"),
    ("#111111", "#e5e5e5"),
    ("#6B5200", "#f0e9d4"),
    ("#3A9BDC", "#e2f1fb"),
    ("#7F7F7F", "#f0f0f0"),
)
_DARK_COLOURS = (
    ("#66BDF0", "#16324a"),
    ("#E87830", "#47260f"),
    ("#2FBF97", "#103a30"),
    ("#C060C0", "#3d1f40"),
    ("#FFFFFF", "#3a3f47"),
    ("#F2E24A", "#3d3a14"),
    ("#3A6FE0", "#182a52"),
    ("#7A7F88", "#2b2f36"),
)
_DARK_INK = "#c9cfd8"
_DARK_GRID = "#333a45"

PAPER = "#ffffff"
"""The background of light pages."""

DARK_PAPER = "#14181f"
"""The background of dark pages."""

_LINES = (
    *("-", "--", "-.", ":"),
    *((0, (5, 1, 1, 1, 1, 1)), (0, (8, 3)), (0, (8, 2, 3, 2)), (0, (2, 3))),
)
_MARKERS = ("o", "s", "^", "D", "v", "P", "X", "<")
_HATCHES = ("", "////", "....", "xxxx", "\\\\\\\\", "++++", "oo", "||||")


def series(number: int) -> Series:
    """Return the style of a series by its number, from 0; there are 64 different styles."""
    colour = number % len(_COLOURS)
    # Each repetition of the colours combines them with other lines and markers.
    pattern = (number + number // len(_COLOURS)) % len(_COLOURS)
    return Series(*_COLOURS[colour], _LINES[pattern], _MARKERS[pattern], _HATCHES[pattern])


REFERENCE = Series(INK, "", ":", "", "")
"""The style of lines with which others are compared."""


def palette_css() -> str:
    """Return a style rule with the variables of the series' colours, on light and dark screens.

    Those of background, text and rules are in ``rendering/pages/palette.css``.
    """
    colours = {"plot-ink": (INK, _DARK_INK), "plot-grid": (_GRID, _DARK_GRID)}
    for number, both in enumerate(zip(_COLOURS, _DARK_COLOURS, strict=True)):
        colours[f"line-{number}"], colours[f"area-{number}"] = zip(*both, strict=True)
    variables = (f"--{name}: light-dark({', '.join(both)});" for name, both in colours.items())
    return f":root {{ {' '.join(variables)} }}\n"


# By the colours that Matplotlib writes. Its text is black unless a colour is set.
_VARIABLES = {
    **{line.lower(): f"var(--line-{number})" for number, (line, _) in enumerate(_COLOURS)},
    **{area.lower(): f"var(--area-{number})" for number, (_, area) in enumerate(_COLOURS)},
    INK: "var(--plot-ink)",
    _GRID: "var(--plot-grid)",
    PAPER: "var(--ground)",
    "#000000": "currentColor",
}


@dataclass(frozen=True)
class PagePlot:
    """A plot as the page shows it.

    `svg` is an ``<svg>`` element for HTML. `caption` says what the plot shows and how to read it;
    `data` are the plotted values, or a selection, unless a table of the page has them.
    """

    svg: str
    caption: str
    data: Table | None = None


def draw(name: str, gist: str, plot: Callable[["Axes"], None], *, height: float = 2.9) -> str:
    """Draw a plot and return it as an ``<svg>`` element, 4.4 inches wide.

    `name` is unique on the page, as ids inside the plot are derived from it; `gist` says what is
    drawn, for screen readers; `plot` draws on the given axes; `height` is in inches.
    """
    from matplotlib import rc_context
    from matplotlib.backends.backend_svg import FigureCanvasSVG
    from matplotlib.figure import Figure

    settings: Any = {**_SETTINGS, "svg.hashsalt": name}
    with rc_context(settings):
        figure = Figure(figsize=(4.4, height), layout="constrained")
        FigureCanvasSVG(figure)
        plot(figure.add_subplot())
        svg = _written(figure)
    return _for_html(svg, gist)


def _written(figure: "Figure") -> str:
    _lay_out(figure)
    stream = StringIO()
    figure.savefig(stream, format="svg", metadata={"Date": None}, transparent=True)
    return stream.getvalue()


def _lay_out(figure: "Figure") -> None:
    """Place axes and legend; otherwise `savefig` draws everything twice, first to place it."""
    layout = figure.get_layout_engine()
    assert layout is not None
    layout.execute(figure)
    figure.set_layout_engine(None)


def standalone(svg: str) -> str:
    """Return an element of `draw` as a file, whose colours follow the screen as those of pages."""
    style = (
        f"{palette_css()}"
        f":root {{ color-scheme: light dark; --ground: light-dark({PAPER}, {DARK_PAPER}); "
        "color: var(--plot-ink); background: var(--ground); }\n"
        "@media print { :root { color-scheme: light; } }\n"
        "text { fill: currentColor; }\n"
    )
    opening, rest = svg.split(">", 1)
    opening = opening.replace("<svg", '<svg xmlns="http://www.w3.org/2000/svg"', 1)
    return f"{opening}>\n<style>\n{style}</style>{rest}"


def name_series(
    axes: "Axes", handles: Sequence[Any], names: Sequence[str], *, columns: int | None = None
) -> None:
    """Add a legend above the plot, including names that Matplotlib would leave out.

    By default, it has two columns if the names are short enough.
    """
    shown = [shortened(name) for name in names]
    columns = columns or (2 if max(map(len, shown)) <= _NAME_OF_HALF_WIDTH else 1)
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
    height = figure.get_figheight()
    figure.set_figheight(height + _LINE_OF_LEGEND * ceil(len(names) / columns))


def shortened(name: str, longest: int = _LONGEST_NAME) -> str:
    """Return a name that fits into a plot, with the middle of a long name omitted."""
    half = (longest - 1) // 2
    return name if len(name) <= longest else f"{name[:half]}…{name[-half:]}"


def thinned(points: int, most: int = _MOST_POINTS) -> IntArray:
    """Return the indices of the points to draw, at most as many as can be distinguished."""
    return np.unique(np.linspace(0, points - 1, most).astype(np.int64))


def _for_html(svg: str, gist: str) -> str:
    """Return the element with a description and without anything that affects the page."""
    element = svg[svg.index("<svg") :]
    element = re.sub(r"<metadata>.*?</metadata>", "", element, flags=re.DOTALL)
    # A style sheet inside an HTML element applies to the whole page.
    element = re.sub(r"<style.*?</style>", "", element, flags=re.DOTALL)
    # Groups have the same ids in all plots, and nothing refers to them.
    element = re.sub(r'<g id="[^"]*"', "<g", element)
    element = re.sub(r' xmlns(:\w+)?="[^"]*"', "", element).replace("xlink:href", "href")
    # Variables are allowed in styles alone.
    element = re.sub(r' fill="(#[0-9a-f]{6})"', r' style="fill: \1"', element)
    element = _COLOUR.sub(lambda found: _VARIABLES.get(found[0], found[0]), element)
    return element.replace("<svg", f"<svg{attributes(role='img', aria_label=gist)}", 1)
