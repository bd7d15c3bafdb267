"""Forms: CSV out and in."""

import csv
import io

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rte_baselines.core.errors import InputError
from rte_baselines.rules.judging.forms import COLUMNS, read_form, strip_form, write_form
from rte_baselines.rules.judging.judgments import Judgment
from rte_baselines.rules.judging.sheet import Drawing, Example, Sheet, SheetRule
from tests.rules.judging.examples import sheet

HOLDS, NO, IRRELEVANT, LEFT = reversed(Judgment)
ANSWERS = {
    LEFT: ["no", "", ""],
    IRRELEVANT: ["yes", "no", ""],
    NO: ["yes", "yes", "no"],
    HOLDS: ["yes", "yes", "yes"],
}


@pytest.fixture
def path(tmp_path):
    return tmp_path / "ann.csv"


def sheet_of(sentence, left_phrase="l", right_phrase="r"):
    """A sheet of one example."""
    shown = Example(sentence, "Ann", "Bob", left_phrase, right_phrase)
    return Sheet((SheetRule("r", left_phrase, right_phrase, (Drawing("b"),), (shown,)),))


def rows_of(path):
    """The rows of a form, as pandas reads it."""
    return pd.read_csv(path, dtype=str, keep_default_na=False).to_dict("records")


def write_rows(path, rows, *, delimiter=",", encoding="utf-8-sig", columns=COLUMNS):
    with path.open("w", encoding=encoding, newline="") as stream:
        writer = csv.DictWriter(stream, columns, delimiter=delimiter, extrasaction="ignore")
        writer.writeheader()
        writer.writerows(rows)


def filled(path, judgments, of=None):
    """The rows of a form that is filled with judgments, X for a mark, None for nothing."""
    write_form(of or sheet(), path)
    rows = rows_of(path)
    for row, judgment in zip(rows, judgments, strict=True):
        if judgment == "X":
            row["not_relational"] = "x"
        elif judgment is not None:
            row.update(zip(COLUMNS[-3:], ANSWERS[judgment], strict=True))
    return rows


def read(path, rows, *, partial=False, **options):
    write_rows(path, rows, **options)
    return read_form(path, sheet(), partial=partial)


ALL = [HOLDS, NO, IRRELEVANT, LEFT, HOLDS, HOLDS]


def test_an_empty_form(path):
    write_form(sheet(), path)
    content = path.read_bytes()
    assert content.startswith(b"\xef\xbb\xbf")
    assert content.count(b"\r\n") == content.count(b"\n") == 7
    first = rows_of(path)[0]
    assert list(first) == list(COLUMNS)
    assert first["left_phrase"] == "Ann met Bob r1.0"
    # What would tell the judge of the rule base, or of what others say.
    assert "base" not in content.decode("utf-8-sig")
    assert "0.5" not in content.decode("utf-8-sig")


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"delimiter": ";"},
        {"delimiter": "\t", "encoding": "utf-16"},
        {"encoding": "utf-8"},
        {"columns": COLUMNS[::-1]},
        {"columns": (*COLUMNS, "comment")},
    ],
)
def test_a_filled_form_is_read_as_spreadsheets_save_it(path, options):
    found = read(path, filled(path, ALL), **options)
    assert found.judge == "ann"
    assert list(found.by_example.values()) == ALL
    assert list(found.by_example) == list(sheet().examples)


def test_a_form_with_the_line_ends_of_old_macintoshes(path):
    """Excel still saves them; more commas in a sentence than semicolons must not matter."""
    of = sheet_of("Ann, " * 90)
    write_rows(path, filled(path, [NO], of), delimiter=";")
    path.write_bytes(path.read_bytes().replace(b"\r\n", b"\r"))
    assert list(read_form(path, of).by_example.values()) == [NO]


@pytest.mark.parametrize(
    ("yes", "no"), [("Y", "N"), ("1", "0"), ("TRUE", "False"), (" yes ", "NO")]
)
def test_ways_to_answer(path, yes, no):
    rows = filled(path, ALL)
    for row in rows:
        row.update({name: {"yes": yes, "no": no}.get(row[name], "") for name in COLUMNS[-3:]})
    assert list(read(path, rows).by_example.values()) == ALL


def test_a_form_without_sentences_has_the_same_judgments(path, tmp_path):
    found = read(path, filled(path, [HOLDS, NO, None, "X", HOLDS, LEFT]))
    # A mark covers all rows of its rule.
    assert found.not_relational == {"r2"}
    assert list(found.by_example.values()) == [HOLDS, NO, HOLDS, LEFT]
    stripped = tmp_path / "public" / "ann.csv"
    stripped.parent.mkdir()
    strip_form(path, sheet(), stripped)
    assert read_form(stripped, sheet().without_texts()) == found
    columns = "sentence", "left_phrase", "right_phrase"
    assert {row[column] for row in rows_of(stripped) for column in columns} == {""}
    with pytest.raises(InputError, match="sentence is ''; expected"):
        read_form(stripped, sheet())
    with pytest.raises(InputError, match="without its sentences"):
        write_form(sheet().without_texts(), path)


def test_a_form_of_another_sheet_is_not_stripped(path, tmp_path):
    rows = filled(path, ALL)
    rows[1]["left_phrase"] = "Ann saw Bob"
    write_rows(path, rows)
    with pytest.raises(InputError, match="row 3: left_phrase is 'Ann saw Bob'"):
        strip_form(path, sheet(), tmp_path / "public.csv")
    assert not (tmp_path / "public.csv").exists()


def test_rows_may_be_in_another_order_and_white_space_may_change(path):
    rows = filled(path, ALL)[::-1]
    rows[0]["sentence"] = f" {rows[0]['sentence']}\n"
    assert set(read(path, rows).by_example.values()) == set(ALL)


def test_partial_forms(path):
    rows = filled(path, [HOLDS, None, None, None, None, None])
    assert list(read(path, rows, partial=True).by_example.values()) == [HOLDS]
    assert list(read(path, rows[:2], partial=True).by_example.values()) == [HOLDS]
    rows[0]["right_entailed"] = ""
    with pytest.raises(InputError, match="row 2: right_entailed is empty"):
        read(path, rows, partial=True)


@pytest.mark.parametrize(
    ("row", "changes", "message"),
    [
        (2, {"example": "e123"}, "row 4: the sheet has no example 'e123'; expected an id of this"),
        (1, {"sentence": "Else."}, "row 3: sentence is 'Else.'; expected 'Sentence r1.1"),
        (1, {"right_phrase": "x"}, "row 3: right_phrase is 'x'; expected 'Ann knows Bob r1.1'"),
        (0, {"right_likely": ""}, "row 2: right_likely is ''; expected yes or no"),
        (0, {"right_entailed": ""}, "row 2: right_entailed is empty; expected yes or no"),
        (0, {"right_entailed": "perhaps"}, "row 2: right_entailed is 'perhaps'; expected yes or"),
        (0, {"left_entailed": "no"}, "row 2: left_entailed is no, and a later question is answ"),
        (3, {"right_entailed": "yes"}, "row 5: left_entailed is no, and a later question is"),
        (2, {"right_entailed": "no"}, "row 4: right_likely is no, and a later question is"),
        (0, {"not_relational": "x"}, "row 2: has an answer, and its rule is marked as not_rela"),
        (1, {"not_relational": "?"}, "row 3: not_relational is '?'; expected x, or nothing"),
        (0, dict.fromkeys(COLUMNS[-3:], ""), "row 2: left_entailed is empty; expected yes or no"),
    ],
)
def test_a_row_that_is_refused(path, row, changes, message):
    rows = filled(path, ALL)
    rows[row].update(changes)
    with pytest.raises(InputError) as error:
        read(path, rows)
    assert str(error.value).startswith(f"{path}: {message}")


def test_rows_that_are_missing_or_there_twice(path):
    rows = filled(path, ALL)
    with pytest.raises(InputError, match=r"lacks 1 row of the sheet, the first is 'e"):
        read(path, rows[:-1])
    with pytest.raises(InputError, match=r"row 8: example 'e\w+' is in row 2 already"):
        read(path, [*rows, rows[0]])


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("", "cannot be read as CSV"),
        ("a,b\n1,2\n", "the column example is missing"),
        (",".join([*COLUMNS, "example"]) + "\n", "the column example occurs twice"),
        (",".join(COLUMNS) + '\n"open', "cannot be read as CSV"),
    ],
)
def test_another_file(path, content, message):
    path.write_text(content)
    with pytest.raises(InputError, match=message):
        read_form(path, sheet())


NUMBERS = ["24", "00123", "-1.5 %", "3/4", "1e5", "TRUE"]
DATES = ["1987-03-01", "1 March 1987", "Mar. 1, 1987"]
FORMULAS = [" =1+1", "\u00a0@SUM(A1)", " '=1"]
TEXTS = ["24 firms", "May", "March 1 was cold", ""]


@pytest.mark.parametrize("cell", [*NUMBERS, *DATES, *FORMULAS, *TEXTS])
def test_spreadsheets_take_no_cell_for_another_thing(cell, path):
    of = sheet_of(cell)
    write_form(of, path)
    (row,) = rows_of(path)
    assert row["sentence"] == (cell if cell in TEXTS else f"'{cell}")
    row.update(dict.fromkeys(COLUMNS[-3:], "yes"))
    write_rows(path, [row])
    assert list(read_form(path, of).by_example.values()) == [HOLDS]


starts = st.sampled_from(
    ["=", "+", "-", "@", "\t", "\r", "'", "'=", " =", "\u2003+", "\uff1d", '"', ";", "", "\n"]
)


@given(st.lists(st.tuples(starts, st.text(max_size=8)).map("".join), min_size=3, max_size=3))
def test_no_cell_is_a_formula_and_each_is_read_again(tmp_path_factory, found):
    path = tmp_path_factory.mktemp("forms") / "ann.csv"
    of = sheet_of(*found)
    write_form(of, path)
    text = path.read_bytes().decode("utf-8-sig")
    (_, cells) = csv.reader(io.StringIO(text, newline=""))
    signs = tuple("=+-@\uff1d\uff0b\uff0d\uff20")
    assert not any(
        cell.startswith(("\t", "\r")) or cell.lstrip().startswith(signs) for cell in cells
    )
    cells[-3:] = ["yes", "yes", "no"]
    write_rows(path, [dict(zip(COLUMNS, cells, strict=True))])
    assert list(read_form(path, of).by_example.values()) == [NO]
