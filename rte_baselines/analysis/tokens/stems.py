"""Layers of stems."""

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache

from rte_baselines.analysis.layer import KEPT_WORDS, WordValues, WordwiseLayer
from rte_baselines.core.registry import registry


@registry.layers("stems.v1")
class SnowballLayer(WordwiseLayer):
    """Stems by NLTK's English Snowball stemmer, also known as Porter2."""

    provides = ("stems",)
    reads = "norms"

    def __init__(self) -> None:
        from nltk.stem.snowball import EnglishStemmer

        self._stem: Callable[[str], str] = lru_cache(KEPT_WORDS)(EnglishStemmer().stem)

    def values(self, strings: Sequence[str]) -> Mapping[str, WordValues]:
        """Stem the norms."""
        return {"stems": [self._stem(string) for string in strings]}


@registry.layers("porter_stems.v1")
class PorterLayer(WordwiseLayer):
    """Stems by Porter's algorithm of 1980, with its author's later corrections."""

    provides = ("porter_stems",)
    reads = "norms"

    def __init__(self) -> None:
        from nltk.stem.porter import PorterStemmer

        stemmer = PorterStemmer(mode=PorterStemmer.MARTIN_EXTENSIONS)
        self._stem: Callable[[str], str] = lru_cache(KEPT_WORDS)(stemmer.stem)

    def values(self, strings: Sequence[str]) -> Mapping[str, WordValues]:
        """Stem the norms."""
        return {"porter_stems": [self._stem(string) for string in strings]}
