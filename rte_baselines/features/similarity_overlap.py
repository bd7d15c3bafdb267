"""Overlap in which similar words count too, as much as they are similar."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import compress
from typing import Literal

import numpy as np

from rte_baselines.analysis import Analysis
from rte_baselines.errors import ConfigError
from rte_baselines.features.base import Alignment, Feature, Output, share
from rte_baselines.features.batch import Drop, PairBatch, Selection, Side
from rte_baselines.features.describing import NOUNS, aligned
from rte_baselines.kernels.ragged import BoolArray, FloatArray, IntArray, Ragged
from rte_baselines.lexicon.weighting import UNIFORM, Weighting
from rte_baselines.lexicon.word_similarity import Equality, Lemmas, WordSimilarity
from rte_baselines.registry import registry

SimilarityMeasure = Literal["mean", "sum", "both_ways", "shorter"]

_EQUALITY = Equality()


@registry.features("similarity_overlap.v1")
class SimilarityOverlap(Feature):
    """How similar the hypothesis's words are to the text's, each to its most similar one.

    With g(h) the weight of word h of the hypothesis, and s(h) its similarity to the most
    similar word of the text, as a share of the largest similarity there is, the measures
    are

    - mean: sum of g(h) s(h) over sum of g(h);
    - sum: sum of g(h) s(h);
    - both_ways: the mean of `mean` and of the same with text and hypothesis exchanged;
    - shorter: sum of g(h) s(h) over the weight of the hypothesis or of the text, whichever
      is the less, cut to the range of `mean`.

    A word that a snippet repeats counts each time.

    Parameters
    ----------
    similarity : WordSimilarity
        Of lemmas.
    weighting : Weighting
        What each word weighs, by its norm unless the weighting has another level. Words
        are compared as lemmas, but jijkoun2006 weighs them as they stand; bos2006 weighs
        lemmas.
    drop : {"nothing", "punctuation", "stop_words", "closed_class", "function_words"}
        Words left out; see ``word_overlap.v1``.
    unmatched : float
        What s(h) is for a word that no word of the text is similar to; -1 in jijkoun2006.
    minimum : float
        The least share of the largest similarity, in [0, 1], that makes two words similar;
        whatever it is, a similarity of 0 does not.
    measures : sequence of {"mean", "sum", "both_ways", "shorter"}
    """

    source = (
        "jijkoun2006 Figure 1 (mean, where unmatched is -1); newman2006 section 3.1 (sum); "
        "andreevskaia2006 section 4 (shorter); "
        "Corley and Mihalcea 2005 equation 1 (mean); Mihalcea, Corley and Strapparava 2006 "
        "equation 1 (both_ways)"
    )

    def __init__(
        self,
        similarity: WordSimilarity = _EQUALITY,
        weighting: Weighting = UNIFORM,
        drop: Drop = "function_words",
        unmatched: float = 0.0,
        minimum: float = 0.0,
        measures: Sequence[SimilarityMeasure] = ("mean",),
    ) -> None:
        self.similarity = similarity
        self.weighting = weighting
        self.drop = drop
        self.unmatched = unmatched
        self.minimum = minimum
        self.measures = measures

    def check_fields(self, path: str) -> None:
        """Check the fields, and `minimum` further; see `Feature.check_fields`."""
        super().check_fields(path)
        if not 0 <= self.minimum <= 1:
            raise ConfigError(f"{path}.minimum: {self.minimum!r} is not between 0 and 1")

    @property
    def layers(self) -> tuple[str, ...]:
        """Lemmas, parts of speech, what is weighed, and the marks of what is left out."""
        return ("lemmas", "pos", self._weighed_layer, *self._selection.layers)

    @property
    def outputs(self) -> tuple[Output, ...]:
        """One number for each measure, without a name if there is one only."""
        names = self.measures if len(self.measures) > 1 else ("",)
        return tuple(
            Output(name, *self._range(measure))
            for name, measure in zip(names, self.measures, strict=True)
        )

    def compute(self, batch: PairBatch) -> FloatArray:
        """Return the measures of every pair, shape (pairs, measures)."""
        texts, hypotheses = batch.sides
        text_words, hypothesis_words = (
            [_Distinct.of(lemmas) for lemmas in side.lemmas(self.drop)] for side in batch.sides
        )
        total, weight = self._weighed(
            hypotheses, map(self._best_forwards, text_words, hypothesis_words)
        )
        measured = {"sum": total, "mean": share(total, weight)}
        if "both_ways" in self.measures:
            backwards = map(self._best_backwards, text_words, hypothesis_words)
            text_mean = share(*self._weighed(texts, backwards))
            measured["both_ways"] = (measured["mean"] + text_mean) / 2
        if "shorter" in self.measures:
            text_weight = _sums(self._weights(texts), texts.ids(self._selection))
            measured["shorter"] = share(total, np.minimum(weight, text_weight))
        # Rounding may carry a mean past its bounds by a last digit.
        columns = [np.clip(measured[name], *self._range(name)) for name in self.measures]
        return np.column_stack(columns)

    def align(self, text: Analysis, hypothesis: Analysis) -> Sequence[Alignment]:
        """Align each word of the hypothesis with the most similar one of the text."""
        text_lemmas, lemmas = (Side([side]).lemmas(self.drop)[0] for side in (text, hypothesis))
        text_places, places = map(self._selection.positions, (text, hypothesis))
        shares = self._shares(lemmas, text_lemmas)
        is_equal = lemmas.ids[:, np.newaxis] == text_lemmas.ids
        # A synonym may be as similar as the word itself, which explains more.
        partners = np.argmax(shares + is_equal, axis=1).tolist() if len(text_places) else []
        alignments = [Alignment(place, None, "missing") for place in places.tolist()]
        for word, partner in enumerate(partners):
            if self._is_similar(shares[word, partner]):
                relation = f"{self.similarity.relation} {shares[word, partner]:.2f}"
                alignments[word] = Alignment(
                    int(places[word]),
                    int(text_places[partner]),
                    "same lemma" if is_equal[word, partner] else relation,
                )
        return alignments

    def describe(self, text: Analysis, hypothesis: Analysis) -> str:
        """Count the words that are in the text or similar to one of it."""
        found = self.align(text, hypothesis)
        return aligned(found, hypothesis, NOUNS[self.drop], "found in the text or similar to one")

    @property
    def _selection(self) -> Selection:
        return Selection("lemmas", self.drop)

    def _range(self, measure: SimilarityMeasure) -> tuple[float, float]:
        """Return the lowest and the highest value of a measure."""
        low, high = min(self.unmatched, 0.0), max(self.unmatched, 1.0)
        if measure == "sum":
            return (-math.inf if low < 0 else 0.0), math.inf
        return low, high

    def _best_forwards(self, text: "_Distinct", hypothesis: "_Distinct") -> FloatArray:
        """Return the highest share of each word of the hypothesis, shape (words,)."""
        best = np.ones(len(hypothesis.lemmas))
        # Equal words are as similar as can be, and most words of a hypothesis have one.
        lacking = _lacks(text, hypothesis)
        if lacking.any():
            shares = self._shares(hypothesis.keep(lacking), text.lemmas)
            best[lacking] = shares.max(axis=1, initial=0.0)
        return best[hypothesis.places]

    def _best_backwards(self, text: "_Distinct", hypothesis: "_Distinct") -> FloatArray:
        """Return the highest share of each word of the text, shape (words,)."""
        best = np.ones(len(text.lemmas))
        lacking = _lacks(hypothesis, text)
        if lacking.any():
            shares = self._shares(hypothesis.lemmas, text.keep(lacking))
            best[lacking] = shares.max(axis=0, initial=0.0)
        return best[text.places]

    def _shares(self, hypothesis: Lemmas, text: Lemmas) -> FloatArray:
        """Return all similarities as shares of the largest there is."""
        return self.similarity.matrix(hypothesis, text) / self.similarity.maximum

    def _is_similar(self, shares: FloatArray) -> BoolArray:
        return (shares > 0) & (shares >= self.minimum)

    @property
    def _weighed_layer(self) -> str:
        return self.weighting.level or "norms"

    def _weights(self, side: Side) -> FloatArray:
        weights = self.weighting.weights(side.strings(self._weighed_layer))
        return weights[side.kept(self.drop)]

    def _weighed(self, side: Side, best: Iterable[FloatArray]) -> tuple[FloatArray, FloatArray]:
        """Return each snippet's sum of weighed similarities, and its sum of weights."""
        shares = np.concatenate([np.empty(0), *best])
        weights = self._weights(side)
        scores = weights * np.where(self._is_similar(shares), shares, self.unmatched)
        ids = side.ids(self._selection)
        return _sums(scores, ids), _sums(weights, ids)


@dataclass(frozen=True)
class _Distinct:
    """The words of a snippet without repetitions.

    Parameters
    ----------
    lemmas : Lemmas
    places : ndarray of int64
        Which of them each word of the snippet is.
    """

    lemmas: Lemmas
    places: IntArray

    @classmethod
    def of(cls, lemmas: Lemmas) -> "_Distinct":
        """Find the repetitions."""
        numbers: dict[tuple[str, str], int] = {}
        words = zip(lemmas.strings, lemmas.parts, strict=True)
        places = np.array([numbers.setdefault(word, len(numbers)) for word in words], np.int64)
        ids = np.empty(len(numbers), np.int64)
        ids[places] = lemmas.ids
        strings, parts = zip(*numbers, strict=True) if numbers else ((), ())
        return cls(Lemmas(strings, parts, ids), places)

    def keep(self, mask: BoolArray) -> Lemmas:
        """Return some of the words."""
        kept, lemmas = mask.tolist(), self.lemmas
        strings, parts = (tuple(compress(some, kept)) for some in (lemmas.strings, lemmas.parts))
        return Lemmas(strings, parts, lemmas.ids[mask])


def _lacks(snippet: _Distinct, words: _Distinct) -> BoolArray:
    """Mark those of the words that a snippet has no equal of, shape (words,)."""
    is_equal = words.lemmas.ids[:, np.newaxis] == snippet.lemmas.ids
    lacking: BoolArray = ~is_equal.any(axis=1)
    return lacking


def _sums(values: FloatArray, ids: Ragged) -> FloatArray:
    """Return the sum over each snippet's words, in their order."""
    snippets = np.repeat(np.arange(len(ids)), ids.lengths)
    sums: FloatArray = np.bincount(snippets, values, minlength=len(ids)).astype(np.float64)
    return sums
