"""P(u|v) by hand, against sets of documents, and what cannot be built or read."""

import os
from itertools import product
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rte_baselines.analysis.analyzer import TokenIds
from rte_baselines.core.errors import InputError
from rte_baselines.lexicon.corpus.corpora import Corpus, Document
from rte_baselines.lexicon.frequency.cooccurrence import Cooccurrence, build_cooccurrence
from tests.lexicon.small_corpus import HARBOUR, PROVENANCE


def built(tmp_path, documents=HARBOUR, **options):
    folder = tmp_path / "cooccurrence"
    options = {"level": "norms"} | options
    build_cooccurrence(documents, folder, provenance=PROVENANCE, **options)
    return Cooccurrence.open(folder)


def ids(*words):
    return TokenIds()(words)


@pytest.fixture(scope="module")
def of_harbour(tmp_path_factory):
    """Of the small corpus; at the level of norms."""
    return built(tmp_path_factory.mktemp("harbour"))


@pytest.mark.parametrize(
    ("word", "given", "probability"),
    [
        ("old", "sank", 1),  # both documents with "sank" have "old"
        ("harbour", "sank", 1 / 2),
        ("sank", "the", 2 / 4),
        ("the", "sank", 1),
        ("ferries", "the", 2 / 4),
        ("boat", "the", 0),  # not in the corpus
        ("the", "boat", 0),
        ("ferry", "the", 0),  # in one document only
        ("boat", "boat", 1),  # equal, known or not
        ("", "the", 0),
        ("the", "w" * 10_000, 0),
    ],
)
def test_probabilities_by_hand(of_harbour, word, given, probability):
    assert of_harbour.probability(word, given) == probability
    assert of_harbour.probabilities(ids(word), ids(given)).tolist() == [[probability]]


words = st.text(st.sampled_from("abc"), min_size=1, max_size=2)
corpora = st.lists(st.sets(words, min_size=1, max_size=8), min_size=1, max_size=12)


@given(corpora, st.integers(1, 2))
def test_equal_to_sets_of_documents(tmp_path_factory, corpus, min_documents):
    having = {
        word: {number for number, document in enumerate(corpus) if word in document}
        for word in set().union(*corpus)
    }
    having = {word: where for word, where in having.items() if len(where) >= min_documents}
    documents = [Document("", " ".join(sorted(document))) for document in corpus]
    folder = tmp_path_factory.mktemp("cooccurrence")
    if not having:
        with pytest.raises(InputError, match="no term occurs in"):
            built(folder, documents, min_documents=min_documents)
        return
    cooccurrence = built(folder, documents, min_documents=min_documents)
    names = sorted(having)
    expected = [[len(having[u] & having[v]) / len(having[v]) for v in names] for u in names]
    assert cooccurrence.probabilities(ids(*names), ids(*names)).tolist() == expected
    assert cooccurrence.documents == len(corpus)
    frequencies = cooccurrence.document_frequencies(ids(*names, "boat")).tolist()
    assert frequencies == [*(len(having[name]) for name in names), 0]


def names_in(text, names):
    """Those among the words of a text, cut without the layer: less the marks around them."""
    if not any(name in text for name in names):
        return set()
    return {token.strip('({[]});"“”.,:-!?') for token in text.split()}.intersection(names)


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore::rte_baselines.core.errors.InputWarning")
def test_the_shipped_counts_are_those_of_the_corpora():
    folder = Path(os.environ.get("RTE_BASELINES_DATA", ""), "corpora")
    if not (folder / "reuters21578").is_dir():
        pytest.skip("corpora not found: set RTE_BASELINES_DATA to a folder with corpora/")
    paths = [folder / "reuters21578", folder / "ag_news" / "test.csv"]
    corpus = Corpus(paths, text_column="3", title_column="2")
    names = ["ferry", "sank", "baghdad", "opec", "baghdad's", "barrels"]
    stories = [names_in(" ".join(story.parts).lower(), names) for story in corpus]
    cooccurrence = Cooccurrence.open()
    assert cooccurrence.documents == len(stories)
    having = {name: {n for n, story in enumerate(stories) if name in story} for name in names}
    assert cooccurrence.document_frequencies(ids(*names)).tolist() == list(
        map(len, having.values())
    )
    for word, condition in product(names, names):
        shared = len(having[word] & having[condition])
        assert cooccurrence.probability(word, condition) == shared / len(having[condition])
