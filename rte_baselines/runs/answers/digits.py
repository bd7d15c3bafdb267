"""Digits that are not labels: parts of numbers, and the numbers of list items."""

import re

# "-1" and ".5"; "- 1" is an item of a list, and what follows is a digit.
_SIGNS = "-+−.,"  # noqa: RUF001
# "0.95", "0,95", "1:30", and the list "0, 1 or 2"; "1, 0.9" is a label and a probability.
_DECIMALS = re.compile(
    r"[.,:]\d|\s*[,/|]\s*(?:(?:or|and)\s+)?\d+(?!\.?\d)(?=\s*(?:$|[.,;/|)\]\n]|or\b|and\b))"
)
_SIGNED = re.compile(rf"\s*[{re.escape(_SIGNS)}]\d")
# "1. The ferry is named." and "(1) The ferry is named."
_AFTER_ITEM = re.compile(r"[*_]*[.)][*_]*[ \t]+[*_`\"'“(\[]*(?=\w)")
_ITEM = re.compile(r"^[ \t*_(]*\d+[.)][*_]*[ \t]+\S", re.MULTILINE)


def is_in_number(text: str, start: int, end: int) -> bool:
    """Whether a word is a digit within a number or a list of digits ("0.95", "-1" and "0, 1")."""
    if not text[start:end].isdecimal():
        return False
    return text[max(start - 1, 0) : start] in tuple(_SIGNS) or bool(_DECIMALS.match(text, end))


def item_start(text: str, start: int, end: int) -> int | None:
    """Return where a list item starts after its number; None if the word is no such number."""
    found = _AFTER_ITEM.match(text, end) if text[start:end].isdecimal() else None
    return found.end() if found else None


def begins_list(text: str, end: int) -> bool:
    """Whether the digit that ends at `end` numbers a list item, and further items follow."""
    is_item = text[end - 1 : end].isdecimal() and _AFTER_ITEM.match(text, end)
    return bool(is_item and _ITEM.search(text, end))


def is_signed(text: str) -> bool:
    """Whether a text begins with a number with a sign."""
    return _SIGNED.match(text) is not None
