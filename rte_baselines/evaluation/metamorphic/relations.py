"""Metamorphic relations: what a rewriting of a pair should do to its label and score.

A metamorphic relation says how the outputs of a program for two inputs depend on each other, so
that it is tested without knowing any right output (chen1998). Those here are of CheckList's kinds
(ribeiro2020): minimum functionality tests, whose label is known to be ENTAILMENT; invariance tests;
and directional expectation tests. Which rewritings there are is the toolkit's own choice.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum

from rte_baselines.core.representing import brief
from rte_baselines.evaluation.metamorphic import rewriting
from rte_baselines.evaluation.metamorphic.rewriting import Subject
from rte_baselines.pairs import Label, Pair
from rte_baselines.runs import Prediction


class Expectation(str, Enum):
    """What must hold of the predictions before and after a rewriting."""

    ENTAILED = "entailed"
    """The label is ENTAILMENT."""
    SAME = "same label"
    """The label is that of the pair as it was."""
    LESS = "less"
    """The label is no longer ENTAILMENT, or the entailment score falls."""

    def applies(self, before: Prediction) -> bool:
        """Whether a pair is tried: all, but only what was entailed can be entailed less."""
        return self is not Expectation.LESS or before.label is Label.ENTAILMENT

    def holds(self, before: Prediction, after: Prediction) -> bool:
        """Whether the predictions are as expected."""
        if self is Expectation.SAME:
            return after.label is before.label
        if self is Expectation.ENTAILED:
            return after.label is Label.ENTAILMENT
        change = change_of_score(before, after)
        return after.label is not Label.ENTAILMENT or (change is not None and change < 0)

    def badness(self, before: Prediction, after: Prediction) -> float:
        """How bad it is that the expectation is not met, by the scores; 0 without scores."""
        change = change_of_score(before, after)
        if change is None:
            return 0.0
        if self is Expectation.ENTAILED:
            assert after.score is not None
            return -after.score
        return abs(change) if self is Expectation.SAME else change


def change_of_score(before: Prediction, after: Prediction) -> float | None:
    """Return by how much the entailment score rises; None without scores."""
    if before.score is None or after.score is None:
        return None
    return after.score - before.score


@brief
@dataclass(frozen=True)
class Relation:
    """A metamorphic relation, in a sentence.

    `rewrite` returns the rewritten pairs, all with the pair's id, or none if the rule does not
    apply; `expected` is what must hold of each.
    """

    name: str
    sentence: str
    rewrite: Callable[[Subject], Sequence[Pair]]
    expected: Expectation

    @property
    def rewriting(self) -> str:
        """What is done to the pair, in a sentence."""
        return (self.rewrite.__doc__ or "").partition("\n")[0]


_ENTAILED, _SAME, _LESS = Expectation

RELATIONS = (
    Relation("text", "A text entails itself.", rewriting.text_as_hypothesis, _ENTAILED),
    Relation("hypothesis", "A hypothesis entails itself.", rewriting.hypothesis_as_text, _ENTAILED),
    Relation("sentence", "A text entails its sentences.", rewriting.each_sentence, _ENTAILED),
    Relation("verbatim", "A text entails what it says verbatim.", rewriting.verbatim, _ENTAILED),
    Relation("distraction", "Unrelated sentences change no label.", rewriting.distracted, _SAME),
    Relation("order", "The order of sentences changes no label.", rewriting.reordered, _SAME),
    Relation("spaces", "Double spaces change no label.", rewriting.spaced, _SAME),
    Relation("case", "The case of the first letters changes no label.", rewriting.recased, _SAME),
    Relation("negation", "A negated hypothesis is entailed less.", rewriting.negated, _LESS),
    Relation("number", "Another number is entailed less.", rewriting.another_number, _LESS),
    Relation("name", "Another name is entailed less.", rewriting.another_name, _LESS),
    Relation("antonym", "An antonym is entailed less.", rewriting.antonym, _LESS),
)
"""All relations, in the order in which they are shown."""
