"""Answers that cite documents: reading them, their sentences, and what each sentence cites."""

import re
from bisect import bisect_left
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from rte_baselines.analysis.analyzer import default_analyzer
from rte_baselines.analysis.english.sentence_boundaries import sentences_of
from rte_baselines.core.errors import InputError
from rte_baselines.core.files.reading import input_name, open_input, utf8_text
from rte_baselines.core.quoting import quoted
from rte_baselines.core.representing import brief
from rte_baselines.records.json_rows import lines_of_objects

_RANGE = r"[0-9]{1,3}(?:[-\u2013][0-9]{1,3})?"
_CITATION = re.compile(rf"\[({_RANGE}(?:, ?{_RANGE})*)\]")
_BRACKET = re.compile(r"\[[^\[\]]*\]")
_PARAGRAPH = "\n\n"
_EXAMPLES = 3


@brief
@dataclass(frozen=True)
class Document:
    """A document that an answer may cite, perhaps with a title."""

    text: str
    title: str = ""

    @property
    def passage(self) -> str:
        """The title, if there is one, as a paragraph before the text."""
        return _PARAGRAPH.join(filter(None, [self.title.strip(), self.text.strip()]))


@dataclass(frozen=True)
class CitedSentence:
    """A sentence of an answer, without its citations; sentences are numbered from 1.

    `cited` are the numbers of documents that it cites, and `missing` the cited numbers that no
    document has, each once and in ascending order.
    """

    number: int
    text: str
    cited: tuple[int, ...]
    missing: tuple[int, ...]

    @property
    def citations(self) -> int:
        """The number of its citations, each number once."""
        return len(self.cited) + len(self.missing)


@brief
@dataclass(frozen=True)
class Answer:
    """An answer with citations in brackets, and the documents that they number from 1.

    The text is plain. Citations are written as ``[1]``, ``[1, 2]``, ``[1][2]`` or ``[1-3]``.
    """

    id: str
    text: str
    documents: Sequence[Document]

    @cached_property
    def sentences(self) -> tuple[CitedSentence, ...]:
        """The sentences that have words, in order; a line break ends one.

        A citation belongs to the sentence that it is in or, after a sentence, to that sentence. At
        the beginning of a line, it belongs to the first sentence of the line. A line of citations
        alone belongs to the sentence before it or, at the beginning of the answer, after it.
        """
        # The first stands for the place before all sentences.
        found: list[tuple[str, set[int]]] = [("", set())]
        lines = list(map(_without_citations, self.text.splitlines()))
        analyses = default_analyzer().analyze([line for line, _ in lines])
        for (line, marks), analysis in zip(lines, analyses, strict=True):
            first, starts, end = len(found), [], 0
            for sentence in sentences_of(analysis):
                if any(map(str.isalnum, sentence)):
                    starts.append(line.index(sentence, end))
                    end = starts[-1] + len(sentence)
                    found.append((sentence, set()))
            for position, mark in marks:
                place = first + max(0, bisect_left(starts, position) - 1)
                _, cited = found[min(place, len(found) - 1)]
                cited.update(_cited_numbers(mark, len(self.documents)))
        (_, before), *sentences = found
        for _, cited in sentences[:1]:
            cited |= before
        known = range(1, len(self.documents) + 1)
        return tuple(
            CitedSentence(
                number,
                text,
                tuple(sorted(cited.intersection(known))),
                tuple(sorted(cited.difference(known))),
            )
            for number, (text, cited) in enumerate(sentences, start=1)
        )

    @cached_property
    def other_brackets(self) -> tuple[str, ...]:
        """The brackets of other things, such as ``[sic]``, which stay in the sentences."""
        found = (bracket for line in self.text.splitlines() for bracket in _BRACKET.findall(line))
        return tuple(bracket for bracket in found if not _CITATION.fullmatch(bracket))

    def passage(self, numbers: Collection[int]) -> str:
        """Return documents as one text, in ascending order of their numbers."""
        return _PARAGRAPH.join(self.documents[number - 1].passage for number in sorted(numbers))


def _without_citations(line: str) -> tuple[str, Sequence[tuple[int, str]]]:
    """Take citations out of a line, with the white space before them.

    Returns the rest, and what was in their brackets, each with its position.
    """
    text, *rest = _CITATION.split(line)
    marks = []
    for mark, following in zip(rest[::2], rest[1::2], strict=True):
        text = text.rstrip()
        marks.append((len(text), mark))
        text += f" {following}" if following[:1].isalnum() else following
    return text, marks


def _cited_numbers(mark: str, documents: int) -> Iterator[int]:
    """Yield the numbers in a bracket; a range cites at most one document beyond the existing."""
    for part in mark.split(","):
        ends = [int(number) for number in re.findall("[0-9]+", part)]
        yield from range(min(ends), min(max(ends), documents + 1))
        yield max(ends)


def read_answers(source: str | Path) -> list[Answer]:
    """Read answers with their documents, in the order of the file.

    Parameters
    ----------
    source : str or Path
        JSON Lines, compressed or not, or ``-`` for standard input. An answer has ``answer`` or
        ``output``, ``documents`` or ``docs`` (objects with a ``text`` and perhaps a ``title``),
        and perhaps an ``id``, without which its number is the id. Other fields are ignored.

    Raises
    ------
    InputError
        If an answer is malformed: without an answer or documents, with a document without text, or
        with an id that is repeated.
    """
    name = input_name(source)
    answers: dict[str, Answer] = {}
    with open_input(source) as stream, utf8_text(stream, name) as text:
        for row in lines_of_objects(text):
            try:
                if row.problem:
                    raise InputError(f"{row.problem}; expected a JSON object on each line")
                answer = _answer(row.fields, len(answers) + 1)
                if answer.id in answers:
                    raise InputError(f"id {quoted(answer.id)} is repeated; expected another one")
            except InputError as error:
                raise InputError(f"{name}: line {row.line}: {error}") from None
            answers[answer.id] = answer
    return list(answers.values())


def _answer(fields: Mapping[str, Any], number: int) -> Answer:
    text = _field(fields, ("answer", "output"), str, "a string")
    documents = _field(fields, ("documents", "docs"), list, "a list of objects with a text")
    given = number if fields.get("id") is None else fields["id"]
    if not isinstance(given, (str, int)) or not str(given).strip():
        raise InputError(f"id {quoted(given)} is no id; expected a string or a whole number")
    passages = map(_document, documents, range(1, len(documents) + 1))
    return Answer(str(given).strip(), text, tuple(passages))


def _document(fields: Any, number: int) -> Document:
    try:
        if not isinstance(fields, dict):
            raise InputError("is no JSON object; expected one with a text")
        text = _field(fields, ("text",), str, "a string")
        title = _field(fields, ("title",), str, "a string") if fields.get("title") else ""
    except InputError as error:
        raise InputError(f"document {number} {error}") from None
    if not text.strip():
        raise InputError(f"document {number} has an empty text; expected one to judge by")
    return Document(text, title)


def _field(fields: Mapping[str, Any], names: Sequence[str], kind: type, expected: str) -> Any:
    """Return the value of a field, which is of a type, and has one of some names."""
    found = [name for name in names if fields.get(name) is not None]
    if len(found) != 1:
        has = f"both {' and '.join(names)}" if found else f"no {names[0]}"
        raise InputError(f"has {has}; expected a field called {' or '.join(names)}")
    value = fields[found[0]]
    if not isinstance(value, kind):
        raise InputError(f"has {quoted(value)} as {found[0]}; expected {expected}")
    return value


def notes_on(answers: Sequence[Answer]) -> list[str]:
    """Return a sentence for each thing that is unusual, with the answers in which it is."""
    found = {
        "citations of documents that do not exist, which count as wrong": [
            f"[{number}] of {len(answer.documents)} in {quoted(answer.id)}"
            for answer in answers
            for sentence in answer.sentences
            for number in sentence.missing
        ],
        "brackets that are no citations, and stay in the sentences": [
            f"{quoted(bracket)} in {quoted(answer.id)}"
            for answer in answers
            for bracket in answer.other_brackets
        ],
        "answers without a citation, with recall and precision 0": [
            quoted(answer.id)
            for answer in answers
            if not any(sentence.citations for sentence in answer.sentences)
        ],
    }
    notes = []
    for what, examples in found.items():
        if examples:
            more = ", ..." if len(examples) > _EXAMPLES else ""
            first = ", ".join(examples[:_EXAMPLES])
            notes.append(f"{what}: {len(examples)} ({first}{more})")
    return notes
