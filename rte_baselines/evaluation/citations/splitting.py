"""The sentences of a line, and the citations that belong to each."""

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from rte_baselines.analysis.analyzer import default_analyzer
from rte_baselines.analysis.english.sentence_boundaries import is_abbreviation
from rte_baselines.analysis.english.sentences import sentences_of
from rte_baselines.evaluation.citations.brackets import Citation, UncitedLine
from rte_baselines.evaluation.citations.code_spans import positions_in_code

_STOPS = ".!?"
_LAST_WORD = re.compile(r"\w+(?:\.\w+)*$")
_LONGEST_WORD = 40
# What often stands before the number of a document, in lower case as well.
_BEFORE_CITATIONS = frozenset("ref refs eq eqs sec secs tab tabs chap chaps".split())


@dataclass(frozen=True)
class _Span:
    start: int
    text: str

    @property
    def end(self) -> int:
        return self.start + len(self.text)


def split_line(
    line: UncitedLine, *, starts_paragraph: bool
) -> tuple[list[str], list[set[int]], set[int]]:
    """Return the sentences of a line, and what each cites.

    Parameters
    ----------
    line : UncitedLine
    starts_paragraph : bool
        Whether the line begins a paragraph, an item of a list or the like.

    Returns
    -------
    sentences : list of str
        The sentences that contain words.
    numbers : list of set of int
        The numbers that each sentence cites.
    others : set of int
        The numbers that the line cites if it has no words.
    """
    cuts = sorted(set(_cuts(line)))
    spans = [each for each in _spans(line.text, cuts) if has_words(each.text)]
    if not spans:
        return [], [], {number for each in line.citations for number in each.numbers}
    starts = [span.start for span in spans]
    leads = _lead(line, spans, starts, starts_paragraph=starts_paragraph)
    # A sentence in lower case after "sank [1]." lacks its subject, which is the citation that
    # begins it.
    led = {each.position + 1 for each in line.citations}.intersection(cuts)
    numbers: list[set[int]] = [set() for _ in spans]
    for citation in line.citations:
        is_led = leads or citation.position in led
        numbers[_sentence_at(citation, spans, starts, is_led=is_led)].update(citation.numbers)
    return [span.text for span in spans], numbers, set()


def has_words(text: str) -> bool:
    """Whether a text has a letter or a digit."""
    return any(map(str.isalnum, text))


def _cuts(line: UncitedLine) -> Iterator[int]:
    """Yield the ends of sentences that are followed by a word in lower case.

    A stop after a citation does not belong to an abbreviation: "It sank [1]. [2] adds that it was
    old". In a line that begins with a citation, a stop before a citation does not either, unless
    the word before it is a known abbreviation: "[1] says that it sank. [2] adds that it was old".
    """
    is_led = bool(line.citations) and not line.text[: line.citations[0].position].strip()
    for citation in line.citations:
        position = citation.position
        if line.text[position : position + 1] in (*_STOPS,):
            stop = position
        elif is_led and position and line.text[position - 1] in _STOPS:
            stop = position - 1
        else:
            continue
        if _is_before_lower_case(line.text, stop + 1) and not _is_abbreviated(line.text, stop):
            yield stop + 1


def _is_before_lower_case(text: str, position: int) -> bool:
    rest = text[position : position + _LONGEST_WORD]
    return rest[:1].isspace() and rest.lstrip()[:1].islower()


def _is_abbreviated(text: str, stop: int) -> bool:
    word = _LAST_WORD.search(text[max(0, stop - _LONGEST_WORD) : stop])
    return word is not None and (
        is_abbreviation(word[0]) or word[0].casefold() in _BEFORE_CITATIONS
    )


def _spans(text: str, cuts: Sequence[int]) -> Iterator[_Span]:
    """Yield where each sentence is; none ends within code."""
    code = positions_in_code(text)
    pieces = list(pairwise([0, *cuts, len(text)]))
    analyses = default_analyzer().analyze([text[start:end] for start, end in pieces])
    starts: list[int] = []
    ends: list[int] = []
    for (offset, _), analysis in zip(pieces, analyses, strict=True):
        for sentence in sentences_of(analysis):
            start = text.index(sentence, max(offset, ends[-1] if ends else 0))
            if ends and {start - 1, start} <= code:
                ends.pop()
            else:
                starts.append(start)
            ends.append(start + len(sentence))
    for start, end in zip(starts, ends, strict=True):
        yield _Span(start, text[start:end])


def _lead(
    line: UncitedLine, spans: Sequence[_Span], starts: Sequence[int], *, starts_paragraph: bool
) -> bool:
    """Whether the citations of a line stand before their sentences.

    They do if one stands before each sentence and none after the last, as in "[1] It sank. [2] It
    was old.". If the line continues a paragraph, its first citation may belong to the last
    sentence of the line before.
    """
    positions = [each.position for each in line.citations]
    if not positions or positions[0] > starts[0] or positions[-1] >= spans[-1].end:
        return False
    has_no_subject = line.text[starts[0]].islower()
    led = {
        _sentence_at(each, spans, starts, is_led=True)
        for each in line.citations
        if _is_between(each, spans, starts)
    }
    return (starts_paragraph or has_no_subject) and len(led) == len(spans) - 1


def _is_between(citation: Citation, spans: Sequence[_Span], starts: Sequence[int]) -> bool:
    return citation.position >= spans[_index_before(citation, starts)].end


def _index_before(citation: Citation, starts: Sequence[int]) -> int:
    return max(0, bisect_left(starts, citation.position) - 1)


def _sentence_at(
    citation: Citation, spans: Sequence[_Span], starts: Sequence[int], *, is_led: bool
) -> int:
    """Return the index of the sentence of a citation.

    That is the last sentence that starts before it; or the next one, if the citation stands before
    its sentence.
    """
    index = _index_before(citation, starts)
    is_next = is_led and index + 1 < len(spans) and _is_between(citation, spans, starts)
    return index + is_next
