from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rte_baselines.logic.abduction import WeightedAtom, greedy_abduction, minimal_abduction
from rte_baselines.logic.formulas import And, Atom, Constant, Exists, Variable, predicate_of
from rte_baselines.logic.forward_chaining import Fact, facts_from
from rte_baselines.logic.models import FiniteModel
from rte_baselines.logic.problems import Axiom
from rte_baselines.logic.reading import read_formula

A, B = Constant("a"), Constant("b")
X, Y = Variable("x"), Variable("y")


def facts(text, **axioms):
    named = [Axiom("text", read_formula(text))]
    named += [Axiom(name, read_formula(formula)) for name, formula in axioms.items()]
    return facts_from(named)


def hypothesis(*atoms, drop=1.0, unbind=0.25):
    return [WeightedAtom(read_formula(atom), drop, unbind) for atom in atoms]


# "The poll was carried out on a Sunday" after "the opinion poll was conducted on a Monday", of
# section 4.2, with prepositions last as section 5.2 orders them.
POLL = facts(
    "? [X, E, D] : (opinion(X) & poll(X) & conduct(E, X) & monday(D) & on(E, D))",
    chain="! [E, X] : (conduct(E, X) => carry_out(E, X))",
)
CARRIED_OUT = hypothesis("poll(X)", "carry_out(E, X)", "sunday(D)", "on(E, D)")


both = pytest.mark.parametrize("abduction", [greedy_abduction, minimal_abduction])


@both
def test_the_proof_of_section_5_3(abduction):
    # "Cedras, Biamby, and Francois led the 1991 takeover", "Cedras took part in the 1991 coup". As
    # nothing relates a group to its members, who takes part has to be unbound.
    told = facts(
        "? [X1, X2, X3, X4, X5, X6, E] : (cedras(X1) & human(X1) & biamby(X2) & human(X2) & "
        "and(X4, X1, X2, X3) & francois(X3) & human(X3) & also(E) & lead(E, X4, X6) & 1991(X5) & "
        "date(X5) & takeover(X6))",
        chain="! [X] : (takeover(X) => coup(X))",
        rewriting="! [X, Y] : ((1991(X) & takeover(Y)) => in(Y, X))",
        world="! [E, X, Y] : (lead(E, X, Y) => ((? [Z] : take_part(E, X, Z)) & in(E, Y)))",
    )
    names = hypothesis("human(X1)", "date(X3)", "cedras(X1)", "1991(X3)")
    rest = hypothesis("coup(X4)", "take_part(E, X1, X2)", "in(E, X4)")
    found = abduction(told, [*names, *rest], {"chain": 0.125, "rewriting": 0.125, "world": 0.125})
    assert (found.dropped, found.unbound) == ((), ((5, 1),))
    assert found.premises == ("chain", "world")
    assert found.score == 1 - (0.25 + 2 * 0.125) / 7


@both
@pytest.mark.parametrize(
    ("told", "asked", "dropped", "unbound", "penalty"),
    [
        # One of four atoms of the same weight.
        (POLL, CARRIED_OUT, (2,), [()], 1),
        # "A cat sleeps" becomes "something sleeps", with "there is a cat".
        (
            facts("dog(a) & cat(b) & sleep(a)"),
            hypothesis("dog(X)", "cat(Y)", "sleep(Y)"),
            *((), [((2, 0),), ((1, 0),)], 0.25),
        ),
        # Constants and repeated variables.
        (facts("see(a, b)"), hypothesis("see(a, c)"), (), [((0, 1),)], 0.25),
        (facts("see(a, b)"), hypothesis("see(X, X)"), (), [((0, 0),), ((0, 1),)], 0.25),
        ((), hypothesis("dog(X)", "cat(X)"), (0, 1), [()], 2),
        ((), [], (), [()], 0),
        (facts("dog(a)"), [], (), [()], 0),
    ],
)
def test_arguments_are_unbound_before_an_atom_is_dropped(
    abduction, told, asked, dropped, unbound, penalty
):
    found = abduction(told, asked)
    assert (found.dropped, found.premises, found.penalty) == (dropped, (), penalty)
    assert found.unbound in unbound
    assert found.score == 1 - penalty / max(len(asked), 1)


def test_the_greedy_order_may_cost_more():
    # Greedily, X is "a" because of the first atom, and the arguments of two others are unbound.
    told = facts("dog(a) & big(b) & old(b)")
    asked = hypothesis("dog(X)", "big(X)", "old(X)")
    greedy, minimal = greedy_abduction(told, asked), minimal_abduction(told, asked)
    assert greedy.unbound == ((1, 0), (2, 0))
    assert minimal.unbound == ((0, 0),)
    assert (greedy.penalty, minimal.penalty) == (0.5, 0.25)


def test_penalties_of_axioms_do_not_make_scores_negative():
    found = minimal_abduction(POLL, hypothesis("carry_out(E, X)", drop=9), {"chain": 8})
    assert found.score == pytest.approx(1 / 9)
    found = greedy_abduction(POLL, hypothesis("carry_out(E, X)"), {"chain": 8})
    assert found.score == 0


def canonical(found):
    """The model in which some facts about a and b are true, and nothing else is."""
    relations = {}
    for fact in found:
        row = tuple([A, B].index(term) for term in fact.atom.arguments)
        relations.setdefault(predicate_of(fact.atom), set()).add(row)
    return FiniteModel(2, {A: 0, B: 1}, relations)


def atoms(*terms):
    arguments = st.lists(st.sampled_from(terms), min_size=1, max_size=2)
    return st.builds(Atom, st.sampled_from("pq"), arguments.map(tuple))


@st.composite
def small_cases(draw):
    """Some facts, a hypothesis, and penalties of the two axioms."""
    known = st.builds(Fact, atoms(A, B), st.sampled_from(["", "1", "12"]).map(frozenset))
    drop, unbind = st.sampled_from([1.0, 2.0]), st.sampled_from([0.25, 0.5, 1.5])
    asked = st.builds(WeightedAtom, atoms(X, Y, A), drop, unbind)
    return (
        draw(st.lists(known, max_size=3)),
        draw(st.lists(asked, min_size=1, max_size=3)),
        {"1": draw(st.sampled_from([0.125, 1.0])), "2": 0.5},
    )


def least_penalty(found, asked, penalties):
    """The same by trying everything."""
    values = [dict(zip((X, Y), pair, strict=True)) for pair in product((A, B), repeat=2)]
    choices = [
        [None, *(fact for fact in found if predicate_of(fact.atom) == predicate_of(part.atom))]
        for part in asked
    ]
    return min(
        price(matched, value, asked, penalties) for value in values for matched in product(*choices)
    )


def price(matched, value, asked, penalties):
    total = 0.0
    for fact, part in zip(matched, asked, strict=True):
        if fact is None:
            total += part.drop
        else:
            pairs = zip(part.atom.arguments, fact.atom.arguments, strict=True)
            total += part.unbind * sum(value.get(term, term) != other for term, other in pairs)
    used = {name for fact in matched if fact is not None for name in fact.premises}
    return total + sum(penalties[name] for name in used)


@given(small_cases())
def test_no_other_weakening_is_cheaper(case):
    assert minimal_abduction(*case).penalty == pytest.approx(least_penalty(*case))


@given(small_cases())
def test_greedy_is_never_cheaper(case):
    greedy, minimal = greedy_abduction(*case), minimal_abduction(*case)
    assert 0 <= greedy.score <= minimal.score <= 1
    assert greedy.penalty >= minimal.penalty - 1e-9


@given(small_cases())
def test_what_follows_costs_only_its_axioms(case):
    found, asked, _ = case
    goal = Exists((X, Y), And(tuple(part.atom for part in asked)))
    follows = canonical(found).satisfies(goal)
    assert follows == (minimal_abduction(found, asked).penalty == 0)
    assert follows == (greedy_abduction(found, asked).penalty == 0)


@pytest.mark.slow
def test_very_many_ways_are_not_all_weighed():
    # 40 atoms with 80 facts each.
    told = facts(" & ".join(f"p(c{i}) & q(c{i})" for i in range(80)), free="! [X] : (p(X) => q(X))")
    asked = hypothesis(*(f"p(X{i})" for i in range(40)))
    assert minimal_abduction(told, asked).score == 1
    blocked = [*asked, *hypothesis("r(X0)")]
    assert minimal_abduction(told, blocked) == greedy_abduction(told, blocked)
