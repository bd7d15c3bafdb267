"""Latent semantics by hand, against a dense decomposition, and what cannot be built or read."""

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy import linalg, sparse

from rte_baselines.analysis.analyzer import default_analyzer
from rte_baselines.core.errors import InputError
from rte_baselines.core.resources.arrays import open_arrays
from rte_baselines.core.resources.resources import required
from rte_baselines.kernels.ragged import Ragged
from rte_baselines.lexicon.corpus.corpora import Document
from rte_baselines.lexicon.latent_semantics.model import (
    FORMAT,
    LEVEL,
    LatentSemantics,
    build_latent_semantics,
    check_arrays,
    term_vectors,
)
from tests.lexicon.small_corpus import HARBOUR, PROVENANCE

# Two worlds without a word in common. With the counts [[1, 1], [1, 1]] of "harbour" and
# "ferri" in the first two documents and [[1], [1]] of "goal" and "match" in the third, the
# singular values are 2 and the root of 2, and the vectors (1, 1, 0, 0) and (0, 0, 1, 1), each
# over the root of 2.
WORLDS = (
    Document("Ferries", "The harbour."),
    Document("", "A ferry in the harbour"),
    Document("", "What a goal, what a match!"),
)


def opened(folder):
    return open_arrays(folder, FORMAT, check_arrays)


def built(folder, documents=WORLDS, dimensions=2, **options):
    options = {"min_documents": 1, **options}
    build_latent_semantics(
        documents, folder / "mine", provenance=PROVENANCE, dimensions=dimensions, **options
    )
    return LatentSemantics.open(folder / "mine")


def terms(*snippets):
    return Ragged.concatenate(
        [analysis.ids(LEVEL) for analysis in default_analyzer().analyze(snippets)]
    )


def test_vectors_by_hand(tmp_path):
    vectors = built(tmp_path).vectors(terms("ferries", "goal ferry goal", "", "unheard of"))
    expected = np.array([[1, 0], [1, 2], [0, 0], [0, 0]]) / 2**0.5
    np.testing.assert_allclose(vectors, expected, atol=1e-3)  # half precision


@pytest.mark.slow
@pytest.mark.parametrize(
    ("first", "second", "cosine"),
    [
        ("A ferry", "that harbour", 1),  # no word in common, but documents
        ("harbour", "ferry goal goal", 1 / 5**0.5),
        ("ferry boat", "ferry", 1),  # what is not known is left out
        ("boat", "boat", 0),
        ("", "", 0),
    ],
)
def test_cosines_by_hand(tmp_path, first, second, cosine):
    found = built(tmp_path).cosines(terms(first), terms(second))
    assert found == pytest.approx([cosine], abs=1e-3)


counts = arrays(np.int64, (7, 9), elements=st.integers(0, 3))


@given(counts, st.integers(1, 4))
def test_equal_to_a_dense_decomposition(matrix, dimensions):
    left, values, _ = linalg.svd(matrix)
    assume(values[dimensions - 1] - values[dimensions] > 0.1)  # else the space is not unique
    vectors = term_vectors(sparse.csr_array(matrix), dimensions)
    space = left[:, :dimensions]
    np.testing.assert_allclose(vectors @ vectors.T, space @ space.T, atol=1e-6)
    np.testing.assert_allclose(vectors.T @ vectors, np.eye(dimensions), atol=1e-9)


@given(counts)
def test_largest_value_first_and_signs_fixed(matrix):
    values = linalg.svdvals(matrix)
    assume((-np.diff(values[:4]) > 0.1).all())
    vectors = term_vectors(sparse.csr_array(matrix), 3)
    np.testing.assert_allclose(np.linalg.norm(matrix.T @ vectors, axis=0), values[:3])
    assert (vectors.max(axis=0) >= -vectors.min(axis=0) - 1e-9).all()


def test_the_commonest_terms_are_kept(tmp_path):
    # The stem of "ferry" occurs 4 times; "harbour", "old" and "sank" twice.
    semantics = built(tmp_path, HARBOUR, dimensions=1, max_terms=2)
    known = semantics.vectors(terms("ferry", "harbour", "old", "sank", "the", ";")).any(axis=1)
    assert len(semantics) == 2
    assert known.tolist() == [True, True, False, False, False, False]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("documents", "dimensions", "message"),
    [
        (WORLDS, 3, "4 terms in 3 documents are too few for 3 dimensions"),
        (WORLDS * 2, 3, "4 terms in 6 documents are too few for 3 dimensions"),  # of rank 2
        ([Document("", "The boat.")], 1, "1 term in 1 document are too few for 1 dimension"),
    ],
)
def test_too_small_a_corpus(tmp_path, documents, dimensions, message):
    with pytest.raises(InputError, match=message):
        built(tmp_path, documents, dimensions)
    assert list(tmp_path.iterdir()) == []


def test_the_shipped_vectors_are_orthonormal():
    vectors = opened(required("latent-semantics"))["term_vectors"].astype(float)
    np.testing.assert_allclose(vectors.T @ vectors, np.eye(vectors.shape[1]), atol=2e-3)


@given(st.lists(st.text(max_size=20), min_size=1, max_size=4))
def test_shipped_cosines_are_cosines(snippets):
    snippets = [f"{snippet} oil" for snippet in snippets]
    semantics = LatentSemantics.open()
    np.testing.assert_allclose(semantics.cosines(terms(*snippets), terms(*snippets)), 1)
    backwards = semantics.cosines(terms(*snippets), terms(*snippets[::-1]))
    assert (np.abs(backwards) <= 1).all()
