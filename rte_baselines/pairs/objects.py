"""Pairs as objects with named fields: those of JSON, and the rows of tables in memory."""

import json
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, ClassVar

from rte_baselines.errors import InputError
from rte_baselines.pairs.columns import Columns
from rte_baselines.pairs.format import Record
from rte_baselines.quoting import quoted, shortened


class ObjectReader(ABC):
    """Makes a record of each object.

    Fields that are not part of the pair become attributes; values other than strings are
    kept as JSON. If the first object has no id, ids are the objects' numbers, from 1.

    Attributes
    ----------
    unit : str
        What the position of an object is called in messages.
    columns : mapping of str to str
        The field of each part of a pair; known after the first record.
    """

    unit: ClassVar[str] = "line"
    columns: Columns

    @abstractmethod
    def _columns_in(self, names: list[str]) -> Columns:
        """Return the columns of the parts of a pair in an object with fields of these names."""

    def _is_attribute(self, name: str) -> bool:
        """Whether a field that is not a part of the pair is kept."""
        return True

    def records(self, objects: Iterable[tuple[int, Mapping[str, Any]]]) -> Iterator[Record]:
        """Yield a record for each object.

        Parameters
        ----------
        objects : iterable of (int, mapping)
            The position of each object in its source, from 1, and its fields.

        Raises
        ------
        InputError
            If an object has no text or hypothesis, or they are in other fields than in earlier
            objects; the message starts with the position.
        """
        names: Iterable[str] = ()
        for number, (position, fields) in enumerate(objects, start=1):
            if number == 1:
                self.columns = {}
            if fields.keys() != names:
                names = fields.keys()
                self.columns = self._columns_with(names, position, is_first=number == 1)
            yield self._record(fields, position, number)

    def _columns_with(self, names: Iterable[str], position: int, *, is_first: bool) -> Columns:
        """Return the known columns, and those of an object with other fields."""
        known = self.columns.values()
        try:
            found = self._columns_in([*known, *(name for name in names if name not in known)])
        except InputError as error:
            raise self._error(position, str(error)) from None
        for part, name in found.items():
            earlier = self.columns.get(part)
            if earlier != name and not is_first and (earlier is not None or part == "id"):
                field = "no field" if earlier is None else quoted(earlier)
                raise self._error(
                    position,
                    f"{quoted(name)} holds the {part}, and {field} in earlier "
                    "objects; expected the same field in each object",
                )
        return found

    def _id(self, value: Any, position: int) -> str | None:
        """Return an id as a string; None is reported as a missing id."""
        # Many tools convert a column of integers with missing values to floats.
        is_whole = isinstance(value, int | float) and value == value // 1
        if value is None or isinstance(value, str) or (is_whole and not isinstance(value, bool)):
            return _as_string(value)
        raise self._error(
            position,
            f"{quoted(self.columns['id'])} is {shortened(json.dumps(value))}, "
            "which is no id; expected a string or a whole number",
        )

    def _record(self, fields: Mapping[str, Any], position: int, number: int) -> Record:
        parts = {part: fields.get(name) for part, name in self.columns.items()}
        for part in ("text", "hypothesis"):
            if not isinstance(parts[part], str | None):
                raise self._error(position, f"{quoted(self.columns[part])} is not a string")
        names = set(self.columns.values())
        return Record(
            position,
            id=self._id(parts["id"], position) if "id" in parts else str(number),
            text=parts["text"],
            hypothesis=parts["hypothesis"],
            task=_as_string(parts.get("task")),
            label=self._label(parts.get("label")),
            attributes={
                name: string
                for name, value in fields.items()
                if name not in names
                and (string := _as_string(value)) is not None
                and self._is_attribute(name)
            },
        )

    def _label(self, value: Any) -> str | bool | None:
        """Return a label as a string, but for booleans, whose meaning depends on the order."""
        return value if isinstance(value, bool) else _as_string(value)

    def _error(self, position: int, message: str) -> InputError:
        return InputError(f"{self.unit} {position}: {message}")


def _as_string(value: Any) -> str | None:
    if value is None or isinstance(value, str):
        return value
    if type(value) is int:
        return str(value)
    return json.dumps(value, ensure_ascii=False)
