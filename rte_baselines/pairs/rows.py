"""Rows as records of pairs: the columns that hold their parts."""

import json
from collections.abc import Sequence
from typing import Any

from rte_baselines.core.errors import InputError
from rte_baselines.core.quoting import quoted, shortened
from rte_baselines.pairs.format import Record
from rte_baselines.records.columns import PAIR_NAMES, ColumnFinder, Columns, row_id, value_at
from rte_baselines.records.rows import Row

TEXTS = ("text", "hypothesis")


class PairRows:
    """Makes a record of each row.

    Columns that are not part of the pair become attributes; values other than strings are kept as
    JSON. Without a column of ids, pairs are numbered, from 1.
    """

    def __init__(self, given: Columns, *, needs_texts: bool = True) -> None:
        self._given, self._needs_texts = given, needs_texts
        self.number = 0
        self.start()

    def start(self) -> None:
        """Begin a new file, whose pairs are numbered on."""
        self._finder = ColumnFinder(PAIR_NAMES, self._given, TEXTS if self._needs_texts else ())

    @property
    def columns(self) -> Columns:
        """The path of each part; known after the first row."""
        return self._finder.columns

    @property
    def present(self) -> Sequence[str]:
        """All columns so far."""
        return self._finder.present

    def record(self, row: Row) -> Record:
        """Return the record of a row, or refuse it or its columns."""
        self.number += 1
        if row.problem:
            raise InputError(row.problem)
        self._finder.look_at(row.fields)
        columns, used = self.columns, set(self.columns.values())
        parts = {part: value_at(row.fields, path) for part, path in columns.items()}
        for part in TEXTS:
            if not isinstance(parts.get(part), str | None):
                raise InputError(f"{quoted(columns[part])} is not a string; expected the {part}")
        if isinstance(label := parts.get("label"), list | dict):
            column = quoted(columns["label"])
            raise InputError(f"{column} is {shortened(json.dumps(label))}; expected one label")
        without = None if self._needs_texts else ""
        return Record(
            row.line,
            id=row_id(parts["id"], columns["id"]) if "id" in parts else str(self.number),
            text=parts.get("text", without),
            hypothesis=parts.get("hypothesis", without),
            task=_as_string(parts.get("task")),
            label=label,
            attributes={
                name: string
                for name, value in row.fields.items()
                if name not in used and (string := _as_string(value)) is not None
            },
        )


def _as_string(value: Any) -> str | None:
    if value is None or isinstance(value, str):
        return value
    return str(value) if type(value) is int else json.dumps(value, ensure_ascii=False)
