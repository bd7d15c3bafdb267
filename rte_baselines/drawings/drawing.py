"""The drawing of any shape."""

from typing import TYPE_CHECKING

from rte_baselines.drawings.biparses import draw_biparse
from rte_baselines.drawings.derivations import draw_derivation
from rte_baselines.drawings.matchings import draw_matching
from rte_baselines.drawings.shapes import Biparse, Derivation, Drawing, Matching
from rte_baselines.drawings.trees import draw_trees

if TYPE_CHECKING:
    from markupsafe import Markup


def draw(shape: Drawing, width: int) -> "Markup":
    """Draw what a feature has found.

    Parameters
    ----------
    shape : Trees, Biparse, Matching or Derivation
    width : int
        In CSS pixels; some drawings are wider.
    """
    match shape:
        case Biparse():
            return draw_biparse(shape)
        case Matching():
            return draw_matching(shape, width)
        case Derivation():
            return draw_derivation(shape)
        case _:
            return draw_trees(shape, width)
