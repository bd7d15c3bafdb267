"""The layers that a parser gives."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Any

from rte_baselines.analysis.analysis import Analysis
from rte_baselines.analysis.cache import AnalysisCache, cache_folder
from rte_baselines.analysis.layer import Layer
from rte_baselines.analysis.packing import LayerValue
from rte_baselines.analysis.pipeline import EnglishPipeline
from rte_baselines.registry import registry

# So many snippets are parsed before they are kept: what an interruption can lose.
_BATCH_SIZE = 256


@registry.layers("english.v1")
class EnglishLayer(Layer):
    """Lemmas, parts of speech, dependencies, sentences and named entities.

    They come from the spaCy pipeline that is the resource ``english``, run over the words
    that all other layers are about, or from the cache where the snippet was parsed
    before. Dependencies are Universal Dependencies, whatever the pipeline's own are.
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
        """Look the snippets up, and parse those that are new."""
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
    """Whether these are the layers of a snippet, all of them and as long as it is."""
    if layers is None or set(layers) != set(EnglishLayer.provides):
        return False
    return all(len(values) == len(analysis) for values in layers.values())
