from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rte_baselines.core.errors import InputError
from rte_baselines.logic.formulas import Atom, Constant, Equal, Variable
from rte_baselines.logic.notations import to_unicode
from rte_baselines.logic.reading import read_formula

X = Variable("X")


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("p", "p"),
        ("in(X, Y) & in(Y, Z) => in(X, Z)", "(in(X, Y) ∧ in(Y, Z)) → in(X, Z)"),
        ("! [X] : dog.n(X) & p", "∀X dog.n(X) ∧ p"),
        ("! [X, Y] : (~ p | ~ ~ q(X))", "∀X, Y (¬p \N{LOGICAL OR} ¬¬q(X))"),
        ("? [X] : ! [Y] : r(X, Y)", "∃X ∀Y r(X, Y)"),
        ("(X = rex) & X != y", "(X = rex) ∧ (X ≠ y)"),
        ("$true <=> ~ $false", "\N{DOWN TACK} ↔ ¬\N{UP TACK}"),
    ],
)
def test_formulas(text, meant):
    assert to_unicode(read_formula(text)) == meant


def test_quoted_names():
    assert read_formula(r"'it\'s'('a\\b', X)") == Atom("it's", (Constant(r"a\b"), X))
    assert read_formula("'X' = X") == Equal(Constant("X"), X)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "column 1: the end, where a formula is expected"),
        ("p & q | r", r"column 7: '\|', where the end, or parentheses"),
        ("p => q => r", "column 8: '=>', where the end, or parentheses"),
        ("p(X", r"column 4: the end, where '\)' is expected"),
        ("X", "column 2: the end, where '=' or '!=' after the variable X"),
        ("! [x] : p", "column 4: 'x', where a variable, which begins with a capital letter"),
        ("p(X) ; q", "column 6: '; q' is not part of a formula"),
        ("p()", r"column 3: '\)', where a variable or a constant is expected"),
        ("p q", "column 3: 'q', where the end"),
        ("X = rex & X != 'it''", "column 20: .* is not part of a formula; put unusual"),
    ],
)
def test_errors_name_the_column(text, message):
    with pytest.raises(InputError, match=message):
        read_formula(text)


@given(st.text("pX()[],:~&|=><!?'\\ $", max_size=20))
def test_any_text_is_read_or_refused(text):
    with suppress(InputError):
        read_formula(text)
