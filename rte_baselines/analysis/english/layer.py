"""The layers that come from the English parser."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rte_baselines.analysis.analysis import Analysis
from rte_baselines.analysis.english.cache import AnalysisCache, cache_folder
from rte_baselines.analysis.english.pipeline import EnglishPipeline
from rte_baselines.analysis.layer import Layer
from rte_baselines.core.registry import registry


@registry.layers("english.v1")
class EnglishLayer(Layer):
    """Lemmas, parts of speech, dependencies, sentences and named entities.

    The spaCy pipeline of the resource ``english`` parses the layer ``words``; snippets that
    were parsed before are read from the cache. Dependencies are Universal Dependencies,
    whatever scheme the pipeline uses.
    """

    provides = (
        "lemmas",
        "pos",
        "tags",
        "heads",
        "relations",
        "sentence_starts",
        "entity_labels",
        "entity_starts",
    )
    needs = ("words", "word_offsets")
    resources = ("english",)

    def __init__(self) -> None:
        self._pipeline = EnglishPipeline()
        self._cache = AnalysisCache(cache_folder())

    def compute(self, analyses: Sequence[Analysis]) -> Iterator[Mapping[str, Any]]:
        """Look the snippets up in the cache; parse those that are missing."""
        return self._cache.computed(self._pipeline.digest, analyses, self._pipeline.parse)
