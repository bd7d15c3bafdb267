from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rte_baselines.core.errors import InputError
from rte_baselines.logic.formulas import And, Atom, Constant, ForAll, Implies, Variable, substitute
from rte_baselines.logic.forward_chaining import facts_from
from rte_baselines.logic.notations import to_unicode
from rte_baselines.logic.problems import Axiom
from rte_baselines.logic.reading import read_formula

A, B = Constant("a"), Constant("b")
X, Y = Variable("X"), Variable("Y")


def chained(penalties=None, **premises):
    named = [Axiom(name, read_formula(formula)) for name, formula in premises.items()]
    return {to_unicode(fact.atom): fact for fact in facts_from(named, penalties or {})}


def test_rules_are_applied_until_nothing_new_follows():
    found = chained(
        text="dog(rex) & in(rex, oslo)",
        kind="! [X] : (dog(X) => animal(X))",
        more="! [X] : (animal(X) => thing(X))",
    )
    assert list(found) == ["dog(rex)", "in(rex, oslo)", "animal(rex)", "thing(rex)"]
    assert found["thing(rex)"].premises == {"text", "kind", "more"}
    assert found["thing(rex)"].because == (2,)
    assert found["dog(rex)"].because == ()


@pytest.mark.parametrize(
    ("text", "rule", "predicates", "expected"),
    [
        (
            "? [X] : poet(X)",
            "! [X] : (poet(X) => ((? [Y] : poem(Y, X)) & (? [Y] : pen(Y, X))))",
            *("p", ["poet(x1)", "poem(x2, x1)", "pen(x3, x1)"]),
        ),
        # One individual for each choice of the others that the head mentions.
        (
            "eat(e, rex, bone) & eat(f, rex, bone)",
            "! [E, X, Z] : (eat(E, X, Z) => ? [Y] : tooth(Y, X))",
            *("tooth", ["tooth(x1, rex)"]),
        ),
        # Generations end.
        ("p(a)", "! [X] : (p(X) => ? [Y] : (p(Y) & q(X, Y)))", "p", ["p(a)", "p(x1)", "p(x2)"]),
        # Disjunctions on the left and equivalences are two rules.
        ("p(a) & q(b)", "! [X] : ((p(X) | q(X)) => r(X))", "r", ["r(a)", "r(b)"]),
        ("p(a) & q(b)", "! [X] : (p(X) <=> q(X))", "q", ["q(b)", "q(a)"]),
    ],
)
def test_what_a_rule_gives(text, rule, predicates, expected):
    found = chained(text=text, rule=rule)
    assert [name for name in found if name.startswith(predicates)] == expected


def test_the_cheapest_derivation_counts():
    premises = {
        "text": "p(a)",
        "dear": "! [X] : (p(X) => r(X))",
        "first": "! [X] : (p(X) => q(X))",
        "second": "! [X] : (q(X) => r(X))",
    }
    found = chained({"dear": 3, "first": 1, "second": 1}, **premises)
    assert found["r(a)"].premises == {"text", "first", "second"}
    found = chained({"dear": 1, "first": 1, "second": 1}, **premises)
    assert found["r(a)"].premises == {"text", "dear"}


@pytest.mark.parametrize(
    "formula", ["~ p(a)", "p(a) | q(a)", "! [X] : (p(X) => ~ q(X))", "! [X] : (~ p(X) => q(X))"]
)
def test_what_is_no_rule(formula):
    with pytest.raises(InputError, match=r"own\.txt:3: the axiom is not a rule; expected"):
        facts_from([Axiom("own.txt:3", read_formula(formula))])


@pytest.mark.slow
def test_many_facts_are_cut_off():
    text = And(tuple(Atom("p", (Constant(f"c{i}"),)) for i in range(60)))
    pairs = read_formula("! [X, Y] : ((p(X) & p(Y)) => q(X, Y))")
    assert len(facts_from([Axiom("text", text), Axiom("pairs", pairs)])) == 2000


def atoms(terms):
    one = st.builds(Atom, st.sampled_from("pq"), st.tuples(terms))
    return one | st.builds(Atom, st.just("r"), st.tuples(terms, terms))


@st.composite
def rules(draw):
    body = draw(st.lists(atoms(st.sampled_from([X, Y])), min_size=1, max_size=3))
    bound = sorted({term for atom in body for term in atom.arguments})
    head = draw(atoms(st.sampled_from([*bound, A])))
    return body, head


def naive(facts, rules):
    """The same by trying all individuals until nothing changes."""
    known = set(facts)
    while True:
        new = {
            substitute(head, binding)
            for body, head in rules
            for values in product((A, B), repeat=2)
            for binding in [dict(zip((X, Y), values, strict=True))]
            if all(substitute(atom, binding) in known for atom in body)
        } - known
        if not new:
            return known
        known |= new


@given(st.lists(atoms(st.sampled_from([A, B])), min_size=1, max_size=4), st.lists(rules()))
def test_everything_that_follows_is_found_and_nothing_else(said, given_rules):
    premises = [Axiom("text", And(tuple(said)))]
    premises += [
        Axiom(str(i), ForAll((X, Y), Implies(And(tuple(body)), head)))
        for i, (body, head) in enumerate(given_rules)
    ]
    facts = facts_from(premises)
    assert {fact.atom for fact in facts} == naive(said, given_rules)
    for fact in facts:
        # A fact follows from its own premises alone.
        own = [premise for premise in premises if premise.name in fact.premises]
        assert fact.atom in {one.atom for one in facts_from(own)}
        assert all(number < facts.index(fact) for number in fact.because)
