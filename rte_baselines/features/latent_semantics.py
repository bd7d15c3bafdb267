"""Similarity in the latent dimensions of a corpus."""

from rte_baselines.features.base import Feature, Output
from rte_baselines.features.batch import PairBatch, Selection
from rte_baselines.kernels.ragged import FloatArray
from rte_baselines.lexicon.latent_semantics import LEVEL, LatentSemantics
from rte_baselines.registry import registry

_TERMS = Selection(LEVEL, "stop_words")


@registry.features("lsi_cosine.v1")
class LsiCosine(Feature):
    """The cosine of text and hypothesis after latent semantic indexing of a corpus.

    Words that stand in like documents make two sentences alike that have none in common;
    see `LatentSemantics`. Words are compared as Porter stems, without stop words.
    """

    source = "newman2006 section 3.1; Deerwester et al. 1990"
    reads = ("latent-semantics",)

    @property
    def layers(self) -> tuple[str, ...]:
        """The stems as numbers, and the marks of what is left out."""
        return _TERMS.layers

    @property
    def outputs(self) -> tuple[Output, ...]:
        """From -1 to 1; 0 if either side has no word that the index knows."""
        return (Output("", -1.0, 1.0),)

    def compute(self, batch: PairBatch) -> FloatArray:
        """Compare the two sides of every pair, shape (pairs, 1)."""
        return LatentSemantics.open().cosines(*batch.ids(_TERMS)).reshape(-1, 1)
