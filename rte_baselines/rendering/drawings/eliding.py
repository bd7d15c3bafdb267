"""Which words of a long snippet are drawn: those that are linked, and a few around each."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

_AROUND = 2


class Shown(NamedTuple):
    """Words to be drawn.

    Parameters
    ----------
    words : tuple of str
        With an ellipsis for each run of words that is not drawn.
    places : tuple of int
        For each word of the snippet, its position in `words`; that of the ellipsis for a word that
        is not drawn.
    """

    words: tuple[str, ...]
    places: tuple[int, ...]


def shown(words: Sequence[str], linked: Iterable[int], most: int) -> Shown:
    """Return the words of a snippet that are drawn.

    Parameters
    ----------
    words : sequence of str
    linked : iterable of int
        The positions of words that are drawn in any case.
    most : int
        Up to so many words, all are drawn.
    """
    if len(words) <= most:
        return Shown(tuple(words), tuple(range(len(words))))
    kept = {
        position for word in linked for position in range(word - _AROUND, word + _AROUND + 1)
    } | {0, len(words) - 1}
    drawn: list[str] = []
    places = []
    for position, word in enumerate(words):
        if position in kept:
            drawn.append(word)
        elif position - 1 in kept:
            drawn.append("…")
        places.append(len(drawn) - 1)
    return Shown(tuple(drawn), tuple(places))
