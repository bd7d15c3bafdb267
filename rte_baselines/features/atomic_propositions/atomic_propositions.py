"""The feature of proofs of atomic propositions."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product

import numpy as np

from rte_baselines.analysis import Analysis
from rte_baselines.core.errors import ConfigError
from rte_baselines.core.registry import registry
from rte_baselines.features.atomic_propositions.extraction import (
    ATTRIBUTE,
    LAYERS,
    MEANING,
    NEGATED_MEANING,
    PREPOSITION,
    Proposition,
    propositions_of,
)
from rte_baselines.features.base import Feature, Illustration, Output, warn_once
from rte_baselines.features.batch import PairBatch
from rte_baselines.features.describing import clipped, wrapped
from rte_baselines.kernels.ragged import FloatArray
from rte_baselines.lexicon.wordnet.database.database import wordnet_in_use
from rte_baselines.lexicon.wordnet.database.relations import PARTS_OF_TAGS, Part
from rte_baselines.lexicon.wordnet.entailment.chain_similarities import sense_relatedness
from rte_baselines.logic.engines.engine import Engine
from rte_baselines.logic.engines.provers import Cvc5
from rte_baselines.logic.formulas import Atom, Constant, ForAll, Iff, Implies, Not, Variable
from rte_baselines.logic.notations import to_unicode
from rte_baselines.logic.problems import Axiom, Limits, Problem, Proof

_CVC5 = Cvc5()
MOST_OF_TEXT, MOST_OF_HYPOTHESIS = 60, 20
"""How many propositions of a text and of a hypothesis are compared."""

_TEXT = "text"

_Asked = tuple[int, int]
"""The row of a pair, and the number of a proposition of its hypothesis."""

_X, _Y, _W = Variable("x"), Variable("y"), Variable("w")

NEGATION = Axiom(
    "negation",
    ForAll((_X, _W), Implies(Atom(NEGATED_MEANING, (_X, _W)), Not(Atom(MEANING, (_X, _W))))),
    "what is negated is not so",
)
ATTRIBUTES = Axiom(
    "attribute",
    ForAll((_X, _Y), Implies(Atom(ATTRIBUTE, (_X, _Y)), Atom(PREPOSITION, (_X, _Y)))),
    "a night flight is a flight in the night",
)


def _words(analysis: Analysis) -> list[tuple[str, Part]]:
    """Return the distinct words that WordNet may have, with their parts of speech."""
    words = zip(analysis.norms, analysis.lemmas, analysis.pos, strict=True)
    found = (
        (norm if pos == "PROPN" else lemma, PARTS_OF_TAGS[pos])
        for norm, lemma, pos in words
        if pos in PARTS_OF_TAGS
    )
    return list(dict.fromkeys(found))


def _of_numbers(text: Analysis, hypothesis: Analysis) -> Iterator[Axiom]:
    """Yield the axioms that two spellings of a number are equal: "two" is "2"."""
    for first, value in zip(text.lemmas, text.numbers.tolist(), strict=True):
        for second, other in zip(hypothesis.lemmas, hypothesis.numbers.tolist(), strict=True):
            if value == other and first != second:
                same = Iff(*(Atom(MEANING, (_X, Constant(word))) for word in (first, second)))
                words = f"{first} is {second}"
                yield Axiom(f"number: {first}, {second}", ForAll((_X,), same), words)


@registry.features("atomic_propositions.v1")
@dataclass(eq=False, repr=False)
class AtomicPropositions(Feature):
    """Whether each proposition of the hypothesis is proved from one of the text.

    Text and hypothesis are broken into atomic propositions, see `propositions_of`. A prover gets
    one of each with rules for the words of the pair (section 5.2): ``forall x (iq(x, first) ->
    iq(x, second))`` if their `sense_relatedness` is above a minimum.

    - entailed: 1 if "for every proposition in the hypothesis there is one proposition in the text
      sentence that could entail it" (section 5.3), and there is at least one in the hypothesis;
    - share: the share of the propositions of the hypothesis that are proved.

    Parameters
    ----------
    engine : Engine
        The prover; cvc5 by default.
    seconds : float
        The processor time for each pair of propositions; at most a day.
    megabytes : int
        The memory for each pair of propositions; at least 128.
    workers : int
        The number of prover processes that run at a time, for each process that computes
        features.
    decay : float
        The constant C of equation (2), above 0 and at most 1. It has to be "chosen empirically";
        with `minimum` 0, no decision depends on it.
    longest : int
        The maximum length of a path between two words; 3 in Figure 3.
    minimum : float
        A word implies another one if their relatedness is above this; 0 in Figure 3.
    """

    source = "akhmatova2006 sections 5.1 to 5.3"
    reads = ("wordnet",)
    layers = LAYERS
    outputs = (Output("entailed", direction=1), Output("share", direction=1))
    """0 or 1, and a share of propositions."""

    field_ranges = (("workers", 1, math.inf), ("longest", 1, math.inf), ("minimum", 0, math.inf))

    engine: Engine = _CVC5
    seconds: float = 1.0
    megabytes: int = 2048
    workers: int = 1
    decay: float = 0.5
    longest: int = 3
    minimum: float = 0.0

    def check_fields(self, path: str) -> None:
        """Check the fields and their ranges."""
        super().check_fields(path)
        try:
            self._limits()
        except ValueError as error:
            raise ConfigError(f"{path}.{error}") from None
        if not 0 < self.decay <= 1:
            raise ConfigError(f"{path}.decay: {self.decay!r} is not above 0 and at most 1")

    def compute(self, batch: PairBatch) -> FloatArray:
        """Look for proofs of the propositions of every pair, shape (pairs, 2)."""
        pairs = list(zip(batch.texts, batch.hypotheses, strict=True))
        counts = [len(_of_hypothesis(hypothesis)) for _, hypothesis in pairs]
        proved = {place for place, *_ in self._proofs(pairs)}
        values = np.zeros((len(batch), len(self.outputs)))
        for row, count in enumerate(counts):
            found = sum((row, number) in proved for number in range(count))
            values[row] = count > 0 and found == count, found / count if count else 0.0
        return values

    def describe(self, text: Analysis, hypothesis: Analysis) -> str:
        """Say how many propositions are proved."""
        count = len(_of_hypothesis(hypothesis))
        if not count:
            return "the hypothesis has no proposition"
        found = len({place for place, *_ in self._proofs([(text, hypothesis)])})
        what = "proposition" if count == 1 else "propositions"
        return f"{found} of {count} {what} of the hypothesis {'is' if found == 1 else 'are'} proved"

    def illustrate(self, text: Analysis, hypothesis: Analysis) -> Sequence[Illustration]:
        """Show the propositions of the hypothesis, each with one of the text that entails it."""
        proofs: dict[int, tuple[Proposition, Proof]] = {}
        for (_, number), source, proof in self._proofs([(text, hypothesis)]):
            proofs.setdefault(number, (source, proof))
        shown = []
        for number, goal in enumerate(_of_hypothesis(hypothesis)):
            lines = [*wrapped("", to_unicode(goal.formula))]
            if number in proofs:
                source, proof = proofs[number]
                lines += wrapped("proved from: ", _written(source, text))
                for name in proof.used:
                    lines += wrapped("by the rule ", name) if name != _TEXT else ()
            else:
                lines.append("not proved")
            title = f"Proposition: {_written(goal, hypothesis)}"
            shown.append(Illustration(clipped(title), tuple(lines)))
        return tuple(shown)

    def _proofs(
        self, pairs: Sequence[tuple[Analysis, Analysis]]
    ) -> Iterator[tuple[_Asked, Proposition, Proof]]:
        """Yield the propositions of hypotheses that are proved, each with that of the text."""
        asked: list[tuple[_Asked, Proposition]] = []

        def problems() -> Iterator[Problem]:
            for place, source, problem in self._problems(pairs):
                asked.append((place, source))
                yield problem

        outcomes = self.engine.prove_all(problems(), self._limits(), self.workers)
        for number, outcome in enumerate(outcomes):
            if isinstance(outcome, Proof):
                yield *asked[number], outcome

    def _problems(
        self, pairs: Sequence[tuple[Analysis, Analysis]]
    ) -> Iterator[tuple[_Asked, Proposition, Problem]]:
        for row, (text, hypothesis) in enumerate(pairs):
            goals = _of_hypothesis(hypothesis)
            sources = _first(propositions_of(text), MOST_OF_TEXT)
            rules = self._rules(text, hypothesis) if goals and sources else ()
            for number, goal in enumerate(goals):
                for source in sources:
                    premises = (Axiom(_TEXT, source.formula, "the text"), *rules)
                    yield (row, number), source, Problem(premises, goal.formula)

    def _rules(self, text: Analysis, hypothesis: Analysis) -> tuple[Axiom, ...]:
        found = (*self._of_words(text, hypothesis), *_of_numbers(text, hypothesis))
        return (NEGATION, ATTRIBUTES, *{rule.name: rule for rule in found}.values())

    def _of_words(self, text: Analysis, hypothesis: Analysis) -> Iterator[Axiom]:
        wordnet = wordnet_in_use()
        for compared in product(_words(text), _words(hypothesis)):
            (first, _), (second, _) = compared
            if first == second:
                continue
            related = sense_relatedness(wordnet, *compared, self.decay, self.longest)
            if related > self.minimum:
                has, then = (Atom(MEANING, (_X, Constant(word))) for word in (first, second))
                words = f"{first} entails {second} (WordNet, {related:.2g})"
                yield Axiom(f"word: {first}, {second}", ForAll((_X,), Implies(has, then)), words)

    def _limits(self) -> Limits:
        return Limits(self.seconds, self.megabytes)


def _of_hypothesis(hypothesis: Analysis) -> tuple[Proposition, ...]:
    return _first(propositions_of(hypothesis), MOST_OF_HYPOTHESIS)


def _first(propositions: tuple[Proposition, ...], most: int) -> tuple[Proposition, ...]:
    if len(propositions) > most:
        warn_once(
            f"atomic_propositions: only the first {MOST_OF_TEXT} propositions of a text and "
            f"{MOST_OF_HYPOTHESIS} of a hypothesis are compared"
        )
    return propositions[:most]


def _written(proposition: Proposition, analysis: Analysis) -> str:
    """Return a proposition in words: subject, predicate and object."""
    positions = (proposition.subject, proposition.predicate, proposition.object)
    return " ".join(analysis.words[word] for word in positions if word is not None)
