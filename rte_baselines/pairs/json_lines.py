"""JSON Lines: our own, those with fields that the user names, and those of SNLI."""

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, ClassVar, TextIO

from rte_baselines.errors import InputError
from rte_baselines.pairs.columns import PARTS, Columns
from rte_baselines.pairs.format import PairFormat, Record, WritableFormat
from rte_baselines.pairs.labels import Label
from rte_baselines.pairs.pair import Pair
from rte_baselines.registry import registry

_KEY = re.compile(r'"((?:[^"\\]|\\.)*)"\s*:')
_HALF_CHARACTER = re.compile(r"\\ud[89a-f]", re.IGNORECASE)
# SNLI's parse trees, several times longer than the sentences.
_PARSE_FIELD = re.compile(r"sentence[12](_binary)?_parse")


class _JsonLinesFormat(PairFormat):
    """One JSON object a line; blank lines are skipped.

    Fields that are no part of the pair become attributes, those that are not strings
    as JSON. Where the first object has no id, or the user names no field for it, the
    id is the object's number, from 1.
    """

    def recognizes(self, head: str) -> bool:
        """Whether the first line starts an object that has fields for text and hypothesis."""
        first_line = head.lstrip().partition("\n")[0]
        if not first_line.startswith("{"):
            return False
        return self.has_named_columns or {
            self.columns["text"],
            self.columns["hypothesis"],
        } <= set(_KEY.findall(first_line))

    def read(self, text: TextIO) -> Iterator[Record]:
        """Read a record from each line; see `PairFormat.read`."""
        is_numbered = None
        row = 0
        for line, content in enumerate(text, start=1):
            if not content.strip():
                continue
            row += 1
            fields = _parse_object(content.rstrip(), line)
            if is_numbered is None:
                is_numbered = self._is_numbered(fields)
            yield self._record(fields, line, str(row) if is_numbered else None)

    def _is_numbered(self, first: dict[str, Any]) -> bool:
        if self.has_named_columns:
            return "id" not in self.columns
        return self.columns["id"] not in first

    def _record(self, fields: dict[str, Any], line: int, number: str | None) -> Record:
        parts = {part: fields.pop(name, None) for part, name in self.columns.items()}
        for part in ("text", "hypothesis"):
            if not isinstance(parts[part], str | None):
                raise InputError(f"line {line}: {self.columns[part]!r} is not a string")
        return Record(
            line,
            id=number or _as_string(parts.get("id")),
            text=parts["text"],
            hypothesis=parts["hypothesis"],
            task=_as_string(parts.get("task")),
            label=_as_string(parts.get("label")),
            attributes={
                name: string
                for name, value in fields.items()
                if (string := _as_string(value)) is not None and not _PARSE_FIELD.fullmatch(name)
            },
        )


@registry.formats("jsonl")
class JsonLines(_JsonLinesFormat, WritableFormat):
    """Our own JSON Lines, with a pair's parts and its attributes side by side."""

    name = "jsonl"
    description = "JSON Lines with id, text, hypothesis, task, label, or with fields you name"
    takes_columns = True
    own_columns: ClassVar[Columns] = {part: part for part in PARTS}
    label_names: ClassVar[Mapping[Label, str]] = {label: label.value for label in Label}

    def can_write_attribute(self, name: str) -> bool:
        """Whether `name` is not the name of a part of the pair."""
        return name not in PARTS

    def write(self, pairs: Iterable[Pair], text: TextIO) -> None:
        """Write an object a line, without what a pair does not have."""
        for pair in pairs:
            parts = {"id": pair.id, "text": pair.text, "hypothesis": pair.hypothesis}
            if pair.task is not None:
                parts["task"] = pair.task
            if pair.label is not None:
                parts["label"] = self.label_names[pair.label]
            text.write(json.dumps({**parts, **pair.attributes}, ensure_ascii=False) + "\n")


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


def _parse_object(content: str, line: int) -> dict[str, Any]:
    try:
        fields = json.loads(content)
    except json.JSONDecodeError as error:
        place = f"line {line}, column {error.colno}"
        raise InputError(f"{place}: malformed JSON ({error.msg})") from None
    except (ValueError, RecursionError):
        raise InputError(f"line {line}: JSON that is too deep or too long") from None
    if not isinstance(fields, dict):
        raise InputError(f"line {line}: is not a JSON object")
    if _HALF_CHARACTER.search(content):
        _refuse_half_characters(fields, line)
    return fields


def _refuse_half_characters(fields: dict[str, Any], line: int) -> None:
    r"""Refuse a lone surrogate, which JSON can spell (``\ud83d``) and UTF-8 cannot hold."""
    try:
        json.dumps(fields, ensure_ascii=False).encode("utf-8")
    except UnicodeEncodeError as error:
        half = f"\\u{ord(error.object[error.start]):04x}"
        raise InputError(f"line {line}: {half} is half of a character") from None


def _as_string(value: Any) -> str | None:
    if value is None or isinstance(value, str):
        return value
    return json.dumps(value, ensure_ascii=False)
