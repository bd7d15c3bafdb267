"""Mismatches of polarity and antonymy between words of text and hypothesis."""

from abc import abstractmethod
from collections.abc import Sequence
from functools import cached_property
from typing import NamedTuple

import numpy as np

from rte_baselines.analysis import Analysis
from rte_baselines.core.registry import registry
from rte_baselines.features.base import Alignment, Feature, Output
from rte_baselines.features.batch import PairBatch, Selection
from rte_baselines.kernels.ragged import BoolArray, FloatArray, IntArray
from rte_baselines.lexicon.wordnet.entailment.antonymy import antonyms

_CONTENT_WORDS = Selection("lemmas", "function_words")
_NAMES_AND_NUMBERS = frozenset({"PROPN", "NUM"})
_CLAUSES = frozenset("root csubj ccomp xcomp advcl acl parataxis".split())


class _Word(NamedTuple):
    """A content word, and whether it is negated."""

    position: int
    lemma: str
    part: str
    is_negated: bool


class _Opposition(Feature):
    """Base class of the features that compare words and their negation."""

    source = "the toolkit's own"
    layers = ("lemmas", "pos", "heads", "relations", "is_negation", *_CONTENT_WORDS.layers)
    """Lemmas, parts of speech, dependencies and negation."""
    outputs = (Output(""),)
    """One share; 0 if no words are compared."""

    def compute(self, batch: PairBatch) -> FloatArray:
        """Compare the words of every pair, shape (pairs, 1)."""
        texts, hypotheses = (side.read_by(_Words) for side in batch.sides)
        shares = [
            _share(self._compare(text, hypothesis))
            for text, hypothesis in zip(texts, hypotheses, strict=True)
        ]
        return np.array(shares, np.float64)[:, np.newaxis]

    def align(self, text: Analysis, hypothesis: Analysis) -> Sequence[Alignment]:
        """Align the opposed words."""
        compared = self._compare(_Words(text), _Words(hypothesis))
        return tuple(alignment for alignment in compared if alignment is not None)

    @abstractmethod
    def _compare(self, text: "_Words", hypothesis: "_Words") -> list[Alignment | None]:
        """Return, for each compared word of the hypothesis, its opposite in the text or None."""


@registry.features("polarity_mismatch.v1")
class PolarityMismatch(_Opposition):
    """The share of the common content words that only one of the two snippets negates.

    A word of the hypothesis is common if the text has its lemma. Polarities match if the word
    and one of its occurrences in the text are both negated or both not negated. A negation
    negates all words of its clause, except those of subordinate clauses; two negations cancel
    out. "Without" and other negative prepositions negate the word they introduce. Names and
    numbers do not count: a negation denies the statement about them, not the name.
    """

    def _compare(self, text: "_Words", hypothesis: "_Words") -> list[Alignment | None]:
        uses = text.by_lemma
        return [
            None
            if any(use.is_negated == word.is_negated for use in uses[word.lemma])
            else Alignment(word.position, uses[word.lemma][0].position, "negated in one only")
            for word in hypothesis.content_words
            if word.lemma in uses and word.part not in _NAMES_AND_NUMBERS
        ]


@registry.features("antonymy_mismatch.v1")
class AntonymyMismatch(_Opposition):
    """The share of the hypothesis's content words that the text replaces by an antonym.

    A word counts if the text does not contain its lemma but contains an antonym of it in
    WordNet, with the same part of speech and in any sense. If exactly one of the two is
    negated (see ``polarity_mismatch.v1``), they agree and the word does not count.
    """

    reads = ("wordnet",)

    def _compare(self, text: "_Words", hypothesis: "_Words") -> list[Alignment | None]:
        uses = text.by_lemma
        return [
            None if word.lemma in uses else self._opposite(word, uses)
            for word in hypothesis.content_words
        ]

    def _opposite(self, word: _Word, uses: dict[str, list[_Word]]) -> Alignment | None:
        """Return the first antonym of a word with the same part of speech and polarity."""
        opposites = (
            use
            for antonym in antonyms(word.lemma, word.part)
            for use in uses.get(antonym, ())
            if (use.part, use.is_negated) == (word.part, word.is_negated)
        )
        first = min(opposites, key=lambda use: use.position, default=None)
        return None if first is None else Alignment(word.position, first.position, "antonym")


class _Words:
    """The content words of a snippet, without negations."""

    def __init__(self, analysis: Analysis) -> None:
        lemmas, parts = analysis.lemmas, analysis.pos
        is_negation, is_negated = analysis.is_negation.tolist(), _is_negated(analysis).tolist()
        self.content_words = [
            _Word(position, lemmas[position], parts[position], is_negated[position])
            for position in _CONTENT_WORDS.positions(analysis).tolist()
            if not is_negation[position]
        ]

    @cached_property
    def by_lemma(self) -> dict[str, list[_Word]]:
        """The words with each lemma."""
        words: dict[str, list[_Word]] = {}
        for word in self.content_words:
            words.setdefault(word.lemma, []).append(word)
        return words


def _share(compared: list[Alignment | None]) -> float:
    """Return the share of the compared words that are opposed; 0 if none are compared."""
    opposed = [alignment for alignment in compared if alignment is not None]
    return len(opposed) / len(compared) if compared else 0.0


def _is_negated(analysis: Analysis) -> BoolArray:
    """Mark the words that an odd number of negations negates."""
    negations = np.flatnonzero(analysis.is_negation)
    if not len(negations):
        return np.zeros(len(analysis), np.bool_)
    size, clauses, heads = len(analysis), _clauses(analysis), analysis.heads
    introduces = np.array([analysis.relations[position] == "case" for position in negations])
    introduces &= heads[negations] >= 0
    by_clause = np.bincount(clauses[negations[~introduces]], minlength=size)[clauses]
    by_word = np.bincount(heads[negations[introduces]], minlength=size)
    odd: BoolArray = (by_clause + by_word) % 2 == 1
    return odd


def _clauses(analysis: Analysis) -> IntArray:
    """Return the head of each word's clause, shape (words,)."""
    positions = np.arange(len(analysis))
    is_head = np.array(list(map(_heads_clause, analysis.relations, analysis.pos)), np.bool_)
    above = np.where(is_head | (analysis.heads < 0), positions, analysis.heads)
    while True:
        further = above[above]
        if np.array_equal(further, above):
            return above
        above = further


def _heads_clause(relation: str, part: str) -> bool:
    kind = relation.partition(":")[0]
    return kind in _CLAUSES or (kind == "conj" and part == "VERB")
