"""Word alignments of text and hypothesis as plain data, from any system."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rte_baselines.core.errors import InputError
from rte_baselines.core.representing import brief
from rte_baselines.pairs import Pair

Span = tuple[int, int]
"""The start and the end of a word in its snippet, as character offsets; the end is exclusive."""


@brief
@dataclass(frozen=True)
class WordAlignment:
    """The words of a pair that a system aligned.

    Parameters
    ----------
    text, hypothesis : tuple of str
        The words as written in the two snippets, in their order. Words and characters
        between them may be omitted.
    links : tuple of (int, int or None, str)
        The position of a word in the hypothesis, the position of the word in the text that
        it is aligned with, or None if there is none, and the relation in a word or two.
    """

    text: tuple[str, ...]
    hypothesis: tuple[str, ...]
    links: tuple[tuple[int, int | None, str], ...]


@dataclass(frozen=True)
class Link:
    """A link of a `WordAlignment`, with character offsets for positions of words.

    `text` is None if the hypothesis's word is not aligned.
    """

    hypothesis: Span
    text: Span | None
    relation: str


def located_links(pair: Pair, alignment: WordAlignment) -> Iterator[Link]:
    """Yield the links of the words that are found in the pair's snippets.

    It is an error if a link refers to a word that the alignment does not have.
    """
    hypothesis = _spans(alignment.hypothesis, pair.hypothesis)
    text = _spans(alignment.text, pair.text)
    for word, aligned, relation in alignment.links:
        if not (0 <= word < len(hypothesis) and (aligned is None or 0 <= aligned < len(text))):
            raise InputError(
                f"pair {pair.id!r}: an alignment links word {word} of the hypothesis to word "
                f"{aligned} of the text; expected less than {len(hypothesis)} and {len(text)}"
            )
        span, aligned_span = hypothesis[word], None if aligned is None else text[aligned]
        if span is not None and (aligned is None or aligned_span is not None):
            yield Link(span, aligned_span, relation)


def _spans(words: Sequence[str], snippet: str) -> list[Span | None]:
    """Return the span of each word, searched for after the word before it, None if not found."""
    spans: list[Span | None] = []
    end = 0
    for word in words:
        start = snippet.find(word, end) if word else -1
        spans.append((start, start + len(word)) if start >= 0 else None)
        end = end if start < 0 else start + len(word)
    return spans
