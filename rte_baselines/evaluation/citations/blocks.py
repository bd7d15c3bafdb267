"""The blocks of a text in Markdown: prose, code and tables."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import groupby
from typing import TYPE_CHECKING

from rte_baselines.evaluation.citations.marks import BULLET, OTHER_BULLET, end_of_marks

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.token import Token

_TAB = 4
_ITEM = re.compile(rf"\s*(?:{BULLET}|(?:[0-9]{{1,3}}|[A-Za-z])[.)])\s")
_OTHER_BULLET = re.compile(rf"^([\s>]*){OTHER_BULLET}(?=\s)")
_ROW = re.compile(r"[\s>]*\|[^|]*\|(?:.*\|)\s*")
_BELOW_HEADER = re.compile(r"[\s>]*\|(?=[\s|:]*-)[\s|:-]+")
# CommonMark has a block for <pre> alone, which a line may begin with.
_CODE_ALONE = re.compile(r"(\s*)<code(?=[\s>])([^<>]*>\s*)", re.IGNORECASE)
_CODE_END = re.compile(r"</code(\s*>)", re.IGNORECASE)
# Other tags would begin blocks up to the next empty line, whatever fences are in them.
_OTHER_TAG = re.compile(r"<(?!/?pre[\s>])", re.IGNORECASE)
_PRE = re.compile(r"\s*<pre[\s>]", re.IGNORECASE)
_PRE_END = re.compile(r"</pre\s*>", re.IGNORECASE)


@dataclass
class Blocks:
    """The lines of a text by the kind of their block.

    Parameters
    ----------
    prose : list of str
        All other lines, with their marks of quotations, items and headings. An empty line stands
        for each line of code or a table.
    code : list of str
        The lines of code, without fences that have no word after them.
    tables : list of str
        The rows of tables, with their headers and the lines below these.
    unclosed : list of int
        The numbers of lines, from 1, where code between fences or tags begins that is never
        closed. It goes on up to the end of the text, or of the item or quotation that it is in.
    """

    prose: list[str] = field(default_factory=list)
    code: list[str] = field(default_factory=list)
    tables: list[str] = field(default_factory=list)
    unclosed: list[int] = field(default_factory=list)


def blocks_of(text: str) -> Blocks:
    """Return the blocks of a text, as in CommonMark with tables.

    Parameters
    ----------
    text : str

    Returns
    -------
    Blocks
        Code is of three kinds: fenced lines; lines from ``<pre>`` at the beginning of a line, or
        from ``<code>`` alone on a line, to the closing tag; and lines that are indented by four
        spaces after an empty line. All may be inside a list item or a quotation. Unlike in
        CommonMark, indentation that all lines share is ignored, and indented list items are no
        code. Two or more consecutive lines between bars, with at least one more bar inside each,
        are the rows of a table if all have the same number of bars, or if a line of dashes is
        among them.
    """
    lines = text.splitlines()
    blocks = Blocks(prose=lines)
    for token in _parser().parse("".join(f"{line}\n" for line in _for_parser(lines))):
        if token.map is None:
            continue
        numbers = range(*token.map)
        if _is_unclosed(token, numbers):
            blocks.unclosed.append(numbers.start + 1)
        if token.type == "fence":
            _leave_out_fenced(blocks, numbers, token)
        elif token.type == "code_block":
            # Lists that are indented are likelier than code that begins like one.
            if not _ITEM.match(lines[numbers.start]):
                _leave_out(blocks.code, lines, (n for n in numbers if lines[n].strip()))
        elif token.type == "html_block" and _PRE.match(token.content):
            _leave_out_tagged(blocks, numbers)
        elif token.type == "table_open":
            _leave_out(blocks.tables, lines, (n for n in numbers if "|" in lines[n]))
    _leave_out(blocks.tables, lines, list(_rows(lines)))
    return blocks


@cache
def _parser() -> "MarkdownIt":
    """Return a parser of blocks alone, which takes linear time."""
    from markdown_it import MarkdownIt

    # Link definitions would be left out of the prose; "[1]: The ferry sank." is a sentence.
    parser = MarkdownIt("commonmark").enable("table").disable("reference")
    parser.core.ruler.enableOnly(["normalize", "block"])
    return parser


def _for_parser(lines: Sequence[str]) -> Iterator[str]:
    """Yield the lines as CommonMark has them."""
    spaced = [line.expandtabs(_TAB) for line in lines]
    common = min((len(line) - len(line.lstrip(" ")) for line in spaced if line.strip()), default=0)
    is_in_code = False
    for line in spaced:
        given = _OTHER_BULLET.sub(r"\1-", line[common:])
        marks = end_of_marks(given)
        if code := _CODE_ALONE.fullmatch(given, marks):
            given, is_in_code = given[:marks] + code.expand(r"\1<pre\2"), True
        elif is_in_code and _CODE_END.search(given):
            given, is_in_code = _CODE_END.sub(r"</pre\1", given), False
        yield _OTHER_TAG.sub("(", given)


def _is_unclosed(token: "Token", numbers: range) -> bool:
    if token.type == "fence":
        # All lines but the opening fence are code.
        return len(numbers) == 1 + token.content.count("\n")
    is_tagged = token.type == "html_block" and _PRE.match(token.content) is not None
    return is_tagged and "</pre>" not in token.content.casefold()


def _rows(lines: Sequence[str]) -> Iterator[int]:
    """Yield the numbers of table rows that CommonMark does not recognize.

    CommonMark requires a line of dashes below a matching header; chat models often omit it. A
    single line such as "|x| <= |y|" is a formula.
    """
    for is_row, group in groupby(range(len(lines)), lambda each: bool(_ROW.fullmatch(lines[each]))):
        numbers = list(group)
        if is_row and _is_table([lines[number] for number in numbers]):
            yield from numbers


def _is_table(rows: Sequence[str]) -> bool:
    has_header = any(map(_BELOW_HEADER.fullmatch, rows))
    return len(rows) > 1 and (has_header or len({row.count("|") for row in rows}) == 1)


def _leave_out(kept: list[str], prose: list[str], numbers: Iterable[int]) -> None:
    """Move lines from the prose to where they are kept."""
    for number in numbers:
        kept.append(prose[number])
        prose[number] = ""


def _leave_out_fenced(blocks: Blocks, numbers: range, token: "Token") -> None:
    inside = range(numbers.start + 1, numbers.start + 1 + len(token.content.splitlines()))
    # An opening fence with words after it is reported as code, too.
    first = numbers.start if token.info.strip() else inside.start
    _leave_out(blocks.code, blocks.prose, range(first, inside.stop))
    _leave_out([], blocks.prose, numbers)


def _leave_out_tagged(blocks: Blocks, numbers: range) -> None:
    """Leave out what is between tags, and not what follows in the line of the last one."""
    last = blocks.prose[numbers[-1]]
    end = _PRE_END.search(last) or _CODE_END.search(last)
    _leave_out(blocks.code, blocks.prose, numbers)
    if end is not None:
        blocks.code[-1], blocks.prose[numbers[-1]] = last[: end.end()], last[end.end() :]
