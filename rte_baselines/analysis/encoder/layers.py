"""The layers of vectors: of pieces, words, sentences and snippets."""

from abc import abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any

import numpy as np

from rte_baselines.analysis.analysis import Analysis
from rte_baselines.analysis.encoder.encoder import SentenceEncoder, unit_rows
from rte_baselines.analysis.english.cache import AnalysisCache, Layers, cache_folder, digest_of
from rte_baselines.analysis.english.sentence_boundaries import sentences_of
from rte_baselines.analysis.layer import Layer
from rte_baselines.core.importing import version
from rte_baselines.core.registry import registry
from rte_baselines.core.resources import resources
from rte_baselines.kernels.ragged import Ragged

NO_WORD = -1
"""The word index of a piece outside all words."""

# The code that computes vectors; changes to it change the digest.
_CODE = (
    "encoder/cosines.py",
    "encoder/encoder.py",
    "encoder/layers.py",
    "encoder/network.py",
    "english/sentence_boundaries.py",
    "english/sentence_words.txt",
    "tokens/words.py",
)
_BATCH_SIZE = 256


@registry.layers("pieces.v1")
class PieceLayer(Layer):
    """The word pieces of the sentence encoder's tokenizer, without special pieces."""

    provides = ("piece_ids", "piece_offsets")
    resources = ("encoder",)

    def compute(self, analyses: Sequence[Analysis]) -> Iterator[Mapping[str, Any]]:
        """Split the snippets into pieces."""
        encoder = SentenceEncoder.open()
        for analysis in analyses:
            pieces = encoder.pieces(analysis.text)
            yield {"piece_ids": pieces.ids, "piece_offsets": pieces.offsets}


@registry.layers("piece_words.v1")
class PieceWordLayer(Layer):
    """The word that each piece is part of; the first word if a piece spans several words."""

    provides = ("piece_words",)
    needs = ("words", "word_offsets", "piece_offsets")

    def compute(self, analyses: Sequence[Analysis]) -> Iterator[Mapping[str, Any]]:
        """Compare the offsets of pieces and words."""
        for analysis in analyses:
            starts, ends = analysis.layer("piece_offsets").T
            lengths = np.array([len(word) for word in analysis.words], np.int64)
            word_ends = analysis.word_offsets + lengths
            # The first word that ends after the piece starts.
            words = np.searchsorted(word_ends, starts, side="right")
            word_starts = np.append(analysis.word_offsets, np.iinfo(np.int64).max)
            yield {"piece_words": np.where(word_starts[words] < ends, words, NO_WORD)}


@registry.layers("input_vectors.v1")
class InputVectorLayer(Layer):
    """The vectors of the pieces out of context: the input embeddings of the sentence encoder."""

    provides = ("input_vectors",)
    needs = ("piece_ids",)
    resources = ("encoder",)

    def compute(self, analyses: Sequence[Analysis]) -> Iterator[Mapping[str, Any]]:
        """Look the pieces up."""
        encoder = SentenceEncoder.open()
        for start in range(0, len(analyses), _BATCH_SIZE):
            batch = analyses[start : start + _BATCH_SIZE]
            pieces = Ragged.concatenate(analysis.layer("piece_ids") for analysis in batch)
            distinct, places = np.unique(pieces.values, return_inverse=True)
            vectors = encoder.input_vectors(distinct)
            for snippet in np.split(places, pieces.offsets[1:-1]):
                yield {"input_vectors": vectors[snippet]}


class _CachedVectorLayer(Layer):
    """Base class of layers that the network computes; vectors are kept in the cache on disk."""

    resources = ("encoder",)

    def __init__(self) -> None:
        self._cache = AnalysisCache(cache_folder())

    def compute(self, analyses: Sequence[Analysis]) -> Iterator[Mapping[str, Any]]:
        """Look the snippets up in the cache; encode those that are missing."""
        digest = _digest(self.provides, resources.digest("encoder"))
        return self._cache.computed(digest, analyses, self.vectors_of)

    @abstractmethod
    def vectors_of(self, analyses: Sequence[Analysis]) -> Iterator[Layers]:
        """Yield the layers of each snippet, in order."""


@registry.layers("piece_vectors.v1")
class PieceVectorLayer(_CachedVectorLayer):
    """The vectors of the pieces in their context, and of the snippet.

    All vectors have length 1 and numbers of 16 bits, whether they are computed or read from the
    cache.
    """

    provides = ("piece_vectors", "snippet_vector")
    needs = ("piece_ids",)

    def vectors_of(self, analyses: Sequence[Analysis]) -> Iterator[Layers]:
        """Encode the snippets."""
        encoded = SentenceEncoder.open().encode(
            [analysis.layer("piece_ids") for analysis in analyses]
        )
        for vectors in encoded:
            yield {"piece_vectors": vectors.pieces, "snippet_vector": vectors.whole}


@registry.layers("sentence_vectors.v1")
class SentenceVectorLayer(_CachedVectorLayer):
    """The vectors of the sentences, by the rules for boundaries, which need no parser.

    The vector of an only sentence is that of the snippet.
    """

    provides = ("sentence_vectors",)
    needs = ("words", "word_offsets", "snippet_vector")

    def vectors_of(self, analyses: Sequence[Analysis]) -> Iterator[Layers]:
        """Encode the sentences of snippets that have several."""
        encoder = SentenceEncoder.open()
        sentences = [sentences_of(analysis) for analysis in analyses]
        several = [sentence for parts in sentences if len(parts) > 1 for sentence in parts]
        encoded = encoder.encode([encoder.pieces(sentence).ids for sentence in several])
        for analysis, parts in zip(analyses, sentences, strict=True):
            rows = (
                [next(encoded).whole for _ in parts]
                if len(parts) > 1
                else [analysis.layer("snippet_vector")] * len(parts)
            )
            shape = len(rows), encoder.dimensions
            yield {"sentence_vectors": np.array(rows, np.float16).reshape(shape)}


@cache
def _digest(layers: tuple[str, ...], encoder: str) -> str:
    """Identify layers, the encoder, the libraries that run it, and the code."""
    libraries = f"{version('onnxruntime')} {version('tokenizers')}"
    return digest_of(f"{layers} {libraries} {encoder}", _CODE)


@registry.layers("token_vectors.v1")
class TokenVectorLayer(Layer):
    """The vectors of the words in their context: the means of those of their pieces."""

    provides = ("token_vectors",)
    needs = ("words", "piece_words", "piece_vectors")

    def compute(self, analyses: Sequence[Analysis]) -> Iterator[Mapping[str, Any]]:
        """Add up the vectors of the pieces; words without pieces have zeros."""
        for analysis in analyses:
            words, pieces = analysis.layer("piece_words"), analysis.layer("piece_vectors")
            sums = np.zeros((len(analysis), pieces.shape[1]))
            has_word = words != NO_WORD
            np.add.at(sums, words[has_word], pieces[has_word].astype(np.float64))
            yield {"token_vectors": unit_rows(sums)}
