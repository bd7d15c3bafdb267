"""What messages quote from files."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rte_baselines.core.errors import InputError, InputWarning
from rte_baselines.core.quoting import counted, path_name, printable, quoted


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("a\nb", r"'a\nb'"),
        ("x" * 40, f"'{'x' * 40}'"),
        ("x" * 41, f"'{'x' * 37}...'"),
        (True, "True"),
        (["x" * 50], f"['{'x' * 35}..."),
    ],
)
def test_values_are_quoted_and_cut(value, expected):
    assert quoted(value) == expected


@given(st.text())
def test_nothing_that_is_said_commands_a_terminal(text):
    for said in (printable(text), str(InputError(text)), str(InputWarning(text)), quoted(text)):
        assert said.isprintable()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Zürich שלום 👍", "Zürich שלום 👍"),
        ("\x1b[31mred", r"\x1b[31mred"),
        ("two\nlines", "two lines"),
        ("a\u202eb\udce9", r"a\u202eb\udce9"),
    ],
)
def test_what_does_not_print_is_escaped(text, expected):
    assert printable(text) == expected


def test_of_a_long_path_the_end_is_said():
    assert path_name("a/b") == "a/b"
    assert path_name("") == "''"
    assert path_name("a" * 10_000 + "/b").endswith("aaa/b")
    assert len(path_name("a" * 10_000)) == 200


def test_numbers_have_their_noun():
    assert counted(1, "match", "matches") == "1 match"
    assert counted(0, "match", "matches") == "0 matches"
    assert counted(2, "rule") == "2 rules"
    assert counted(1200, "pair", form=",") == "1,200 pairs"
