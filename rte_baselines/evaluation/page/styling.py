"""The style sheet that pages have in common."""

from importlib.resources import files

from rte_baselines.evaluation.page.svg_plots import palette_css
from rte_baselines.evaluation.page.templates import asset


def page_style() -> str:
    """Return the style sheet of pages with tables, plots and drawings.

    It begins with that of explanations, which has the colours of all pages, on light and dark
    screens and on paper, and goes on with those of the plots.
    """
    drawings = files("rte_baselines.rendering.drawings").joinpath("drawings.css").read_text("utf-8")
    return drawings + palette_css() + asset("page.css")
