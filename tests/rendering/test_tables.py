"""Tables in LaTeX, and how names fit the terminal's; others are tested where they are made."""

import re
from functools import partial
from math import ceil

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from rte_baselines.rendering.markup import latex_text, render_latex, render_markdown
from rte_baselines.rendering.tables import (
    Table,
    cut,
    decimal,
    fitted,
    fixed,
    percentage,
    render_text,
)


def test_a_table_in_latex():
    rows = [
        ["a_b.run-1-2", "-0.2\n-0.3-0.1", "-"],
        ["always ENTAILMENT", "0.500\n0.150-0.850", "1"],
    ]
    # The label is the title before what explains it.
    title = "macro_f1 (why, so) of a.b & {é}: run in the row, less"
    table = Table(title, ["run", "accuracy_2way", "rte3-3way"], rows)
    assert render_latex(table).splitlines() == [
        r"\begin{table}",
        r"\centering",
        r"\caption{macro\_f1 (why, so) of a.b \& \{é\}: run in the row, less}",
        r"\label{tab:macro-f1-of-a-b}",
        r"\begin{tabular}{lrr}",
        r"\toprule",
        r"run & accuracy\_2way & rte3-3way \\",
        r"\midrule",
        r"a\_b.run-1-2 & $-$0.2 {\scriptsize ($-$0.3--0.1)} & - \\",
        r"always ENTAILMENT & 0.500 {\scriptsize (0.150--0.850)} & 1 \\",
        r"\bottomrule",
        r"\end{tabular}",
        r"\end{table}",
    ]


def test_tables_in_notebooks_are_text_as_well(monkeypatch, capsys):
    table = Table("All pairs", ["run", "f1"], [["a", "0.500"]])
    expected = render_text(table, 80)
    monkeypatch.setattr("rich.console._is_jupyter", lambda: True)
    assert render_text(table, 80) == expected
    assert capsys.readouterr().out == ""


def test_bold_cells_in_every_form():
    rows = [["a*", "0.9\n0.8-1.0"], ["b", "0.5"]]
    table = Table("title", ["run", "f1"], rows, bold=frozenset({(0, 1)}))
    assert r"a* & \textbf{0.9} {\scriptsize (0.8--1.0)} \\" in render_latex(table)
    assert r"| a\* | **0.9** (0.8-1.0) |" in render_markdown(table)
    lines = [line.split() for line in render_text(table, 80).splitlines()]
    assert ["a*", "0.9*"] in lines
    assert ["b", "0.5"] in lines


def test_what_latex_reads_otherwise_is_escaped():
    assert latex_text(r"50% of $1 & \x{y}_z^2~#<a>") == (
        r"50\% of \$1 \& \textbackslash{}x\{y\}\_z\textasciicircum{}2\textasciitilde{}\#"
        r"\textless{}a\textgreater{}"
    )


def test_no_form_has_characters_that_a_terminal_obeys():
    unprintable = "a\x1b[31m\u202e"
    table = Table(unprintable, [unprintable, "f1"], [[unprintable, "1"]], footnotes=[unprintable])
    for render in (render_latex, render_markdown, partial(render_text, width=80)):
        assert all(line.isprintable() for line in render(table).splitlines())


NAMES = [
    "translation.text_given_hypothesis_null",
    "perez2006/bleu-recall-st-cc-wsd-tuned",
    "perez2006/bleu-recall-st-cc-wsd-h",
    "x" * 70,
    "rte3-3way:test",
]
WORDS = re.compile(r"[^\s_./:-]+")


@pytest.mark.parametrize("width", [60, 80])
@pytest.mark.parametrize("keys", [1, 2, 3])
def test_names_are_never_broken_inside_a_word(width, keys):
    header = [*["name", "mirrored", "thing"][:keys], "value", "pull"]
    cells = [(name, name[::-1], "thing") for name in NAMES]
    rows = [[*of_name[:keys], "0.123", "+0.456"] for of_name in cells]
    lines = render_text(Table("names", header, rows, keys=keys), width).splitlines()
    assert max(map(len, lines)) <= width
    words = {word for row in (header, *rows) for cell in row for word in WORDS.findall(cell)}
    shown = {word for line in lines[1:] for word in WORDS.findall(line)} - {"─"}
    assert all("…" in word for word in shown - words if not word.startswith("─"))
    if keys < 3 or width > 60:
        # Only what no separator breaks is shortened.
        assert all(set(word) == set("x…") for word in shown if "…" in word)


@pytest.mark.parametrize("width", [60, 80])
def test_names_are_whole_where_there_is_room(width):
    name = "a_feature_with_a_long_name.of_all"
    assert name in render_text(Table("pulls", ["feature", "pull"], [[name, "+0.1"]]), width)
    about = Table("list", ["name", "description"], [["a" * (width // 2), "word " * 50]], keys=2)
    assert "a" * (width // 2) in render_text(about, width)
    assert max(map(len, render_text(about, width).splitlines())) <= width


@given(st.text(), st.integers(3, 30))
def test_no_line_is_too_wide(text, width):
    assert all(cell_len(line) <= width for line in fitted(text, width).split("\n"))


def test_a_block_has_as_many_columns_as_fit():
    table = Table("runs", ["run", *["accuracy"] * 8], [["mine", *"12345678"]])
    for width in range(45, 90):
        lines = render_text(table, width).splitlines()
        assert max(map(len, lines)) <= width
        # The names of runs take 5 columns of the terminal, each measure takes 10.
        blocks = ceil(8 / ((width - 5) // 10))
        assert sum(line.startswith("run ") for line in lines[1:]) == blocks


@given(st.lists(st.text("abc", min_size=1, max_size=8), min_size=1), st.sampled_from("_./:-"))
def test_nothing_is_lost_where_parts_fit(parts, separator):
    name = separator.join(parts)
    assert fitted(name, 9).replace("\n", "") == name


@given(st.integers(0, 1600), st.sampled_from([-1, 1]), st.integers(0, 99))
def test_numbers_that_only_rounding_errors_tell_apart_print_alike(correct, sign, error):
    share = correct / 1600
    assert decimal(share + sign * error * 1e-13) == decimal(share)
    assert percentage(share + sign * error * 1e-13) == percentage(share)


def test_a_share_and_its_percentage_have_the_same_digits():
    assert (decimal(646 / 800), percentage(646 / 800)) == ("0.808", "80.8")
    for count in range(-1600, 1601):
        share = count / 1600
        printed = decimal(share)
        assert f"{100 * float(printed):.1f}" == percentage(share)
        assert abs(float(printed) - share) <= 0.0005 + 1e-12


@pytest.mark.parametrize(
    ("value", "expected"), [(-0.004, "0.00"), (-0.0, "0.00"), (-0.006, "-0.01"), (1.005, "1.00")]
)
def test_zero_has_no_sign_at_any_place(value, expected):
    assert fixed(value, 2) == expected


def test_a_line_is_cut_to_columns_and_not_to_characters():
    assert cut("two ferries", 11) == "two ferries"
    assert cut("two ferries", 10) == "two ferri…"
    assert cut("two, ferries", 5) == "two…"
    assert cut("渡し船が沈んだ", 7) == "渡し船…"
