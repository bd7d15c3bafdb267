"""Layers for many analyses at once, each distinct word of them looked at once."""

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from itertools import accumulate, chain, pairwise
from typing import Any, cast

import numpy as np

from rte_baselines.analysis.analysis import Analysis
from rte_baselines.analysis.layer import Layer, WordValues, WordwiseLayer


class Preparation:
    """Computes the layers that some analyses lack.

    Parameters
    ----------
    analyses : sequence of Analysis
    layer_of : callable
        Returns what computes the layer of a name.
    """

    def __init__(
        self, analyses: Sequence[Analysis], layer_of: Callable[[str], Layer | WordwiseLayer]
    ) -> None:
        self._analyses = analyses
        self._layer_of = layer_of
        self._wordwise: dict[str, tuple[_DistinctWords, WordValues]] = {}

    def provide(self, name: str) -> None:
        """Compute a layer, and those it reads, wherever it is missing."""
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
        """Return a layer's values at the distinct words, and where these stand."""
        if name not in self._wordwise:
            layer = self._layer_of(name)
            if isinstance(layer, WordwiseLayer):
                words, strings = self._of_distinct_words(layer.reads)
                # What a wordwise layer reads is a layer of strings.
                for provided, values in layer.values(cast(list[str], strings)).items():
                    self._wordwise[provided] = words, values
            else:
                self.provide(name)
                words = _DistinctWords([analysis.layers[name] for analysis in self._analyses])
                self._wordwise[name] = words, words.strings
        return self._wordwise[name]


class _DistinctWords:
    """The distinct strings of a layer of some snippets, and where they stand."""

    def __init__(self, snippets: Sequence[Sequence[str]]) -> None:
        places: defaultdict[str, int] = defaultdict()
        places.default_factory = places.__len__
        everywhere = list(chain.from_iterable(snippets))
        self._places = np.fromiter(map(places.__getitem__, everywhere), np.int64, len(everywhere))
        self.strings = list(places)
        self._ends = list(accumulate(map(len, snippets), initial=0))

    def spread(self, values: WordValues) -> Iterator[Any]:
        """Yield the values of each snippet, a tuple of strings or an array."""
        everywhere: Any
        if isinstance(values, list):
            everywhere = tuple(np.array(values, dtype=object)[self._places].tolist())
        else:
            everywhere = values[self._places]
        for start, end in pairwise(self._ends):
            yield everywhere[start:end]
