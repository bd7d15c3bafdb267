from hypothesis import given
from hypothesis import strategies as st
from nltk.sem import logic

from rte_baselines.logic.formulas import (
    Atom,
    Constant,
    Equal,
    Exists,
    ForAll,
    Implies,
    Predicate,
    Variable,
    constants_of,
    free_variables,
    predicates_of,
    substitute,
    variables_of,
)
from rte_baselines.logic.notations import to_nltk
from tests.logic.random_formulas import VARIABLES, closed_formulas, formulas

X, Y, Y1 = Variable("x"), Variable("y"), Variable("y1")
JOHN = Constant("John")
NLTK_VARIABLES = st.builds(Variable, st.sampled_from("xyz"))
EVERY_DOG_CHASES_IT = ForAll(
    (X,), Implies(Atom("dog", (X,)), Exists((Y,), Atom("chase", (X, Y, JOHN, Variable("z")))))
)


def test_what_a_formula_is_made_of():
    assert free_variables(EVERY_DOG_CHASES_IT) == {Variable("z")}
    assert constants_of(EVERY_DOG_CHASES_IT) == {JOHN}
    assert predicates_of(EVERY_DOG_CHASES_IT) == {Predicate("dog", 1), Predicate("chase", 4)}
    assert list(variables_of(EVERY_DOG_CHASES_IT)) == [X, X, Y, X, Y, Variable("z")]


def test_substitution_does_not_capture():
    # In ∃y p(x, y), y for x must not become ∃y p(y, y); y1 is taken by the body.
    formula = Exists((Y,), Atom("p", (X, Y, Y1)))
    y2 = Variable("y2")
    assert substitute(formula, {X: Y}) == Exists((y2,), Atom("p", (Y, y2, Y1)))
    both = substitute(Exists((Y, Y1), Atom("p", (X, y2, Y, Y1))), {X: Y, y2: Y1})
    assert len(set(both.variables)) == 2
    assert not {Y, Y1} & set(both.variables)


@given(formulas(), VARIABLES, VARIABLES)
def test_substitution_replaces_what_is_free(formula, old, new):
    replaced = substitute(formula, {old: new})
    free = free_variables(formula)
    assert free_variables(replaced) == {new if name == old else name for name in free}
    assert predicates_of(replaced) == predicates_of(formula)


@given(formulas(variables=NLTK_VARIABLES), NLTK_VARIABLES, NLTK_VARIABLES)
def test_substitution_agrees_with_nltk(formula, old, new):
    expected = to_nltk(formula).replace(logic.Variable(old.name), to_nltk(Equal(new, new)).first)
    # NLTK compares expressions up to the names of bound variables.
    assert to_nltk(substitute(formula, {old: new})) == expected


@given(closed_formulas())
def test_closed_formulas_do_not_change(formula):
    assert free_variables(formula) == set()
    assert substitute(formula, {X: JOHN, Y: JOHN}) == formula
    assert hash(formula) == hash(substitute(formula, {}))
