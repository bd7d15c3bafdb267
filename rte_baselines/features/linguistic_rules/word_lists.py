"""The word lists of the rules, which are text files beside this one."""

from collections.abc import Mapping
from functools import cache
from itertools import product

from rte_baselines.packaged import packaged_lines


def lines_of(file: str) -> tuple[str, ...]:
    """Return the lines of a file of this folder, without comments and blank ones."""
    return packaged_lines("rte_baselines.features.linguistic_rules", file)


@cache
def words_of(file: str) -> frozenset[str]:
    """Return the words of a file that has one a line."""
    return frozenset(lines_of(file))


@cache
def conditions_of(file: str) -> Mapping[str, str]:
    """Return the condition of each word, of a file that may have one after a word and a colon."""
    rows = (line.partition(":") for line in lines_of(file))
    return {word: condition.strip() for word, _, condition in rows}


@cache
def classes_of(file: str) -> Mapping[str, str]:
    """Return the class of each word, of a file whose lines name a class and then its words."""
    rows = (line.partition(":") for line in lines_of(file))
    return {word: name for name, _, words in rows for word in words.split()}


@cache
def opposites() -> frozenset[frozenset[str]]:
    """Return the pairs of verbs that ``opposites.txt`` sets against each other."""
    sides = (line.split(" - ") for line in lines_of("opposites.txt"))
    return frozenset(
        frozenset(pair) for left, right in sides for pair in product(left.split(), right.split())
    )
