"""The style sheet that pages have in common."""

from rte_baselines.evaluation.page.drawing import palette_css
from rte_baselines.evaluation.page.templates import asset


def page_style() -> str:
    """Return the style sheet of pages with tables and plots, with the colours of the plots."""
    return palette_css() + asset("page.css")
