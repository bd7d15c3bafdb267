"""Objects as text and as plain data: a ``repr`` of one short line, and what JSON has."""

from collections.abc import Collection, Mapping
from dataclasses import MISSING, Field, fields, is_dataclass
from enum import Enum
from typing import Any, TypeVar

from rte_baselines.core.quoting import quoted, shortened

_LONGEST = 300
_LONGEST_VALUE = 60
_MOST_ITEMS = 20
_PLAIN = (str, int, float, type(None))

Class = TypeVar("Class", bound=type)


def brief(cls: Class) -> Class:
    """Give a dataclass a ``repr`` of one short line.

    Fields that have their default are left out, long strings are shortened, and long
    collections and arrays are replaced by their type and size.
    """

    def shown(self: Any) -> str:
        values = ((field, getattr(self, field.name)) for field in fields(self))
        changed = ((field, value) for field, value in values if not _is_default(value, field))
        return named(self, *(f"{field.name}={_shown(value)}" for field, value in changed))

    setattr(cls, "__repr__", shown)  # noqa: B010 - mypy forbids assigning a method
    return cls


def named(obj: object, *facts: str) -> str:
    """Return the name of an object's class and some facts in brackets, as a ``repr``."""
    name = type(obj).__name__
    return f"{name}({shortened(', '.join(facts), _LONGEST - len(name) - len('()'))})"


def plain(value: Any) -> Any:
    """Return a value as JSON has it.

    Dataclasses and mappings are objects, tuples and arrays lists, and members of an `Enum` their
    values.
    """
    if is_dataclass(value):
        return {field.name: plain(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, Mapping):
        return {plain(key): plain(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return list(map(plain, value))
    return value.tolist() if _is_array(value) else value


def _is_default(value: Any, field: Field[Any]) -> bool:
    if _is_array(value):
        return False
    if field.default_factory is not MISSING:
        return bool(value == field.default_factory())
    return field.default is not MISSING and value is field.default


def _is_array(value: Any) -> bool:
    # Not by its class: importing NumPy takes longer than the rest of shell completion.
    return hasattr(value, "shape")


def _shown(value: Any) -> str:
    if isinstance(value, Enum):
        return quoted(str(value))
    if isinstance(value, str):
        return quoted(value)
    if _is_array(value):
        return f"<array {value.shape}>"
    if isinstance(value, Collection):
        return _shown_items(value)
    if is_dataclass(value):
        return f"<{type(value).__name__}>"
    return shortened(repr(value), _LONGEST_VALUE)


def _shown_items(values: Collection[Any]) -> str:
    """Return the items themselves if they are short, else their number and type."""
    is_plain = len(values) <= _MOST_ITEMS and all(isinstance(value, _PLAIN) for value in values)
    if is_plain and len(whole := repr(values)) <= _LONGEST_VALUE:
        return whole
    if isinstance(values, Mapping):
        return f"<mapping of {len(values)}>"
    kinds = {type(value).__name__ for value in values}
    return f"<{len(values)} {kinds.pop() if len(kinds) == 1 else 'items'}>"
