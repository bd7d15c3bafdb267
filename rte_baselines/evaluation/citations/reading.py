"""Reading answers: JSON Lines, a JSON list, and the released results of ALCE."""

import io
import warnings
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from rte_baselines.core.errors import InputError, InputWarning
from rte_baselines.core.files.reading import input_name, open_input, utf8_text
from rte_baselines.core.quoting import quoted
from rte_baselines.evaluation.citations.answers import Answer, Document
from rte_baselines.records.json_rows import array_of_objects, decode_object

_DOCUMENTS = ("documents", "docs")
# In ALCE's files, "answer" is a reference answer and "output" that of the system.
_TEXTS = ("output", "answer")
_RELEASED = "data"

_Place = str
"""Where an answer is in its file, such as ``line 3``."""


def read_answers(source: str | Path) -> list[Answer]:
    """Read answers with their documents.

    Parameters
    ----------
    source : str or Path
        A path, compressed or not, or ``-`` for standard input: JSON Lines, a JSON list, or
        an object with a list called ``data``. An answer has ``output`` or ``answer``,
        ``documents`` or ``docs`` (objects with a ``text`` and perhaps a ``title``), and
        perhaps an ``id`` and a ``question``. Other fields are ignored.

    Returns
    -------
    list of Answer
        In the order of the file. If the first has no id, ids are their numbers, from 1.

    Raises
    ------
    InputError
        If there is no answer, or one is malformed: without an answer or documents, with a
        document without text, or with an id that is missing or repeated.

    Warns
    -----
    InputWarning
        If there are both ``output`` and ``answer``, of which the first is read.
    """
    name = input_name(source)
    with open_input(source) as stream, utf8_text(stream, name) as text:
        content = text.read()
    try:
        placed = [(place, fields, _at(place, fields)) for place, fields in _objects(content)]
        answers = _with_ids([(place, answer) for place, _, answer in placed])
    except InputError as error:
        raise InputError(f"{name}: {error}") from None
    if not answers:
        raise InputError(f"{name}: has no answers; expected JSON objects with answer and documents")
    if any(all(field in fields for field in _TEXTS) for _, fields, _ in placed):
        warnings.warn(
            f"{name}: of output and answer, output is read; answer is taken to be a reference",
            InputWarning,
            stacklevel=2,
        )
    return answers


def _objects(content: str) -> Iterator[tuple[_Place, Mapping[str, Any]]]:
    """Yield the objects of a file, each with its place."""
    start = len(content) - len(content.lstrip())
    if content.startswith("[", start):
        yield from _objects_of_list(content, start)
        return
    if start == len(content):
        return
    first, end = decode_object(content, start, 1 + content.count("\n", 0, start))
    if isinstance(first.get(_RELEASED), list) and not content[end:].strip():
        yield from _released(first[_RELEASED])
        return
    for line, record in enumerate(content.split("\n"), start=1):
        if record.strip():
            fields, end = decode_object(record, len(record) - len(record.lstrip()), line)
            if record[end:].strip():
                raise InputError(f"line {line}: more than a JSON object; expected one on each line")
            yield f"line {line}", fields


def _objects_of_list(content: str, start: int) -> Iterator[tuple[_Place, Mapping[str, Any]]]:
    if content[start + 1 :].strip() == "]":
        return
    for row in array_of_objects(io.StringIO(content), may_be_lists=False):
        yield f"line {row.line}", row.fields


def _released(records: Sequence[Any]) -> Iterator[tuple[_Place, Mapping[str, Any]]]:
    for number, fields in enumerate(records, start=1):
        place = f"{_RELEASED}, answer {number}"
        if not isinstance(fields, dict):
            raise InputError(f"{place}: is no JSON object; expected answer and documents")
        yield place, fields


def _at(place: _Place, fields: Mapping[str, Any]) -> Answer:
    """Return the answer at a place, without an id if there is none."""
    try:
        return Answer(
            id=_id(fields.get("id")),
            text=_string(fields, next((name for name in _TEXTS if name in fields), _TEXTS[1])),
            documents=_documents(fields),
            question=_string(fields, "question") if fields.get("question") is not None else "",
        )
    except InputError as error:
        raise InputError(f"{place}: {error}") from None


def _with_ids(placed: Sequence[tuple[_Place, Answer]]) -> list[Answer]:
    """Return answers with their ids, or all with their numbers, which are checked."""
    answers: list[Answer] = []
    places: dict[str, _Place] = {}
    for number, (place, answer) in enumerate(placed, start=1):
        has_ids = bool(placed[0][1].id)
        if bool(answer.id) != has_ids:
            has, first = ("no id", "one") if has_ids else ("an id", "none")
            raise InputError(
                f"{place}: has {has}, and the first answer has {first}; expected ids "
                "in all or in none"
            )
        numbered = answer if has_ids else replace(answer, id=str(number))
        if numbered.id in places:
            raise InputError(
                f"{place}: id {quoted(numbered.id)} is that of {places[numbered.id]}, too; "
                "expected another one for each answer"
            )
        places[numbered.id] = place
        answers.append(numbered)
    return answers


def _id(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, int) and not isinstance(value, bool):
        return str(value)
    if isinstance(value, str) and value.strip():
        return value.strip()
    raise InputError(f"id {quoted(value)} is no id; expected a string or a whole number")


def _documents(fields: Mapping[str, Any]) -> tuple[Document, ...]:
    names = [name for name in _DOCUMENTS if name in fields]
    if len(names) != 1:
        has = "both 'documents' and 'docs'" if names else "no documents"
        raise InputError(f"has {has}; expected a list called documents or docs")
    found = fields[names[0]]
    if not isinstance(found, list):
        raise InputError(f"{names[0]} is not a list; expected one, of objects with a text")
    return tuple(_document(document, number) for number, document in enumerate(found, start=1))


def _document(fields: Any, number: int) -> Document:
    try:
        if not isinstance(fields, dict):
            raise InputError("is no JSON object; expected one with a text")
        text = _string(fields, "text")
        if not text.strip():
            raise InputError("has an empty text, by which nothing can be judged; expected a text")
        return Document(text, _string(fields, "title") if fields.get("title") is not None else "")
    except InputError as error:
        raise InputError(f"document {number} {error}") from None


def _string(fields: Mapping[str, Any], name: str) -> str:
    if name not in fields:
        raise InputError(f"has no {name}; expected a string")
    if not isinstance(fields[name], str):
        raise InputError(f"has {quoted(fields[name])} as {name}; expected a string")
    return str(fields[name])
