"""Similarity of text and hypothesis by latent semantic indexing."""

from rte_baselines.core.registry import registry
from rte_baselines.features.base import Feature, Output
from rte_baselines.features.batch import PairBatch, Selection
from rte_baselines.kernels.ragged import FloatArray
from rte_baselines.lexicon.latent_semantics.model import LEVEL, LatentSemantics

_TERMS = Selection(LEVEL, "stop_words")


@registry.features("lsi_cosine.v1")
class LsiCosine(Feature):
    """The cosine of text and hypothesis after latent semantic indexing of a corpus.

    Two sentences without a common word can be similar if their words occur in similar
    documents; see `LatentSemantics`. Words are Porter stems; stop words are excluded.
    """

    source = "newman2006 section 3.1; Deerwester et al. 1990"
    reads = ("latent-semantics",)
    layers = _TERMS.layers
    """The ids of the stems, and the layers that mark excluded words."""
    outputs = (Output("", -1.0, 1.0),)
    """From -1 to 1; 0 if either side has no word of the index."""

    def compute(self, batch: PairBatch) -> FloatArray:
        """Compare the two sides of every pair, shape (pairs, 1)."""
        return LatentSemantics.open().cosines(*batch.ids(_TERMS)).reshape(-1, 1)
