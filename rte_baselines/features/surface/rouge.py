"""ROUGE: n-grams, common subsequences and skip-bigrams of a summary and its reference.

The text is the summary and the hypothesis the reference, so that recall is the share of the
hypothesis that the text contains.
"""

import math
from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from rte_baselines.analysis import Analysis
from rte_baselines.core.registry import registry
from rte_baselines.features.base import Alignment, MeasuringFeature, SelectingFeature, share
from rte_baselines.features.batch import Drop, Level, PairBatch
from rte_baselines.kernels.ragged import FloatArray, Ragged
from rte_baselines.kernels.words.ngrams import ngram_matches
from rte_baselines.kernels.words.skip_bigrams import skip_bigram_matches
from rte_baselines.kernels.words.subsequences import (
    align_common_subsequence,
    longest_common_subsequence,
    weighted_common_subsequence,
)

RougeMeasure = Literal["precision", "recall", "f1"]


class _Rouge(MeasuringFeature, SelectingFeature):
    """Base class of the ROUGE features: their parameters and outputs.

    `level`, `drop`: which words are compared, and how; see ``word_overlap.v1``.
    """

    def compute(self, batch: PairBatch) -> FloatArray:
        """Score every pair."""
        precision, recall = self._shares(*batch.ids(self.selection))
        columns = {
            "precision": precision,
            "recall": recall,
            "f1": share(2 * precision * recall, precision + recall),
        }
        return np.column_stack([columns[measure] for measure in self.measures])

    @abstractmethod
    def _shares(self, texts: Ragged, hypotheses: Ragged) -> tuple[FloatArray, FloatArray]:
        """Return precision and recall of every pair, each of shape (pairs,)."""


@registry.features("rouge_n.v1")
@dataclass(eq=False, repr=False)
class RougeN(_Rouge):
    """Clipped n-gram precision and recall, for one n.

    Parameters
    ----------
    n : int
        The length of the n-grams.
    measures : sequence of {"precision", "recall", "f1"}
    level, drop
        Which words are compared, and how; see ``word_overlap.v1``.
    """

    source = "Lin 2004 section 2; newman2006 section 3.1"
    field_ranges = (("n", 1, math.inf),)

    n: int = 1
    measures: Sequence[RougeMeasure] = ("recall",)
    level: Level = "norms"
    drop: Drop = "punctuation"

    def _shares(self, texts: Ragged, hypotheses: Ragged) -> tuple[FloatArray, FloatArray]:
        counts = ngram_matches(texts, hypotheses, self.n)
        common = counts.common[:, -1]
        return share(common, counts.in_text[:, -1]), share(common, counts.in_hypothesis[:, -1])


@registry.features("rouge_l.v1")
@dataclass(eq=False, repr=False)
class RougeL(_Rouge):
    """The longest common subsequence of words, divided by the length of each side.

    Recall divides by the hypothesis's length, precision by the text's.
    """

    source = "Lin 2004 section 3.1; newman2006 section 3.1"

    measures: Sequence[RougeMeasure] = ("recall",)
    level: Level = "norms"
    drop: Drop = "punctuation"

    def _shares(self, texts: Ragged, hypotheses: Ragged) -> tuple[FloatArray, FloatArray]:
        length = longest_common_subsequence(texts, hypotheses)
        return share(length, texts.lengths), share(length, hypotheses.lengths)

    def align(self, text: Analysis, hypothesis: Analysis) -> Sequence[Alignment]:
        """Align the words of a longest common subsequence."""
        text_words, text_positions = self.selected(text)
        words, positions = self.selected(hypothesis)
        return tuple(
            Alignment(int(positions[h]), int(text_positions[t]), "in common subsequence")
            for t, h in align_common_subsequence(text_words, words).tolist()
        )


@registry.features("rouge_w.v1")
@dataclass(eq=False, repr=False)
class RougeW(_Rouge):
    """The weighted longest common subsequence, which prefers consecutive matches.

    Parameters
    ----------
    weight : float
        A run of k consecutive words counts k to this power, from 1, which is ROUGE-L, to 10.
    measures : sequence of {"precision", "recall", "f1"}
    level, drop
        Which words are compared, and how; see ``word_overlap.v1``.
    """

    source = "Lin 2004 section 4, equations 13 to 15; newman2006 section 3.1"
    field_ranges = (("weight", 1, 10),)

    weight: float = 1.2
    measures: Sequence[RougeMeasure] = ("recall",)
    level: Level = "norms"
    drop: Drop = "punctuation"

    def _shares(self, texts: Ragged, hypotheses: Ragged) -> tuple[FloatArray, FloatArray]:
        # The inverse of f(k) = k^weight converts the score back to a number of words.
        words = weighted_common_subsequence(texts, hypotheses, self.weight) ** (1 / self.weight)
        # A rounding error may make it more than all words of the shorter snippet.
        words = np.minimum(words, np.minimum(texts.lengths, hypotheses.lengths))
        return share(words, texts.lengths), share(words, hypotheses.lengths)


@registry.features("rouge_s.v1")
@dataclass(eq=False, repr=False)
class RougeS(_Rouge):
    """Skip-bigrams: pairs of words in the same order on both sides, not necessarily adjacent.

    Parameters
    ----------
    max_skip : int, optional
        The maximum number of words between the two; None means any number.
    measures : sequence of {"precision", "recall", "f1"}
    level, drop
        Which words are compared, and how; see ``word_overlap.v1``.
    """

    source = "Lin 2004 section 5"
    field_ranges = (("max_skip", 0, math.inf),)

    max_skip: int | None = None
    measures: Sequence[RougeMeasure] = ("recall",)
    level: Level = "norms"
    drop: Drop = "punctuation"

    def _shares(self, texts: Ragged, hypotheses: Ragged) -> tuple[FloatArray, FloatArray]:
        counts = skip_bigram_matches(texts, hypotheses, self.max_skip)
        return share(counts.common, counts.in_text), share(counts.common, counts.in_hypothesis)
