"""Proofs as numbered steps."""

from typing import TYPE_CHECKING

from rte_baselines.rendering.drawings.elements import element, joined
from rte_baselines.rendering.drawings.shapes import Derivation, DerivationStep

if TYPE_CHECKING:
    from markupsafe import Markup


def draw_derivation(derivation: Derivation) -> "Markup":
    """Return a proof as an ordered list of formulas and reasons.

    Returns
    -------
    Markup
        An ``<ol>`` element.
    """
    return element("ol", *map(_step, derivation.steps), class_="proof")


def _step(step: DerivationStep) -> "Markup":
    because = ", ".join(map(str, step.because))
    from_steps = f"from {because}" if because else ""
    reason = "; ".join(filter(None, [step.reason, from_steps]))
    return element(
        "li", joined(element("code", step.formula), " ", element("span", reason, class_="reason"))
    )
