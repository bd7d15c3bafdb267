"""Emphasis in Markdown, as in ``**Ada** sang``, and the text without it."""

import re

from rte_baselines.evaluation.citations.code_spans import positions_in_code

_RUN = re.compile(r"(?<!\\)(?:\*+|_+)")
_SIZES = {1: (1,), 2: (2,), 3: (2, 1)}
# The characters that emphasized text may start with; "(*)" and "2 * 3" have no emphasis.
_OPENS = re.compile("[\\w\"'(\\[\u201c\u2018\u00ab\u3010\uff3b\\\\$`*_]")
# "2*3*4", "2**3" and "snake_case" have no emphasis, and neither have addresses of the web.
_BESIDE_BOLD = re.compile(r"[\d/]")
_BESIDE_OTHERS = re.compile(r"[\w/]")


def without_emphasis(line: str) -> str:
    """Take the marks of emphasis, one to three asterisks or underscores, out of a line.

    Parameters
    ----------
    line : str

    Returns
    -------
    str
        The line without these marks. Marks are kept if they have no partner, have white space
        on their inner side, are within words or numbers, or are in code between backquotes.
    """
    opened: dict[tuple[str, int], int] = {}
    kept = list(line)
    code = positions_in_code(line)
    for run in _RUN.finditer(line):
        start = run.start()
        if start in code:
            continue
        for size in _SIZES.get(len(run[0]), ()):
            mark = run[0][0], size
            if mark in opened and _may_close(line, run, size):
                for position in (opened.pop(mark), start):
                    kept[position : position + size] = [""] * size
            elif _may_open(line, run, size):
                opened[mark] = start
            start += size
    return "".join(kept)


def _may_open(line: str, run: re.Match[str], size: int) -> bool:
    before = line[run.start() - 1 : run.start()] if run.start() else ""
    return bool(_OPENS.match(line, run.end())) and not _is_beside(before, run, size)


def _may_close(line: str, run: re.Match[str], size: int) -> bool:
    is_inside = run.start() > 0 and not line[run.start() - 1].isspace()
    return is_inside and not _is_beside(line[run.end() : run.end() + 1], run, size)


def _is_beside(neighbour: str, run: re.Match[str], size: int) -> bool:
    """Whether the character on the outer side of a mark shows that there is no emphasis."""
    is_bold = run[0][0] == "*" and size == 2
    return bool((_BESIDE_BOLD if is_bold else _BESIDE_OTHERS).match(neighbour))
