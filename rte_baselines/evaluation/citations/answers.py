"""Answers with citations, and the sentences that cite."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from rte_baselines.core.representing import brief
from rte_baselines.evaluation.citations.blocks import Blocks, blocks_of
from rte_baselines.evaluation.citations.brackets import UncitedLine, without_citations
from rte_baselines.evaluation.citations.code_spans import joined_over_code
from rte_baselines.evaluation.citations.emphasis import without_emphasis
from rte_baselines.evaluation.citations.marks import without_marks
from rte_baselines.evaluation.citations.splitting import has_words, split_line

_PARAGRAPH = "\n\n"


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
        The cited numbers that no document has, each once, in ascending order.
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
        """The sentences, in order; a line break ends one.

        Marks of quotations, items and headings at the beginning of a line are left out, and so are
        blocks of code and tables; see `blocks_of`. An index such as ``a[2]`` is no citation.
        Code within a paragraph, between backquotes or tags, stays as it is, but for line breaks in
        it, which are spaces; no sentence ends in it.

        A citation belongs to the sentence that contains it. Between two sentences, it belongs to
        the one before it; but if a citation stands before each sentence of a line, it belongs to
        the one after it. A line of citations alone belongs to the sentence before the line.
        """
        texts: list[str] = []
        numbers: list[set[int]] = []
        before: set[int] = set()
        for line, starts_paragraph in self._placed_lines:
            found, cited, others = split_line(line, starts_paragraph=starts_paragraph)
            (numbers[-1] if numbers else before).update(others)
            texts += found
            numbers += cited
        if numbers:
            numbers[0] |= before
        return tuple(map(self._sentence, range(1, len(texts) + 1), texts, numbers))

    @cached_property
    def other_brackets(self) -> tuple[str, ...]:
        """The brackets that are no citations, such as ``[sic]``; they stay in the sentences."""
        return tuple(bracket for line in self._lines for bracket in line.other_brackets)

    @cached_property
    def starts_with_citation(self) -> bool:
        """Whether a line starts with a citation, as lines of a reference list do."""
        return any(
            citation.position == 0 and has_words(line.text)
            for line in self._lines
            for citation in line.citations
        )

    @property
    def code(self) -> Sequence[str]:
        """The lines of code, which are left out."""
        return self._blocks.code

    @property
    def unclosed_code(self) -> Sequence[int]:
        """The numbers of lines, from 1, where code begins that is never closed."""
        return self._blocks.unclosed

    @property
    def tables(self) -> Sequence[str]:
        """The rows of tables, which are left out."""
        return self._blocks.tables

    def passage(self, numbers: Collection[int]) -> str:
        """Return documents as one text, in ascending order of their numbers."""
        return _PARAGRAPH.join(self.documents[number - 1].passage for number in sorted(numbers))

    @property
    def _lines(self) -> Iterator[UncitedLine]:
        return (line for line, _ in self._placed_lines)

    @cached_property
    def _placed_lines(self) -> tuple[tuple[UncitedLine, bool], ...]:
        """The lines of prose, each with whether it begins a paragraph."""
        placed: list[tuple[UncitedLine, bool]] = []
        is_start = True
        for marked in joined_over_code(self._blocks.prose):
            line = without_marks(marked)
            uncited = without_citations(without_emphasis(line), len(self.documents))
            placed.append((uncited, is_start or line != marked))
            # Each line of a list of references begins with a citation.
            starts_with_citation = any(each.position == 0 for each in uncited.citations)
            is_start = not line.strip() or (starts_with_citation and placed[-1][1])
        return tuple(placed)

    @cached_property
    def _blocks(self) -> Blocks:
        return blocks_of(self.text)

    def _sentence(self, number: int, text: str, numbers: Collection[int]) -> CitedSentence:
        known = range(1, len(self.documents) + 1)
        return CitedSentence(
            number,
            text,
            tuple(sorted(cited for cited in numbers if cited in known)),
            tuple(sorted(cited for cited in numbers if cited not in known)),
        )
