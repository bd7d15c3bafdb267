"""Word lists with headings, in text files beside the code that reads them."""

from collections.abc import Mapping
from functools import cache

from rte_baselines.core.resources.resources import packaged_lines


@cache
def word_lists(file: str, package: str = "rte_baselines.analysis") -> Mapping[str, frozenset[str]]:
    """Return the words of a file in a package, by heading.

    A line in brackets is the heading of all words up to the next heading. The parts of a
    multiword expression are joined by underscores. Text after ``#`` is a comment.

    Parameters
    ----------
    file : str
        Such as ``predicates/role_words.txt``.
    package : str
    """
    lists: dict[str, set[str]] = {}
    heading = ""
    for line in packaged_lines(package, file):
        if line.startswith("["):
            heading = line.strip("[]")
        else:
            lists.setdefault(heading, set()).update(line.split())
    return {name: frozenset(words) for name, words in lists.items()}
