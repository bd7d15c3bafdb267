"""Rows of JSON: an object a line, or the elements of one array."""

import json
import re
from collections.abc import Iterator
from typing import Any, TextIO

from rte_baselines.core.errors import InputError
from rte_baselines.core.files.reading import lines_of
from rte_baselines.core.limits import LARGEST_ROW
from rte_baselines.core.quoting import quoted
from rte_baselines.records.rows import Row

ALL_LABELS = "probabilities"
"""The field that an element which is a list stands for: pipelines return one for all labels."""

_POSITION = re.compile(r"^line \d+[:,] ")
_BETWEEN = re.compile(r"\s*([\[,\]]?)\s*")
_CHUNK = 1 << 16
# The message of Python's decoder.
_IN_STRING = "Unterminated string"
_SURROGATE = re.compile(r"\\ud[89a-f]", re.IGNORECASE)


def lines_of_objects(text: TextIO) -> Iterator[Row]:
    """Yield the object of each line; blank lines are skipped.

    A line that is no object has the reason as its `Row.problem`.
    """
    for line, content in enumerate(map(str.strip, lines_of(text)), start=1):
        if not content:
            continue
        try:
            fields, end = decode_object(content, 0, line)
            if end < len(content):
                raise InputError(f"more than one JSON value, from column {end + 1}")
            yield Row(line, fields)
        except InputError as error:
            yield Row(line, {}, _POSITION.sub("", str(error)))


def array_of_objects(text: TextIO) -> Iterator[Row]:
    """Yield the objects of an array, of which one is in memory at a time.

    An element that may be a list is an object with it under `ALL_LABELS`.
    """
    part = _Part(text)
    mark, line, before = part.next_mark(), part.line, "["
    while mark == before:
        line, fields = part.line, part.next_object()
        yield Row(line, fields)
        line, mark, before = part.line, part.next_mark(), ","
    if mark != "]" or not part.is_last():
        raise InputError(f"line {line}: neither ',' nor a final ']' after the object")


class _Part:
    """The part of the text of an array that is in memory, and the `line` that is reached in it."""

    def __init__(self, text: TextIO) -> None:
        self._text = text
        self._content, self._start = text.read(_CHUNK), 0
        self.line, self._column = 1, 0

    def next_mark(self) -> str:
        """Go to what follows a bracket or comma, and return that, or nothing if there is none."""
        found = self._between()
        while found.end() == len(self._content) and self._read_on():
            found = self._between()
        self._go_to(found.end())
        return found[1]

    def next_object(self) -> dict[str, Any]:
        """Return the object that is next, and go to its end."""
        reason = ""
        while True:
            try:
                fields, end = decode_object(
                    self._content, self._start, self.line, self._column, may_be_list=True
                )
            except InputError as error:
                # It may be whole with what follows. If it is not, an error stays where it is, which
                # else only that of a long string does.
                is_wrong = str(error) == reason and _IN_STRING not in reason
                if is_wrong or not self._read_on():
                    raise
                reason = str(error)
            else:
                self._check_size(end - self._start)
                self._go_to(end)
                return fields

    def is_last(self) -> bool:
        """Whether nothing follows."""
        return self._start == len(self._content)

    def _between(self) -> re.Match[str]:
        found = _BETWEEN.match(self._content, self._start)
        assert found is not None
        return found

    def _go_to(self, end: int) -> None:
        self.line += self._content.count("\n", self._start, end)
        self._start = end

    def _check_size(self, size: int) -> None:
        if size > LARGEST_ROW.most:
            raise LARGEST_ROW.exceeded(f"line {self.line}: an element has")

    def _read_on(self) -> bool:
        """Read more, and drop what has been decoded; False at the end of the text."""
        size = len(self._content) - self._start
        self._check_size(size)
        more = self._text.read(max(_CHUNK, size))
        if more:
            line_start = self._content.rfind("\n", 0, self._start) + 1
            self._column = self._start - line_start + (0 if line_start else self._column)
            self._content, self._start = self._content[self._start :] + more, 0
        return bool(more)


def decode_object(
    content: str, start: int, line: int, column: int = 0, *, may_be_list: bool = False
) -> tuple[dict[str, Any], int]:
    r"""Return the JSON object that starts at a position of some text, and where it ends.

    Its `line`, and the characters of its line before the text, `column`, are for messages.
    A list may be an object with it under `ALL_LABELS`. Repeated names of fields are refused, and
    lone surrogates, which JSON can write (``\ud83d``) and UTF-8 cannot encode.
    """
    try:
        # `json.loads` takes 1.5 times as long.
        value, end = _DECODER.raw_decode(content, start)
    except InputError as error:
        raise InputError(f"line {line}: {error}") from None
    except json.JSONDecodeError as error:
        if error.lineno > 1:
            column = 0
        position = f"line {line + content.count(chr(10), start, error.pos)}, column "
        position += str(column + error.colno)
        raise InputError(f"{position}: malformed JSON ({error.msg})") from None
    except (ValueError, RecursionError):
        raise InputError(f"line {line}: JSON that is too deep or too long") from None
    if may_be_list and isinstance(value, list):
        value = {ALL_LABELS: value}
    if not isinstance(value, dict):
        raise InputError(f"line {line}: is not a JSON object")
    if _SURROGATE.search(content, start, end):
        try:
            json.dumps(value, ensure_ascii=False).encode("utf-8")
        except UnicodeEncodeError as error:
            half = f"\\u{ord(error.object[error.start]):04x}"
            raise InputError(f"line {line}: {half} is half of a character") from None
    return value, end


def _fields_of(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return the fields of an object, refusing repeated names, which a plain decoder accepts."""
    fields = dict(pairs)
    if len(fields) < len(pairs):
        names = [name for name, _ in pairs]
        repeated = next(name for name in names if names.count(name) > 1)
        raise InputError(f"two fields have the same name, {quoted(repeated)}")
    return fields


_DECODER = json.JSONDecoder(object_pairs_hook=_fields_of)
