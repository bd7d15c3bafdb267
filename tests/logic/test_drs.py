import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from nltk.sem.drt import DrtExpression
from nltk.sem.logic import Expression

from rte_baselines.logic.drs import (
    DRS,
    Disjunction,
    Implication,
    Negation,
    from_nltk_drs,
    merged,
    to_box,
    to_formula,
    to_nltk_drs,
)
from rte_baselines.logic.formulas import And, Atom, Equal, Exists, Variable
from rte_baselines.logic.notations import to_nltk, to_unicode

X, Y, E = Variable("x1"), Variable("x2"), Variable("e1")
FARMER, DONKEY = Atom("farmer.n", (X,)), Atom("donkey.n", (Y,))
OWNS = Atom("own.v", (X, Y))
BEATS = Atom("beat.v", (X, Y))
EVERY_FARMER = Implication(DRS((X, Y), (FARMER, DONKEY, OWNS)), DRS((), (BEATS,)))

VARIABLES = st.sampled_from([X, Y, E])
# In the order in which NLTK puts them.
REFERENTS = st.sets(VARIABLES, max_size=2).map(sorted).map(tuple)
ATOMS = st.builds(
    Atom, st.sampled_from(["dog.n", "agent", "x"]), st.lists(VARIABLES, max_size=2).map(tuple)
)


def structures(smallest=0):
    """Structures with at least some conditions, at each level."""
    simple = ATOMS | st.builds(Equal, VARIABLES, VARIABLES)

    def larger(conditions):
        some = st.lists(conditions, min_size=smallest, max_size=3).map(tuple)
        inner = st.builds(DRS, REFERENTS, some)
        return st.one_of(
            st.builds(Negation, inner),
            st.builds(Implication, inner, inner),
            st.builds(Disjunction, st.tuples(inner, inner)),
        )

    conditions = st.recursive(simple, larger, max_leaves=8)
    return st.builds(DRS, REFERENTS, st.lists(conditions, min_size=smallest, max_size=3).map(tuple))


def test_translation_of_each_condition():
    # bos2006, section 3.2: the clauses of the function f.
    conditions = {
        Equal(X, X): "x1 = x1",
        Negation(DRS((Y,), (DONKEY, OWNS))): "¬∃x2 (donkey.n(x2) ∧ own.v(x1, x2))",
        Disjunction((DRS((), (FARMER,)), DRS((E,), ()))): (
            "farmer.n(x1) \N{LOGICAL OR} ∃e1 \N{DOWN TACK}"
        ),
        EVERY_FARMER: "∀x1, x2 ((farmer.n(x1) ∧ donkey.n(x2) ∧ own.v(x1, x2)) → beat.v(x1, x2))",
        Implication(DRS((), (FARMER,)), DRS((Y,), (DONKEY,))): "farmer.n(x1) → ∃x2 donkey.n(x2)",
    }
    for condition, formula in conditions.items():
        assert to_unicode(to_formula(DRS((), (condition,)))) == formula
    assert to_formula(DRS((X,), (FARMER, DONKEY))) == Exists((X,), And((FARMER, DONKEY)))
    assert to_formula(DRS((), (FARMER,))) == FARMER


def test_merged_structures_share_referents_and_conditions():
    first, second = DRS((X,), (FARMER,)), DRS((X, Y), (FARMER, OWNS))
    assert merged(first, second) == DRS((X, Y), (FARMER, OWNS))


# NLTK's translation keeps the nesting of a disjunction in the right part of another one, which
# `to_nltk` does not.
SIMPLE = DRS((), (Atom("dog.n"),))
NESTED = Disjunction((SIMPLE, DRS((), (Disjunction((SIMPLE, SIMPLE)),))))


@example(DRS((), (NESTED,)))
@given(structures(smallest=1))
def test_the_translation_is_that_of_nltk(drs):
    # NLTK takes no conjunction without parts. What it writes has no parentheses where nesting makes
    # no difference, and is read as nested in the left part.
    assert Expression.fromstring(str(to_nltk_drs(drs).fol())) == to_nltk(to_formula(drs))


@given(structures())
def test_to_nltk_and_back(drs):
    assert from_nltk_drs(to_nltk_drs(drs)) == drs


@given(structures(smallest=1))
def test_nltk_reads_what_it_writes(drs):
    assert from_nltk_drs(DrtExpression.fromstring(str(to_nltk_drs(drs)))) == drs


def test_structures_of_nltk():
    text = "([x],[farmer(x), (([z],[dog(z)]) -> ([],[sees(x,z)]))]) + ([y],[-([],[old(y)])])"
    expression = DrtExpression.fromstring(f"({text})")
    x, y, z = map(Variable, "xyz")
    sees = Implication(DRS((z,), (Atom("dog", (z,)),)), DRS((), (Atom("sees", (x, z)),)))
    not_old = Negation(DRS((), (Atom("old", (y,)),)))
    assert from_nltk_drs(expression) == DRS((x, y), (Atom("farmer", (x,)), sees, not_old))


@pytest.mark.parametrize(
    "text", ["dog(x)", "([],[(\\x.dog(x))])", "(([x],[dog(x)]) -> ([],[runs(x)]))"]
)
def test_what_is_no_structure(text):
    with pytest.raises(ValueError, match=r"discourse representation structure|first-order"):
        from_nltk_drs(DrtExpression.fromstring(text))


@pytest.mark.parametrize(
    ("drs", "message"),
    [
        (DRS((Variable("long name"),), ()), "'long name' is no variable of NLTK"),
        (DRS((), (Disjunction(()),)), "without parts"),
    ],
)
def test_what_nltk_has_not(drs, message):
    with pytest.raises(ValueError, match=message):
        to_nltk_drs(drs)


DRAWN = """\
┌────────────────────────────────────────┐
│ x1                                     │
├────────────────────────────────────────┤
│ farmer.n(x1)                           │
│   ┌──────────────┐                     │
│   │ x2           │                     │
│ ¬ ├──────────────┤                     │
│   │ donkey.n(x2) │                     │
│   └──────────────┘                     │
│ ┌───────────────┐                      │
│ │ x1 x2         │   ┌────────────────┐ │
│ ├───────────────┤   │                │ │
│ │ farmer.n(x1)  │ ⇒ ├────────────────┤ │
│ │ donkey.n(x2)  │   │ beat.v(x1, x2) │ │
│ │ own.v(x1, x2) │   └────────────────┘ │
│ └───────────────┘                      │
│ ┌──────────────┐   ┌──┐                │
│ │              │   │  │                │
│ ├──────────────┤ ∨ ├──┤                │
│ │ farmer.n(x1) │   └──┘                │
│ └──────────────┘                       │
└────────────────────────────────────────┘"""  # noqa: RUF001


def test_boxes():
    negated = Negation(DRS((Y,), (DONKEY,)))
    either = Disjunction((DRS((), (FARMER,)), DRS()))
    assert to_box(DRS((X,), (FARMER, negated, EVERY_FARMER, either))) == DRAWN


@given(structures())
def test_the_lines_of_a_box_are_of_equal_length(drs):
    lines = to_box(drs).split("\n")
    assert len({len(line) for line in lines}) == 1
    assert (lines[0][0], lines[-1][-1]) == ("┌", "┘")
