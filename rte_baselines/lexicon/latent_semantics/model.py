"""Latent semantic indexing: sentences as vectors in the latent dimensions of a corpus.

Source: Deerwester, Dumais, Furnas, Landauer and Harshman 1990, "Indexing by Latent Semantic
Analysis"; newman2006 section 3.1.
"""

from array import array
from collections.abc import Iterable
from pathlib import Path
from typing import Final

import numpy as np
import scipy

from rte_baselines.core.errors import InputError
from rte_baselines.core.processes.workers import Pool
from rte_baselines.core.quoting import counted
from rte_baselines.core.resources.arrays import ArrayChecks, ArrayFolder, open_arrays
from rte_baselines.kernels.ragged import FloatArray, IntArray, Ragged
from rte_baselines.lexicon.corpus.array_resources import (
    ArrayResource,
    Provenance,
    check_output,
    require_terms,
    write_corpus_resource,
)
from rte_baselines.lexicon.corpus.corpora import Document, document_terms
from rte_baselines.lexicon.corpus.vocabulary import (
    NOT_FOUND,
    Vocabulary,
    check_vocabulary,
    vocabulary_arrays,
)

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
    """

    resource = "latent-semantics"

    def __init__(self, arrays: ArrayFolder) -> None:
        self._vocabulary = Vocabulary.from_arrays(arrays)
        self._term_vectors: FloatArray = arrays["term_vectors"].astype(np.float64)
        self.dimensions = self._term_vectors.shape[1]

    @classmethod
    def _open_folder(cls, folder: str) -> "LatentSemantics":
        return cls(open_arrays(folder, FORMAT, check_arrays))

    def vectors(self, sentences: Ragged) -> FloatArray:
        """Return the vectors of sentences by folding-in, shape (sentences, dimensions).

        Sentences are digests of terms at the level `LEVEL` (see `Analysis.ids`), without stop
        words; one without known terms has zeros.
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
        """Return the cosine of each sentence with its counterpart; 0 without known terms."""
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


def build_latent_semantics(
    documents: Iterable[Document],
    output: str | Path,
    *,
    provenance: Provenance,
    dimensions: int = 50,
    max_terms: int = 10_000,
    min_documents: int = 2,
    workers: int | Pool = 1,
) -> None:
    """Decompose the term-document matrix of a corpus, and write the vectors of the terms.

    The cells of the matrix are unweighted counts, as newman2006 section 3.1 names no weighting; the
    paper has 50 dimensions and 10,028 terms. Terms are Porter stems without stop words and
    punctuation: the most frequent ones, without those in fewer than `min_documents`. The same
    corpus gives the same vectors, except for last digits that depend on the linear algebra library;
    the number of workers does not matter. The folder is written atomically; an existing resource of
    this kind is replaced.
    """
    check_output(output, FORMAT)
    terms, counts = _count(documents, workers)
    chosen = _chosen(terms, counts, max_terms, min_documents)
    require_terms(len(chosen), min_documents)
    vectors = term_vectors(counts[:, chosen].T, dimensions)
    write_corpus_resource(
        output,
        {
            **vocabulary_arrays([terms[column] for column in chosen]),
            # Half precision has a relative error of 1/2000, or an absolute one of 3e-8 near 0,
            # far less than the sampling error of the corpus.
            "term_vectors": vectors.astype(np.float16),
        },
        format_name=FORMAT,
        provenance=provenance,
        title="Latent semantics",
        summary=(
            f"The {dimensions} latent dimensions of {len(chosen):,} terms in "
            f"{counts.shape[0]:,} documents (Deerwester et al. 1990)."
        ),
        documents=counts.shape[0],
        terms=len(chosen),
        dimensions=dimensions,
        min_documents=min_documents,
    )


def _count(
    documents: Iterable[Document], workers: int | Pool
) -> tuple[list[str], "scipy.sparse.csr_array"]:
    """Return the terms, and the count of each in each document, shape (documents, terms)."""
    columns: dict[str, int] = {}
    cells, ends = array("i"), array("q", [0])
    for terms_at in document_terms(documents, [LEVEL], stop_words=False, workers=workers):
        cells.extend(columns.setdefault(term, len(columns)) for term in terms_at[LEVEL])
        ends.append(len(cells))
    counts = scipy.sparse.csr_array(
        (np.ones(len(cells)), np.asarray(cells), np.asarray(ends)),
        shape=(len(ends) - 1, len(columns)),
    )
    counts.sum_duplicates()
    return list(columns), counts


def _chosen(
    terms: list[str], counts: "scipy.sparse.csr_array", max_terms: int, min_documents: int
) -> list[int]:
    """Return the columns of the terms to keep, the most frequent first."""
    occurrences: IntArray = counts.sum(axis=0).astype(np.int64)
    documents = np.bincount(counts.indices, minlength=len(terms))
    kept: list[int] = np.flatnonzero(documents >= min_documents).tolist()
    kept.sort(key=lambda column: (-occurrences[column], terms[column]))
    return kept[:max_terms]


def term_vectors(counts: "scipy.sparse.sparray", dimensions: int) -> FloatArray:
    """Return the left singular vectors of the largest singular values.

    `counts` has the shape (terms, documents), the result (terms, dimensions). Columns are
    orthonormal, in the order of decreasing singular values. The component of each with the largest
    absolute value is positive.
    """
    size = min(counts.shape)
    if dimensions < size:
        # A fixed start vector makes the result deterministic.
        start = np.random.default_rng(0).standard_normal(size)
        vectors, values, _ = scipy.sparse.linalg.svds(
            counts.astype(np.float64), dimensions, v0=start
        )
        if values.min() > values.max() * max(counts.shape) * np.finfo(np.float64).eps:
            vectors = vectors[:, np.argsort(-values)]
            largest = np.abs(vectors).argmax(axis=0)
            signed: FloatArray = vectors * np.sign(vectors[largest, np.arange(dimensions)])
            return signed
    terms, documents = counts.shape
    raise InputError(
        f"{counted(terms, 'term', form=',')} in {counted(documents, 'document', form=',')} are too "
        f"few for {counted(dimensions, 'dimension')}; "
        "expected a larger corpus or fewer dimensions"
    )
