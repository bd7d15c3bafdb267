"""Illustrations of proofs: the formulas, the steps of a proof, a counter-model."""

from collections.abc import Iterator

from rte_baselines.core.quoting import counted
from rte_baselines.features.base import Illustration
from rte_baselines.features.describing import clipped, wrapped
from rte_baselines.features.own_axioms import is_own
from rte_baselines.features.proofs.pair_problems import HYPOTHESIS, TEXT, PairProblems
from rte_baselines.logic.derivations import explain
from rte_baselines.logic.formulas import Formula
from rte_baselines.logic.notations import to_unicode
from rte_baselines.logic.problems import CounterModel, Outcome, Problem, Proof
from rte_baselines.rendering.drawings.shapes import Derivation, DerivationStep

_PREMISES = (TEXT, HYPOTHESIS)


def illustrated(
    problems: PairProblems, entailment: Outcome, contradiction: Outcome
) -> tuple[Illustration, ...]:
    """Return the formulas, and what the engine has found.

    The outcomes are those of the two problems; proofs have no axioms that they do not need.
    """
    formulas = [
        *_formula("text", problems.entailment.premises[0].formula),
        *_formula("hypothesis", problems.entailment.goal),
    ]
    shown = [Illustration("Formulas", tuple(formulas))]
    not_understood = tuple(_not_understood(problems))
    if not_understood:
        shown.append(Illustration("Not understood", not_understood))
    if isinstance(entailment, Proof):
        title = _title(entailment, "the hypothesis")
        shown.append(_proof(title, problems.entailment, entailment))
    if isinstance(contradiction, Proof):
        title = _title(contradiction, "a contradiction")
        shown.append(_proof(title, problems.contradiction, contradiction))
    if isinstance(entailment, CounterModel):
        table = entailment.model.table().splitlines()
        shown.append(Illustration(_title_of_model(problems), tuple(map(clipped, table))))
    return tuple(shown)


def described(entailment: Outcome, contradiction: Outcome) -> str:
    """Return what is proved, in a sentence without a full stop.

    The outcomes are as for `illustrated`.
    """
    proofs = [found for found in (contradiction, entailment) if isinstance(found, Proof)]
    for proof in proofs:
        culprit = _contradicting_itself(proof, is_entailment=proof is entailment)
        if culprit:
            return f"{culprit}{_axioms_used(proof)}, so that nothing follows"
    if len(proofs) > 1:
        return "both the hypothesis and a contradiction are proved, so that neither counts"
    if isinstance(contradiction, Proof):
        return f"text and hypothesis are proved to contradict{_axioms_used(contradiction)}"
    if isinstance(entailment, Proof) and TEXT in entailment.used:
        return f"the hypothesis is proved from the text{_axioms_used(entailment)}"
    if isinstance(entailment, Proof):
        used = _axioms_used(entailment)
        return f"the hypothesis follows without the text{used}, and so not from it"
    return "neither the hypothesis nor a contradiction is proved from the text"


def _contradicting_itself(proof: Proof, *, is_entailment: bool) -> str:
    """Return a message if a proof shows that premises contradict themselves, else an empty one."""
    if is_entailment and proof.uses_goal:
        return ""
    used = set(proof.used)
    if {TEXT, HYPOTHESIS} <= used:
        return ""
    if not used & {TEXT, HYPOTHESIS}:
        return "the axioms contradict each other"
    which = TEXT if TEXT in used else HYPOTHESIS
    return f"{which} is proved to contradict itself"


def _title(proof: Proof, what: str) -> str:
    """Return the title of a proof of the hypothesis, or of a contradiction."""
    used = set(proof.used)
    is_of_goal = what == "the hypothesis" and proof.uses_goal
    if is_of_goal:
        return f"Proof of {what}{'' if TEXT in used else ' without the text'}"
    if {TEXT, HYPOTHESIS} <= used:
        return f"Proof of {what}"
    if not used & {TEXT, HYPOTHESIS}:
        return "Proof that the axioms contradict each other"
    return f"Proof that {TEXT if TEXT in used else HYPOTHESIS} contradicts itself"


def _title_of_model(problems: PairProblems) -> str:
    if problems.goal_not_understood:
        return (
            "Model in which the text is true, and the hypothesis or what is not understood of it "
            "is false"
        )
    return "Model in which the text is true and the hypothesis is false"


def _not_understood(problems: PairProblems) -> Iterator[str]:
    """Yield the phrases that are not understood: left out of the text, kept in the hypothesis."""
    for name, phrases in (
        ("text: ", problems.not_understood),
        ("hypothesis: ", problems.goal_not_understood),
    ):
        if phrases:
            yield from wrapped(name, "; ".join(phrases))


def _axioms_used(proof: Proof) -> str:
    """Return how many axioms a proof uses, as the end of a sentence; empty for none."""
    names = [name for name in proof.used if name not in _PREMISES]
    if not names:
        return ""
    own = sum(map(is_own, names))
    count = f" with {counted(len(names), 'axiom')}"
    return f"{count} ({own} of your own)" if own else count


def _formula(name: str, formula: Formula) -> Iterator[str]:
    return wrapped(f"{name}: ", to_unicode(formula))


def _proof(title: str, problem: Problem, proof: Proof) -> Illustration:
    steps = explain(problem, proof)
    lines = (
        line for number, step in enumerate(steps, 1) for line in wrapped(f"{number}. ", str(step))
    )
    drawn = (DerivationStep(to_unicode(step.formula), step.reason, step.because) for step in steps)
    return Illustration(title, tuple(lines), Derivation(tuple(drawn)))
