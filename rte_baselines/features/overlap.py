"""Overlap of words, whatever their order."""

from collections.abc import Sequence
from typing import Literal

import numpy as np

from rte_baselines.analysis import Analysis
from rte_baselines.features.base import Alignment, Output, share
from rte_baselines.features.batch import Drop, Level, PairBatch, Selection
from rte_baselines.features.describing import NOUNS, aligned
from rte_baselines.features.selecting import SelectingFeature, outputs_of
from rte_baselines.kernels import overlap
from rte_baselines.kernels.ragged import FloatArray
from rte_baselines.lexicon.weighting import UNIFORM, Weighting
from rte_baselines.registry import registry

Unit = Literal["tokens", "types"]
Measure = Literal["coverage", "jaccard", "dice", "cosine"]


@registry.features("word_overlap.v1")
class WordOverlap(SelectingFeature):
    """How many words the hypothesis has in common with the text.

    With c_T(w) and c_H(w) the counts of word w, 1 at the most for types, and its weight
    g(w), the measures are

    - coverage: sum of g c_H over the words found in the text, over the sum of g c_H:
      the share of the hypothesis found in the text;
    - jaccard: sum of g min(c_T, c_H) over the sum of g max(c_T, c_H);
    - dice: twice the sum of g min(c_T, c_H) over the sum of g (c_T + c_H);
    - cosine: of the vectors with components g c_T and g c_H.

    Parameters
    ----------
    level : {"words", "norms", "stems", "porter_stems", "lemmas", "tagged_lemmas", "senses", \
"stemmed_senses"}
        At which words are compared; tagged lemmas are equal if their parts of speech are too.
    drop : {"nothing", "punctuation", "stop_words", "closed_class", "function_words"}
        Words left out; the last three leave out punctuation as well. The closed classes are
        a list of words, function words are told by their part of speech.
    unit : {"types", "tokens"}
        Whether a word that the hypothesis repeats counts once or each time.
    measures : sequence of {"coverage", "jaccard", "dice", "cosine"}
    weighting : Weighting
        What each word weighs.
    """

    source = "coverage after jijkoun2006 section 3, M-not-sim-imp"

    def __init__(
        self,
        level: Level = "norms",
        drop: Drop = "punctuation",
        unit: Unit = "types",
        measures: Sequence[Measure] = ("coverage",),
        weighting: Weighting = UNIFORM,
    ) -> None:
        self.level = level
        self.drop = drop
        self.unit = unit
        self.measures = measures
        self.weighting = weighting

    @property
    def layers(self) -> tuple[str, ...]:
        """The strings to weigh, the level as numbers, and the marks of what is left out."""
        return (self.selection.weighed_layer, *super().layers)

    @property
    def outputs(self) -> tuple[Output, ...]:
        """One number for each measure."""
        return outputs_of(self.measures)

    def compute(self, batch: PairBatch) -> FloatArray:
        """Return the measures of every pair, shape (pairs, measures)."""
        weights = [side.weights(self.selection, self.weighting) for side in batch.sides]
        sums = overlap.overlap_sums(
            *batch.ids(self.selection), *weights, types=self.unit == "types"
        )
        return np.column_stack([_measure(measure, sums) for measure in self.measures])

    def align(self, text: Analysis, hypothesis: Analysis) -> Sequence[Alignment]:
        """Align each word of the hypothesis with its first equal in the text."""
        return align_equals(text, hypothesis, self.selection)

    def describe(self, text: Analysis, hypothesis: Analysis) -> str:
        """Count the words that are found, each once if types are counted."""
        strings = hypothesis.layer(self.level)
        alignments = self.align(text, hypothesis)
        if self.unit == "types":
            first = {strings[found.hypothesis]: found for found in reversed(alignments)}
            alignments = [found for found in alignments if found in first.values()]
        return aligned(alignments, hypothesis, NOUNS[self.drop], "found in the text")


def align_equals(
    text: Analysis, hypothesis: Analysis, selection: Selection
) -> tuple[Alignment, ...]:
    """Align each selected word of the hypothesis with its first equal in the text."""
    text_strings, strings = text.layer(selection.level), hypothesis.layer(selection.level)
    first: dict[str, int] = {}
    for position in selection.positions(text).tolist():
        first.setdefault(text_strings[position], position)
    relation = f"same {selection.level.removesuffix('s').replace('_', ' ')}"
    return tuple(
        Alignment(position, first[strings[position]], relation)
        if strings[position] in first
        else Alignment(position, None, "missing")
        for position in selection.positions(hypothesis).tolist()
    )


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
    # Rounding may carry the cosine of equal vectors past 1 by a last digit.
    return np.minimum(share(sums[:, overlap.DOT], lengths), 1.0)
