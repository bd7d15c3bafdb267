from itertools import pairwise, product

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from nltk.sem import evaluate

from rte_baselines.logic.formulas import (
    And,
    Atom,
    Constant,
    Equal,
    Exists,
    ForAll,
    Implies,
    Not,
    Predicate,
    Variable,
    constants_of,
    free_variables,
    predicates_of,
)
from rte_baselines.logic.models import FiniteModel, reduced
from rte_baselines.logic.notations import to_nltk
from rte_baselines.logic.reading import read_formula
from tests.logic.random_formulas import closed_formulas, formulas

X, Y = Variable("x"), Variable("y")
JOHN, MARY = Constant("John"), Constant("Mary")
# The arbitrary model of bos2006, section 3.6.
BOS = FiniteModel(
    size=3,
    constants={},
    relations={
        Predicate("cat", 1): frozenset({(0,), (1,)}),
        Predicate("john", 1): frozenset({(2,)}),
        Predicate("of", 2): frozenset({(0, 2)}),
        Predicate("like", 2): frozenset({(2, 0), (2, 1)}),
    },
)


@pytest.mark.parametrize(
    ("formula", "assignment", "is_true"),
    [
        ("? [Y] : (john(Y) & (! [X] : (cat(X) => like(Y, X))))", {}, True),
        ("? [Y] : (cat(Y) & (! [X] : (cat(X) => like(Y, X))))", {}, False),
        ("! [X] : (cat(X) | john(X))", {}, True),
        ("like(X, Y)", {"X": 2, "Y": 1}, True),
        ("? [X] : dog(X)", {}, False),
        # An inner quantifier hides a variable.
        ("? [X] : (cat(X) & ? [X] : john(X))", {}, True),
        ("cat(X) & ? [X] : john(X)", {"X": 0}, True),
    ],
)
def test_truth_in_a_model(formula, assignment, is_true):
    values = {Variable(name): individual for name, individual in assignment.items()}
    assert BOS.satisfies(read_formula(formula), values) == is_true


def test_the_model_size_of_bos2006():
    assert BOS.model_size == 9


def test_a_model_as_a_table():
    model = FiniteModel(
        2,
        {JOHN: 1},
        {
            Predicate("rain", 0): frozenset({()}),
            Predicate("dog", 1): frozenset(),
            Predicate("cat", 1): frozenset({(0,), (1,)}),
            Predicate("of", 2): frozenset({(1, 0)}),
        },
    )
    assert model.table().splitlines() == [
        "domain  d1, d2",
        "John    d2",
        "cat     d1, d2",
        "of      (d2, d1)",
        "rain    true",
    ]


@pytest.mark.slow
def test_many_variables_are_quick():
    # 40 variables over 8 individuals: trying all assignments would never end.
    chain = tuple(Variable(f"x{i}") for i in range(40))
    steps = frozenset((i, (i + 1) % 8) for i in range(8))
    cycle = FiniteModel(8, {}, {Predicate("next", 2): steps, Predicate("end", 1): frozenset()})
    path = [Atom("next", pair) for pair in pairwise(chain)]
    assert cycle.satisfies(Exists(chain, And(tuple(path))))
    assert not cycle.satisfies(Exists(chain, And((*path, Equal(chain[0], chain[1])))))
    assert cycle.satisfies(ForAll(chain, Implies(And(tuple(path)), Not(Atom("end", (chain[-1],))))))


NAMES = st.sampled_from(["pp", "qq", "John"])
VARIABLES = st.sampled_from([X, Y])


@st.composite
def models(draw):
    size = draw(st.integers(1, 3))
    individuals = st.integers(0, size - 1)
    constants = {Constant(name): draw(individuals) for name in ("pp", "qq", "John")}
    relations = {
        Predicate(f"{name}_{arity}", arity): draw(st.frozensets(st.tuples(*[individuals] * arity)))
        for name in ("pp", "qq", "John")
        for arity in range(4)
    }
    return FiniteModel(size, constants, relations)


def with_arity(name, arguments):
    """An atom of a predicate that has one arity, as NLTK wants it."""
    return Atom(f"{name}_{len(arguments)}", arguments)


@given(models(), formulas(NAMES, VARIABLES, with_arity), st.data())
def test_truth_agrees_with_nltk(model, formula, data):
    assignment = {
        variable: data.draw(st.integers(0, model.size - 1))
        for variable in sorted(free_variables(formula))
    }
    assert model.satisfies(formula, assignment) == nltk_truth(model, formula, assignment)


def nltk_truth(model, formula, assignment):
    """The same by NLTK, which tries all individuals."""
    values = {name.name: f"d{i}" for name, i in model.constants.items()}
    for (name, arity), rows in model.relations.items():
        shown = {tuple(f"d{i}" for i in row) for row in rows}
        values[name] = shown if arity else bool(rows)
    domain = {f"d{i}" for i in range(model.size)}
    nltk_model = evaluate.Model(domain, evaluate.Valuation(values.items()))
    start = evaluate.Assignment(domain, [(v.name, f"d{i}") for v, i in assignment.items()])
    return nltk_model.satisfy(to_nltk(formula), start)


A, B = Constant("a"), Constant("b")
CAT, DOG, OF, CHASE = (Predicate(*one) for one in (("cat", 1), ("dog", 1), ("of", 2), ("chase", 2)))
ALL_PAIRS = frozenset(product(range(2), repeat=2))
FULL = FiniteModel(
    2,
    {A: 0, B: 1},
    {CAT: frozenset({(0,), (1,)}), DOG: frozenset({(1,)}), OF: ALL_PAIRS, CHASE: ALL_PAIRS},
)


@pytest.mark.parametrize(
    ("written", "relations"),
    [
        # Only what is said.
        ("cat(a) & of(a, b)", {CAT: {(0,)}, OF: {(0, 1)}}),
        # What follows from it, by a rule for everything.
        ("of(a, b) & (! [X, Y] : (of(X, Y) => of(Y, X)))", {OF: {(0, 1), (1, 0)}}),
        # The first part of a disjunction that is true in the model.
        ("(dog(a) | cat(a)) & (cat(b) | dog(b))", {CAT: {(0,), (1,)}}),
        # The first individual, and no other one where there is one already.
        ("? [X] : (cat(X))", {CAT: {(0,)}}),
        ("cat(b) & (? [X] : (cat(X)))", {CAT: {(1,)}}),
        # Nothing for what is not so, unless something was added before.
        ("~ cat(a) | of(a, a)", {}),
        ("cat(a) & (~ cat(a) | of(a, a))", {CAT: {(0,)}, OF: {(0, 0)}}),
        ("cat(a) <=> chase(a, b)", {}),
        ("cat(a) & (cat(a) <=> chase(a, b))", {CAT: {(0,)}, CHASE: {(0, 1)}}),
        # Rules apply to what later formulas add.
        ("! [X] : (cat(X) => of(X, X)); cat(b)", {CAT: {(1,)}, OF: {(1, 1)}}),
    ],
)
def test_only_what_is_called_for_is_kept(written, relations):
    kept = reduced(FULL, [read_formula(part) for part in written.split("; ")]).relations
    assert kept == {predicate: frozenset(rows) for predicate, rows in relations.items()}


@given(st.data())
def test_a_part_of_the_model_in_which_the_formulas_are_true(data):
    wanted = data.draw(st.lists(closed_formulas(), min_size=1, max_size=3))
    constants = sorted(frozenset().union(*map(constants_of, wanted)))
    individuals = st.integers(0, 1)
    relations = {
        predicate: data.draw(st.frozensets(st.tuples(*[individuals] * predicate.arity)))
        for predicate in sorted(frozenset().union(*map(predicates_of, wanted)))
    }
    model = FiniteModel(2, {name: data.draw(individuals) for name in constants}, relations)
    held = [formula for formula in wanted if model.satisfies(formula)]
    assume(held)
    part = reduced(model, held)
    assert all(map(part.satisfies, held))
    assert all(rows <= model.relations[predicate] for predicate, rows in part.relations.items())
