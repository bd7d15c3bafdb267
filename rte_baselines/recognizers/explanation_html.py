"""Explanations as HTML, with drawings in SVG."""

from typing import TYPE_CHECKING

from rte_baselines.drawings.elements import element, joined
from rte_baselines.recognizers.explanation import Explanation

if TYPE_CHECKING:
    from markupsafe import Markup

WIDTH = 640
"""The width of drawings by default, in CSS pixels."""


def explanation_html(explanation: Explanation, width: int = WIDTH) -> str:
    """Return an explanation as a fragment of HTML.

    It has neither styles, which are in ``rte_baselines/drawings/drawings.css``, nor scripts;
    everything that comes from the pair is escaped.

    Parameters
    ----------
    explanation : Explanation
    width : int
        The width of drawings, in CSS pixels; some are wider.
    """
    return str(joined(_decision(explanation), element("p", explanation.sentence)))


def _decision(explanation: Explanation) -> "Markup":
    return element(
        "p",
        element("strong", explanation.label, class_=f"label {explanation.label}"),
        f" confidence {explanation.confidence:.3f}, entailment {explanation.entailment:.3f}",
        class_="decision",
    )
