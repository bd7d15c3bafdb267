"""Illustrations of proofs: the formulas, the steps of a proof, a counter-model."""

from collections.abc import Iterator
from textwrap import wrap

from rte_baselines.features.base import Illustration
from rte_baselines.features.illustrating import WIDTH, clipped
from rte_baselines.features.proofs.pair_problems import HYPOTHESIS, TEXT, PairProblems
from rte_baselines.logic.derivations import explain
from rte_baselines.logic.formulas import Formula
from rte_baselines.logic.notations import to_unicode
from rte_baselines.logic.problems import CounterModel, Outcome, Problem, Proof

_PREMISES = (TEXT, HYPOTHESIS)


def illustrated(
    problems: PairProblems, entailment: Outcome, contradiction: Outcome
) -> tuple[Illustration, ...]:
    """Return the formulas, and what the engine has found.

    Parameters
    ----------
    problems : PairProblems
    entailment, contradiction : Proof, CounterModel, Saturation or Unknown
        Of the two problems; proofs without axioms that they do not need.
    """
    formulas = [
        *_formula("text", problems.entailment.premises[0].formula),
        *_formula("hypothesis", problems.entailment.goal),
    ]
    shown = [Illustration("Formulas", tuple(formulas))]
    if isinstance(entailment, Proof):
        steps = _steps(problems.entailment, entailment)
        shown.append(Illustration("Proof of the hypothesis", steps))
    if isinstance(contradiction, Proof):
        steps = _steps(problems.contradiction, contradiction)
        shown.append(Illustration("Proof of a contradiction", steps))
    if isinstance(entailment, CounterModel):
        table = entailment.model.table().splitlines()
        title = "Model in which the text is true and the hypothesis is false"
        shown.append(Illustration(title, tuple(map(clipped, table))))
    return tuple(shown)


def axioms_used(outcome: Outcome) -> str:
    """Return how many axioms a proof uses, as the end of a sentence; empty for none."""
    used = outcome.used if isinstance(outcome, Proof) else ()
    count = len([name for name in used if name not in _PREMISES])
    return f" with {count} axiom{'' if count == 1 else 's'}" if count else ""


def _formula(name: str, formula: Formula) -> Iterator[str]:
    return _wrapped(f"{name}: ", to_unicode(formula))


def _steps(problem: Problem, proof: Proof) -> tuple[str, ...]:
    numbered = enumerate(explain(problem, proof), 1)
    return tuple(line for number, step in numbered for line in _wrapped(f"{number}. ", str(step)))


def _wrapped(start: str, text: str) -> Iterator[str]:
    """Yield lines that are not wider than an illustration."""
    lines = wrap(text, WIDTH - len(start), break_on_hyphens=False)
    for number, line in enumerate(lines or [""]):
        yield clipped((start if number == 0 else " " * len(start)) + line)
