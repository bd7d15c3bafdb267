"""JSON objects in files: one a line, or the elements of an array."""

import json
import re
from collections.abc import Callable, Iterator
from typing import Any, TextIO

from rte_baselines.errors import InputError
from rte_baselines.quoting import quoted

Decoder = Callable[[str, int, int], tuple[dict[str, Any], int]]
"""Takes some text, the position where an object starts and its line; returns object and end."""

STARTS_ARRAY = re.compile(r"\s*\[\s*(?=\{)")
"""The beginning of an array of objects, up to the first."""

_OPENING = re.compile(r"\s*\[\s*")
_COMMA = re.compile(r"\s*,\s*")
_CLOSING = re.compile(r"\s*\]\s*")
_SURROGATE = re.compile(r"\\ud[89a-f]", re.IGNORECASE)


def _fields_of(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return the fields of an object, refusing repeated names, which a plain decoder accepts."""
    fields = dict(pairs)
    if len(fields) < len(pairs):
        names = [name for name, _ in pairs]
        repeated = next(name for name in names if names.count(name) > 1)
        raise InputError(f"two fields have the same name, {quoted(repeated)}")
    return fields


_DECODER = json.JSONDecoder(object_pairs_hook=_fields_of)


def objects_of_array(text: TextIO, decode: Decoder) -> Iterator[tuple[int, dict[str, Any]]]:
    """Yield the objects of an array, whose text is kept in memory while it is read.

    Parameters
    ----------
    text : TextIO
        An array over any number of lines.
    decode : callable
        Such as `decode_object`.

    Yields
    ------
    int
        The line that the object starts on, from 1.
    dict

    Raises
    ------
    InputError
        As `decode` does, or if the array is not well-formed; the message starts with the line.
    """
    content = text.read()
    separator, line, end = _OPENING.match(content), 1, 0
    while separator is not None:
        start = separator.end()
        line += content.count("\n", end, start)
        fields, end = decode(content, start, line)
        yield line, fields
        line += content.count("\n", start, end)
        separator = _COMMA.match(content, end)
    if not _CLOSING.fullmatch(content, end):
        raise InputError(f"line {line}: neither ',' nor a final ']' after the object")


def decode_value(content: str, start: int, line: int) -> tuple[Any, int]:
    """Return the JSON value that starts at a position of some text, and where it ends.

    Parameters
    ----------
    content : str
    start : int
        The position of the value in it.
    line : int
        The line of the value in the file, for messages.

    Raises
    ------
    InputError
        If no value starts there, it is damaged, or two fields of an object have one name.
    """
    try:
        # `json.loads` takes 1.5 times as long.
        return _DECODER.raw_decode(content, start)
    except InputError as error:
        raise InputError(f"line {line}: {error}") from None
    except json.JSONDecodeError as error:
        position = f"line {line + content.count(chr(10), start, error.pos)}, column {error.colno}"
        raise InputError(f"{position}: malformed JSON ({error.msg})") from None
    except (ValueError, RecursionError):
        raise InputError(f"line {line}: JSON that is too deep or too long") from None


def decode_object(content: str, start: int, line: int) -> tuple[dict[str, Any], int]:
    r"""Return what `decode_value` returns, for a JSON object.

    Raises
    ------
    InputError
        As in `decode_value`, or if the value is not an object or has a lone surrogate, which
        JSON can write (``\ud83d``) and UTF-8 cannot encode.
    """
    fields, end = decode_value(content, start, line)
    if not isinstance(fields, dict):
        raise InputError(f"line {line}: is not a JSON object")
    if _SURROGATE.search(content, start, end):
        _refuse_lone_surrogates(fields, line)
    return fields, end


def _refuse_lone_surrogates(fields: dict[str, Any], line: int) -> None:
    try:
        json.dumps(fields, ensure_ascii=False).encode("utf-8")
    except UnicodeEncodeError as error:
        half = f"\\u{ord(error.object[error.start]):04x}"
        raise InputError(f"line {line}: {half} is half of a character") from None
