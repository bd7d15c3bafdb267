import pytest

from rte_baselines.logic.formulas import FALSE, TRUE, Atom, Predicate, Variable
from rte_baselines.logic.knowledge.axiom_files import axioms_of_lines
from rte_baselines.logic.problems import Axiom, Limits, Problem, relevant_axioms, useful_axioms

X = Variable("x")


def test_names_of_premises_are_different():
    with pytest.raises(ValueError, match="two premises are named 'a'"):
        Problem((Axiom("a", TRUE), Axiom("b", TRUE), Axiom("a", FALSE)), TRUE)


def test_free_variables_are_refused():
    with pytest.raises(ValueError, match="premise 'a': the variable 'x' is free"):
        Axiom("a", Atom("p", (X,)))
    with pytest.raises(ValueError, match="the goal: the variable 'x' is free"):
        Problem((), Atom("p", (X,)))


@pytest.mark.parametrize(
    ("limits", "message"),
    [
        ({"seconds": 0}, "seconds: 0 is not above 0 and at most 86,400"),
        ({"seconds": float("nan")}, "seconds: nan is not"),
        ({"seconds": 1e300}, r"seconds: 1e\+300 is not"),
        ({"megabytes": 1}, "megabytes: 1 is not from 128 to 1,048,576"),
        ({"megabytes": 10**30}, "megabytes: 10+ is not"),
    ],
)
def test_impossible_limits(limits, message):
    with pytest.raises(ValueError, match=message):
        Limits(**limits)


def test_axioms_that_matter():
    lines = (
        "! [X] : (a(X) => b(X))",
        "! [X] : ((b(X) & c(X)) => d(X))",
        "! [X] : ((b(X) & e(X)) => f(X))",
        "~ ? [X] : e(X)",
        "! [X] : ((? [Y] : r(X, Y)) => c(X))",
    )
    axioms = axioms_of_lines(lines, "line")

    def names(*predicates):
        return "".join(a.name[-1] for a in relevant_axioms(axioms, predicates))

    assert names(Predicate("a", 1)) == "1"
    assert names(Predicate("a", 1), Predicate("r", 2)) == "125"
    assert names(Predicate("e", 1)) == "4"
    assert names(Predicate("a", 2)) == ""


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
    useful = useful_axioms(axioms_of_lines(lines, "axioms"), [Predicate("p", 1), Predicate("q", 1)])
    assert [axiom.name for axiom in useful] == expected
