import pytest

from rte_baselines.logic.engines.engine import minimized
from rte_baselines.logic.formulas import FALSE
from rte_baselines.logic.problems import Proof
from tests.logic.engines.installed import ENGINES
from tests.logic.engines.problems import problem

ENGINE = ENGINES["cvc5.v1"]


def test_premises_that_are_not_needed_are_left_out():
    asked = problem("p\nq => r\np => r\nq\nr")
    assert minimized(ENGINE, asked, Proof(("1", "2", "3", "4"))) == Proof(("1", "3"))


def test_contradictory_premises_are_found():
    asked = problem("p\n~ p\nq\nq & q")
    assert minimized(ENGINE, asked, Proof(("1", "2", "3"))) == Proof(("1", "2"), uses_goal=False)


def test_a_goal_that_is_false_is_not_used():
    asked = problem("p\n~ p\n$false")
    assert asked.goal == FALSE
    assert minimized(ENGINE, asked, Proof(("1", "2"))) == Proof(("1", "2"), uses_goal=False)


@pytest.mark.parametrize("goal", ["p", "p | ~ p"])
def test_minimal_proofs_stay(goal):
    asked = problem(f"p\n{goal}")
    expected = Proof(("1",)) if goal == "p" else Proof(())
    assert minimized(ENGINE, asked, ENGINE.prove(asked)) == expected
