"""The stem layers."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any

from rte_baselines.analysis.analysis import Analysis
from rte_baselines.analysis.analyzer import Layer
from rte_baselines.registry import registry


@registry.layers("stems.v1")
class SnowballLayer(Layer):
    """Stems by NLTK's Snowball stemmer for English, also known as Porter2."""

    provides = ("stems",)
    needs = ("norms",)

    def __init__(self) -> None:
        from nltk.stem.snowball import EnglishStemmer

        self._stem: Callable[[str], str] = cache(EnglishStemmer().stem)

    def compute(self, analyses: Sequence[Analysis]) -> Iterator[Mapping[str, Any]]:
        """Stem the norms."""
        for analysis in analyses:
            yield {"stems": tuple(map(self._stem, analysis.norms))}


@registry.layers("porter_stems.v1")
class PorterLayer(Layer):
    """Stems by Porter's algorithm of 1980, with its author's later corrections."""

    provides = ("porter_stems",)
    needs = ("norms",)

    def __init__(self) -> None:
        from nltk.stem.porter import PorterStemmer

        stemmer = PorterStemmer(mode=PorterStemmer.MARTIN_EXTENSIONS)
        self._stem: Callable[[str], str] = cache(stemmer.stem)

    def compute(self, analyses: Sequence[Analysis]) -> Iterator[Mapping[str, Any]]:
        """Stem the norms."""
        for analysis in analyses:
            yield {"porter_stems": tuple(map(self._stem, analysis.norms))}
