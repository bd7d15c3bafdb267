"""Proofs without premises that they do not need."""

from dataclasses import replace

from rte_baselines.logic.engines.engine import DEFAULT_LIMITS, Engine
from rte_baselines.logic.formulas import FALSE
from rte_baselines.logic.problems import Limits, Problem, Proof


def minimized(
    engine: Engine, problem: Problem, proof: Proof, limits: Limits = DEFAULT_LIMITS
) -> Proof:
    """Return a proof from which no premise can be left out, as far as the engine can tell.

    The engine is run once without the goal and once without each premise that the proof uses,
    within the limits. If the premises turn out to contradict each other, the result does not use
    the goal.
    """
    problem = _with_premises(problem, proof.used)
    if proof.uses_goal:
        without_goal = engine.prove(replace(problem, goal=FALSE), limits)
        proof = without_goal if isinstance(without_goal, Proof) else proof
    if not proof.uses_goal:
        problem = replace(problem, goal=FALSE)
    # The last premises are left out first, so that the first of interchangeable premises is kept.
    for name in reversed(proof.used):
        if name in proof.used:
            remaining = tuple(other for other in proof.used if other != name)
            shorter = engine.prove(_with_premises(problem, remaining), limits)
            proof = shorter if isinstance(shorter, Proof) else proof
    return replace(proof, uses_goal=problem.goal != FALSE)


def _with_premises(problem: Problem, names: tuple[str, ...]) -> Problem:
    kept = tuple(premise for premise in problem.premises if premise.name in names)
    return replace(problem, premises=kept)
