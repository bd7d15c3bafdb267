"""Citations in brackets: which brackets are citations, and the text without them."""

import re
from dataclasses import dataclass

from rte_baselines.evaluation.citations.code_spans import positions_in_code

# The target of a link in Markdown, with its title: '(https://example.org "News")'. It may have
# brackets in it, as "javascript:f(1)" has, but a citation in brackets is no target: "[1]([2])".
_TARGET = r"""
    (?:
        \( (?! [(\uff08\s]* [\[\uff3b\u3010] )
        (?: [^()\s] | \( [^()\s]* \) )* (?: [ ]+ (?: "[^"]*" | '[^']*' ) )?
        \)
    )?
"""
_CONTENT = r"[^\[\]\u3010\u3011\uff3b\uff3d]*"
_BRACKET = re.compile(
    rf"""
    (?:
        \[ (?P<square> {_CONTENT} ) \]
        | \u3010 (?P<lenticular> {_CONTENT} ) \u3011
        | \uff3b (?P<full_width> {_CONTENT} ) \uff3d
    )
    {_TARGET}
    """,
    re.VERBOSE,
)
# The brackets around citations, as in "([1], [2])" and "[[1]](https://example.org)".
_OPENING = {")": "(", "]": "[", "\uff09": "\uff08", "\uff3d": "\uff3b", "\u3011": "\u3010"}
_CLOSING = re.compile(
    rf"\s* (?: (?P<round> [)\uff09] ) | (?P<other> [\]\uff3d\u3011] ) {_TARGET} )", re.VERBOSE
)
_SUPERSCRIPT_STARTS = re.compile(r"<sup\b[^<>]*>\s*", re.IGNORECASE)
_SUPERSCRIPT_ENDS = re.compile(r"\s*</sup\s*>", re.IGNORECASE)
_BETWEEN = re.compile(r"\s*(?:[,;\uff0c\uff1b\u3001]\s*)?")
# With spaces around it, a dash may belong to the sentence.
_DASH = re.compile(r"[-\u2013\uff0d]")
_FULL_WIDTH = str.maketrans(
    "\uff10\uff11\uff12\uff13\uff14\uff15\uff16\uff17\uff18\uff19\uff0c\uff1b\u3001\uff0d",
    "0123456789,;,-",
)
_STARTS_WORD = re.compile(r"[\w(\u201c\u2018\u00ab]")
_SEPARATOR = re.compile(r"[,;]")
# Longer numbers are not numbers of documents, and int() would refuse very long ones.
_NUMBERS = re.compile(r"\s*([0-9]{1,9})\s*(?:[-\u2013]\s*([0-9]{1,9})\s*)?")
# "[^1]" is a footnote in Markdown, "[^1^]" and "[1\u2020source]" are written by chat models.
_FOOTNOTE = re.compile(r"\s*\^([^^]*)\^?\s*")
_NAME_OF_SOURCE = re.compile(r"\u2020.*", re.DOTALL)
# Up to here, a number that no document has is still a citation; a larger one is a year.
_HIGHEST_WITHOUT_DOCUMENT = 999


@dataclass(frozen=True)
class Citation:
    """The numbers in brackets, and where the brackets were in the text without them.

    Parameters
    ----------
    position : int
        How many characters come before it.
    numbers : tuple of int
        As `cited_numbers` returns them; there may be no such documents.
    """

    position: int
    numbers: tuple[int, ...]


@dataclass(frozen=True)
class UncitedLine:
    """A line of an answer without its citations.

    Parameters
    ----------
    text : str
    citations : tuple of Citation
        In the order of the text.
    other_brackets : tuple of str
        Brackets that are no citations, which stay in the text.
    """

    text: str
    citations: tuple[Citation, ...]
    other_brackets: tuple[str, ...]


def without_citations(line: str, documents: int) -> UncitedLine:
    """Take the citations out of a line, with the white space before them.

    Parameters
    ----------
    line : str
    documents : int
        How many documents there are, numbered from 1; see `cited_numbers`.

    Returns
    -------
    UncitedLine
        A space stands for a citation between two words: "sank.[1]Later" is "sank. Later".
        The target of a link in Markdown, "[1](https://example.org)", is taken out with it,
        whatever it is; so are brackets and tags of superscripts that hold nothing but
        citations, "([1], [2])", "[[1]]" and "<sup>[1]</sup>", and a comma or a semicolon
        between two citations. "[1]-[3]" is the range "[1-3]". Brackets in code, "`a[2]`", are
        no citations.
    """
    text, end = "", 0
    citations: list[Citation] = []
    notations, others = _notations(line, documents)
    for notation in notations:
        text = (text + line[end : notation.start]).rstrip()
        citations += [Citation(len(text), numbers) for numbers in notation.brackets]
        end = notation.end
        if text and _STARTS_WORD.match(line, end):
            text += " "
    return UncitedLine(text + line[end:], tuple(citations), others)


@dataclass(frozen=True)
class _Notation:
    """Citations that are written together, with the brackets around them."""

    start: int
    end: int
    brackets: list[tuple[int, ...]]


def _notations(line: str, documents: int) -> tuple[list[_Notation], tuple[str, ...]]:
    """Return the citations of a line and its other brackets, in order."""
    found: list[_Notation] = []
    others: list[str] = []
    code = positions_in_code(line)
    for bracket in _BRACKET.finditer(line):
        numbers = cited_numbers(bracket[bracket.lastgroup or 0], documents)
        if numbers is None or bracket.start() in code:
            others.append(bracket[0])
            continue
        notation = _Notation(bracket.start(), bracket.end(), [numbers])
        while larger := (
            _in_brackets(line, notation)
            or _in_superscript(line, notation)
            or _with_last(line, found, notation)
            or _in_range(line, found, notation, documents)
        ):
            notation = larger
        found.append(notation)
    return found, tuple(others)


def _in_brackets(line: str, notation: _Notation) -> _Notation | None:
    """Return citations with the brackets that hold nothing else, None without such brackets."""
    closing = _CLOSING.match(line, notation.end)
    if closing is None:
        return None
    start = notation.start - 1
    while start >= 0 and line[start].isspace():
        start -= 1
    if start < 0 or line[start] != _OPENING[closing["round"] or closing["other"]]:
        return None
    return _Notation(start, closing.end(), notation.brackets)


def _in_superscript(line: str, notation: _Notation) -> _Notation | None:
    """Return citations with the tags of the superscript that holds nothing else, or None."""
    ending = _SUPERSCRIPT_ENDS.match(line, notation.end)
    if ending is None:
        return None
    start = line.rfind("<", 0, notation.start)
    if start < 0 or not _SUPERSCRIPT_STARTS.fullmatch(line, start, notation.start):
        return None
    return _Notation(start, ending.end(), notation.brackets)


def _with_last(line: str, found: list[_Notation], notation: _Notation) -> _Notation | None:
    """Join citations with the last ones of a list, which are removed; None if they are apart."""
    if not found or not _BETWEEN.fullmatch(line, found[-1].end, notation.start):
        return None
    last = found.pop()
    last.brackets.extend(notation.brackets)
    return _Notation(last.start, notation.end, last.brackets)


def _in_range(
    line: str, found: list[_Notation], notation: _Notation, documents: int
) -> _Notation | None:
    """Join the two ends of a range, "[1]-[3]"; the first is removed. None if they are none."""
    if not found or not _DASH.fullmatch(line, found[-1].end, notation.start):
        return None
    *before, first = found[-1].brackets
    last, *after = notation.brackets
    if len(first) != 1 or len(last) != 1 or first >= last:
        return None
    numbers = cited_numbers(f"{first[0]}-{last[0]}", documents)
    if numbers is None:
        return None
    return _Notation(found.pop().start, notation.end, [*before, numbers, *after])


def cited_numbers(content: str, documents: int) -> tuple[int, ...] | None:
    """Return the numbers that a bracket cites, such as ``2``, ``1, 4``, ``1-3`` or ``^2``.

    Parameters
    ----------
    content : str
        What is in the bracket. What follows a dagger, as in ``2\u2020source``, does not count.
    documents : int
        The number of documents. A number above 999 is a citation only if there are at least as many
        documents; otherwise, ``[2019]`` is a year. ``[7]`` may cite a missing document.

    Returns
    -------
    tuple of int or None
        In the order in which they are written; None if the bracket is no citation. A range gives
        the numbers of existing documents in it and, if it goes beyond them, its last number: it
        cites at most one missing document.
    """
    numbers: list[int] = []
    content = content.translate(_FULL_WIDTH)
    footnote = _FOOTNOTE.fullmatch(content)
    listed = footnote[1] if footnote else _NAME_OF_SOURCE.sub("", content)
    for part in _SEPARATOR.split(listed):
        found = _NUMBERS.fullmatch(part)
        if found is None:
            return None
        first, last = int(found[1]), int(found[2] or found[1])
        if not first <= last <= max(documents, _HIGHEST_WITHOUT_DOCUMENT):
            return None
        numbers += _numbers_of_range(first, last, documents)
    return tuple(numbers)


def _numbers_of_range(first: int, last: int, documents: int) -> list[int]:
    known = list(range(max(first, 1), min(last, documents) + 1))
    if last > documents:
        return [*known, last]
    return known if first >= 1 else [0, *known]
