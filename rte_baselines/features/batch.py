"""Analysed pairs laid out for kernels."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from rte_baselines.analysis import Analysis
from rte_baselines.kernels.ngrams import ngram_matches
from rte_baselines.kernels.paired import MatchCounts
from rte_baselines.kernels.ragged import BoolArray, FloatArray, IntArray, Ragged, offsets_of
from rte_baselines.lexicon.weighting import Weighting

Level = Literal["words", "norms", "stems", "porter_stems"]
"""At which level two words count as equal: a layer of strings."""

Drop = Literal["nothing", "punctuation", "stop_words", "closed_class"]
"""Which words a feature leaves out; the last two leave punctuation out as well."""

_DROPPED_LAYERS: dict[Drop, tuple[str, ...]] = {
    "nothing": (),
    "punctuation": ("is_punctuation",),
    "stop_words": ("is_punctuation", "is_stop_word"),
    "closed_class": ("is_punctuation", "is_closed_class"),
}


@dataclass(frozen=True)
class Selection:
    """Which words of a snippet are compared, and at which level.

    Parameters
    ----------
    level : {"words", "norms", "stems", "porter_stems"}
    drop : {"nothing", "punctuation", "stop_words", "closed_class"}
    """

    level: Level
    drop: Drop

    @property
    def layers(self) -> tuple[str, ...]:
        """The layers of analysis it reads."""
        return (f"{self.level}.ids", *_DROPPED_LAYERS[self.drop])

    def positions(self, analysis: Analysis) -> IntArray:
        """Return where in the snippet the words that are kept stand."""
        return np.flatnonzero(Side([analysis]).kept(self.drop))


class Side:
    """The texts or the hypotheses of some pairs, with their layers laid end to end.

    Parameters
    ----------
    analyses : sequence of Analysis
    """

    def __init__(self, analyses: Sequence[Analysis]) -> None:
        self.analyses = analyses
        self._arrays: dict[str, NDArray[Any]] = {}
        self._ids: dict[Selection, Ragged] = {}
        self._strings: dict[Level, list[str]] = {}

    @cached_property
    def offsets(self) -> IntArray:
        """Where each snippet's words start and the last one's end, shape (snippets + 1,)."""
        return offsets_of(np.array([len(analysis) for analysis in self.analyses], np.int64))

    def marks(self, layer: str) -> BoolArray:
        """Return a layer of marks, shape (words,)."""
        return self._array(layer, np.bool_)

    def numbers(self) -> FloatArray:
        """Return the values of the numbers, NaN at other words, shape (words,)."""
        return self._array("numbers", np.float64)

    def kept(self, drop: Drop) -> BoolArray:
        """Mark the words that are not left out, shape (words,)."""
        kept = np.ones(self.offsets[-1], dtype=np.bool_)
        for layer in _DROPPED_LAYERS[drop]:
            kept &= ~self.marks(layer)
        return kept

    def ids(self, selection: Selection) -> Ragged:
        """Return the selected words of each snippet as numbers."""
        if selection not in self._ids:
            everything = Ragged(self._array(f"{selection.level}.ids", np.int64), self.offsets)
            self._ids[selection] = everything.keep(self.kept(selection.drop))
        return self._ids[selection]

    def weights(self, selection: Selection, weighting: Weighting) -> FloatArray:
        """Return what the selected words weigh, parallel to the values of `ids`."""
        level = selection.level
        if level not in self._strings:
            self._strings[level] = list(
                chain.from_iterable(analysis.layer(level) for analysis in self.analyses)
            )
        return weighting.weights(self._strings[level])[self.kept(selection.drop)]

    def _array(self, layer: str, kind: type[np.generic]) -> NDArray[Any]:
        if layer not in self._arrays:
            arrays = [analysis.layer(layer) for analysis in self.analyses]
            self._arrays[layer] = np.concatenate(arrays) if arrays else np.empty(0, kind)
        return self._arrays[layer]


class PairBatch:
    """Analyses of some pairs, laid out and counted once for all features that ask.

    Parameters
    ----------
    texts, hypotheses : sequence of Analysis
        One of each for every pair.

    Attributes
    ----------
    texts, hypotheses : sequence of Analysis
    sides : tuple of two Side
        The texts and the hypotheses laid out.
    """

    def __init__(self, texts: Sequence[Analysis], hypotheses: Sequence[Analysis]) -> None:
        self.texts = texts
        self.hypotheses = hypotheses
        self.sides = (Side(texts), Side(hypotheses))
        self._ngram_matches: dict[tuple[Selection, int], MatchCounts] = {}

    def ids(self, selection: Selection) -> tuple[Ragged, Ragged]:
        """Return the selected words of the texts and of the hypotheses as numbers."""
        texts, hypotheses = self.sides
        return texts.ids(selection), hypotheses.ids(selection)

    def ngram_matches(self, selection: Selection, max_n: int) -> MatchCounts:
        """Count the n-grams of the selected words, once however many features ask."""
        if (selection, max_n) not in self._ngram_matches:
            texts, hypotheses = self.ids(selection)
            self._ngram_matches[selection, max_n] = ngram_matches(texts, hypotheses, max_n)
        return self._ngram_matches[selection, max_n]

    def __len__(self) -> int:
        return len(self.texts)
