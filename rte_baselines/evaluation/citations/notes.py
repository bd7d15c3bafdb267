"""What is unusual about the citations of answers, in sentences."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence

from rte_baselines.core.quoting import counted, quoted
from rte_baselines.evaluation.citations.answers import Answer
from rte_baselines.evaluation.citations.brackets import without_citations

_EXAMPLES = 3
# They may be citations, or the exponent of a unit.
_SUPERSCRIPTS = re.compile(
    r"[\u00b9\u00b2\u00b3\u2070\u2074-\u2079]+|<sup>[^<>]*</sup>", re.IGNORECASE
)


def notes_on(answers: Sequence[Answer]) -> list[str]:
    """Return a sentence for each thing that is unusual, with the answers in which it is.

    Parameters
    ----------
    answers : sequence of Answer

    Returns
    -------
    list of str
        On answers with code, which may never be closed, or tables, with the number of lines
        and of brackets in them that would be citations; on answers without sentences or
        citations, citations of documents that do not exist, brackets that are no citations,
        superscripts, and lines that start with a citation.
    """
    return list(_notes(answers))


def _notes(answers: Sequence[Answer]) -> Iterator[str]:
    missing = [
        f"[{number}] of {len(answer.documents)} in {quoted(answer.id)}"
        for answer in answers
        for sentence in answer.sentences
        for number in sentence.missing
    ]
    if missing:
        zero = any(0 in sentence.missing for answer in answers for sentence in answer.sentences)
        yield (
            f"citations of documents that do not exist, which count as wrong: {_some(missing)}"
            + ("; the first document is [1]" if zero else "")
        )
    others = [
        f"{quoted(bracket)} in {quoted(answer.id)}"
        for answer in answers
        for bracket in answer.other_brackets
    ]
    if others:
        yield f"brackets that are no citations, and stay in the sentences: {_some(others)}"
    superscripts = [
        f"{quoted(found)} in {quoted(answer.id)}"
        for answer in answers
        for sentence in answer.sentences
        for found in _SUPERSCRIPTS.findall(sentence.text)
    ]
    if superscripts:
        yield (
            "superscripts, which are not read as citations and stay in the sentences: "
            f"{_some(superscripts)}; expected citations such as [1]"
        )
    yield from _note_on_left_out(
        answers, lambda answer: answer.code, "answers with blocks of code, which are left out"
    )
    unclosed = [
        f"line {number} of {quoted(answer.id)}"
        for answer in answers
        for number in answer.unclosed_code
    ]
    if unclosed:
        yield (
            "blocks of code that are never closed, so that all that follows is left out, up to "
            f"the end of the answer or of the item or quotation around it: {_some(unclosed)}"
        )
    yield from _note_on_left_out(
        answers,
        lambda answer: answer.tables,
        "answers with tables, which are left out with their citations",
    )
    yield from _note(
        answers,
        lambda answer: not answer.sentences,
        "answers without a sentence, with recall and precision 0",
    )
    yield from _note(
        answers,
        lambda answer: bool(answer.sentences) and not _cites(answer),
        "answers without a citation, with recall and precision 0",
    )
    yield from _note(
        answers,
        lambda answer: answer.starts_with_citation,
        "answers with a line that starts with a citation, as in a list of references, which "
        "counts as sentences unless it is taken out",
    )


def _note(
    answers: Iterable[Answer], is_unusual: Callable[[Answer], bool], what: str
) -> Iterator[str]:
    found = [quoted(answer.id) for answer in answers if is_unusual(answer)]
    if found:
        yield f"{what}: {_some(found)}"


def _note_on_left_out(
    answers: Sequence[Answer], lines_of: Callable[[Answer], Sequence[str]], what: str
) -> Iterator[str]:
    lines = sum(len(lines_of(answer)) for answer in answers)
    marks = sum(
        len(without_citations(line, len(answer.documents)).citations)
        for answer in answers
        for line in lines_of(answer)
    )
    extent = f"{counted(lines, 'line')} with {counted(marks, 'citation mark')}"
    yield from _note(answers, lambda answer: bool(lines_of(answer)), f"{what} ({extent})")


def _cites(answer: Answer) -> bool:
    return any(sentence.cited or sentence.missing for sentence in answer.sentences)


def _some(examples: Sequence[str]) -> str:
    """Return the number of examples and, in brackets, the first of them."""
    more = ", ..." if len(examples) > _EXAMPLES else ""
    return f"{len(examples)} ({', '.join(examples[:_EXAMPLES])}{more})"
