"""What the kernels that compare texts with hypotheses share."""

from typing import NamedTuple

from rte_baselines.kernels.compile import compiled
from rte_baselines.kernels.ragged import IntArray, Ragged


class MatchCounts(NamedTuple):
    """How many units (n-grams, skip-bigrams) the sides of each pair have, and share.

    All three arrays have the same shape: (pairs,) or, for n = 1 to max_n, (pairs, max_n).
    """

    common: IntArray
    """Units in common, each counted as often as in the side that has fewer of it."""

    in_text: IntArray
    """Units of the text."""

    in_hypothesis: IntArray
    """Units of the hypothesis."""


def require_pairs(texts: Ragged, hypotheses: Ragged) -> None:
    """Check that every text has a hypothesis, as kernels do not look at bounds.

    Raises
    ------
    ValueError
        If their numbers differ.
    """
    if len(texts) != len(hypotheses):
        raise ValueError(
            f"{len(texts)} texts beside {len(hypotheses)} hypotheses; expected as many of each"
        )


@compiled
def shorter_first(first: IntArray, second: IntArray) -> tuple[IntArray, IntArray]:
    """Return both sequences, the shorter one first."""
    return (first, second) if len(first) <= len(second) else (second, first)
