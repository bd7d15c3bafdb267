"""Lists of words under headings, kept as text beside the code that reads them."""

from collections.abc import Mapping
from functools import cache
from importlib.resources import files


@cache
def word_lists(file: str) -> Mapping[str, frozenset[str]]:
    """Return the words of a file of the analysis room, by heading.

    A line in brackets is a heading; all words up to the next one are under it. A word of
    several parts has underscores between them. What follows ``#`` is a comment.
    """
    text = files("rte_baselines.analysis").joinpath(file).read_text("utf-8")
    lists: dict[str, set[str]] = {}
    heading = ""
    for line in text.splitlines():
        content = line.partition("#")[0].strip()
        if content.startswith("["):
            heading = content.strip("[]")
        elif content:
            lists.setdefault(heading, set()).update(content.split())
    return {name: frozenset(words) for name, words in lists.items()}
