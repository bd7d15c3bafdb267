"""Run files that are one JSON array, as pandas writes records by default.

Hugging Face's pipelines also return such an array: of the predicted labels or, with the
scores of all labels, of arrays with an object for each label.
"""

import re
from collections.abc import Iterator
from typing import Any, TextIO

from rte_baselines.errors import InputError
from rte_baselines.pairs.json_objects import decode_value, objects_of_array
from rte_baselines.quoting import quoted
from rte_baselines.runs.jsonl import TOP_K_NAME, JsonRuns

_BEGINNING = re.compile(r'\[\s*(\[\s*)?(\{\s*("|$)|$)')


class JsonArrayRuns(JsonRuns):
    """An array of objects, on any number of lines, whose text is held in memory."""

    description = "a JSON array of such objects"

    def recognizes(self, first_line: str) -> bool:
        """Whether the line starts an array and, if it goes on, an object."""
        return _BEGINNING.match(first_line) is not None

    def objects(self, text: TextIO) -> Iterator[tuple[int, dict[str, Any]]]:
        """Yield the objects of the array; see `JsonRuns.objects`."""
        return objects_of_array(text, _element)


def _element(content: str, start: int, line: int) -> tuple[dict[str, Any], int]:
    value, end = decode_value(content, start, line)
    return fields_of(value, line), end


def fields_of(value: Any, line: int) -> dict[str, Any]:
    """Return the fields of an element of an array.

    Raises
    ------
    InputError
        If it is neither an object nor an array.
    """
    if isinstance(value, list):
        return {TOP_K_NAME: value}
    if not isinstance(value, dict):
        raise InputError(
            f"line {line}: {quoted(str(value))} is not a JSON object; expected an array of objects"
        )
    return value
