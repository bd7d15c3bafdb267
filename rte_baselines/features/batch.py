"""Analysed pairs laid out for kernels."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain, compress
from typing import Literal

import numpy as np

from rte_baselines.analysis import Analysis
from rte_baselines.kernels.ragged import BoolArray, IntArray, Ragged

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
        return np.flatnonzero(_kept([analysis], self, len(analysis)))


class PairBatch:
    """Analyses of some pairs, whose selections are laid out once and shared by features.

    Parameters
    ----------
    texts, hypotheses : sequence of Analysis
        One of each for every pair.
    """

    def __init__(self, texts: Sequence[Analysis], hypotheses: Sequence[Analysis]) -> None:
        self.texts = texts
        self.hypotheses = hypotheses
        self._ids: dict[Selection, tuple[Ragged, Ragged]] = {}
        self._terms: dict[Selection, tuple[list[str], list[str]]] = {}

    def ids(self, selection: Selection) -> tuple[Ragged, Ragged]:
        """Return the selected words of the texts and of the hypotheses as numbers."""
        if selection not in self._ids:
            self._ids[selection] = (
                _lay_out_ids(self.texts, selection),
                _lay_out_ids(self.hypotheses, selection),
            )
        return self._ids[selection]

    def terms(self, selection: Selection) -> tuple[list[str], list[str]]:
        """Return the strings of the selected words, parallel to the values of `ids`."""
        if selection not in self._terms:
            self._terms[selection] = (
                _lay_out_terms(self.texts, selection),
                _lay_out_terms(self.hypotheses, selection),
            )
        return self._terms[selection]

    def __len__(self) -> int:
        return len(self.texts)


def _lay_out_ids(analyses: Sequence[Analysis], selection: Selection) -> Ragged:
    everything = Ragged.concatenate(analysis.ids(selection.level) for analysis in analyses)
    return everything.keep(_kept(analyses, selection, len(everything.values)))


def _lay_out_terms(analyses: Sequence[Analysis], selection: Selection) -> list[str]:
    everything = list(chain.from_iterable(analysis.layer(selection.level) for analysis in analyses))
    return list(compress(everything, _kept(analyses, selection, len(everything)).tolist()))


def _kept(analyses: Sequence[Analysis], selection: Selection, words: int) -> BoolArray:
    """Mark the selected words of all snippets end to end, shape (words,)."""
    kept = np.ones(words, dtype=np.bool_)
    if analyses:
        for layer in _DROPPED_LAYERS[selection.drop]:
            kept &= ~np.concatenate([analysis.layer(layer) for analysis in analyses])
    return kept
