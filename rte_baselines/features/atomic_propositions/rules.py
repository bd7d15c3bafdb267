"""The background knowledge for proofs of propositions: words, relations, numbers.

References
----------
Akhmatova and Mollá 2006, "Recognizing textual entailment via atomic propositions", section 5.2.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from rte_baselines.analysis import Analysis
from rte_baselines.features.atomic_propositions.extraction import (
    ATTRIBUTE,
    MEANING,
    NEGATED_MEANING,
    PREPOSITION,
)
from rte_baselines.lexicon.wordnet.database.database import wordnet_in_use
from rte_baselines.lexicon.wordnet.database.relations import PARTS_OF_TAGS, Part
from rte_baselines.lexicon.wordnet.entailment.chain_similarities import sense_relatedness
from rte_baselines.logic.formulas import (
    Atom,
    Constant,
    ForAll,
    Iff,
    Implies,
    Not,
    Variable,
)
from rte_baselines.logic.problems import Axiom

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


@dataclass(frozen=True)
class WordRules:
    """Rules from words of the text to words of the hypothesis.

    Parameters
    ----------
    decay, longest
        See `sense_relatedness`.
    minimum : float
        There is a rule ``forall x (iq(x, first) -> iq(x, second))`` if the relatedness of the words
        is above this. In Figure 3, it is 0.
    """

    decay: float
    longest: int
    minimum: float

    def rules(self, text: Analysis, hypothesis: Analysis) -> tuple[Axiom, ...]:
        """Return the rules for the words of a pair."""
        found = (*self._of_words(text, hypothesis), *_of_numbers(text, hypothesis))
        return (NEGATION, ATTRIBUTES, *{rule.name: rule for rule in found}.values())

    def _of_words(self, text: Analysis, hypothesis: Analysis) -> Iterator[Axiom]:
        wordnet = wordnet_in_use()
        for first in _words(text):
            for second in _words(hypothesis):
                if first[0] == second[0]:
                    continue
                related = sense_relatedness(wordnet, first, second, self.decay, self.longest)
                if related > self.minimum:
                    words = f"{first[0]} entails {second[0]} (WordNet, {related:.2g})"
                    yield _rule(first[0], second[0], words)


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


def _rule(first: str, second: str, words: str) -> Axiom:
    has, then = (Atom(MEANING, (_X, Constant(word))) for word in (first, second))
    return Axiom(f"word: {first}, {second}", ForAll((_X,), Implies(has, then)), words)
