"""Quotations in messages, shortened so that each message stays one short line."""

import json
from collections.abc import Callable, Iterable
from pathlib import Path

_LONGEST = 40
_LONGEST_PATH = 200
_LONGEST_LIST = 200


def quoted(value: object) -> str:
    """Return a string in quotation marks, printable, or another value's ``repr``, shortened."""
    if isinstance(value, str):
        return repr(shortened(value))
    return shortened(repr(value))


def shortened(text: str, longest: int = _LONGEST) -> str:
    """Return the text, or its beginning and an ellipsis if it is longer than `longest`."""
    return text if len(text) <= longest else text[: longest - 3] + "..."


def listed(names: Iterable[str]) -> str:
    """Return names in quotation marks, separated by commas, as many as fit into a message."""
    pieces: list[str] = []
    for name in names:
        if sum(map(len, pieces)) > _LONGEST_LIST:
            return ", ".join([*pieces, "..."])
        pieces.append(quoted(name))
    return ", ".join(pieces)


def counted(number: int, noun: str, plural: str = "", form: str = "") -> str:
    """Return a number with its noun: "2 matches"; the form "," separates thousands."""
    return f"{number:{form}} {noun if number == 1 else plural or noun + 's'}"


def printable(text: str) -> str:
    r"""Return the text on one line, with unprintable characters escaped as in Python.

    Lines are joined by a space. Control characters (which a terminal may obey), characters
    that change the direction of text, and lone surrogates are escaped: ``\x1b``, ``\u202e``.
    """
    return printable_lines(" ".join(text.splitlines()))


def printable_lines(text: str) -> str:
    """Return the lines of a text with unprintable characters escaped as in `printable`."""
    return escaped(text).replace("\t", r"\t")


def escaped(text: str) -> str:
    """Return the text with unprintable characters escaped, but for line feeds and tabs."""
    return _escaped(text, repr)


def escaped_json(text: str) -> str:
    r"""Return JSON with escapes in place of unprintable characters: ``\u202e``."""
    return _escaped(text, json.dumps)


def _escaped(text: str, escape: Callable[[str], str]) -> str:
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() or c in "\n\t" else escape(c)[1:-1] for c in text)


def path_name(path: str | Path) -> str:
    """Return a path for messages: without its beginning if it is very long."""
    name = str(path)
    if len(name) > _LONGEST_PATH:
        return "..." + name[3 - _LONGEST_PATH :]
    return name or "''"
