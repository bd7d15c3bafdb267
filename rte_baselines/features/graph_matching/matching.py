"""Anchors between two extended dependency graphs, and how similar that makes them."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np

from rte_baselines.analysis.predications import Modality
from rte_baselines.features.graph_matching.dependency_graph import Dependency, DependencyGraph
from rte_baselines.features.graph_matching.word_matching import similarities
from rte_baselines.kernels.ragged import BoolArray, FloatArray, IntArray

# How strong the classes of modals are: "could", "will" or none, "must". The distance of two
# is how far they are apart.
_STRENGTHS: dict[Modality, float] = {"possible": 0.0, "none": 0.5, "necessary": 1.0}
# Sums of equal terms in another order may differ in their last digits.
_ROUNDING = 1e-12
_NONE = -1


@dataclass(frozen=True)
class Parameters:
    """What weighs how much, each from 0 to 1.

    Parameters
    ----------
    alpha : float
        The governor of a noun phrase, against its other words.
    beta : float
        Words that WordNet relates, against 1 for the same word.
    gamma : float
        The governor of a verb phrase, against its modality.
    delta : float
        A constituent's own similarity, against that of what depends on it.
    """

    alpha: float
    beta: float
    gamma: float
    delta: float


class Anchor(NamedTuple):
    """A constituent of the hypothesis and the one of the text that it is anchored in.

    Parameters
    ----------
    hypothesis, text : int
        Their numbers.
    sm, ss, similarity : float
        The semantic, the syntactic and the global similarity S.
    """

    hypothesis: int
    text: int
    sm: float
    ss: float
    similarity: float


class GraphMatching:
    """The similarities of section 3.4 between the graphs of a text and a hypothesis.

    Parameters
    ----------
    text, hypothesis : DependencyGraph
    parameters : Parameters
    """

    def __init__(
        self, text: DependencyGraph, hypothesis: DependencyGraph, parameters: Parameters
    ) -> None:
        self.text = text
        self.hypothesis = hypothesis
        self._parameters = parameters

    # Nodes

    @cached_property
    def governors(self) -> FloatArray:
        """The s of the governors, shape (constituents of the hypothesis, of the text)."""
        return similarities(
            [constituent.governor for constituent in self.hypothesis.constituents],
            [constituent.governor for constituent in self.text.constituents],
            self._parameters.beta,
        )

    @cached_property
    def others(self) -> FloatArray:
        """Mean over a constituent's other words of the highest s; shape as `governors`.

        Where there are no other words, that of the governors.
        """
        words = [word for each in self.hypothesis.constituents for word in each.others]
        text_words = [word for each in self.text.constituents for word in each.others]
        sizes, text_sizes = self._numbers_of_others
        by_word = similarities(words, text_words, self._parameters.beta)
        highest = np.zeros((len(words), len(text_sizes)))
        np.maximum.at(highest.T, np.repeat(np.arange(len(text_sizes)), text_sizes), by_word.T)
        total = np.zeros((len(sizes), len(text_sizes)))
        np.add.at(total, np.repeat(np.arange(len(sizes)), sizes), highest)
        numbers = sizes[:, np.newaxis]
        return np.where(numbers > 0, total / np.maximum(numbers, 1), self.governors)

    @cached_property
    def sm(self) -> FloatArray:
        """The semantic similarity, shape as `governors`; 0 between a noun and a verb phrase."""
        is_verb, is_verb_of_text = (
            np.array([each.type == "verb" for each in graph.constituents], np.bool_)
            for graph in (self.hypothesis, self.text)
        )
        alpha, gamma = self._parameters.alpha, self._parameters.gamma
        of_nouns = alpha * self.governors + (1 - alpha) * self.others
        of_verbs = gamma * self.governors + (1 - gamma) * self._modalities()
        similar = np.where(is_verb[:, np.newaxis], of_verbs, of_nouns)
        comparable = np.equal.outer(is_verb, is_verb_of_text)
        return np.where(comparable, np.minimum(similar, 1.0), 0.0)

    @cached_property
    def is_anchor(self) -> BoolArray:
        """The set A of definition 9, shape as `governors`: all that are equally similar."""
        highest = self.sm.max(axis=1, initial=0.0)[:, np.newaxis]
        is_anchor: BoolArray = (self.sm > 0) & (self.sm >= highest - _ROUNDING)
        return is_anchor

    def _modalities(self) -> FloatArray:
        """Return d of the modals, shape as `governors`."""
        strengths = (
            np.array([_STRENGTHS[each.modality] for each in graph.constituents], np.float64)
            for graph in (self.hypothesis, self.text)
        )
        return 1.0 - np.abs(np.subtract.outer(*strengths))

    @property
    def _numbers_of_others(self) -> tuple[IntArray, IntArray]:
        """How many other words the constituents of hypothesis and text have."""
        sizes, text_sizes = (
            np.array([len(each.others) for each in graph.constituents], np.int64)
            for graph in (self.hypothesis, self.text)
        )
        return sizes, text_sizes

    # Edges

    @cached_property
    def is_mapped(self) -> BoolArray:
        """Which dependency each becomes by f_D, shape (dependencies of hypothesis, of text)."""
        heads, modifiers = _ends(self.hypothesis.dependencies)
        text_heads, text_modifiers = _ends(self.text.dependencies)
        numbers: dict[str, int] = {}
        types, text_types = (
            np.array([numbers.setdefault(each.type, len(numbers)) for each in dependencies])
            for dependencies in (self.hypothesis.dependencies, self.text.dependencies)
        )
        is_mapped: BoolArray = (
            np.equal.outer(types, text_types)
            & self.is_anchor[np.ix_(heads, text_heads)]
            & self.is_anchor[np.ix_(modifiers, text_modifiers)]
        )
        return is_mapped

    @cached_property
    def ss(self) -> FloatArray:
        """The syntactic similarity, shape as `governors`; sm of what nothing depends on."""
        heads, modifiers = _ends(self.hypothesis.dependencies)
        text_heads, _ = _ends(self.text.dependencies)
        mapped_below = np.zeros((len(heads), len(self.text.constituents)), np.bool_)
        np.logical_or.at(mapped_below.T, text_heads, self.is_mapped.T)
        highest = self.sm.max(axis=1, initial=0.0)
        total = np.zeros_like(self.sm)
        np.add.at(total, heads, mapped_below * highest[modifiers, np.newaxis])
        numbers = np.bincount(heads, minlength=len(self.sm))[:, np.newaxis]
        return np.where(numbers > 0, total / np.maximum(numbers, 1), self.sm)

    # The whole

    @cached_property
    def partners(self) -> IntArray:
        """The number of the anchor that counts for each constituent, -1 if it has none.

        It is one with the highest ss, and of these one that agrees in negation, if any.
        """
        if not self.is_anchor.size:
            return np.full(len(self.hypothesis.constituents), _NONE, np.int64)
        ss = np.where(self.is_anchor, self.ss, -1.0)
        is_best = ss >= ss.max(axis=1, keepdims=True) - _ROUNDING
        best = np.argmax(is_best & ~self._is_negated_in_one, axis=1)
        best = np.where(is_best[np.arange(len(best)), best], best, np.argmax(is_best, axis=1))
        return np.where(self.is_anchor.any(axis=1), best, _NONE)

    @cached_property
    def _is_negated_in_one(self) -> BoolArray:
        """Whether only one of two constituents is negated, shape as `governors`."""
        is_negated, is_negated_in_text = (
            np.array([each.negated for each in graph.constituents], np.bool_)
            for graph in (self.hypothesis, self.text)
        )
        is_in_one: BoolArray = np.not_equal.outer(is_negated, is_negated_in_text)
        return is_in_one

    @cached_property
    def anchors(self) -> tuple[Anchor, ...]:
        """The anchor of each constituent of the hypothesis that has one."""
        return tuple(self._find_anchors())

    def _find_anchors(self) -> Iterator[Anchor]:
        delta = self._parameters.delta
        for number, partner in enumerate(self.partners.tolist()):
            if partner != _NONE:
                sm, ss = float(self.sm[number, partner]), float(self.ss[number, partner])
                yield Anchor(number, partner, sm, ss, delta * sm + (1 - delta) * ss)

    def similarity(self) -> float:
        """Return E: the sum of S over the constituents of the hypothesis; 0 without any."""
        total = sum(anchor.similarity for anchor in self.anchors)
        return min(total / max(len(self.hypothesis.constituents), 1), 1.0)

    def negated_anchors(self) -> Iterator[Anchor]:
        """Yield the anchors of verbs that mean something alike, and only one is negated."""
        for anchor in self.anchors:
            pair = anchor.hypothesis, anchor.text
            if self.governors[pair] > 0 and self._is_negated_in_one[pair]:
                yield anchor


def _ends(dependencies: tuple[Dependency, ...]) -> tuple[IntArray, IntArray]:
    """Return the heads and the modifiers of dependencies."""
    ends = np.array([(each.head, each.modifier) for each in dependencies], np.int64)
    heads, modifiers = ends.reshape(-1, 2).T
    return heads, modifiers
