import pytest
from hypothesis import given
from hypothesis import strategies as st

from rte_baselines.logic.formulas import Predicate, predicates_of
from rte_baselines.logic.meaning.comparisons import axioms_of_closed_words
from rte_baselines.logic.models import FiniteModel
from rte_baselines.logic.notations import to_unicode
from rte_baselines.logic.reading import read_formula
from tests.logic.meaning.same_formulas import same_up_to_names_and_order

NUMBERS = "? [X, Y] : (at_least_7(X) & at_least_5(Y) & 'possible:at_least_2'(X))"
TALLER = "? [X, Y] : more_tall.a(X, Y)"


def test_a_larger_number_includes_the_next_smaller_one():
    (axiom,) = axioms_of_closed_words([read_formula(NUMBERS)])
    expected = read_formula("! [X] : (at_least_7(X) => at_least_5(X))")
    assert same_up_to_names_and_order(axiom.formula, expected)
    assert axiom.words == "at least 7 are at least 5"


@pytest.mark.parametrize(
    "text",
    [
        "? [X, Y] : (dog.n(X) & at_least_few(X) & at_least_3(X, Y) & more_tall.a(X))",
        # Adjectives that are relative to several nouns are not compared.
        "? [X] : ('as mouse:big.a'(X) & 'as animal:small.a'(X))",
    ],
)
def test_nothing_is_said_of_other_predicates(text):
    assert axioms_of_closed_words([read_formula(text)]) == ()


def test_names_of_axioms_differ():
    formulas = [read_formula(text) for text in (NUMBERS, TALLER, "? [X, Y] : as_fast.r(X, Y)")]
    names = [axiom.name for axiom in axioms_of_closed_words(formulas)]
    assert len(names) == len(set(names)) == 17


@given(st.lists(st.integers(0, 3), min_size=1, max_size=4))
def test_heights_satisfy_the_axioms_of_comparison(heights):
    """Individuals of any heights, of which those above one are tall."""
    people = range(len(heights))
    pairs = [(one, other) for one in people for other in people]
    true = {
        Predicate("more_tall.a", 2): {(i, j) for i, j in pairs if heights[i] > heights[j]},
        Predicate("less_tall.a", 2): {(i, j) for i, j in pairs if heights[i] < heights[j]},
        Predicate("as_tall.a", 2): {(i, j) for i, j in pairs if heights[i] >= heights[j]},
        Predicate("tall.a", 1): {(i,) for i in people if heights[i] > 1},
    }
    model = FiniteModel(len(heights), {}, {one: frozenset(rows) for one, rows in true.items()})
    for axiom in axioms_of_closed_words([read_formula(TALLER)]):
        assert predicates_of(axiom.formula) <= true.keys()
        assert model.satisfies(axiom.formula), axiom.words


def test_adjectives_relative_to_one_noun_mean_noun_and_adjective():
    text = "? [X] : ('as cook:clever.a'(X) & 'reported:as cook:good.a'(X))"
    first, second = axioms_of_closed_words([read_formula(text)])
    expected = "! [X] : ('as cook:clever.a'(X) <=> (cook.n(X) & clever.a(X)))"
    assert to_unicode(first.formula).lower() == to_unicode(read_formula(expected)).lower()
    assert predicates_of(second.formula) == {
        Predicate("reported:as cook:good.a", 1),
        Predicate("reported:cook.n", 1),
        Predicate("reported:good.a", 1),
    }
