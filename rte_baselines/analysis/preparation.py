"""Computation of layers for many analyses at once, with each distinct word looked up once."""

from collections.abc import Callable, Iterator, Sequence
from itertools import accumulate, chain, pairwise
from typing import Any, cast

import numpy as np

from rte_baselines.analysis.analysis import Analysis
from rte_baselines.analysis.layer import Layer, WordValues, WordwiseLayer
from rte_baselines.analysis.token_ids import numbered


class Preparation:
    """Computes the missing layers of some analyses.

    `layer_of` returns the `Layer` or `WordwiseLayer` that computes the layer of a name.
    """

    def __init__(
        self, analyses: Sequence[Analysis], layer_of: Callable[[str], Layer | WordwiseLayer]
    ) -> None:
        self._analyses = analyses
        self._layer_of = layer_of
        self._wordwise: dict[str, tuple[_DistinctWords, WordValues]] = {}

    def provide(self, name: str) -> None:
        """Compute a layer, and the layers that it needs, for the analyses that lack it."""
        missing = [analysis for analysis in self._analyses if name not in analysis.layers]
        if not missing:
            return
        layer = self._layer_of(name)
        if isinstance(layer, WordwiseLayer):
            words, values = self._of_distinct_words(name)
            for analysis, value in zip(self._analyses, words.spread(values), strict=True):
                analysis.layers.setdefault(name, value)
            return
        for need in layer.needs:
            self.provide(need)
        for analysis, computed in zip(missing, layer.compute(missing), strict=True):
            analysis.layers.update(computed)

    def _of_distinct_words(self, name: str) -> "tuple[_DistinctWords, WordValues]":
        """Return the distinct words of a layer, and the value of the layer at each."""
        if name not in self._wordwise:
            layer = self._layer_of(name)
            if isinstance(layer, WordwiseLayer):
                words, strings = self._of_distinct_words(layer.reads)
                # Wordwise layers read layers of strings only.
                for provided, values in layer.values(cast(list[str], strings)).items():
                    self._wordwise[provided] = words, values
            else:
                self.provide(name)
                words = _DistinctWords([analysis.layers[name] for analysis in self._analyses])
                self._wordwise[name] = words, words.strings
        return self._wordwise[name]


class _DistinctWords:
    """The distinct strings of a layer in some snippets, with their positions."""

    def __init__(self, snippets: Sequence[Sequence[str]]) -> None:
        self._ends = list(accumulate(map(len, snippets), initial=0))
        words = chain.from_iterable(snippets)
        self.strings, self._indices = numbered(words, self._ends[-1])

    def spread(self, values: WordValues) -> Iterator[Any]:
        """Yield the values at the words of each snippet, as a tuple of strings or an array."""
        of_words: Any
        if isinstance(values, list):
            of_words = tuple(np.array(values, dtype=object)[self._indices].tolist())
        else:
            of_words = values[self._indices]
        for start, end in pairwise(self._ends):
            yield of_words[start:end]
