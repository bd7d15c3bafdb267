"""Citations in brackets: which brackets are citations, and the text without them."""

import re
from dataclasses import dataclass

# With the target and the title, if it is a link in Markdown: '[1](https://example.org "News")'. The
# target may have brackets in it, as "javascript:f(1)" has.
_BRACKET = re.compile(
    r"""
    (?: \[ (?P<square> [^\[\]]* ) \] | \u3010 (?P<lenticular> [^\u3010\u3011]* ) \u3011 )
    (?: \( (?: [^()\s] | \( [^()\s]* \) )* (?: [ ]+ (?: "[^"]*" | '[^']*' ) )? \) )?
    """,
    re.VERBOSE,
)
_STARTS_WORD = re.compile(r"[\w(\u201c\u2018\u00ab]")
_SEPARATOR = re.compile(r"[,;]")
# Longer numbers are none of documents, and int() would refuse very long ones.
_NUMBERS = re.compile(r"\s*([0-9]{1,9})\s*(?:[-\u2013]\s*([0-9]{1,9})\s*)?")
# "[^1]" is a footnote in Markdown, "[^1^]" and "[1\u2020source]" are written by chat models.
_FOOTNOTE = re.compile(r"\s*\^([^^]*)\^?\s*")
_NAME_OF_SOURCE = re.compile(r"\u2020.*", re.DOTALL)
# A number that no document has is still a citation up to here, and a year beyond.
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
        whatever it is.
    """
    text, end = "", 0
    citations: list[Citation] = []
    others: list[str] = []
    for bracket in _BRACKET.finditer(line):
        content = bracket["square"] if bracket["lenticular"] is None else bracket["lenticular"]
        numbers = cited_numbers(content, documents)
        if numbers is None:
            others.append(bracket[0])
            continue
        text = (text + line[end : bracket.start()]).rstrip()
        citations.append(Citation(len(text), numbers))
        end = bracket.end()
        if text and _STARTS_WORD.match(line, end):
            text += " "
    return UncitedLine(text + line[end:], tuple(citations), tuple(others))


def cited_numbers(content: str, documents: int) -> tuple[int, ...] | None:
    """Return the numbers that a bracket cites, such as ``2``, ``1, 4``, ``1-3`` or ``^2``.

    Parameters
    ----------
    content : str
        What is in the bracket. What follows a dagger, as in ``2\u2020source``, does not count.
    documents : int
        How many documents there are. A number above 999 is a citation only if there are as
        many: ``[2019]`` is a year otherwise, and ``[7]`` a citation of a missing document.

    Returns
    -------
    tuple of int or None
        In the order in which they are written; None if the bracket is no citation. Of a range,
        those that documents have and, if there are others, the last of these: a range is not
        taken to cite more than one document that does not exist.
    """
    numbers: list[int] = []
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
