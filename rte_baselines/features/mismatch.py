"""Signs that a hypothesis says something else than its text: negation, numbers, names."""

from collections.abc import Sequence
from typing import Literal

import numpy as np

from rte_baselines.analysis import Analysis
from rte_baselines.analysis.word_classes import NEGATION_PARTICLES, listed
from rte_baselines.features.base import Alignment, Output, PairFeature
from rte_baselines.kernels.ragged import BoolArray
from rte_baselines.registry import registry


@registry.features("negation_mismatch.v1")
class NegationMismatch(PairFeature):
    """Whether exactly one of text and hypothesis negates: the not-rule.

    Parameters
    ----------
    words : {"particles", "all"}
        What counts as negation: "not" and "n't" only, as in the paper, or the negative
        pronouns, determiners and adverbs as well.
    """

    source = "jijkoun2006 section 3"

    def __init__(self, words: Literal["particles", "all"] = "particles") -> None:
        self.words = words

    @property
    def layers(self) -> tuple[str, ...]:
        """Norms or negation marks."""
        return ("norms",) if self.words == "particles" else ("is_negation",)

    @property
    def outputs(self) -> tuple[Output, ...]:
        """1 for a mismatch, else 0."""
        return (Output(""),)

    def compute_pair(self, text: Analysis, hypothesis: Analysis) -> Sequence[float]:
        """Compare the two."""
        return (float(self._negations(text).any() != self._negations(hypothesis).any()),)

    def align(self, text: Analysis, hypothesis: Analysis) -> Sequence[Alignment]:
        """Point out the hypothesis's negations that the text has no counterpart for."""
        if self._negations(text).any():
            return ()
        positions = np.flatnonzero(self._negations(hypothesis)).tolist()
        return tuple(Alignment(position, None, "negation") for position in positions)

    def _negations(self, analysis: Analysis) -> BoolArray:
        if self.words == "all":
            return analysis.is_negation
        return listed(analysis.norms, NEGATION_PARTICLES)


@registry.features("number_mismatch.v1")
class NumberMismatch(PairFeature):
    """The share of the hypothesis's numbers whose value is nowhere in the text.

    "1,000", "1000" and "one thousand" have the same value.
    """

    source = "the toolkit's own"

    @property
    def layers(self) -> tuple[str, ...]:
        """The values of the numbers."""
        return ("numbers",)

    @property
    def outputs(self) -> tuple[Output, ...]:
        """One share; 0 for a hypothesis without numbers."""
        return (Output(""),)

    def compute_pair(self, text: Analysis, hypothesis: Analysis) -> Sequence[float]:
        """Look each number up."""
        aligned = self.align(text, hypothesis)
        missing = sum(alignment.text is None for alignment in aligned)
        return (missing / len(aligned) if aligned else 0.0,)

    def align(self, text: Analysis, hypothesis: Analysis) -> Sequence[Alignment]:
        """Align each number of the hypothesis with its first equal in the text."""
        places = {
            value: place
            for place, value in reversed(list(enumerate(text.numbers.tolist())))
            if value == value
        }
        return tuple(
            Alignment(position, places.get(value), "same number")
            if value in places
            else Alignment(position, None, "number missing")
            for position, value in enumerate(hypothesis.numbers.tolist())
            if value == value
        )


@registry.features("capitalized_mismatch.v1")
class CapitalizedMismatch(PairFeature):
    """The share of the hypothesis's capitalized words that are nowhere in the text.

    Words are compared in lower case. Closed-class words, which are capitalized at the
    start of a sentence only, are left out.
    """

    source = "the toolkit's own"

    @property
    def layers(self) -> tuple[str, ...]:
        """Norms, capitals and closed classes."""
        return ("norms", "is_capitalized", "is_closed_class")

    @property
    def outputs(self) -> tuple[Output, ...]:
        """One share; 0 for a hypothesis without capitalized words."""
        return (Output(""),)

    def compute_pair(self, text: Analysis, hypothesis: Analysis) -> Sequence[float]:
        """Look each capitalized word up."""
        norms = set(text.norms)
        names = np.flatnonzero(_is_name(hypothesis)).tolist()
        missing = sum(hypothesis.norms[position] not in norms for position in names)
        return (missing / len(names) if names else 0.0,)

    def align(self, text: Analysis, hypothesis: Analysis) -> Sequence[Alignment]:
        """Point out the capitalized words that the text lacks."""
        norms = set(text.norms)
        return tuple(
            Alignment(position, None, "name missing")
            for position in np.flatnonzero(_is_name(hypothesis)).tolist()
            if hypothesis.norms[position] not in norms
        )


def _is_name(analysis: Analysis) -> BoolArray:
    return analysis.is_capitalized & ~analysis.is_closed_class
