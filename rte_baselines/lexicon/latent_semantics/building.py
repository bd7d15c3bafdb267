"""Building latent semantic indexes: from a corpus to the vectors of its terms.

Source: Deerwester, Dumais, Furnas, Landauer and Harshman 1990, "Indexing by Latent Semantic
Analysis"; newman2006 section 3.1.
"""

from array import array
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

import numpy as np
import scipy

from rte_baselines.core.errors import InputError
from rte_baselines.core.processes.workers import Pool
from rte_baselines.core.quoting import counted
from rte_baselines.kernels.ragged import FloatArray, IntArray
from rte_baselines.lexicon.corpus.corpora import Document, document_terms
from rte_baselines.lexicon.corpus.vocabulary import vocabulary_arrays
from rte_baselines.lexicon.corpus.writing import (
    Provenance,
    check_output,
    require_terms,
    write_corpus_resource,
)
from rte_baselines.lexicon.latent_semantics.model import FORMAT, LEVEL

DEFAULT_DIMENSIONS = 50
DEFAULT_MAX_TERMS = 10_000
DEFAULT_MIN_DOCUMENTS = 2


def build_latent_semantics(
    documents: Iterable[Document],
    output: str | Path,
    *,
    provenance: Provenance,
    dimensions: int = DEFAULT_DIMENSIONS,
    max_terms: int = DEFAULT_MAX_TERMS,
    min_documents: int = DEFAULT_MIN_DOCUMENTS,
    workers: int | Pool = 1,
) -> None:
    """Decompose the term-document matrix of a corpus, and write the vectors of the terms.

    The cells of the matrix are unweighted counts, as newman2006 section 3.1 names no
    weighting. Terms are Porter stems without stop words and punctuation. The same corpus
    gives the same vectors, except for last digits that depend on the linear algebra library.

    Parameters
    ----------
    documents : iterable of Document
    output : str or Path
        A folder, written atomically; an existing resource of this kind is replaced.
    provenance : Provenance
    dimensions : int
        The number of dimensions; 50 in the paper.
    max_terms : int
        The maximum number of terms, the most frequent ones; the paper has 10,028.
    min_documents : int
        Terms in fewer documents are excluded.
    workers : int or Pool
        The number of processes; the result does not depend on it.
    """
    check_output(output, FORMAT)
    found = _count(documents, workers)
    chosen = _chosen(found, max_terms, min_documents)
    require_terms(len(chosen), min_documents)
    vectors = term_vectors(found.counts[:, chosen].T, dimensions)
    write_corpus_resource(
        output,
        {
            **vocabulary_arrays([found.terms[column] for column in chosen]),
            # Half precision has a relative error of 1/2000, or an absolute one of 3e-8 near 0,
            # far less than the sampling error of the corpus.
            "term_vectors": vectors.astype(np.float16),
        },
        format_name=FORMAT,
        provenance=provenance,
        title="Latent semantics",
        summary=(
            f"The {dimensions} latent dimensions of {len(chosen):,} terms in "
            f"{found.counts.shape[0]:,} documents (Deerwester et al. 1990)."
        ),
        documents=found.counts.shape[0],
        terms=len(chosen),
        dimensions=dimensions,
        min_documents=min_documents,
    )


class _Counted(NamedTuple):
    """The counts of each term in each document."""

    terms: list[str]
    counts: "scipy.sparse.csr_array"
    """Shape (documents, terms)."""


def _count(documents: Iterable[Document], workers: int | Pool) -> _Counted:
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
    return _Counted(list(columns), counts)


def _chosen(found: _Counted, max_terms: int, min_documents: int) -> list[int]:
    """Return the columns of the terms to keep, the most frequent first."""
    occurrences: IntArray = found.counts.sum(axis=0).astype(np.int64)
    documents = np.bincount(found.counts.indices, minlength=len(found.terms))
    kept: list[int] = np.flatnonzero(documents >= min_documents).tolist()
    kept.sort(key=lambda column: (-occurrences[column], found.terms[column]))
    return kept[:max_terms]


def term_vectors(counts: "scipy.sparse.sparray", dimensions: int) -> FloatArray:
    """Return the left singular vectors of the largest singular values.

    Parameters
    ----------
    counts : sparse array, shape (terms, documents)
    dimensions : int
        At least 1.

    Returns
    -------
    ndarray of float64, shape (terms, dimensions)
        Orthonormal columns in the order of decreasing singular values. The component of each
        with the largest absolute value is positive.
    """
    size = min(counts.shape)
    if dimensions < size:
        # A fixed start vector makes the result deterministic.
        start = np.random.default_rng(0).standard_normal(size)
        vectors, values, _ = scipy.sparse.linalg.svds(
            counts.astype(np.float64), dimensions, v0=start
        )
        if values.min() > values.max() * max(counts.shape) * np.finfo(np.float64).eps:
            return _with_fixed_signs(vectors[:, np.argsort(-values)])
    terms, documents = counts.shape
    raise InputError(
        f"{counted(terms, 'term', form=',')} in {counted(documents, 'document', form=',')} are too "
        f"few for {counted(dimensions, 'dimension')}; "
        "expected a larger corpus or fewer dimensions"
    )


def _with_fixed_signs(vectors: FloatArray) -> FloatArray:
    """Change the signs of columns so that their largest components are positive."""
    largest = np.abs(vectors).argmax(axis=0)
    signs = np.sign(vectors[largest, np.arange(vectors.shape[1])])
    signed: FloatArray = vectors * signs
    return signed
