import pytest

from rte_baselines.logic.engines.engine import minimized
from rte_baselines.logic.problems import Proof
from tests.logic.engines.installed import ENGINES
from tests.logic.engines.problems import problem

ENGINE = ENGINES["cvc5.v1"]


@pytest.mark.parametrize(
    ("lines", "used", "minimal"),
    [
        ("p\nq => r\np => r\nq\nr", "1234", Proof(("1", "3"))),
        # Contradictory premises, of which the goal is not used, as one that is false.
        ("p\n~ p\nq\nq & q", "123", Proof(("1", "2"), uses_goal=False)),
        ("p\n~ p\n$false", "12", Proof(("1", "2"), uses_goal=False)),
        ("p\np", "1", Proof(("1",))),
        ("p\np | ~ p", "", Proof(())),
    ],
)
def test_what_is_not_needed_is_left_out(lines, used, minimal):
    assert minimized(ENGINE, problem(lines), Proof(tuple(used))) == minimal
