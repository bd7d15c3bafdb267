"""The feature of proofs of entailment and of contradiction, and how it shows them."""

import math
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache

import numpy as np

from rte_baselines.analysis import Analysis
from rte_baselines.core.errors import ConfigError, InputError
from rte_baselines.core.quoting import counted
from rte_baselines.core.registry import registry
from rte_baselines.features.base import Feature, Illustration, Output
from rte_baselines.features.batch import PairBatch
from rte_baselines.features.describing import clipped, wrapped
from rte_baselines.features.own_axioms import (
    Arity,
    arity_of,
    check_consistent,
    is_own,
    own_axioms,
    warn_of_unused,
)
from rte_baselines.features.proofs.pair_problems import (
    HYPOTHESIS,
    TEXT,
    Background,
    PairProblems,
    problems_of,
)
from rte_baselines.kernels.ragged import FloatArray
from rte_baselines.logic.derivations import explain
from rte_baselines.logic.engines.engine import Engine, minimized
from rte_baselines.logic.engines.provers import Cvc5
from rte_baselines.logic.formulas import FALSE
from rte_baselines.logic.knowledge.axiom_files import generic_axioms, relation_axioms
from rte_baselines.logic.knowledge.wordnet_axioms import Senses, WordNetAxioms
from rte_baselines.logic.meaning.discourse import LAYERS
from rte_baselines.logic.notations import to_unicode
from rte_baselines.logic.problems import Axiom, CounterModel, Limits, Outcome, Problem, Proof
from rte_baselines.rendering.drawings.shapes import Derivation, DerivationStep

_CVC5 = Cvc5()
_AXIOMS = "the axioms"


@registry.features("proofs.v1")
@dataclass(eq=False, repr=False)
class Proofs(Feature):
    """Whether the text is proved to entail the hypothesis, or to contradict it.

    Text and hypothesis are translated to first-order logic, by way of discourse representation
    structures (section 3.2). An engine then looks for two proofs (section 3.3), with axioms of
    background knowledge (section 3.4):

    - proved: 1 if the text and the axioms entail the hypothesis;
    - refuted: 1 if text, hypothesis and axioms contradict each other. Here, the hypothesis refers
      to the individuals of the text that match its names and descriptions, see
      `interpret_pair`.

    If both proofs are found, text and axioms contradict each other and entail anything; then both
    outputs are 0. An output is also 0 if its proof does not need the text, or if the proof of a
    contradiction does not need the hypothesis: a snippet that contradicts itself says nothing
    about the other.

    Phrases that are not understood are left out of the text but kept in the hypothesis, so that a
    mistake can prevent a proof but cannot create one. A proof that is not found within the limits
    counts as missing, so that the number of proofs can differ slightly between machines. A text
    with more than 400 atoms is cut, with a warning, which makes it weaker. Nothing is proved of a
    hypothesis with more than 200 atoms, or with none.

    Parameters
    ----------
    engine : Engine
        The prover; cvc5 by default.
    seconds : float
        The processor time for each of the two proofs; at most a day.
    megabytes : int
        The memory for each of the two proofs; at least 128.
    workers : int
        The number of prover processes that run at a time, for each process that computes
        features.
    wordnet : bool
        Whether to use axioms of WordNet; `senses`, `instances` and `sisters` are described in
        `WordNetAxioms`.
    senses : {"first", "first_to_any", "all"}
        The senses of words.
    instances : bool
        Whether to relate names to the concepts that they are instances of.
    sisters : bool
        Whether sister terms exclude each other.
    generic : bool
        Whether to use the axioms of ``generic.txt``, such as "if x is in y and y is in z, then x
        is in z".
    relations : bool
        Whether to use the axioms of ``relations.txt``, such as "what goes into something is in it"
        or "a person who wears something is in it". They are not in the paper.
    geography : bool
        Whether to use axioms about countries, states and their capitals.
    captions : bool
        Whether to use axioms for captions, which describe one scene: events are where their
        participants are, and a lady is a woman. They are not in the paper.
    axioms : sequence of str, optional
        Your own axioms, such as ``"buy.v(E) => get.v(E)"``, in the notation of ``generic.txt``.
        They must not contradict each other. They are part of the config, so that a model is
        self-contained.
    """

    source = "bos2006 sections 3.2 to 3.4"
    reads = ("wordnet",)
    layers = LAYERS
    outputs = (Output("proved"), Output("refuted", direction=-1))
    """Each 0 or 1, and never both 1.

    The first has no direction: of a text that is not understood completely, only parts are proved.
    """

    field_ranges = (("workers", 1, math.inf),)

    engine: Engine = _CVC5
    seconds: float = 2.0
    megabytes: int = 2048
    workers: int = 1
    wordnet: bool = True
    senses: Senses = "first"
    instances: bool = False
    sisters: bool = False
    generic: bool = True
    relations: bool = False
    geography: bool = True
    captions: bool = False
    axioms: Sequence[str] | None = None

    def check_fields(self, path: str) -> None:
        """Check the fields, their ranges and the axioms; see `Component.check_fields`."""
        super().check_fields(path)
        try:
            self._limits()
            own = self._own_axioms()
            check_consistent(own, self.engine)
        except (ValueError, InputError) as error:
            raise ConfigError(f"{path}.{error}") from None
        warn_of_unused(own, path)

    def compute(self, batch: PairBatch) -> FloatArray:
        """Look for the two proofs of every pair, shape (pairs, 2)."""
        pairs = zip(batch.texts, batch.hypotheses, strict=True)
        return self.prove(self.problems(*pair) for pair in pairs)

    def prove(self, problems: Iterable[PairProblems | None]) -> FloatArray:
        """Look for the two proofs of each pair.

        There are no problems if nothing is to be proved. The result, shape (pairs, 2): whether the
        hypothesis is proved, and whether it is refuted; 0 without problems.
        """
        waiting: deque[tuple[int, PairProblems]] = deque()
        rows: list[int] = []

        def asked() -> Iterator[Problem]:
            for row, pair_problems in enumerate(problems):
                rows.append(row)
                if pair_problems is not None:
                    waiting.append((row, pair_problems))
                    yield pair_problems.entailment
                    yield pair_problems.contradiction

        outcomes = self.engine.prove_all(asked(), self._limits(), self.workers)
        found: list[tuple[int, int]] = []
        doubts: list[Problem] = []
        for outcome_pair in zip(outcomes, outcomes, strict=True):
            row, pair_problems = waiting.popleft()
            for column, questions in _found(pair_problems, *outcome_pair):
                found.append((row, column))
                doubts += questions
        values = np.zeros((len(rows), len(self.outputs)))
        answers = self.engine.prove_all(doubts, self._limits(), self.workers)
        for place, answer in zip(found, zip(answers, answers, strict=True), strict=True):
            values[place] = not any(isinstance(outcome, Proof) for outcome in answer)
        return values

    def describe(self, text: Analysis, hypothesis: Analysis) -> str:
        """Say what was proved, and with how many axioms."""
        problems = self.problems(text, hypothesis)
        if problems is None:
            return "the hypothesis says nothing that can be proved"
        entailment, contradiction = self._shortest_outcomes(problems)
        proofs = [found for found in (contradiction, entailment) if isinstance(found, Proof)]
        for proof in proofs:
            culprit = _culprit(proof, is_entailment=proof is entailment)
            if culprit:
                is_axioms = culprit == _AXIOMS
                are = "contradict each other" if is_axioms else "is proved to contradict itself"
                return f"{culprit} {are}{_axioms_used(proof)}, so that nothing follows"
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

    def illustrate(self, text: Analysis, hypothesis: Analysis) -> Sequence[Illustration]:
        """Show the formulas, and the proof in steps or a model in which the hypothesis is false."""
        problems = self.problems(text, hypothesis)
        if problems is None:
            return ()
        entailment, contradiction = self._shortest_outcomes(problems)
        formulas = [
            *wrapped("text: ", to_unicode(problems.entailment.premises[0].formula)),
            *wrapped("hypothesis: ", to_unicode(problems.entailment.goal)),
        ]
        shown = [Illustration("Formulas", tuple(formulas))]
        # What is not understood is left out of the text, and kept in the hypothesis.
        sides = ("text: ", problems.not_understood), ("hypothesis: ", problems.goal_not_understood)
        lines = [line for side, said in sides if said for line in wrapped(side, "; ".join(said))]
        if lines:
            shown.append(Illustration("Not understood", tuple(lines)))
        if isinstance(entailment, Proof):
            title = _title(entailment, is_entailment=True)
            shown.append(_proof(title, problems.entailment, entailment))
        if isinstance(contradiction, Proof):
            title = _title(contradiction, is_entailment=False)
            shown.append(_proof(title, problems.contradiction, contradiction))
        if isinstance(entailment, CounterModel):
            title = "Model in which the text is true and the hypothesis is false"
            if problems.goal_not_understood:
                title = (
                    "Model in which the text is true, and the hypothesis or what is not understood "
                    "of it is false"
                )
            table = entailment.model.table().splitlines()
            shown.append(Illustration(title, tuple(map(clipped, table))))
        return tuple(shown)

    def problems(self, text: Analysis, hypothesis: Analysis) -> PairProblems | None:
        """Return what is to be proved, or None; see `problems_of`."""
        background = Background(
            WordNetAxioms(self.senses, self.instances, self.sisters) if self.wordnet else None,
            self.generic,
            self.relations,
            self.geography,
            self.captions,
            self._own_axioms(),
        )
        return problems_of(text, hypothesis, background)

    def _shortest_outcomes(self, problems: PairProblems) -> tuple[Outcome, Outcome]:
        """Return proofs without axioms that they do not need, and other outcomes as they are."""
        both, limits = (problems.entailment, problems.contradiction), self._limits()
        # All before the next proofs, which take as many workers.
        outcomes = list(self.engine.prove_all(both, limits, self.workers))
        entailment, contradiction = (
            minimized(self.engine, problem, found, limits) if isinstance(found, Proof) else found
            for problem, found in zip(both, outcomes, strict=True)
        )
        return entailment, contradiction

    def _own_axioms(self) -> tuple[Axiom, ...]:
        return own_axioms(self.axioms, _arity()) if self.axioms else ()

    def _limits(self) -> Limits:
        return Limits(self.seconds, self.megabytes)


@cache
def _arity() -> Arity:
    """Return the arity of predicates of discourse representation structures."""
    known = (*generic_axioms(), *relation_axioms())
    return arity_of(known, {"n": 1, "v": 1, "name": 1, "pron": 1})


def _found(
    problems: PairProblems, entailment: Outcome, contradiction: Outcome
) -> Iterator[tuple[int, tuple[Problem, Problem]]]:
    """Yield the column of a proof that was found, with two problems that must have no proof.

    The proof counts only if the text is needed for it, and if no snippet contradicts itself. The
    used premises that an engine reports need not be minimal, so two further problems are checked.
    For an entailment: the goal without the text, and falsehood from the used premises. For
    a contradiction: falsehood without the text, and falsehood without the hypothesis.
    """
    proved = isinstance(entailment, Proof) and entailment.uses_goal and TEXT in entailment.used
    refuted = isinstance(contradiction, Proof) and {TEXT, HYPOTHESIS} <= set(contradiction.used)
    if proved and not refuted:
        assert isinstance(entailment, Proof)
        without = _of_used(problems.entailment, entailment, TEXT)
        itself = replace(_of_used(problems.entailment, entailment), goal=FALSE)
        yield 0, (without, itself)
    elif refuted and not proved:
        assert isinstance(contradiction, Proof)
        problem = problems.contradiction
        without = _of_used(problem, contradiction, TEXT)
        itself = _of_used(problem, contradiction, HYPOTHESIS)
        yield 1, (without, itself)


def _of_used(problem: Problem, proof: Proof, without: str = "") -> Problem:
    """Return a problem with only the premises that a proof uses, except the premise `without`."""
    used = set(proof.used) - {without}
    return replace(problem, premises=tuple(p for p in problem.premises if p.name in used))


def _culprit(proof: Proof, *, is_entailment: bool) -> str:
    """Return which premises are proved to contradict themselves; empty if none are."""
    used = {TEXT, HYPOTHESIS}.intersection(proof.used)
    if (is_entailment and proof.uses_goal) or len(used) > 1:
        return ""
    return next(iter(used), _AXIOMS)


def _title(proof: Proof, *, is_entailment: bool) -> str:
    culprit = _culprit(proof, is_entailment=is_entailment)
    if culprit == _AXIOMS:
        return "Proof that the axioms contradict each other"
    if culprit:
        return f"Proof that {culprit} contradicts itself"
    if not is_entailment:
        return "Proof of a contradiction"
    return f"Proof of the hypothesis{'' if TEXT in proof.used else ' without the text'}"


def _axioms_used(proof: Proof) -> str:
    """Return how many axioms a proof uses, as the end of a sentence; empty for none."""
    names = [name for name in proof.used if name not in (TEXT, HYPOTHESIS)]
    if not names:
        return ""
    own = sum(map(is_own, names))
    count = f" with {counted(len(names), 'axiom')}"
    return f"{count} ({own} of your own)" if own else count


def _proof(title: str, problem: Problem, proof: Proof) -> Illustration:
    steps = explain(problem, proof)
    lines = (
        line for number, step in enumerate(steps, 1) for line in wrapped(f"{number}. ", str(step))
    )
    drawn = (DerivationStep(to_unicode(step.formula), step.reason, step.because) for step in steps)
    return Illustration(title, tuple(lines), Derivation(tuple(drawn)))
