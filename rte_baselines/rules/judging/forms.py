"""Forms to be filled in a spreadsheet: CSV out and in.

A form has a row for each example and a column for each question. It is UTF-8 with a byte-order
mark and lines that end in CR LF, which Excel opens as they are. A cell that a spreadsheet would
take for a formula, a number or a date starts with an apostrophe, which is taken off again when the
form is read.
"""

import csv
import io
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from rte_baselines.core.errors import InputError
from rte_baselines.core.files.reading import input_name, open_input, utf8_text
from rte_baselines.core.files.writing import atomic_output
from rte_baselines.core.processes.workers import naming
from rte_baselines.core.quoting import counted, quoted
from rte_baselines.rules.judging.judgments import QUESTIONS, JudgeJudgments, Judgment, judgment_of
from rte_baselines.rules.judging.sheet import Example, Sheet, SheetRule

ID = "example"
MARK = "not_relational"
ANSWERS = tuple(question.name for question in QUESTIONS)
_SHOWN = ("left_template", "right_template", "sentence", "left_phrase", "right_phrase")
COLUMNS = (ID, *_SHOWN, MARK, *ANSWERS)

_APOSTROPHE = "'"
_FIRST_APOSTROPHES = re.compile(r"^[\s']+")
# What makes a cell a formula in Excel or LibreOffice, in wide characters too.
_FORMULA_STARTS = tuple("=+-@\uff1d\uff0b\uff0d\uff20")
_MONTH = "(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*"
# What is shown, and saved, in another form: digits and signs, also with a month or an exponent.
_OTHER_VALUE = re.compile(
    rf"[\W\d_]*\d[\W\d_]*(({_MONTH}|e)[\W\d_]*)?|\W*{_MONTH}\W*\d[\W\d_]*|true|false",
    re.IGNORECASE,
)
_DELIMITERS = ",;\t"
_LINE_END = re.compile(r"[\r\n]")
_YES, _NO = ("yes", "y", "1", "true"), ("no", "n", "0", "false")
_MARKS = ("x", *_YES)
_EXPECTED = "expected yes or no"


class _Row(NamedTuple):
    """A row of a form about an example, with its place for messages: "ann.csv: row 7"."""

    where: str
    id: str
    cells: Mapping[str, str]


def write_form(sheet: Sheet, path: str | Path) -> None:
    """Write an empty form of a sheet to a file atomically."""
    sheet.check_texts()
    empty = [""] * (1 + len(ANSWERS))
    rows = ([id_, *_shown(*sheet.examples[id_]), *empty] for id_ in sheet.examples)
    _write_rows(path, rows)


def strip_form(form: str | Path, sheet: Sheet, path: str | Path) -> None:
    """Write a form with its answers, and without the sentences and what is made of them.

    Rows may be left empty. The sheet has its sentences. The name of the file that is written,
    without its ending, is the name of the judge.
    """
    read_form(form, sheet, partial=True)
    answered = (MARK, *ANSWERS)
    without = sheet.without_texts().examples
    rows = (
        [row.id, *_shown(*without[row.id]), *(row.cells[column] for column in answered)]
        for row in _rows(form)
    )
    _write_rows(path, rows)


def _write_rows(path: str | Path, rows: Iterable[Sequence[str]]) -> None:
    with atomic_output(path) as stream:
        stream.write("\ufeff")
        writer = csv.writer(stream, quoting=csv.QUOTE_ALL, lineterminator="\r\n")
        writer.writerow(COLUMNS)
        writer.writerows(map(_safe, row) for row in rows)


def read_form(path: str | Path, sheet: Sheet, *, partial: bool = False) -> JudgeJudgments:
    """Read a form of a sheet that a judge has filled in; if partial, rows may be left empty.

    The name of the file, without its ending, is the name of the judge. Columns may be separated by
    commas, semicolons or tabs, as spreadsheets save them. Answers are yes or no, y or n, 1 or 0; a
    rule is marked as not relational by an x in one of its rows.
    """
    rows = list(_rows(path))
    for row in rows:
        _check_content(row, sheet)
    _refuse_repeated(rows)
    marks = _marked_rules(rows, sheet)
    judgments: dict[str, Judgment] = {}
    for row in rows:
        judgment = _judgment(row, is_marked=sheet.examples[row.id][0].id in marks, partial=partial)
        if judgment is not None:
            judgments[row.id] = judgment
    given = {row.id for row in rows}
    missing = [id_ for id_ in sheet.examples if id_ not in given]
    if missing and not partial:
        raise InputError(
            f"{input_name(path)}: lacks {counted(len(missing), 'row')} of the sheet, the first is "
            f"{quoted(missing[0])}; expected all {len(sheet.examples)}"
        )
    return JudgeJudgments(Path(path).stem, judgments, frozenset(marks))


def _shown(rule: SheetRule, example: Example) -> tuple[str, ...]:
    """Return what a row shows, in the order of its columns."""
    return rule.left, rule.right, example.sentence, example.left_phrase, example.right_phrase


def _safe(cell: str) -> str:
    needs_it = (
        cell.startswith(("\t", "\r"))
        or cell.lstrip().startswith((_APOSTROPHE, *_FORMULA_STARTS))
        or _OTHER_VALUE.fullmatch(cell)
    )
    return f"{_APOSTROPHE}{cell}" if needs_it else cell


def _rows(path: str | Path) -> Iterator[_Row]:
    name = input_name(path)
    with open_input(path) as stream, utf8_text(stream, name) as text:
        content = text.read()
    delimiter = max(_DELIMITERS, key=_LINE_END.split(content, 1)[0].count)
    reader = csv.reader(io.StringIO(content, newline=""), delimiter=delimiter, strict=True)
    try:
        header, *rows = reader
    except (csv.Error, ValueError):
        raise InputError(f"{name}: cannot be read as CSV; expected a form as CSV") from None
    columns = [column.strip() for column in header]
    for column in COLUMNS:
        if columns.count(column) != 1:
            problem = "is missing" if column not in columns else "occurs twice"
            raise InputError(
                f"{name}: the column {column} {problem}; expected those of the form: "
                f"{', '.join(COLUMNS)}"
            )
    for number, cells in enumerate(rows, start=2):
        if any(map(str.strip, cells)):
            padded = [*cells, *[""] * (len(columns) - len(cells))]
            named = dict(zip(columns, padded, strict=False))
            yield _Row(f"{name}: row {number}", named[ID].strip(), named)


def _check_content(row: _Row, sheet: Sheet) -> None:
    if row.id not in sheet.examples:
        raise InputError(
            f"{row.where}: the sheet has no example {quoted(row.id)}; expected an id of this sheet "
            "(the id was edited, or the form is of another sheet)"
        )
    rule, example = sheet.examples[row.id]
    for column, expected in zip(_SHOWN, _shown(rule, example), strict=True):
        if not example.withheld and _comparable(row.cells[column]) != _comparable(expected):
            raise InputError(
                f"{row.where}: {column} is {quoted(row.cells[column])}; expected "
                f"{quoted(expected)}, as in the sheet"
            )


def _comparable(cell: str) -> str:
    """Return a cell without what spreadsheets change: white space and the first apostrophes."""
    return " ".join(_FIRST_APOSTROPHES.sub("", cell).split())


def _refuse_repeated(rows: Iterable[_Row]) -> None:
    seen: dict[str, str] = {}
    for row in rows:
        if row.id in seen:
            first = seen[row.id]
            raise InputError(
                f"{row.where}: example {quoted(row.id)} is in {first} already; expected it once"
            )
        seen[row.id] = row.where.rpartition(": ")[-1]


def _marked_rules(rows: Iterable[_Row], sheet: Sheet) -> set[str]:
    marked = set()
    for row in rows:
        mark = row.cells[MARK].strip().casefold()
        if mark in _MARKS:
            marked.add(sheet.examples[row.id][0].id)
        elif mark and mark not in _NO:
            raise InputError(
                f"{row.where}: {MARK} is {quoted(row.cells[MARK])}; expected x, or nothing"
            )
    return marked


def _judgment(row: _Row, *, is_marked: bool, partial: bool) -> Judgment | None:
    """Return the judgment of a row; None if its rule is marked, or nothing is answered."""
    cells = [row.cells[column].strip().casefold() for column in ANSWERS]
    if not any(cells):
        if not (is_marked or partial):
            raise InputError(f"{row.where}: {ANSWERS[0]} is empty; {_EXPECTED}")
        return None
    if is_marked:
        raise InputError(
            f"{row.where}: has an answer, and its rule is marked as {MARK}; expected one or the "
            "other"
        )
    answers = _answers(row, cells)
    with naming(row.where):
        judgment = judgment_of(answers)
    if judgment is None:
        raise InputError(f"{row.where}: {ANSWERS[len(answers)]} is empty; {_EXPECTED}")
    return judgment


def _answers(row: _Row, cells: Sequence[str]) -> list[bool]:
    """Return the answers up to the last filled cell."""
    filled = max(number for number, cell in enumerate(cells) if cell) + 1
    answers: list[bool] = []
    for column, cell in zip(ANSWERS, cells[:filled], strict=False):
        # An empty cell after a no has an answer behind it, which `judgment_of` refuses.
        if cell not in (*_YES, *_NO) and (cell or False not in answers):
            raise InputError(f"{row.where}: {column} is {quoted(row.cells[column])}; {_EXPECTED}")
        answers.append(cell in _YES)
    return answers
