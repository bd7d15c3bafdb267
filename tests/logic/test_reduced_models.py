from itertools import product

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from rte_baselines.logic.formulas import Constant, Predicate, constants_of, predicates_of
from rte_baselines.logic.models import FiniteModel, reduced
from rte_baselines.logic.reading import read_formula
from tests.logic.random_formulas import closed_formulas

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
    ],
)
def test_only_what_is_called_for_is_kept(written, relations):
    kept = reduced(FULL, [read_formula(written)]).relations
    assert kept == {predicate: frozenset(rows) for predicate, rows in relations.items()}


def test_rules_apply_to_what_later_formulas_add():
    rule, fact = read_formula("! [X] : (cat(X) => of(X, X))"), read_formula("cat(b)")
    assert reduced(FULL, [rule, fact]).relations == {CAT: {(1,)}, OF: {(1, 1)}}


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
