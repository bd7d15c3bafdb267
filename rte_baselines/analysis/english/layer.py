"""The layers that come from the English parser."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Any

from rte_baselines.analysis.analysis import Analysis
from rte_baselines.analysis.english.cache import AnalysisCache, LayerValue, cache_folder
from rte_baselines.analysis.english.pipeline import EnglishPipeline
from rte_baselines.analysis.layer import Layer
from rte_baselines.core.registry import registry

# Snippets are stored in the cache in batches of this size; an interruption can lose one batch.
_BATCH_SIZE = 256


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
        remaining = iter(analyses)
        while batch := list(islice(remaining, _BATCH_SIZE)):
            yield from self._compute_batch(batch)

    def _compute_batch(self, batch: Sequence[Analysis]) -> Iterator[Mapping[str, Any]]:
        digest = self._pipeline.digest
        found = self._cache.get_many(digest, [analysis.text for analysis in batch])
        new = [
            analysis for analysis in batch if not _are_layers_of(analysis, found.get(analysis.text))
        ]
        parsed = {
            analysis.text: layers
            for analysis, layers in zip(new, self._pipeline.parse(new), strict=True)
        }
        self._cache.put_many(digest, parsed)
        found |= parsed
        return (found[analysis.text] for analysis in batch)


def _are_layers_of(analysis: Analysis, layers: Mapping[str, LayerValue] | None) -> bool:
    """Whether the layers are complete and as long as the snippet."""
    if layers is None or set(layers) != set(EnglishLayer.provides):
        return False
    return all(len(values) == len(analysis) for values in layers.values())
