"""What terms weigh by hand, against scikit-learn, and when they have never been seen."""

import numpy as np
import pytest
from sklearn.feature_extraction.text import TfidfVectorizer

from rte_baselines.core.errors import ResourceError
from rte_baselines.core.registry import registry
from rte_baselines.core.resources import resources
from rte_baselines.lexicon.corpus.corpora import Document
from rte_baselines.lexicon.frequency.term_statistics import build_term_statistics
from rte_baselines.lexicon.frequency.weightings import (
    InverseCollectionFrequency,
    InverseDocumentFrequency,
)
from tests.lexicon.small_corpus import HARBOUR, PROVENANCE

WEIGHTINGS = (InverseDocumentFrequency, InverseCollectionFrequency)


@pytest.fixture(scope="module")
def harbour(tmp_path_factory):
    folder = tmp_path_factory.mktemp("statistics") / "harbour"
    build_term_statistics(HARBOUR, folder, provenance=PROVENANCE, min_documents=1)
    return str(folder)


def test_idf_by_hand(harbour):
    weighting = InverseDocumentFrequency(statistics=harbour)
    weights = weighting.weights(["the", "ferries", "ferry", "boat"])
    assert weights == pytest.approx([0, np.log(2), np.log(4), np.log(4)])


def test_idf_is_that_of_scikit_learn(harbour):
    texts = [" ".join(document.parts).replace(";", "").replace(".", "") for document in HARBOUR]
    # scikit-learn adds 1, so that no word weighs nothing.
    twin = TfidfVectorizer(tokenizer=str.split, token_pattern=None, smooth_idf=False).fit(texts)
    weights = InverseDocumentFrequency(statistics=harbour).weights(twin.get_feature_names_out())
    assert weights == pytest.approx(twin.idf_ - 1)


def test_inverse_collection_frequency_by_hand(harbour):
    weighting = InverseCollectionFrequency(statistics=harbour)
    weights = weighting.weights(["the", "ferries", "pilot", "boat"])
    assert weights == pytest.approx([0, np.log(5 / 2) / np.log(5), 1, 1])


@pytest.mark.parametrize("weighting", WEIGHTINGS)
def test_unseen_terms_marks_and_capitals(harbour, weighting):
    """Unseen terms weigh as those that occur once, marks nothing, and words as their norms."""
    terms = ["pilot", "submarine", "sank", "SANK", ".", "", "--", "\u20ac"]
    once, unseen, small, capital, *marks = weighting(statistics=harbour).weights(terms)
    assert once == unseen > 0
    assert small == capital
    assert marks == [0] * 4


@pytest.mark.parametrize("weighting", WEIGHTINGS)
def test_where_every_word_occurs_once_all_weigh_the_same(tmp_path, weighting):
    build_term_statistics(HARBOUR[3:], tmp_path / "s", provenance=PROVENANCE, min_documents=1)
    weights = weighting(statistics=str(tmp_path / "s")).weights(["the", "pilot", "boat"])
    assert weights.tolist() == [0, 0, 0]


def test_statistics_that_are_missing(monkeypatch, tmp_path):
    monkeypatch.setattr(resources, "_PACKAGE", tmp_path / "package")
    with pytest.raises(ResourceError, match="no term-statistics found"):
        InverseDocumentFrequency().weights(["ferry"])
    with pytest.raises(ResourceError, match="there is no such folder"):
        InverseDocumentFrequency(statistics=str(tmp_path / "absent")).weights(["ferry"])


def test_uniform_weights_are_one():
    weighting = registry.get("weightings", "uniform.v1")()
    assert weighting.weights(["the", "ferry"]).tolist() == [1, 1]


def test_a_word_that_occurs_twice_weighs_nothing_beside_those_that_occur_once(tmp_path):
    documents = [Document("", "the pilot of the")]
    build_term_statistics(documents, tmp_path / "s", provenance=PROVENANCE, min_documents=1)
    weights = InverseCollectionFrequency(statistics=str(tmp_path / "s")).weights(["the", "pilot"])
    assert weights.tolist() == [0, 1]
