"""Layers that mark words by list: stop words, closed classes, negation."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Any

import numpy as np

from rte_baselines.analysis.analysis import Analysis
from rte_baselines.analysis.analyzer import Layer
from rte_baselines.kernels.ragged import BoolArray
from rte_baselines.registry import registry

NEGATION_PARTICLES = frozenset({"not", "n't"})
"""The two words of jijkoun2006's not-rule (section 3)."""

NEGATION_WORDS = NEGATION_PARTICLES | {
    *("no", "never", "none", "nobody", "nothing", "nowhere", "neither", "nor", "without"),
    *("hardly", "barely", "scarcely"),
}
"""Particles, negative pronouns, determiners and adverbs, and the three near-negatives."""


@registry.layers("stop_words.v1")
class StopWordLayer(Layer):
    """Marks the words on spaCy's English stop list."""

    provides = ("is_stop_word",)
    needs = ("norms",)

    def __init__(self) -> None:
        from spacy.lang.en.stop_words import STOP_WORDS

        self._stop_words = frozenset(STOP_WORDS)

    def compute(self, analyses: Sequence[Analysis]) -> Iterator[Mapping[str, Any]]:
        """Look the norms up."""
        for analysis in analyses:
            yield {"is_stop_word": listed(analysis.norms, self._stop_words)}


@registry.layers("closed_class.v1")
class ClosedClassLayer(Layer):
    """Marks words of the closed classes, by the package's own list.

    A list cannot tell the preposition "past" from the noun, so words that are mostly
    used in an open class are not on it.
    """

    provides = ("is_closed_class",)
    needs = ("norms",)

    def compute(self, analyses: Sequence[Analysis]) -> Iterator[Mapping[str, Any]]:
        """Look the norms up."""
        for analysis in analyses:
            yield {"is_closed_class": listed(analysis.norms, closed_class_words())}


@registry.layers("negation.v1")
class NegationLayer(Layer):
    """Marks the words that negate."""

    provides = ("is_negation",)
    needs = ("norms",)

    def compute(self, analyses: Sequence[Analysis]) -> Iterator[Mapping[str, Any]]:
        """Look the norms up."""
        for analysis in analyses:
            yield {"is_negation": listed(analysis.norms, NEGATION_WORDS)}


def listed(norms: Sequence[str], words: frozenset[str]) -> BoolArray:
    """Mark the norms that are among the words, shape (norms,)."""
    return np.array([norm in words for norm in norms], dtype=np.bool_)


@cache
def closed_class_words() -> frozenset[str]:
    """Return the words of ``closed_class_words.txt``, which lists them by class."""
    text = files("rte_baselines.analysis").joinpath("closed_class_words.txt").read_text("utf-8")
    lines = (line for line in text.splitlines() if not line.startswith("#"))
    return frozenset(word for line in lines for word in line.split())
