"""The word lists of the rules, which are text files in this folder."""

from collections.abc import Mapping
from functools import cache
from itertools import product

from rte_baselines.core.resources.resources import packaged_lines


def lines_of(file: str) -> tuple[str, ...]:
    """Return the lines of a file in this folder, without comments and blank lines."""
    return packaged_lines("rte_baselines.features.linguistic_rules", file)


@cache
def words_of(file: str) -> frozenset[str]:
    """Return the words of a file with one word per line."""
    return frozenset(lines_of(file))


@cache
def conditions_of(file: str) -> Mapping[str, str]:
    """Return each word's condition, which a file may have after the word and a colon."""
    rows = (line.partition(":") for line in lines_of(file))
    return {word: condition.strip() for word, _, condition in rows}


@cache
def classes_of(file: str) -> Mapping[str, str]:
    """Return each word's class, from a file with lines of a class, a colon and its words."""
    rows = (line.partition(":") for line in lines_of(file))
    return {word: name for name, _, words in rows for word in words.split()}


@cache
def opposites() -> frozenset[frozenset[str]]:
    """Return the pairs of opposite verbs in ``opposites.txt``."""
    sides = (line.split(" - ") for line in lines_of("opposites.txt"))
    return frozenset(
        frozenset(pair) for left, right in sides for pair in product(left.split(), right.split())
    )
