"""Prepositions, and which of them are opposites."""

from collections.abc import Iterator
from functools import cache
from itertools import product

from rte_baselines.packaged import packaged_lines


def are_opposite(one: str, other: str) -> bool:
    """Whether what one preposition or conjunction says excludes the other, as "to" does "from".

    Parameters
    ----------
    one, other : str
        Lemmas, those of several words with blanks: "out of".
    """
    return frozenset({one, other}) in _opposites()


@cache
def _opposites() -> frozenset[frozenset[str]]:
    """Return the pairs of ``opposite_prepositions.txt``."""
    lines = packaged_lines("rte_baselines.features.subsumption", "opposite_prepositions.txt")
    return frozenset(pair for line in lines for pair in _pairs(line))


def _pairs(line: str) -> Iterator[frozenset[str]]:
    sides = (side.split("|") for side in line.split(">"))
    for pair in product(*sides):
        yield frozenset(one.strip() for one in pair)
