"""Answers with citations, and the sentences that cite."""

import re
from bisect import bisect_left
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from rte_baselines.analysis.analyzer import default_analyzer
from rte_baselines.analysis.english.sentences import sentences_of
from rte_baselines.citations.brackets import Citation, UncitedLine, without_citations
from rte_baselines.citations.code_spans import joined_over_code, positions_in_code
from rte_baselines.citations.emphasis import without_emphasis
from rte_baselines.representing import brief

_PARAGRAPH = "\n\n"
_FENCE = re.compile(r"\s*(?:```|~~~)")
_LIST_MARK = re.compile(r"\s*(?:[-*•\u2013]|[0-9]{1,3}[.)])\s+")


@brief
@dataclass(frozen=True)
class Document:
    """A document that an answer may cite.

    Parameters
    ----------
    text : str
    title : str, optional
    """

    text: str
    title: str = ""

    @property
    def passage(self) -> str:
        """The title, if there is one, as a paragraph before the text."""
        return _PARAGRAPH.join(filter(None, [self.title.strip(), self.text.strip()]))


@dataclass(frozen=True)
class CitedSentence:
    """A sentence of an answer, without its citations and marks of emphasis.

    Parameters
    ----------
    number : int
        Its position in the answer, from 1.
    text : str
    cited : tuple of int
        The numbers of documents that it cites, each once, in ascending order.
    missing : tuple of int
        The numbers that it cites and no document has, likewise.
    """

    number: int
    text: str
    cited: tuple[int, ...] = ()
    missing: tuple[int, ...] = ()


@brief
@dataclass(frozen=True)
class Answer:
    """An answer with citations in brackets, and the documents that they number from 1.

    Parameters
    ----------
    id : str
    text : str
    documents : sequence of Document
    question : str, optional
    """

    id: str
    text: str
    documents: Sequence[Document]
    question: str = ""

    @cached_property
    def sentences(self) -> tuple[CitedSentence, ...]:
        """The sentences, in order; a line break ends one, and marks of list items are left out.

        Blocks of code between lines of three backquotes or tildes are left out, too: an index such
        as ``a[2]`` is no citation. Code between backquotes within a paragraph stays as it is, but
        for line breaks in it, which are spaces; no sentence ends in it.

        A citation belongs to the sentence that it is in or, between sentences, to the one
        before it. A line of citations alone belongs to the sentence before the line.
        """
        texts: list[str] = []
        numbers: list[set[int]] = []
        before: set[int] = set()
        for line in self._lines:
            found = _sentences_in(line.text)
            starts = [start for start, _ in found]
            of_line: list[set[int]] = [set() for _ in found]
            earlier = of_line or numbers[-1:] or [before]
            for citation in line.citations:
                earlier[_sentence_at(citation, starts)].update(citation.numbers)
            texts += [text for _, text in found]
            numbers += of_line
        if numbers:
            numbers[0] |= before
        return tuple(map(self._sentence, range(1, len(texts) + 1), texts, numbers))

    @cached_property
    def other_brackets(self) -> tuple[str, ...]:
        """The brackets that are no citations, such as ``[sic]``; they stay in the sentences."""
        return tuple(bracket for line in self._lines for bracket in line.other_brackets)

    @cached_property
    def starts_with_citation(self) -> bool:
        """Whether a line does, as in a list of references, which is no part of an answer."""
        return any(
            citation.position == 0 and _has_words(line.text)
            for line in self._lines
            for citation in line.citations
        )

    @property
    def code(self) -> tuple[str, ...]:
        """The lines of code, which are left out."""
        return self._prose_and_code[1]

    def passage(self, numbers: Collection[int]) -> str:
        """Return documents as one text, in ascending order of their numbers."""
        return _PARAGRAPH.join(self.documents[number - 1].passage for number in sorted(numbers))

    @cached_property
    def _lines(self) -> tuple[UncitedLine, ...]:
        prose, _ = self._prose_and_code
        lines = (without_emphasis(_without_list_mark(line)) for line in joined_over_code(prose))
        return tuple(without_citations(line, len(self.documents)) for line in lines)

    @cached_property
    def _prose_and_code(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The lines outside and inside of blocks of code; a block that is not closed is code."""
        prose: list[str] = []
        code: list[str] = []
        is_code = False
        for line in self.text.splitlines():
            if _FENCE.match(line):
                is_code = not is_code
                # The block ends the paragraph.
                prose.append("")
            else:
                (code if is_code else prose).append(line)
        return tuple(prose), tuple(code)

    def _sentence(self, number: int, text: str, numbers: Collection[int]) -> CitedSentence:
        known = range(1, len(self.documents) + 1)
        return CitedSentence(
            number,
            text,
            tuple(sorted(cited for cited in numbers if cited in known)),
            tuple(sorted(cited for cited in numbers if cited not in known)),
        )


def _sentences_in(text: str) -> list[tuple[int, str]]:
    """Return the sentences with words of a line, with the positions where they start."""
    return [(start, sentence) for start, sentence in _located(text) if _has_words(sentence)]


def _located(text: str) -> Iterator[tuple[int, str]]:
    """Yield the position and the text of each sentence; none ends within code."""
    (analysis,) = default_analyzer().analyze([text])
    code = positions_in_code(text)
    starts: list[int] = []
    ends: list[int] = []
    for sentence in sentences_of(analysis):
        start = text.index(sentence, ends[-1] if ends else 0)
        if {start - 1, start} <= code:
            ends.pop()
        else:
            starts.append(start)
        ends.append(start + len(sentence))
    for start, end in zip(starts, ends, strict=True):
        yield start, text[start:end]


def _sentence_at(citation: Citation, starts: Sequence[int]) -> int:
    """Return the index of the last sentence that starts before a citation, or else the first."""
    return max(0, bisect_left(starts, citation.position) - 1)


def _without_list_mark(line: str) -> str:
    found = _LIST_MARK.match(line)
    return line[found.end() :] if found else line


def _has_words(text: str) -> bool:
    return any(map(str.isalnum, text))
