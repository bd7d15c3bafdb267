"""Mismatches: negation, numbers, dates, capitalized words, polarity and antonyms."""

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

import numpy as np

from rte_baselines.analysis import Analysis
from rte_baselines.core.registry import registry
from rte_baselines.features.base import (
    Alignment,
    Feature,
    Output,
    PairFeature,
    align_by,
    mean,
    share,
)
from rte_baselines.features.batch import PairBatch, Selection, Side
from rte_baselines.features.trees.dependency_forests import nearest_kept
from rte_baselines.kernels.ragged import BoolArray, FloatArray, IntArray, Ragged
from rte_baselines.kernels.words import overlap
from rte_baselines.lexicon.wordnet.entailment.lexical_relations import antonyms

_ALL_NORMS = Selection("norms", "nothing")

_CONTENT_WORDS = Selection("lemmas", "function_words")
_NAMES_AND_NUMBERS = frozenset({"PROPN", "NUM"})
_CLAUSES = frozenset("root csubj ccomp xcomp advcl acl parataxis".split())


@registry.features("negation_mismatch.v1")
@dataclass(eq=False, repr=False)
class NegationMismatch(Feature):
    """Whether exactly one of text and hypothesis contains a negation: the not-rule.

    Parameters
    ----------
    words : {"particles", "all"}
        What counts as negation: "not" and "n't" only, as in the paper, or the negative
        pronouns, determiners and adverbs as well.
    """

    source = "jijkoun2006 section 3"
    outputs = (Output("", direction=-1),)
    """1 for a mismatch, else 0."""

    words: Literal["particles", "all"] = "particles"

    @property
    def layers(self) -> tuple[str, ...]:
        """The marks of what counts as negation."""
        return (self._layer,)

    def compute(self, batch: PairBatch) -> FloatArray:
        """Compare the two sides of every pair, shape (pairs, 1)."""
        text, hypothesis = (side.counts(side.marks(self._layer)) > 0 for side in batch.sides)
        return _as_column(text != hypothesis)

    def align(self, text: Analysis, hypothesis: Analysis) -> Sequence[Alignment]:
        """Mark the hypothesis's negations if the text has none."""
        if text.layer(self._layer).any():
            return ()
        positions = np.flatnonzero(hypothesis.layer(self._layer)).tolist()
        return align_by(positions, {}, "", "negation")

    def describe(self, text: Analysis, hypothesis: Analysis) -> str:
        """Say which of the two is negated, if only one is."""
        is_text, is_hypothesis = (side.layer(self._layer).any() for side in (text, hypothesis))
        if is_text == is_hypothesis:
            return ""
        return f"only the {'text' if is_text else 'hypothesis'} is negated"

    @property
    def _layer(self) -> str:
        return "is_negation" if self.words == "all" else "is_negation_particle"


@registry.features("number_mismatch.v1")
class NumberMismatch(Feature):
    """The share of the hypothesis's numbers whose value does not occur in the text.

    "1,000", "1000" and "one thousand" have the same value.
    """

    source = "the toolkit's own"
    layers = ("numbers",)
    outputs = (Output("", direction=-1),)
    """One share; 0 for a hypothesis without numbers."""

    def compute(self, batch: PairBatch) -> FloatArray:
        """Look up each number, shape (pairs, 1)."""
        # Equal values have equal bits.
        numbers = (
            Ragged(side.numbers().view(np.int64), side.offsets).keep(~np.isnan(side.numbers()))
            for side in batch.sides
        )
        return _missing_share(*numbers)

    def align(self, text: Analysis, hypothesis: Analysis) -> Sequence[Alignment]:
        """Align each number of the hypothesis with its first equal in the text."""
        first: dict[float, int] = {}
        for position, value in enumerate(text.numbers.tolist()):
            first.setdefault(value, position)
        positions = np.flatnonzero(~np.isnan(hypothesis.numbers)).tolist()
        values = hypothesis.numbers.tolist()
        partners = {word: first[values[word]] for word in positions if values[word] in first}
        return align_by(positions, partners, "same number", "number missing")


@registry.features("date_mismatch.v1")
class DateMismatch(Feature):
    """The share of the hypothesis's date words that do not occur in the text.

    Date words are months, days of the week and years ("Mon." equals "Monday"), and all other
    words of entities labelled TIME, except closed-class words.
    """

    source = "the toolkit's own"
    layers = ("dates.ids", "is_date", "entity_labels", "is_closed_class", "is_punctuation")
    outputs = (Output("", direction=-1),)
    """One share; 0 for a hypothesis without dates."""

    def compute(self, batch: PairBatch) -> FloatArray:
        """Look up each date word, shape (pairs, 1)."""
        texts, hypotheses = batch.sides
        dates = hypotheses.all_ids("dates").keep(_is_in_date(hypotheses))
        return _missing_share(texts.all_ids("dates"), dates)

    def align(self, text: Analysis, hypothesis: Analysis) -> Sequence[Alignment]:
        """Align each date word with its first equal in the text."""
        text_dates, dates = text.layer("dates"), hypothesis.layer("dates")
        positions = np.flatnonzero(_is_in_date(Side([hypothesis]))).tolist()
        partners = {
            position: text_dates.index(dates[position])
            for position in positions
            if dates[position] in text_dates
        }
        return align_by(positions, partners, "same date", "date missing")


@registry.features("capitalized_mismatch.v1")
class CapitalizedMismatch(Feature):
    """The share of the hypothesis's capitalized words that do not occur in the text.

    Words are compared in lower case. Closed-class words are excluded: they are capitalized
    only at the start of a sentence.
    """

    source = "the toolkit's own"
    layers = (*_ALL_NORMS.layers, "is_capitalized", "is_closed_class")
    outputs = (Output("", direction=-1),)
    """One share; 0 for a hypothesis without capitalized words."""

    def compute(self, batch: PairBatch) -> FloatArray:
        """Look up each capitalized word, shape (pairs, 1)."""
        texts, hypotheses = batch.ids(_ALL_NORMS)
        side = batch.sides[1]
        is_name = side.marks("is_capitalized") & ~side.marks("is_closed_class")
        return _missing_share(texts, hypotheses.keep(is_name))

    def align(self, text: Analysis, hypothesis: Analysis) -> Sequence[Alignment]:
        """Mark the capitalized words that the text lacks."""
        norms = set(text.norms)
        is_name = hypothesis.is_capitalized & ~hypothesis.is_closed_class
        return tuple(
            Alignment(position, None, "name missing")
            for position in np.flatnonzero(is_name).tolist()
            if hypothesis.norms[position] not in norms
        )


def _is_in_date(side: Side) -> BoolArray:
    """Mark the date words, shape (words,)."""
    is_time = np.array([label == "TIME" for label in side.strings("entity_labels")], np.bool_)
    return side.marks("is_date") | (is_time & side.kept("closed_class"))


def _missing_share(texts: Ragged, hypotheses: Ragged) -> FloatArray:
    """Return the share of each hypothesis's ids that its text lacks, shape (pairs, 1)."""
    ones = [np.ones(len(side.values)) for side in (texts, hypotheses)]
    sums = overlap.overlap_sums(texts, hypotheses, *ones, types=False)
    total = sums[:, overlap.HYPOTHESIS]
    return _as_column(share(total - sums[:, overlap.COVERED], total))


def _as_column(values: FloatArray | BoolArray) -> FloatArray:
    return values.astype(np.float64).reshape(-1, 1)


class _Word(NamedTuple):
    """A content word, and whether it is negated."""

    position: int
    lemma: str
    part: str
    is_negated: bool


class _Opposition(PairFeature):
    """Base class of the features that compare words and their negation."""

    source = "the toolkit's own"
    layers = ("lemmas", "pos", "heads", "relations", "is_negation", *_CONTENT_WORDS.layers)
    outputs = (Output("", direction=-1),)
    """One share; 0 if no words are compared."""

    def compute_pair(self, text: Analysis, hypothesis: Analysis) -> Sequence[float]:
        """Compare the words of a pair."""
        compared = self._compare(_content_words(text), _content_words(hypothesis))
        return [mean([opposed is not None for opposed in compared])]

    def align(self, text: Analysis, hypothesis: Analysis) -> Sequence[Alignment]:
        """Align the opposed words."""
        compared = self._compare(_content_words(text), _content_words(hypothesis))
        return tuple(alignment for alignment in compared if alignment is not None)

    @abstractmethod
    def _compare(
        self, text: Sequence[_Word], hypothesis: Sequence[_Word]
    ) -> list[Alignment | None]:
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

    def _compare(
        self, text: Sequence[_Word], hypothesis: Sequence[_Word]
    ) -> list[Alignment | None]:
        uses = _by_lemma(text)
        return [
            None
            if any(use.is_negated == word.is_negated for use in uses[word.lemma])
            else Alignment(word.position, uses[word.lemma][0].position, "negated in one only")
            for word in hypothesis
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

    def _compare(
        self, text: Sequence[_Word], hypothesis: Sequence[_Word]
    ) -> list[Alignment | None]:
        uses = _by_lemma(text)
        return [None if word.lemma in uses else self._opposite(word, uses) for word in hypothesis]

    def _opposite(self, word: _Word, uses: Mapping[str, Sequence[_Word]]) -> Alignment | None:
        """Return the first antonym of a word with the same part of speech and polarity."""
        opposites = (
            use
            for antonym in antonyms(word.lemma, word.part)
            for use in uses.get(antonym, ())
            if (use.part, use.is_negated) == (word.part, word.is_negated)
        )
        first = min(opposites, key=lambda use: use.position, default=None)
        return None if first is None else Alignment(word.position, first.position, "antonym")


def _content_words(analysis: Analysis) -> list[_Word]:
    """Return the content words of a snippet, without negations."""
    lemmas, parts = analysis.lemmas, analysis.pos
    is_negation, is_negated = analysis.is_negation.tolist(), _is_negated(analysis).tolist()
    return [
        _Word(position, lemmas[position], parts[position], is_negated[position])
        for position in _CONTENT_WORDS.positions(analysis).tolist()
        if not is_negation[position]
    ]


def _by_lemma(words: Sequence[_Word]) -> Mapping[str, Sequence[_Word]]:
    by_lemma: dict[str, list[_Word]] = {}
    for word in words:
        by_lemma.setdefault(word.lemma, []).append(word)
    return by_lemma


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
    kinds = [relation.partition(":")[0] for relation in analysis.relations]
    is_head = analysis.heads < 0
    is_head |= [
        kind in _CLAUSES or (kind == "conj" and part == "VERB")
        for kind, part in zip(kinds, analysis.pos, strict=True)
    ]
    above = nearest_kept(analysis.heads, is_head)
    return np.where(is_head, np.arange(len(analysis)), above)
