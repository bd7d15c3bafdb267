"""The blocks of a text in Markdown: prose, code and tables."""

import re
from dataclasses import dataclass, field

_QUOTATION = -1
"""A quotation among containers; items of lists are the columns where their text begins."""
# Deeper quotations and lists are read as text, so that each line takes linear time.
_DEEPEST = 16
_INDENTED = 4
_QUOTATION_MARK = re.compile(r"[ ]{0,3}>[ ]?")
_ITEM_MARK = re.compile(r"[ ]*(?:[-+*•\u2013]|[0-9]{1,3}[.)])[ ]+")
_SPACES = re.compile(r"[ ]*")
# Backquotes after those of a fence make it code within a line: "```a```".
_FENCE = re.compile(r"[ ]*(?P<marks>`{3,}(?=[^`]*$)|~{3,})")
_TAG = re.compile(r"[ ]{0,3}<(?:(?P<pre>pre)(?=[\s>])|code(?=[\s>])[^<>]*>\s*$)", re.IGNORECASE)
_ENDS = {name: re.compile(rf"</{name}\s*>", re.IGNORECASE) for name in ("pre", "code")}
# Headings, and lines between paragraphs; both are no paragraphs.
_ALONE = re.compile(r"[ ]{0,3}(?:#{1,6}(?:\s|$)|([-*_])(?:[ ]*\1){2,}[ ]*$)")
_RULE = re.compile(r"[ ]{0,3}([-*_])(?:[ ]*\1){2,}[ ]*$")
_BELOW_HEADER = re.compile(r"(?=[\s|:]*-)[\s|:-]*")


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
    """

    prose: list[str] = field(default_factory=list)
    code: list[str] = field(default_factory=list)
    tables: list[str] = field(default_factory=list)


def blocks_of(text: str) -> Blocks:
    """Return the blocks of a text.

    Parameters
    ----------
    text : str

    Returns
    -------
    Blocks
        Code is, as in CommonMark, what is fenced by three or more backquotes or tildes, what is
        between ``<pre>`` at the beginning of a line, or ``<code>`` alone on one, and its end, and
        what is indented by four spaces more than the text around it, after an empty line. A block
        that is not closed is code, up to the end of its quotation or the text. Items of lists are
        no code however they are indented. A table has a line such as ``|---|---|`` below its
        header; lines between two bars, with another one in them, are rows without it, too.
    """
    lines = text.splitlines()
    expanded = [line.expandtabs(_INDENTED) for line in lines]
    common = min((_indentation(line, 0) for line in expanded if line.strip()), default=0)
    reader = _Reader()
    for line, spaced in zip(lines, expanded, strict=True):
        reader.add(line, spaced[common:])
    return reader.blocks


def _indentation(line: str, position: int) -> int:
    spaces = _SPACES.match(line, position)
    assert spaces is not None
    return spaces.end() - position


class _Reader:
    """Sorts lines into blocks, with the blocks that are open."""

    def __init__(self) -> None:
        self.blocks = Blocks()
        self._containers: list[int] = []
        self._fence: tuple[str, int] | None = None
        self._tag = ""
        self._is_paragraph = self._is_indented = self._is_table = False

    def add(self, line: str, spaced: str) -> None:
        """Add a line, given with spaces for tabs and without the indentation of all lines."""
        depth, position = self._entered(spaced)
        is_open = _QUOTATION not in self._containers[depth:]
        if self._fence and is_open:
            self._add_fenced(line, spaced[position:])
        elif self._tag and is_open:
            self._add_in_tag(line)
        else:
            self._fence, self._tag = None, ""
            self._add_to_block(line, spaced, depth, position)

    def _entered(self, line: str) -> tuple[int, int]:
        """Return how many open containers a line is in, and where its text begins in them."""
        position = 0
        for depth, column in enumerate(self._containers):
            if column == _QUOTATION:
                mark = _QUOTATION_MARK.match(line, position)
                if mark is None:
                    return depth, position
                position = mark.end()
            else:
                start = position + _indentation(line, position)
                # An empty line ends no item.
                if start < min(column, len(line)):
                    return depth, position
                position = min(column, start)
        return len(self._containers), position

    def _add_fenced(self, line: str, rest: str) -> None:
        assert self._fence is not None
        marks, indentation = self._fence
        run = rest.strip()
        # As in CommonMark, at least as long as the opening fence, and not further in.
        is_end = len(run) >= len(marks) and not run.strip(marks[0])
        if is_end and _indentation(rest, 0) <= max(_INDENTED - 1, indentation):
            self._fence = None
        else:
            self.blocks.code.append(line)

    def _add_in_tag(self, line: str) -> None:
        end = _ENDS[self._tag].search(line)
        if end is None:
            self.blocks.code.append(line)
            return
        self._tag = ""
        self.blocks.code.append(line[: end.end()])
        self.blocks.prose += ["", line[end.end() :]]
        self._is_paragraph = bool(line[end.end() :].strip())

    def _add_to_block(self, line: str, spaced: str, depth: int, position: int) -> None:
        if depth < len(self._containers):
            if self._is_paragraph and not self._starts_block(spaced, position):
                # A paragraph may go on without the marks of its quotation or item.
                self._add_prose(line, is_paragraph=True)
                return
            del self._containers[depth:]
            self._is_paragraph = self._is_table = False
        position = self._enter_new(spaced, position)
        rest = spaced[position:]
        indentation = _indentation(rest, 0)
        if not rest.strip():
            self._is_table = False
            self.blocks.prose.append(line)
            self._is_paragraph = False
        elif indentation >= _INDENTED and not (self._is_paragraph or self._is_table):
            self._is_indented = True
            self.blocks.code.append(line)
            self._leave_out()
        elif fence := _FENCE.match(rest):
            self._fence = fence["marks"], indentation
            if rest[fence.end() :].strip():
                self.blocks.code.append(line)
            self._leave_out()
        elif tag := _TAG.match(rest):
            self._tag = "pre" if tag["pre"] else "code"
            self._leave_out()
            self._add_in_tag(line)
        elif self._is_row(rest):
            self.blocks.tables.append(line)
            self._leave_out()
        else:
            self._add_prose(line, is_paragraph=_ALONE.match(rest) is None)

    def _enter_new(self, line: str, position: int) -> int:
        """Open the containers whose marks a line has there, and return where these end."""
        while len(self._containers) < _DEEPEST:
            if self._is_indented and _indentation(line, position) >= _INDENTED:
                break
            if mark := _QUOTATION_MARK.match(line, position):
                self._containers.append(_QUOTATION)
            elif (mark := _ITEM_MARK.match(line, position)) and not _RULE.match(line, position):
                # Many spaces after the mark are no indentation of the text below.
                start = len(mark[0].rstrip()) + position
                is_far = mark.end() - start > _INDENTED
                self._containers.append(start + 1 if is_far else mark.end())
            else:
                break
            self._is_paragraph = self._is_table = self._is_indented = False
            position = mark.end()
        return position

    def _starts_block(self, line: str, position: int) -> bool:
        starts = (_QUOTATION_MARK, _ITEM_MARK, _ALONE)
        rest = line[position:]
        return not rest.strip() or any(
            each.match(rest) is not None for each in (*starts, _FENCE, _TAG)
        )

    def _is_row(self, rest: str) -> bool:
        """Whether a line is a row of a table; it takes the header out of the prose."""
        row = rest.strip()
        if "|" in row and _BELOW_HEADER.fullmatch(row):
            has_header = self._is_paragraph and "|" in self.blocks.prose[-1]
            if has_header:
                self.blocks.tables.append(self.blocks.prose[-1])
                self.blocks.prose[-1] = ""
            self._is_table = has_header or not self._is_paragraph
        if self._is_table and "|" in row:
            return True
        return row.startswith("|") and row.endswith("|") and row.count("|") > 2

    def _leave_out(self) -> None:
        # The block ends the paragraph.
        self.blocks.prose.append("")
        self._is_paragraph = False

    def _add_prose(self, line: str, *, is_paragraph: bool) -> None:
        self.blocks.prose.append(line)
        self._is_paragraph = is_paragraph
        self._is_indented = self._is_table = False
