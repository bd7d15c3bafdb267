"""Anchors between two extended dependency graphs, and the similarities they yield."""

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property, lru_cache
from itertools import chain
from typing import Any, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from rte_baselines.analysis.predicates.predications import Modality
from rte_baselines.features.graph_matching.dependency_graph import (
    Constituent,
    Dependency,
    DependencyGraph,
    SimpleConstituent,
)
from rte_baselines.kernels.ragged import BoolArray, FloatArray, IntArray, Ragged
from rte_baselines.lexicon.wordnet.database.database import WordNet, wordnet_in_use
from rte_baselines.lexicon.wordnet.database.relations import HYPERNYMS, Relation, parts_of_tags
from rte_baselines.lexicon.wordnet.entailment.chains import Chain, Chains

Value = TypeVar("Value")

# Classes of modals ("could"; "will" or none; "must") on a scale; d is 1 - their distance.
_STRENGTHS: dict[Modality, float] = {"possible": 0.0, "none": 0.5, "necessary": 1.0}
# Tolerance for rounding errors of sums in different orders.
_ROUNDING = 1e-12
_NONE = -1


def similarities(
    hypothesis: Sequence[SimpleConstituent], text: Sequence[SimpleConstituent], related: float
) -> FloatArray:
    """Return s(sh, st) of each simple constituent of the hypothesis with each of the text.

    It is 1 if they have the same surface, lemma or stem. Otherwise it is `related` if, in any of
    their senses in WordNet, they are synonyms or a chain of hypernyms and verb entailments leads
    from the text's word to the hypothesis's; else 0.

    `related`: the parameter beta of the paper. The result has shape (len(hypothesis), len(text)).
    """
    chains = _chains(wordnet_in_use())
    lengths = chains.lengths(_senses(chains, text), _senses(chains, hypothesis))
    similar = np.where(np.isfinite(lengths), related, 0.0)
    for field in ("surface", "lemma", "stem"):
        numbers: dict[str, int] = {}
        sides = (
            np.array([numbers.setdefault(getattr(word, field), len(numbers)) for word in side])
            for side in (hypothesis, text)
        )
        similar[np.equal.outer(*sides)] = 1.0
    return similar


# Cached, because building it takes time and features are copied.
@lru_cache(maxsize=4)
def _chains(wordnet: WordNet) -> Chains:
    return Chains(wordnet, Chain((*HYPERNYMS, Relation.ENTAILMENT)))


def _senses(chains: Chains, words: Sequence[SimpleConstituent]) -> Ragged:
    """Return the senses of each word in its part of speech."""
    rows = chains.wordnet.words.rows([word.lemma for word in words])
    return chains.wordnet.senses_of_words(rows, parts_of_tags([word.part for word in words]))


class Anchor(NamedTuple):
    """A constituent of the hypothesis and the one of the text that it is anchored in.

    `hypothesis`, `text`: their indices. `sm`, `ss`, `similarity`: the semantic, the syntactic and
    the global similarity S.
    """

    hypothesis: int
    text: int
    sm: float
    ss: float
    similarity: float


class GraphMatching:
    """The similarities of section 3.4 between the graphs of a text and a hypothesis.

    `alpha`, `beta`, `gamma`, `delta`: see `GraphSimilarity`. `words`, shape (hypothesis's words,
    text's words): further similarities of words by their positions, in [0, 1]; s is the higher one.
    """

    def __init__(
        self,
        text: DependencyGraph,
        hypothesis: DependencyGraph,
        *,
        alpha: float,
        beta: float,
        gamma: float,
        delta: float,
        words: FloatArray | None = None,
    ) -> None:
        self.text = text
        self.hypothesis = hypothesis
        self._alpha, self._beta, self._gamma, self._delta = alpha, beta, gamma, delta
        self._words = words

    # Nodes

    @cached_property
    def governors(self) -> FloatArray:
        """The similarity s of the governors, shape (hypothesis's constituents, text's)."""
        governors = self._lists(lambda constituent: constituent.governor)
        similar = similarities(*governors, self._beta)
        return self._with_further(similar, *self._lists(lambda node: node.governor_word))

    @cached_property
    def others(self) -> FloatArray:
        """The mean over a constituent's other words of their highest s; shape as `governors`.

        If there are no other words, it is the similarity of the governors.
        """
        words, text_words = (
            list(chain.from_iterable(side)) for side in self._lists(lambda node: node.others)
        )
        positions = (
            list(chain.from_iterable(side)) for side in self._lists(lambda node: node.other_words)
        )
        sizes, text_sizes = self._arrays(lambda node: len(node.others), np.int64)
        by_word = self._with_further(similarities(words, text_words, self._beta), *positions)
        highest = np.zeros((len(words), len(text_sizes)))
        np.maximum.at(highest.T, np.repeat(np.arange(len(text_sizes)), text_sizes), by_word.T)
        total = np.zeros((len(sizes), len(text_sizes)))
        np.add.at(total, np.repeat(np.arange(len(sizes)), sizes), highest)
        numbers = sizes[:, np.newaxis]
        return np.where(numbers > 0, total / np.maximum(numbers, 1), self.governors)

    @cached_property
    def sm(self) -> FloatArray:
        """The semantic similarity, shape as `governors`; 0 between noun and verb phrases."""
        is_verb, is_verb_of_text = self._arrays(lambda node: node.type == "verb", np.bool_)
        alpha, gamma = self._alpha, self._gamma
        noun_similarity = alpha * self.governors + (1 - alpha) * self.others
        strengths = self._arrays(lambda node: _STRENGTHS[node.modality], np.float64)
        modalities = 1.0 - np.abs(np.subtract.outer(*strengths))
        verb_similarity = gamma * self.governors + (1 - gamma) * modalities
        similar = np.where(is_verb[:, np.newaxis], verb_similarity, noun_similarity)
        comparable = np.equal.outer(is_verb, is_verb_of_text)
        return np.where(comparable, np.minimum(similar, 1.0), 0.0)

    @cached_property
    def is_anchor(self) -> BoolArray:
        """The set A of definition 9, shape as `governors`: all ties are anchors."""
        highest = self.sm.max(axis=1, initial=0.0)[:, np.newaxis]
        is_anchor: BoolArray = (self.sm > 0) & (self.sm >= highest - _ROUNDING)
        return is_anchor

    def _with_further(
        self, similar: FloatArray, words: Sequence[int | None], text_words: Sequence[int | None]
    ) -> FloatArray:
        """Return the higher of similarities and further ones, of words by their positions."""
        if self._words is None:
            return similar
        # A last row and column of zeros, for words that are not in the snippets.
        padded = np.pad(self._words, (0, 1))
        rows, columns = (
            np.array([_NONE if word is None else word for word in side], np.int64)
            for side in (words, text_words)
        )
        return np.maximum(similar, padded[np.ix_(rows, columns)])

    def _lists(self, read: Callable[[Constituent], Value]) -> tuple[list[Value], list[Value]]:
        """Return a property of each constituent, of hypothesis and text."""
        hypothesis, text = (
            list(map(read, graph.constituents)) for graph in (self.hypothesis, self.text)
        )
        return hypothesis, text

    def _arrays(
        self, read: Callable[[Constituent], Any], kind: type[np.generic]
    ) -> tuple[NDArray[Any], NDArray[Any]]:
        hypothesis, text = self._lists(read)
        return np.array(hypothesis, kind), np.array(text, kind)

    # Edges

    @cached_property
    def is_mapped(self) -> BoolArray:
        """Which dependencies f_D maps to which, shape (hypothesis's dependencies, text's)."""
        heads, modifiers = _ends(self.hypothesis.dependencies)
        text_heads, text_modifiers = _ends(self.text.dependencies)
        numbers: dict[str, int] = {}
        types, text_types = (
            np.array([numbers.setdefault(arc.type, len(numbers)) for arc in dependencies])
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
        """The syntactic similarity, shape as `governors`; sm for those without dependents."""
        heads, modifiers = _ends(self.hypothesis.dependencies)
        text_heads, _ = _ends(self.text.dependencies)
        mapped_below = np.zeros((len(heads), len(self.text.constituents)), np.bool_)
        np.logical_or.at(mapped_below.T, text_heads, self.is_mapped.T)
        highest = self.sm.max(axis=1, initial=0.0)
        total = np.zeros_like(self.sm)
        np.add.at(total, heads, mapped_below * highest[modifiers, np.newaxis])
        numbers = np.bincount(heads, minlength=len(self.sm))[:, np.newaxis]
        return np.where(numbers > 0, total / np.maximum(numbers, 1), self.sm)

    # Graphs

    @cached_property
    def partners(self) -> IntArray:
        """The index of each constituent's anchor in E, -1 if it has none.

        Among several anchors, it has the highest ss; among ties, the same negation, if any has.
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
        is_in_one: BoolArray = np.not_equal.outer(
            *self._arrays(lambda node: node.negated, np.bool_)
        )
        return is_in_one

    @cached_property
    def anchors(self) -> tuple[Anchor, ...]:
        """The anchor of each constituent of the hypothesis that has one."""
        delta = self._delta
        anchors = []
        for number, partner in enumerate(self.partners.tolist()):
            if partner != _NONE:
                sm, ss = float(self.sm[number, partner]), float(self.ss[number, partner])
                anchors.append(Anchor(number, partner, sm, ss, delta * sm + (1 - delta) * ss))
        return tuple(anchors)

    def similarity(self) -> float:
        """Return E: the sum of S over the constituents of the hypothesis; 0 without any."""
        total = sum(anchor.similarity for anchor in self.anchors)
        return min(total / max(len(self.hypothesis.constituents), 1), 1.0)

    def negated_anchors(self) -> Iterator[Anchor]:
        """Yield the anchors of verbs with similar governors of which only one is negated."""
        for anchor in self.anchors:
            pair = anchor.hypothesis, anchor.text
            if self.governors[pair] > 0 and self._is_negated_in_one[pair]:
                yield anchor


def _ends(dependencies: tuple[Dependency, ...]) -> tuple[IntArray, IntArray]:
    ends = np.array([(arc.head, arc.modifier) for arc in dependencies], np.int64)
    heads, modifiers = ends.reshape(-1, 2).T
    return heads, modifiers
