"""All engines that are installed say the same about all problems."""

from itertools import islice, zip_longest

import pytest

from rte_baselines.logic.formulas import FALSE
from rte_baselines.logic.problems import CounterModel, Limits, Problem, Proof, Saturation, Unknown
from tests.logic.engines.installed import ENGINES
from tests.logic.engines.problems import (
    CONTRADICTORY_PROBLEMS,
    ENTAILED_PROBLEMS,
    INFINITE_PROBLEMS,
    NOT_ENTAILED_PROBLEMS,
    random_problems,
)

KNOWN = [
    *((problem, True) for problem in ENTAILED_PROBLEMS + CONTRADICTORY_PROBLEMS),
    *((problem, False) for problem in NOT_ENTAILED_PROBLEMS + INFINITE_PROBLEMS),
]
PROBLEMS = [*(problem for problem, _ in KNOWN), *random_problems(240, seed=18)]
LIMITS = Limits(seconds=0.3)
# Programs are started for each problem, and are asked of fewer of the random problems: E takes a
# hundredth of a second to start, and SPASS a twentieth.
ASKED_OF = dict.fromkeys(ENGINES, PROBLEMS) | {
    "e.v1": PROBLEMS[: len(KNOWN) + 80],
    "spass.v1": PROBLEMS[: len(KNOWN) + 24],
}


def is_proved(outcome):
    """Whether the goal follows, or None if the engine does not know."""
    return None if isinstance(outcome, Unknown) else isinstance(outcome, Proof)


@pytest.fixture(scope="module")
def outcomes():
    return {
        name: list(engine.prove_all(ASKED_OF[name], LIMITS, workers=2))
        for name, engine in ENGINES.items()
    }


def by_problem(outcomes):
    """Yield each problem with what the engines say that were asked."""
    for problem, *found in zip_longest(PROBLEMS, *outcomes.values()):
        yield problem, [outcome for outcome in found if outcome is not None]


@pytest.mark.slow
@pytest.mark.longest
def test_no_two_engines_contradict_each_other(outcomes):
    for problem, found in by_problem(outcomes):
        assert len({is_proved(outcome) for outcome in found} - {None}) < 2, (problem, found)


@pytest.mark.slow
@pytest.mark.parametrize("name", ENGINES)
def test_no_engine_contradicts_the_literature(outcomes, name):
    for (problem, is_entailed), outcome in zip(KNOWN, outcomes[name], strict=False):
        assert is_proved(outcome) in (is_entailed, None), problem


@pytest.mark.slow
def test_the_default_engine_answers_nearly_all(outcomes):
    proofs = outcomes["cvc5.v1"][: len(ENTAILED_PROBLEMS)]
    assert all(isinstance(outcome, Proof) for outcome in proofs)
    unknown = [outcome for outcome in outcomes["cvc5.v1"] if isinstance(outcome, Unknown)]
    # No finite model exists of these.
    assert len(unknown) <= len(INFINITE_PROBLEMS)


@pytest.mark.slow
def test_counter_models_are_models_of_the_premises_alone(outcomes):
    for name, found in outcomes.items():
        for problem, outcome in zip(ASKED_OF[name], found, strict=True):
            if isinstance(outcome, CounterModel):
                assert all(outcome.model.satisfies(p.formula) for p in problem.premises)
                assert not outcome.model.satisfies(problem.goal)


@pytest.mark.slow
def test_no_counter_model_is_smaller_than_another(outcomes):
    for problem, found in by_problem(outcomes):
        sizes = {outcome.model.size for outcome in found if isinstance(outcome, CounterModel)}
        assert len(sizes) < 2, problem


@pytest.mark.slow
@pytest.mark.parametrize("name", ENGINES)
def test_the_premises_used_are_enough(outcomes, name):
    other = "z3.v1" if name == "cvc5.v1" else "cvc5.v1"
    shown = {
        Problem(
            tuple(premise for premise in problem.premises if premise.name in outcome.used),
            problem.goal if outcome.uses_goal else FALSE,
        )
        for problem, outcome in zip(ASKED_OF[name], outcomes[name], strict=True)
        if isinstance(outcome, Proof)
    }
    # The other engine has been asked already where all premises are used.
    known = dict(zip(ASKED_OF[other], outcomes[other], strict=True))
    rest = [problem for problem in shown if problem not in known]
    known.update(zip(rest, ENGINES[other].prove_all(rest, LIMITS), strict=True))
    for problem in shown:
        assert not isinstance(known[problem], CounterModel | Saturation), problem


@pytest.mark.slow
def test_outcomes_do_not_depend_on_the_number_of_workers(outcomes):
    few = list(islice(outcomes["cvc5.v1"], 40))
    assert list(ENGINES["cvc5.v1"].prove_all(PROBLEMS[:40], LIMITS)) == few
