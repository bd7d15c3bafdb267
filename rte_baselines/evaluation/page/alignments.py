"""Which words of a hypothesis met which of its text, as plain data from whatever system."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rte_baselines.errors import InputError
from rte_baselines.pairs import Pair
from rte_baselines.representing import brief

Span = tuple[int, int]
"""Where a word stands in its snippet: its first character, and the one after its last."""


@brief
@dataclass(frozen=True)
class WordAlignment:
    """The words of a pair that a system aligned.

    Parameters
    ----------
    text, hypothesis : tuple of str
        The words, as they stand in the two snippets and in their order; what lies between
        them need not be given.
    links : tuple of (int, int or None, str)
        For a word of the hypothesis, by its position: the position of the word in the text
        that it met, or None if it met none, and how, in a word or two.
    """

    text: tuple[str, ...]
    hypothesis: tuple[str, ...]
    links: tuple[tuple[int, int | None, str], ...]


@dataclass(frozen=True)
class Link:
    """A `WordAlignment`'s link, with places in the snippets for positions of words.

    Parameters
    ----------
    hypothesis : tuple of int
    text : tuple of int or None
        None if the hypothesis's word met none.
    relation : str
    """

    hypothesis: Span
    text: Span | None
    relation: str


def located_links(pair: Pair, alignment: WordAlignment) -> Iterator[Link]:
    """Find the aligned words in the pair's snippets; those that are not there are left out.

    Raises
    ------
    InputError
        If a link points to a word that the alignment does not have.
    """
    hypothesis = _spans(alignment.hypothesis, pair.hypothesis)
    text = _spans(alignment.text, pair.text)
    for word, met, relation in alignment.links:
        if not (0 <= word < len(hypothesis) and (met is None or 0 <= met < len(text))):
            raise InputError(
                f"pair {pair.id!r}: an alignment links word {word} of the hypothesis to word "
                f"{met} of the text; expected less than {len(hypothesis)} and {len(text)}"
            )
        place, met_place = hypothesis[word], None if met is None else text[met]
        if place is not None and (met is None or met_place is not None):
            yield Link(place, met_place, relation)


def _spans(words: Sequence[str], snippet: str) -> list[Span | None]:
    """Return where each word stands, reading on from the one before it."""
    spans: list[Span | None] = []
    end = 0
    for word in words:
        start = snippet.find(word, end) if word else -1
        spans.append((start, start + len(word)) if start >= 0 else None)
        end = end if start < 0 else start + len(word)
    return spans
