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
from rte_baselines.pairs.objects import ObjectReader
from rte_baselines.pairs.pair import Pair
from rte_baselines.registry import registry

# Keys of an object that is malformed or cut off; good enough for advice.
_KEY = re.compile(r'"([^"\\]{1,40})"\s*:')
_INSPECTED_CHARACTERS = 1 << 16
# SNLI's parse trees, several times longer than the sentences.
_PARSE_FIELD = re.compile(r"sentence[12](_binary)?_parse")


class _JsonFormat(ObjectReader, PairFormat):
    """JSON objects, one for each pair; see `ObjectReader`."""

    @abstractmethod
    def _objects(self, text: TextIO) -> Iterator[tuple[int, dict[str, Any]]]:
        """Yield the line that each object starts on, from 1, and its fields."""

    @abstractmethod
    def _start_of_object(self, head: str) -> int | None:
        """Return the position of the first object, or None if there seems to be none."""

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
        return self.records(self._objects(text))


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
