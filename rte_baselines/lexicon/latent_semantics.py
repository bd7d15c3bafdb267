"""Latent semantic indexing: sentences as vectors, alike where their words share documents."""

from functools import lru_cache
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from rte_baselines import resources
from rte_baselines.array_checks import ArrayChecks
from rte_baselines.arrays import ArrayFolder, open_arrays
from rte_baselines.kernels.ragged import FloatArray, Ragged
from rte_baselines.lexicon.vocabulary import NOT_FOUND, Vocabulary, check_vocabulary

FORMAT = "latent-semantics.v1"

LEVEL: Final = "porter_stems"
"""The layer of analysis whose strings are the terms; stop words are none."""


class LatentSemantics:
    """The latent dimensions of a corpus, into which sentences are folded.

    The matrix X of how often each term stands in each document is nearly T S D', with the
    largest singular values in S. In Deerwester et al. (1990), a text with the term counts q
    that is not in the corpus lies at q' T S^-1 among the rows of D, and texts are compared by
    rows of D S. A sentence therefore has the vector

        q' T S^-1 S = q' T,

    the sum of the rows of T of its words, each as often as it stands there. As the columns
    of T are orthonormal, these vectors have the same cosines as the q' T T', in which
    newman2006 section 3.1 puts it: the counts of a sentence, spread to the terms of like
    documents.

    Parameters
    ----------
    vocabulary : Vocabulary
        Terms, the one that occurs most often in the corpus first.
    term_vectors : ndarray, shape (terms, dimensions)
        T, the left singular vectors.

    Attributes
    ----------
    dimensions : int
    """

    def __init__(self, vocabulary: Vocabulary, term_vectors: NDArray[Any]) -> None:
        self.dimensions = term_vectors.shape[1]
        self._vocabulary = vocabulary
        self._term_vectors = term_vectors.astype(np.float64)

    @classmethod
    def open(cls, folder: str | Path | None = None) -> "LatentSemantics":
        """Open a folder that `build_latent_semantics` wrote, once in a process.

        Parameters
        ----------
        folder : str or Path, optional
            Left out, the one in use (``rte-baselines resources list``).

        Raises
        ------
        ResourceError
            If there is none, or it holds something else or is damaged.
        """
        return _opened(str(folder or resources.required("latent-semantics")))

    def vectors(self, sentences: Ragged) -> FloatArray:
        """Fold sentences in.

        Parameters
        ----------
        sentences : Ragged
            Digests of terms as analysis gives them, at the level `LEVEL`, without stop words.

        Returns
        -------
        ndarray of float64, shape (sentences, dimensions)
            Zeros for a sentence without a known term.
        """
        rows = self._vocabulary.rows_of_ids(sentences.values)
        known = Ragged(rows, sentences.offsets).keep(rows != NOT_FOUND)
        ones = np.ones(len(known.values))
        counts = sparse.csr_array(
            (ones, known.values, known.offsets), shape=(len(known), len(self._vocabulary))
        )
        vectors: FloatArray = counts @ self._term_vectors
        return vectors

    def cosines(self, first: Ragged, second: Ragged) -> FloatArray:
        """Return the cosine of each sentence with its counterpart.

        Parameters
        ----------
        first, second : Ragged
            As many sentences each, as in `vectors`.

        Returns
        -------
        ndarray of float64, shape (sentences,)
            From -1 to 1; 0 where either has no known term.
        """
        vectors, others = self.vectors(first), self.vectors(second)
        lengths = np.linalg.norm(vectors, axis=1) * np.linalg.norm(others, axis=1)
        products = (vectors * others).sum(axis=1)
        cosines = np.divide(products, lengths, out=np.zeros(len(lengths)), where=lengths > 0)
        # Rounding may carry the cosine of like vectors past 1 by a last digit.
        within: FloatArray = np.clip(cosines, -1.0, 1.0)
        return within

    def __len__(self) -> int:
        return len(self._vocabulary)


@lru_cache(maxsize=4)
def _opened(folder: str) -> LatentSemantics:
    arrays = open_arrays(folder, FORMAT, check_arrays)
    return LatentSemantics(Vocabulary.from_arrays(arrays), arrays["term_vectors"])


def check_arrays(folder: ArrayFolder) -> None:
    """Check that the arrays of a folder are those of latent semantics.

    Raises
    ------
    ResourceError
        Naming the array that is not what `build_latent_semantics` writes.
    """
    checks = ArrayChecks(folder)
    shape = check_vocabulary(checks), checks.count("dimensions")
    # The columns have length 1.
    checks.numbers("term_vectors", ["float16"], shape, least=-1, most=1)
