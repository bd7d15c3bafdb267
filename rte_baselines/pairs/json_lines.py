"""JSON formats: JSON Lines and arrays of objects with any field names, and SNLI."""

import json
import re
from abc import abstractmethod
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, ClassVar, TextIO

from rte_baselines.errors import InputError
from rte_baselines.pairs.columns import (
    PARTS,
    Columns,
    are_pairs,
    are_those_of,
    find_columns,
    how_to_name,
    is_attribute,
)
from rte_baselines.pairs.format import PairFormat, Record, WritableFormat
from rte_baselines.pairs.json_objects import STARTS_ARRAY, decode_object, objects_of_array
from rte_baselines.pairs.labels import Label
from rte_baselines.pairs.pair import Pair
from rte_baselines.quoting import quoted, shortened
from rte_baselines.registry import registry

# Keys of an object that is malformed or cut off; good enough for advice.
_KEY = re.compile(r'"([^"\\]{1,40})"\s*:')
_INSPECTED_CHARACTERS = 1 << 16
# SNLI's parse trees, several times longer than the sentences.
_PARSE_FIELD = re.compile(r"sentence[12](_binary)?_parse")


class _JsonFormat(PairFormat):
    """JSON objects, one for each pair.

    Fields that are not part of the pair become attributes; values other than strings are
    kept as JSON. If the first object has no id, ids are the objects' numbers, from 1.
    """

    @abstractmethod
    def _objects(self, text: TextIO) -> Iterator[tuple[int, dict[str, Any]]]:
        """Yield the line that each object starts on, from 1, and its fields."""

    @abstractmethod
    def _start_of_object(self, head: str) -> int | None:
        """Return the position of the first object, or None if there seems to be none."""

    @abstractmethod
    def _columns_in(self, names: list[str]) -> Columns:
        """Return the columns of the parts of a pair in an object with fields of these names."""

    def _is_attribute(self, name: str) -> bool:
        """Whether a field that is not a part of the pair is kept."""
        return True

    def _names(self, head: str) -> list[str]:
        """Return the names of the first object's fields."""
        start = self._start_of_object(head)
        if start is None:
            return []
        try:
            return list(decode_object(head, start, 1)[0])
        except InputError:
            return _KEY.findall(head, start, start + _INSPECTED_CHARACTERS)

    def read(self, text: TextIO) -> Iterator[Record]:
        """Read a record from each object; see `PairFormat.read`."""
        names: Iterable[str] = ()
        for number, (line, fields) in enumerate(self._objects(text), start=1):
            if number == 1:
                self.columns = {}
            if fields.keys() != names:
                names = fields.keys()
                self.columns = self._columns_with(names, line, is_first=number == 1)
            yield self._record(fields, line, number)

    def _columns_with(self, names: Iterable[str], line: int, *, is_first: bool) -> Columns:
        """Return the known columns, and those of an object with other fields."""
        known = self.columns.values()
        try:
            found = self._columns_in([*known, *(name for name in names if name not in known)])
        except InputError as error:
            raise InputError(f"line {line}: {error}") from None
        for part, name in found.items():
            earlier = self.columns.get(part)
            if earlier != name and not is_first and (earlier is not None or part == "id"):
                field = "no field" if earlier is None else quoted(earlier)
                raise InputError(
                    f"line {line}: {quoted(name)} holds the {part}, and {field} in earlier "
                    "objects; expected the same field in each object"
                )
        return found

    def _id(self, value: Any, line: int) -> str | None:
        """Return an id as a string; None is reported as a missing id."""
        # Many tools convert a column of integers with missing values to floats.
        is_whole = isinstance(value, int | float) and value == value // 1
        if value is None or isinstance(value, str) or (is_whole and not isinstance(value, bool)):
            return _as_string(value)
        raise InputError(
            f"line {line}: {quoted(self.columns['id'])} is {shortened(json.dumps(value))}, "
            "which is no id; expected a string or a whole number"
        )

    def _record(self, fields: Mapping[str, Any], line: int, number: int) -> Record:
        parts = {part: fields.get(name) for part, name in self.columns.items()}
        for part in ("text", "hypothesis"):
            if not isinstance(parts[part], str | None):
                raise InputError(f"line {line}: {quoted(self.columns[part])} is not a string")
        names = set(self.columns.values())
        return Record(
            line,
            id=self._id(parts["id"], line) if "id" in parts else str(number),
            text=parts["text"],
            hypothesis=parts["hypothesis"],
            task=_as_string(parts.get("task")),
            label=_label_of(parts.get("label")),
            attributes={
                name: string
                for name, value in fields.items()
                if name not in names
                and (string := _as_string(value)) is not None
                and self._is_attribute(name)
            },
        )


def _label_of(value: Any) -> str | None:
    """Return a label as a string; true and false are the words, as in tables."""
    return str(value) if isinstance(value, bool) else _as_string(value)


class _JsonLinesFormat(_JsonFormat):
    """One JSON object a line; blank lines are skipped."""

    def _objects(self, text: TextIO) -> Iterator[tuple[int, dict[str, Any]]]:
        for line, content in enumerate(text, start=1):
            if content.strip():
                yield line, _whole_object(content.rstrip(), line)

    def _start_of_object(self, head: str) -> int | None:
        start = len(head) - len(head.lstrip())
        return start if head.startswith("{", start) else None

    def count(self, text: TextIO) -> int:
        """Return the number of lines that are not blank; see `PairFormat.count`."""
        return sum(1 for line in text if line.strip())


class _AnyJson(_JsonFormat):
    """Objects whose fields may have any name."""

    takes_columns = True
    own_columns: ClassVar[Columns] = {part: part for part in PARTS}

    def recognizes(self, head: str) -> bool:
        """Whether it starts with an object whose fields are known or named by the user."""
        if self.given_columns:
            return self._start_of_object(head) is not None
        return are_pairs(self._names(head))

    def advice(self, head: str) -> str | None:
        """Return how to name the fields; see `PairFormat.advice`."""
        names = self._names(head)
        return how_to_name(names) if names else None

    def _columns_in(self, names: list[str]) -> Columns:
        return find_columns(names, self.given_columns)


@registry.formats("jsonl")
class JsonLines(_AnyJson, _JsonLinesFormat, WritableFormat):
    """JSON Lines with a text and a hypothesis; attributes are written as further fields."""

    name = "jsonl"
    description = "JSON Lines with fields such as id, premise, hypothesis, label, or that you name"
    label_names: ClassVar[Mapping[Label, str]] = {label: label.value for label in Label}

    def can_write_attribute(self, name: str) -> bool:
        """Whether a field of that name would be read as an attribute."""
        return is_attribute(name) and not self.cannot_hold.search(name)

    def write(self, pairs: Iterable[Pair], text: TextIO) -> None:
        """Write one object a line, without the parts that a pair does not have."""
        for pair in pairs:
            parts = {"id": pair.id, "text": pair.text, "hypothesis": pair.hypothesis}
            if pair.task is not None:
                parts["task"] = pair.task
            if pair.label is not None:
                parts["label"] = self.label_names[pair.label]
            text.write(json.dumps({**parts, **pair.attributes}, ensure_ascii=False) + "\n")


@registry.formats("json")
class JsonArray(_AnyJson):
    """One JSON array of objects, as pandas writes records by default."""

    name = "json"
    description = "one JSON array of objects with such fields, or that you name"

    def _objects(self, text: TextIO) -> Iterator[tuple[int, dict[str, Any]]]:
        return objects_of_array(text, decode_object)

    def _start_of_object(self, head: str) -> int | None:
        found = STARTS_ARRAY.match(head)
        return found.end() if found else None


@registry.formats("snli")
class Snli(_JsonLinesFormat):
    """The JSON Lines of SNLI, e-SNLI and MultiNLI; their parse trees are left out."""

    name = "snli"
    description = "SNLI, e-SNLI and MultiNLI JSON Lines: pairID, sentence1, sentence2, gold_label"
    own_columns: ClassVar[Columns] = {
        "id": "pairID",
        "text": "sentence1",
        "hypothesis": "sentence2",
        "label": "gold_label",
    }

    def recognizes(self, head: str) -> bool:
        """Whether it starts with an object that has SNLI's fields."""
        return are_those_of(self.own_columns, self._names(head))

    def _columns_in(self, names: list[str]) -> Columns:
        required = ("text", "hypothesis")
        return {
            part: name
            for part, name in self.own_columns.items()
            if name in names or part in required
        }

    def _is_attribute(self, name: str) -> bool:
        return not _PARSE_FIELD.fullmatch(name)


def _whole_object(content: str, line: int) -> dict[str, Any]:
    fields, end = decode_object(content, len(content) - len(content.lstrip()), line)
    if end < len(content):
        raise InputError(f"line {line}, column {end + 1}: malformed JSON (Extra data)")
    return fields


def _as_string(value: Any) -> str | None:
    if value is None or isinstance(value, str):
        return value
    return json.dumps(value, ensure_ascii=False)
