"""Overlap of words."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from rte_baselines.analysis import Analysis
from rte_baselines.core.registry import registry
from rte_baselines.features.base import (
    Alignment,
    MeasuringFeature,
    SelectingFeature,
    align_by,
    share,
)
from rte_baselines.features.batch import Drop, Level, PairBatch
from rte_baselines.features.describing import NOUNS, aligned
from rte_baselines.kernels.ragged import FloatArray
from rte_baselines.kernels.words import overlap
from rte_baselines.lexicon.weighting import UNIFORM, Weighting

Unit = Literal["tokens", "types"]
Measure = Literal["coverage", "jaccard", "dice", "cosine"]


@registry.features("word_overlap.v1")
@dataclass(eq=False, repr=False)
class WordOverlap(MeasuringFeature, SelectingFeature):
    """Overlap of the words of hypothesis and text.

    With c_T(w) and c_H(w) the counts of word w (at most 1 for types) and g(w) its weight, the
    measures are

    - coverage: sum of g c_H over the words in the text, over the sum of g c_H over all words:
      the share of the hypothesis that the text contains;
    - jaccard: sum of g min(c_T, c_H) over the sum of g max(c_T, c_H);
    - dice: twice the sum of g min(c_T, c_H) over the sum of g (c_T + c_H);
    - cosine: the cosine of the vectors with components g c_T and g c_H.

    Parameters
    ----------
    level : {"words", "norms", "stems", "porter_stems", "lemmas", "tagged_lemmas", "senses", \
"stemmed_senses"}
        The layer by which words are equal; tagged lemmas include the part of speech.
    drop : {"nothing", "punctuation", "stop_words", "closed_class", "function_words"}
        Words to exclude; the last three exclude punctuation as well. Closed-class words are a
        list; function words are identified by their part of speech.
    unit : {"types", "tokens"}
        Whether a repeated word counts once or each time.
    measures : sequence of {"coverage", "jaccard", "dice", "cosine"}
    weighting : Weighting
        Weights of the words.
    """

    source = "coverage after jijkoun2006 section 3, M-not-sim-imp"

    level: Level = "norms"
    drop: Drop = "punctuation"
    unit: Unit = "types"
    measures: Sequence[Measure] = ("coverage",)
    weighting: Weighting = UNIFORM

    @property
    def layers(self) -> tuple[str, ...]:
        """The strings that are weighted, the level's ids, and what marks excluded words."""
        return (self.selection.weighed_layer, *super().layers)

    def compute(self, batch: PairBatch) -> FloatArray:
        """Return the measures of every pair, shape (pairs, measures)."""
        layer, drop = self.selection.weighed_layer, self.selection.drop
        weights = [side.weights(layer, self.weighting)[side.kept(drop)] for side in batch.sides]
        sums = overlap.overlap_sums(
            *batch.ids(self.selection), *weights, types=self.unit == "types"
        )
        return np.column_stack([_measure(measure, sums) for measure in self.measures])

    def align(self, text: Analysis, hypothesis: Analysis) -> Sequence[Alignment]:
        """Align each word of the hypothesis with its first equal in the text."""
        text_strings, strings = text.layer(self.level), hypothesis.layer(self.level)
        first: dict[str, int] = {}
        for position in self.selection.positions(text).tolist():
            first.setdefault(text_strings[position], position)
        positions = self.selection.positions(hypothesis).tolist()
        partners = {word: first[strings[word]] for word in positions if strings[word] in first}
        return align_by(positions, partners, same(self.level))

    def describe(self, text: Analysis, hypothesis: Analysis) -> str:
        """Count the words that are found, each once if types are counted."""
        strings, noun = hypothesis.layer(self.level), NOUNS[self.drop]
        alignments = self.align(text, hypothesis)
        first = {strings[alignment.hypothesis]: alignment for alignment in reversed(alignments)}
        if self.unit == "types" and len(first) < len(alignments):
            noun = f"different {noun}"
            alignments = [alignment for alignment in alignments if alignment in first.values()]
        return aligned(alignments, hypothesis, noun, "found in the text")


def same(level: str) -> str:
    """Return the relation of words that are equal by a layer of strings, such as "same norm"."""
    return f"same {level.removesuffix('s').replace('_', ' ')}"


def _measure(measure: Measure, sums: FloatArray) -> FloatArray:
    """Return one measure of every pair from the columns of `overlap_sums`."""
    if measure == "coverage":
        return share(sums[:, overlap.COVERED], sums[:, overlap.HYPOTHESIS])
    shared = sums[:, overlap.SHARED]
    total = sums[:, overlap.TEXT] + sums[:, overlap.HYPOTHESIS]
    if measure == "jaccard":
        return share(shared, total - shared)
    if measure == "dice":
        return share(2 * shared, total)
    lengths = np.sqrt(sums[:, overlap.TEXT_SQUARED] * sums[:, overlap.HYPOTHESIS_SQUARED])
    # The cosine of equal vectors can exceed 1 by a rounding error.
    return np.minimum(share(sums[:, overlap.DOT], lengths), 1.0)
