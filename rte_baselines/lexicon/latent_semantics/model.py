"""Latent semantic indexing: sentences as vectors in the latent dimensions of a corpus."""

from typing import Any, Final

import numpy as np
import scipy
from numpy.typing import NDArray

from rte_baselines.core.resources.array_checks import ArrayChecks
from rte_baselines.core.resources.arrays import ArrayFolder, open_arrays
from rte_baselines.kernels.ragged import FloatArray, Ragged
from rte_baselines.lexicon.array_resource import ArrayResource
from rte_baselines.lexicon.corpus.vocabulary import NOT_FOUND, Vocabulary, check_vocabulary

FORMAT = "latent-semantics.v1"

LEVEL: Final = "porter_stems"
"""The layer of analysis of the terms; stop words are excluded."""


class LatentSemantics(ArrayResource):
    """The latent dimensions of a corpus, for folding-in sentences.

    The term-document matrix X is approximated by T S D', with the largest singular values in
    S. In Deerwester et al. (1990), a text with term counts q that is not in the corpus is
    folded in as q' T S^-1 among the rows of D, and texts are compared by rows of D S. So a
    sentence has the vector

        q' T S^-1 S = q' T,

    the sum of the rows of T of all its words. As the columns of T are orthonormal, these
    vectors have the same cosines as q' T T', the formulation of newman2006 section 3.1: the
    counts of a sentence, smoothed over terms of similar documents.

    Parameters
    ----------
    vocabulary : Vocabulary
        The terms, the most frequent in the corpus first.
    term_vectors : ndarray, shape (terms, dimensions)
        T, the left singular vectors.

    Attributes
    ----------
    dimensions : int
    """

    resource = "latent-semantics"

    def __init__(self, vocabulary: Vocabulary, term_vectors: NDArray[Any]) -> None:
        self.dimensions = term_vectors.shape[1]
        self._vocabulary = vocabulary
        self._term_vectors = term_vectors.astype(np.float64)

    @classmethod
    def _open_folder(cls, folder: str) -> "LatentSemantics":
        arrays = open_arrays(folder, FORMAT, check_arrays)
        return cls(Vocabulary.from_arrays(arrays), arrays["term_vectors"])

    def vectors(self, sentences: Ragged) -> FloatArray:
        """Return the vectors of sentences by folding-in.

        Parameters
        ----------
        sentences : Ragged
            Digests of terms at the level `LEVEL` (see `Analysis.ids`), without stop words.

        Returns
        -------
        ndarray of float64, shape (sentences, dimensions)
            Zeros for a sentence without known terms.
        """
        rows = self._vocabulary.rows_of_ids(sentences.values)
        known = Ragged(rows, sentences.offsets).keep(rows != NOT_FOUND)
        ones = np.ones(len(known.values))
        counts = scipy.sparse.csr_array(
            (ones, known.values, known.offsets), shape=(len(known), len(self._vocabulary))
        )
        vectors: FloatArray = counts @ self._term_vectors
        return vectors

    def cosines(self, first: Ragged, second: Ragged) -> FloatArray:
        """Return the cosine of each sentence with its counterpart.

        Parameters
        ----------
        first, second : Ragged
            The same number of sentences each; see `vectors`.

        Returns
        -------
        ndarray of float64, shape (sentences,)
            From -1 to 1; 0 if either has no known term.
        """
        vectors, others = self.vectors(first), self.vectors(second)
        lengths = np.linalg.norm(vectors, axis=1) * np.linalg.norm(others, axis=1)
        products = (vectors * others).sum(axis=1)
        cosines = np.divide(products, lengths, out=np.zeros(len(lengths)), where=lengths > 0)
        # Rounding can make a cosine greater than 1.
        clipped: FloatArray = np.clip(cosines, -1.0, 1.0)
        return clipped

    def __len__(self) -> int:
        return len(self._vocabulary)


def check_arrays(folder: ArrayFolder) -> None:
    """Check that the arrays of a folder are those of latent semantics."""
    checks = ArrayChecks(folder)
    shape = check_vocabulary(checks), checks.count("dimensions")
    # The columns have length 1.
    checks.numbers("term_vectors", ["float16"], shape, least=-1, most=1)
