"""Opposite prepositions."""

from collections.abc import Iterator
from functools import cache
from itertools import product

from rte_baselines.core.resources.packaged import packaged_lines


def are_opposite(first: str, second: str) -> bool:
    """Whether two prepositions or conjunctions exclude each other, such as "to" and "from".

    Parameters
    ----------
    first, second : str
        Lemmas; those of several words have blanks: "out of".
    """
    return frozenset({first, second}) in _opposites()


@cache
def _opposites() -> frozenset[frozenset[str]]:
    """Return the pairs of ``opposite_prepositions.txt``."""
    lines = packaged_lines("rte_baselines.features.subsumption", "opposite_prepositions.txt")
    return frozenset(pair for line in lines for pair in _pairs(line))


def _pairs(line: str) -> Iterator[frozenset[str]]:
    sides = (side.split("|") for side in line.split(">"))
    for pair in product(*sides):
        yield frozenset(preposition.strip() for preposition in pair)
