"""Word overlap by part of speech."""

from collections.abc import Sequence
from typing import Literal

import numpy as np

from rte_baselines.analysis import Analysis
from rte_baselines.core.registry import registry
from rte_baselines.features.base import Alignment, Feature, Output, share
from rte_baselines.features.batch import PairBatch, Selection
from rte_baselines.features.surface.overlap import align_equals
from rte_baselines.kernels.ragged import FloatArray
from rte_baselines.kernels.words import overlap

_PARTS = {
    "nouns": "NOUN",
    "proper_nouns": "PROPN",
    "verbs": "VERB",
    "adjectives": "ADJ",
    "adverbs": "ADV",
    "numbers": "NUM",
}


@registry.features("part_of_speech_overlap.v1")
class PartOfSpeechOverlap(Feature):
    """The share of the hypothesis's words that the text contains, for each part of speech.

    A word that the hypothesis repeats counts each time.

    Parameters
    ----------
    level : {"lemmas", "tagged_lemmas"}
        Whether words are equal by lemma alone, or by lemma and part of speech.
    """

    source = "the toolkit's own"
    outputs = tuple(map(Output, _PARTS))
    """A share for each part of speech; 0 where the hypothesis has no word of it."""

    def __init__(self, level: Literal["lemmas", "tagged_lemmas"] = "lemmas") -> None:
        self.level = level

    @property
    def layers(self) -> tuple[str, ...]:
        """Parts of speech, and the level's ids."""
        return ("pos", *self._selection.layers)

    def compute(self, batch: PairBatch) -> FloatArray:
        """Look up the words of each part of speech, shape (pairs, parts of speech)."""
        texts, hypotheses = batch.ids(self._selection)
        parts = np.array(batch.sides[1].strings("pos"), dtype=np.str_)
        anywhere = np.ones(len(texts.values))
        columns = []
        for part in _PARTS.values():
            is_part = (parts == part).astype(np.float64)
            sums = overlap.overlap_sums(texts, hypotheses, anywhere, is_part, types=False)
            columns.append(share(sums[:, overlap.COVERED], sums[:, overlap.HYPOTHESIS]))
        return np.column_stack(columns)

    def align(self, text: Analysis, hypothesis: Analysis) -> Sequence[Alignment]:
        """Align each word of these parts of speech with its first equal in the text."""
        counted = set(_PARTS.values())
        return tuple(
            alignment
            for alignment in align_equals(text, hypothesis, self._selection)
            if hypothesis.pos[alignment.hypothesis] in counted
        )

    @property
    def _selection(self) -> Selection:
        return Selection(self.level, "nothing")
