"""Where aligned words stand in their snippets."""

from collections.abc import Iterator, Sequence

from rte_baselines.core.errors import InputError
from rte_baselines.pairs import Pair
from rte_baselines.rendering.drawings.shapes import AlignedWords

Span = tuple[int, int]
"""The start and the end of a word in its snippet, as character offsets; the end is exclusive."""

LocatedLink = tuple[Span, Span | None, str]
"""The spans of two aligned words, of which that of the text may be missing, and their relation."""


def located_links(pair: Pair, alignment: AlignedWords) -> Iterator[LocatedLink]:
    """Yield the links of the words that are found in the pair's snippets.

    It is an error if a link refers to a word that the alignment does not have.
    """
    hypothesis = _spans(alignment.hypothesis, pair.hypothesis)
    text = _spans(alignment.text, pair.text)
    for link in alignment.links:
        word, aligned = link.hypothesis, link.text
        if not (0 <= word < len(hypothesis) and (aligned is None or 0 <= aligned < len(text))):
            raise InputError(
                f"pair {pair.id!r}: an alignment links word {word} of the hypothesis to word "
                f"{aligned} of the text; expected less than {len(hypothesis)} and {len(text)}"
            )
        span, aligned_span = hypothesis[word], None if aligned is None else text[aligned]
        if span is not None and (aligned is None or aligned_span is not None):
            yield span, aligned_span, link.relation


def _spans(words: Sequence[str], snippet: str) -> list[Span | None]:
    """Return the span of each word, searched for after the word before it, None if not found."""
    spans: list[Span | None] = []
    end = 0
    for word in words:
        start = snippet.find(word, end) if word else -1
        spans.append((start, start + len(word)) if start >= 0 else None)
        end = end if start < 0 else start + len(word)
    return spans
