"""Helpers of the kernels that compare texts with hypotheses."""

from typing import NamedTuple

from rte_baselines.kernels.compile import inlined
from rte_baselines.kernels.lengths import require_equal_lengths
from rte_baselines.kernels.ragged import IntArray, Ragged


class MatchCounts(NamedTuple):
    """The numbers of units (n-grams, skip-bigrams) of both sides of each pair.

    All three arrays have the same shape: (pairs,) or, for n = 1 to max_n, (pairs, max_n).
    """

    common: IntArray
    """Common units, each counted as often as it occurs in the side with fewer occurrences."""

    in_text: IntArray
    """Units of the text."""

    in_hypothesis: IntArray
    """Units of the hypothesis."""


def require_pairs(texts: Ragged, hypotheses: Ragged) -> None:
    """Check that every text has a hypothesis, because kernels do not check bounds."""
    require_equal_lengths(hypotheses=hypotheses, texts=texts)


@inlined
def shorter_first(first: IntArray, second: IntArray) -> tuple[IntArray, IntArray]:
    """Return both sequences, the shorter one first."""
    return (first, second) if len(first) <= len(second) else (second, first)
