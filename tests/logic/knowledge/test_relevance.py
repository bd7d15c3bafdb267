import pytest

from rte_baselines.logic.formulas import Predicate
from rte_baselines.logic.knowledge.axiom_files import axioms_of_lines
from rte_baselines.logic.problems import useful_axioms


def useful(lines, *predicates):
    axioms = axioms_of_lines(lines, "axioms")
    return [axiom.name for axiom in useful_axioms(axioms, predicates)]


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        (["p(X) => q(X)"], ["axioms:1"]),
        (["p(X) => r(X)"], []),
        # What leads to the predicates over others is kept, and a chain that leads nowhere is not.
        (["p(X) => r(X)", "r(X) => q(X)"], ["axioms:1", "axioms:2"]),
        (["p(X) => r(X)", "r(X) => s(X)"], []),
        (["p(X) <=> r(X)"], []),
        (["p(X) <=> q(X)"], ["axioms:1"]),
        # "r" says what the new individual is, and it occurs nowhere else.
        (["p(X) => ? [Y] : (r(Y) & q(Y))"], []),
        (["p(X) | r(X)"], ["axioms:1"]),
    ],
)
def test_conclusions_that_occur_elsewhere(lines, expected):
    assert useful(lines, Predicate("p", 1), Predicate("q", 1)) == expected
