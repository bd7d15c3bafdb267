"""The feature of proofs of weakened hypotheses."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import zip_longest
from textwrap import wrap

from rte_baselines.analysis import Analysis
from rte_baselines.core.errors import ConfigError, InputError
from rte_baselines.core.registry import registry
from rte_baselines.features.abduction.pair_abduction import (
    TEXT,
    Knowledge,
    PairAbduction,
    Weakening,
    abduction_of,
)
from rte_baselines.features.base import Alignment, Illustration, Output, PairFeature
from rte_baselines.features.describing import WIDTH, clipped
from rte_baselines.features.own_axioms import Arity, arity_of, own_axioms, warn_of_unused
from rte_baselines.logic.derivations import Step, numbered
from rte_baselines.logic.forward_chaining import rules_of
from rte_baselines.logic.knowledge.axiom_files import packaged_axioms
from rte_baselines.logic.logic_forms.building import LAYERS
from rte_baselines.logic.logic_forms.forms import FormAtom
from rte_baselines.logic.notations import plain_name, to_unicode
from rte_baselines.logic.problems import Axiom
from rte_baselines.rendering.drawings.shapes import Derivation, DerivationStep

_ALIGNED = ("noun", "verb", "modifier", "preposition", "pronoun")


@registry.features("abduction.v1")
@dataclass(eq=False, repr=False)
class AbductionScore(PairFeature):
    """How much of the hypothesis is proved from the text.

    Text and hypothesis are translated to logic forms (section 3; see
    `rte_baselines.logic.logic_forms.building.logic_form`). The hypothesis is weakened until it
    follows from the text and the axioms (section 5.2). The score is one minus the penalties for
    weakening, divided by the penalties for dropping the whole hypothesis, equation (1).

    Penalties are those of `rte_baselines.features.abduction.pair_abduction`; the paper gives none.
    A hypothesis without atoms to prove, such as an empty one, has the score 0. A text is cut after
    500 atoms, with a warning, and only the 100 most important atoms of a hypothesis are used.

    Parameters
    ----------
    relations : bool
        Whether to use the second layer of logic forms, semantic relations, with the axioms of
        ``relation_calculus.txt`` (sections 3.2 and 4.3).
    chains : bool
        Whether to use axioms from lexical chains in WordNet (section 4.1).
    rewriting : bool
        Whether to use linguistic rewriting rules (section 4.2).
    world : bool
        Whether to use the axioms of ``world.txt`` (section 4.4).
    weakening : {"greedy", "minimal"}
        The paper's strategy, or the lowest sum of penalties; see `rte_baselines.logic.abduction`.
    axioms : sequence of str, optional
        Your own axioms, such as ``"buy.v(E, X, Y) => get.v(E, X, Y)"``, in the notation of
        ``world.txt``, without a penalty. They are part of the config, so that a model is
        self-contained.
    """

    source = "hodges2006 sections 3 to 6.1, equation (1)"
    reads = ("wordnet",)
    layers = LAYERS
    outputs = (Output("", direction=1),)

    relations: bool = True
    chains: bool = True
    rewriting: bool = True
    world: bool = True
    weakening: Weakening = "greedy"
    axioms: Sequence[str] | None = None

    def check_fields(self, path: str) -> None:
        """Check the fields and the axioms; see `Component.check_fields`."""
        super().check_fields(path)
        try:
            own = self._own_axioms()
            for axiom in own:
                rules_of(axiom)
        except InputError as error:
            raise ConfigError(f"{path}.{error}") from None
        warn_of_unused(own, path)

    def compute_pair(self, text: Analysis, hypothesis: Analysis) -> Sequence[float]:
        """Weaken the hypothesis until it follows."""
        abduction = self.abduction(text, hypothesis)
        return [abduction.proof.score if abduction.atoms else 0.0]

    def align(self, text: Analysis, hypothesis: Analysis) -> Sequence[Alignment]:
        """Align the words that have atoms with the words of the text that prove the atoms."""
        abduction = self.abduction(text, hypothesis)
        alignments: dict[int, Alignment] = {}
        for atom, number in zip_longest(abduction.atoms, abduction.proof.facts):
            if atom.word < 0 or atom.word in alignments or atom.kind not in _ALIGNED:
                continue
            if number is None:
                alignments[atom.word] = Alignment(atom.word, None, "dropped")
            else:
                relation = "axiom" if abduction.facts[number].because else "the text"
                alignments[atom.word] = Alignment(atom.word, _origin(abduction, number), relation)
        return tuple(alignments[word] for word in sorted(alignments))

    def describe(self, text: Analysis, hypothesis: Analysis) -> str:
        """Say how much is dropped and unbound, and how many axioms are used."""
        abduction = self.abduction(text, hypothesis)
        if not abduction.atoms:
            return "the hypothesis says nothing that can be proved"
        proof = abduction.proof
        dropped = len(abduction.atoms) - len(abduction.weighted) + len(proof.dropped)
        given_up = []
        if dropped:
            verb = "is" if dropped == 1 else "are"
            given_up.append(f"{dropped} of {len(abduction.atoms)} atoms {verb} dropped")
        if proof.unbound:
            given_up.append(f"{_counted(len(proof.unbound), 'argument')} unbound")
        axioms = len({abduction.facts[number].rule for number in _proved(abduction)} - {TEXT})
        used = f"{_counted(axioms, 'axiom')} used" if axioms else "without axioms"
        if not given_up:
            return f"the hypothesis is proved, {used}"
        return f"the hypothesis is proved when {' and '.join(given_up)}, {used}"

    def illustrate(self, text: Analysis, hypothesis: Analysis) -> Sequence[Illustration]:
        """Show the logic forms, the steps of the proof, and the penalties for weakening."""
        abduction = self.abduction(text, hypothesis)
        forms = (*_form("text: ", abduction.text.atoms), *_form("hypothesis: ", abduction.atoms))
        steps = list(_steps(abduction))
        lines = tuple(_wrapped(numbered(steps).splitlines()))
        drawn = tuple(
            DerivationStep(to_unicode(step.formula), step.reason, step.because) for step in steps
        )
        illustrations = (
            Illustration("Logic forms", forms),
            Illustration("Proof of the weakened hypothesis", lines, Derivation(drawn)),
            Illustration("Penalties", tuple(_wrapped(_prices(abduction)))),
        )
        return tuple(shown for shown in illustrations if shown.lines)

    def abduction(self, text: Analysis, hypothesis: Analysis) -> PairAbduction:
        """Return the weakened hypothesis, its proof, and the penalties; see `PairAbduction`."""
        knowledge = Knowledge(
            self.relations,
            self.chains,
            self.rewriting,
            self.world,
            self._own_axioms(),
            self.weakening,
        )
        return abduction_of(text, hypothesis, knowledge)

    def _own_axioms(self) -> tuple[Axiom, ...]:
        return own_axioms(self.axioms, _arity()) if self.axioms else ()


@cache
def _arity() -> Arity:
    """Return the arity of predicates of logic forms, where verbs have a subject and an object."""
    files = ("rewriting.txt", "relation_calculus.txt", "world.txt")
    known = [axiom for file in files for axiom in packaged_axioms(file)]
    return arity_of(known, {"n": 1, "v": 3, "ne": 1, "sr": 2})


def _origin(abduction: PairAbduction, number: int) -> int | None:
    """Return the word of the text that a fact is derived from: an equal one, or a content word."""
    reasons = {abduction.facts[reason].atom for reason in _with_reasons(abduction, [number])}
    fact = abduction.facts[number].atom

    def nearness(said: FormAtom) -> tuple[bool, bool, bool]:
        is_same = said.atom.predicate == fact.predicate
        is_content = said.kind in ("noun", "verb", "modifier")
        return said.atom != fact, not is_same, not (is_content and said.atom in reasons)

    words = [
        said
        for said in abduction.text.atoms
        if said.word >= 0 and (said.atom in reasons or said.atom.predicate == fact.predicate)
    ]
    nearest = min(words, key=nearness, default=None)
    return None if nearest is None else nearest.word


def _counted(count: int, noun: str) -> str:
    return f"{count} {noun} is" if count == 1 else f"{count} {noun}s are"


def _wrapped(lines: Iterable[str]) -> Iterator[str]:
    for line in lines:
        yield from map(clipped, wrap(line, WIDTH, subsequent_indent="   "))


def _form(name: str, atoms: Iterable[FormAtom]) -> Iterator[str]:
    shown = " ∧ ".join(to_unicode(atom.atom) for atom in atoms)
    indent = " " * len(name)
    lines = wrap(shown, WIDTH, initial_indent=name, subsequent_indent=indent)
    yield from map(clipped, lines or [name.rstrip()])


def _proved(abduction: PairAbduction) -> list[int]:
    """Return the numbers of the facts of the proof, each after those that it follows from."""
    return _with_reasons(abduction, [fact for fact in abduction.proof.facts if fact is not None])


def _with_reasons(abduction: PairAbduction, facts: Iterable[int]) -> list[int]:
    """Return the numbers of some facts and of all that they follow from, in order."""
    waiting = list(facts)
    needed: set[int] = set()
    while waiting:
        number = waiting.pop()
        if number not in needed:
            needed.add(number)
            waiting.extend(abduction.facts[number].because)
    return sorted(needed)


def _steps(abduction: PairAbduction) -> Sequence[Step]:
    proved = _proved(abduction)
    numbers = {number: step for step, number in enumerate(proved, 1)}
    steps = []
    for number in proved:
        fact = abduction.facts[number]
        because = tuple(sorted({numbers[reason] for reason in fact.because}))
        steps.append(Step(fact.atom, _words_of(abduction, fact.rule), because))
    return steps


def _words_of(abduction: PairAbduction, rule: str) -> str:
    """Return an axiom in words; for the premise of the text, its name."""
    return abduction.axioms[rule].axiom.words or rule if rule in abduction.axioms else rule


def _prices(abduction: PairAbduction) -> Iterator[str]:
    """Yield each weakening of the hypothesis with its penalty, and the score."""
    proof, weighted = abduction.proof, abduction.weighted
    for number in proof.dropped:
        yield f"{to_unicode(weighted[number].atom)} is dropped: {weighted[number].drop:g}"
    for number, place in proof.unbound:
        atom = weighted[number].atom
        argument = plain_name(atom.arguments[place].name)
        yield f"{argument} is unbound in {to_unicode(atom)}: {weighted[number].unbind:g}"
    for name in proof.premises:
        yield f"{_words_of(abduction, name)}: {abduction.axioms[name].penalty:g}"
    for left_out in abduction.atoms[len(weighted) :]:
        yield f"{to_unicode(left_out.atom)} is left out"
    most = sum(priced.drop for priced in weighted)
    if most > 0:
        yield f"score: 1 - {proof.penalty:g} / {most:g} = {proof.score:.3f}"
