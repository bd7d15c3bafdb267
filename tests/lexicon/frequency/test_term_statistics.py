"""Counts by hand, against scikit-learn, and what cannot be counted or read."""

from collections.abc import Iterator

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sklearn.feature_extraction.text import CountVectorizer

from rte_baselines.core.errors import InputError, ResourceError
from rte_baselines.core.resources.arrays import open_arrays
from rte_baselines.lexicon.corpus.corpora import Document
from rte_baselines.lexicon.frequency.term_statistics import (
    FORMAT,
    TermStatistics,
    build_term_statistics,
    check_arrays,
)
from tests.lexicon.small_corpus import HARBOUR, PROVENANCE


def built(tmp_path, documents=HARBOUR, level="norms", **options):
    folder = tmp_path / "statistics"
    build_term_statistics(documents, folder, provenance=PROVENANCE, **options)
    return TermStatistics.open(folder, level)


def test_counts_by_hand(tmp_path):
    statistics = built(tmp_path, min_documents=1)
    terms = ["the", "ferries", "ferry", "pilot", "boat", "The", "."]
    assert statistics.documents == 4
    assert statistics.document_frequencies(terms).tolist() == [4, 2, 1, 1, 0, 0, 0]
    assert statistics.collection_frequencies(terms).tolist() == [5, 2, 2, 1, 0, 0, 0]
    assert statistics.highest_collection_frequency == 5
    stems = TermStatistics.open(tmp_path / "statistics", "stems")
    assert stems.collection_frequencies(["ferri", "ferry"]).tolist() == [4, 0]


def test_the_folder_says_what_it_is(tmp_path):
    built(tmp_path)
    description = open_arrays(tmp_path / "statistics", FORMAT, check_arrays).description
    assert description["source"] == "four sentences"
    assert description["licence"] == "public domain"
    assert description["min_documents"] == 2
    assert description["levels"]["norms"] == {"terms": 5, "terms_seen": 10, "occurrences_seen": 19}
    readme = (tmp_path / "statistics" / "README.md").read_text("utf-8")
    assert "four sentences" in readme
    assert "public domain" in readme


words = st.text(st.sampled_from("abcd"), min_size=1, max_size=3)
texts = st.lists(st.lists(words, min_size=1, max_size=12).map(" ".join), min_size=1, max_size=9)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(texts, st.integers(1, 3))
def test_equal_to_scikit_learn(tmp_path_factory, texts, min_documents):
    documents = [Document("", text) for text in texts]
    norms = CountVectorizer(analyzer=str.split, min_df=1).fit(texts)
    matrix = norms.transform(texts).toarray()
    names = norms.get_feature_names_out()
    is_kept = (matrix > 0).sum(axis=0) >= min_documents
    folder = tmp_path_factory.mktemp("counts")
    if not is_kept.any():
        with pytest.raises(InputError, match="no term occurs in"):
            built(folder, documents, min_documents=min_documents)
        return
    statistics = built(folder, documents, min_documents=min_documents)
    expected = np.where(is_kept, matrix.sum(axis=0), 0)
    assert statistics.collection_frequencies(names).tolist() == expected.tolist()
    expected = np.where(is_kept, (matrix > 0).sum(axis=0), 0)
    assert statistics.document_frequencies(names).tolist() == expected.tolist()


def never() -> Iterator[Document]:
    raise AssertionError("was read although it could not be written")
    yield


def test_what_may_not_be_replaced_is_seen_before_counting(tmp_path):
    (tmp_path / "statistics").mkdir()
    (tmp_path / "statistics" / "thesis.txt").touch()
    with pytest.raises(InputError, match="exists and is not replaced"):
        built(tmp_path, never())


def test_levels_that_do_not_exist_or_were_not_counted(tmp_path):
    with pytest.raises(InputError, match="unknown level 'sounds'; expected norms, "):
        built(tmp_path, levels=["sounds"])
    assert list(tmp_path.iterdir()) == []
    with pytest.raises(ResourceError, match="no statistics of lemmas, only of norms, stems"):
        built(tmp_path, level="lemmas")
