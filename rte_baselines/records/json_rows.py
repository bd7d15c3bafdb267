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
_OPENING = re.compile(r"\s*\[\s*")
_COMMA = re.compile(r"\s*,\s*")
_CLOSING = re.compile(r"\s*\]\s*")
_SURROGATE = re.compile(r"\\ud[89a-f]", re.IGNORECASE)


def lines_of_objects(text: TextIO) -> Iterator[Row]:
    """Yield the object of each line with text, or what is wrong as its `Row.problem`."""
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
    """Yield the objects of an array in memory; a list is an object with it under `ALL_LABELS`."""
    content = text.read()
    separator, line, end = _OPENING.match(content), 1, 0
    while separator is not None:
        start = separator.end()
        line += content.count("\n", end, start)
        fields, end = decode_object(content, start, line, may_be_list=True)
        if end - start > LARGEST_ROW.most:
            raise LARGEST_ROW.exceeded(f"line {line}: an element has")
        yield Row(line, fields)
        line += content.count("\n", start, end)
        separator = _COMMA.match(content, end)
    if not _CLOSING.fullmatch(content, end):
        raise InputError(f"line {line}: neither ',' nor a final ']' after the object")


def decode_object(
    content: str, start: int, line: int, *, may_be_list: bool = False
) -> tuple[dict[str, Any], int]:
    r"""Return the JSON object that starts at a position of some text, and where it ends.

    A list may be an object with it under `ALL_LABELS`. Repeated names of fields are refused, and
    lone surrogates, which JSON can write (``\ud83d``) and UTF-8 cannot encode.
    """
    try:
        # `json.loads` takes 1.5 times as long.
        value, end = _DECODER.raw_decode(content, start)
    except InputError as error:
        raise InputError(f"line {line}: {error}") from None
    except json.JSONDecodeError as error:
        position = f"line {line + content.count(chr(10), start, error.pos)}, column {error.colno}"
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
