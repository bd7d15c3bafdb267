import pytest
from hypothesis import given
from nltk.sem.logic import Expression

from rte_baselines.logic.formulas import (
    FALSE,
    TRUE,
    And,
    Atom,
    Constant,
    Equal,
    Exists,
    ForAll,
    Iff,
    Implies,
    Not,
    Or,
    Variable,
    variables_of,
)
from rte_baselines.logic.notations import escaped, from_nltk, to_nltk, to_tptp, to_unicode
from rte_baselines.logic.reading import read_formula
from tests.logic.random_formulas import closed_formulas

X, Y = Variable("x"), Variable("y")
OREILLY = Constant("O'Reilly")
FORMULA = ForAll(
    (X,),
    Implies(
        And((Atom("dog.n", (X,)), Not(Equal(X, OREILLY)))),
        Exists((Y,), Or((Atom("chase", (X, Y)), Atom("it rains"), Not(Atom("big", (Y,)))))),
    ),
)


def test_for_people_provers_and_nltk():
    assert to_unicode(FORMULA) == (
        "∀x ((dog.n(x) ∧ (x ≠ \"O'Reilly\")) → ∃y (chase(x, y) \N{LOGICAL OR} 'it rains' "
        "\N{LOGICAL OR} ¬big(y)))"
    )
    assert to_unicode(Iff(TRUE, Not(FALSE))) == "\N{DOWN TACK} ↔ ¬\N{UP TACK}"
    assert to_tptp(FORMULA) == (
        "! [X1] : ((('dog.n/1'(X1) & ~ ((X1 = 'O%27Reilly'))) => "
        "? [X2] : (('chase/2'(X1, X2) | 'it%20rains/0' | ~ ('big/1'(X2))))))"
    )
    assert str(to_nltk(FORMULA)) == (
        "all x.((dog%2En(x) & -(x = O%27Reilly)) -> exists y.(chase(x,y) | it%20rains | -big(y)))"
    )


def test_free_variables_have_no_tptp():
    with pytest.raises(ValueError, match="'x'"):
        to_tptp(Atom("dog", (X,)))


def test_names_that_nltk_would_read_otherwise():
    atom = Atom("x", (Constant("all"), Constant("e1"), Constant("P")))
    assert str(to_nltk(atom)) == "%78(%61ll,%651,%50)"
    assert from_nltk(to_nltk(atom)) == atom


def test_from_nltk():
    expression = Expression.fromstring("all x.(P(x) -> exists e.(see(e,x) & -(x = mary)))")
    assert to_unicode(from_nltk(expression)) == "∀x (P(x) → ∃e (see(e, x) ∧ (x ≠ mary)))"


@pytest.mark.parametrize("text", [r"\x.dog(x)", "exists P.P(x)", "dog(father(x))", "iota x.dog(x)"])
def test_what_is_not_of_first_order(text):
    with pytest.raises(ValueError, match="not of first-order"):
        from_nltk(Expression.fromstring(text))


def with_tptp_names(formula):
    """The formula as it should be after `to_tptp` and reading."""
    names = {v: Variable(f"X{i}") for i, v in enumerate(dict.fromkeys(variables_of(formula)), 1)}

    def term(old):
        return names[old] if isinstance(old, Variable) else Constant(escaped(old.name))

    def converted(part):
        match part:
            case And((only,)) | Or((only,)) | Exists((), only) | ForAll((), only):
                return converted(only)
            case And(parts) | Or(parts):
                return type(part)(tuple(map(converted, parts)))
            case Exists(variables, body) | ForAll(variables, body):
                distinct = tuple(dict.fromkeys(names[variable] for variable in variables))
                return type(part)(distinct, converted(body))
            case Not(body):
                return Not(converted(body))
            case Atom(name, arguments):
                return Atom(f"{escaped(name)}/{len(arguments)}", tuple(map(term, arguments)))
            case Equal(left, right):
                return Equal(term(left), term(right))
            case Implies(left, right) | Iff(left, right):
                return type(part)(converted(left), converted(right))

    return converted(formula)


@given(closed_formulas())
def test_tptp_can_be_read_whatever_the_names(formula):
    assert read_formula(to_tptp(formula)) == with_tptp_names(formula)


@pytest.mark.parametrize("kind", [And, Or])
def test_nested_parts_are_joined_from_the_left_for_nltk(kind):
    p, q, r = (Atom(name) for name in "pqr")
    for nested in (kind((p, kind((q, r)))), kind((p, ForAll((), kind((q, r)))))):
        expression = to_nltk(nested)
        assert expression == to_nltk(kind((p, q, r)))
        assert Expression.fromstring(str(expression)) == expression


@given(closed_formulas())
def test_nltk_can_read_and_give_back_whatever_the_names(formula):
    expression = to_nltk(formula)
    assert Expression.fromstring(str(expression)) == expression
    assert to_nltk(from_nltk(expression)) == expression


@given(closed_formulas())
def test_unicode_is_one_line(formula):
    assert to_unicode(formula).isprintable()
