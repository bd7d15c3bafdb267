"""The word similarity that recognizers take from WordNet."""

from concurrent.futures import ThreadPoolExecutor
from typing import get_args

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.base import clone

from rte_baselines.core.resources.arrays import write_arrays
from rte_baselines.kernels.ragged import Ragged, offsets_of
from rte_baselines.lexicon import word_similarity
from rte_baselines.lexicon.corpus.vocabulary import vocabulary_arrays
from rte_baselines.lexicon.word_similarity import Lemmas, SnippetWords
from rte_baselines.lexicon.wordnet.similarity.word_similarity import (
    WordNetMeasure,
    WordNetSimilarity,
)
from tests.lexicon.words import lemmas

MEASURES = get_args(WordNetMeasure)
ODD = ["", " ", "_", "x" * 5000, "dog cat", "\x00", "été", "42", "'s", "...", "inhabit_"]


@pytest.mark.slow
@pytest.mark.parametrize("measure", MEASURES)
def test_equal_lemmas_have_the_maximum_known_or_not(measure):
    side = lemmas("dog/NOUN", "zzyzx/NOUN", "the/DET", "go/VERB", "/NOUN")
    found = WordNetSimilarity(measure).matrix(side, side)
    assert np.diagonal(found).tolist() == [1] * 5
    assert found[0, 1] == found[0, 2] == found[2, 3] == 0


@pytest.mark.slow
@pytest.mark.parametrize("measure", MEASURES)
def test_related_words_are_more_similar(measure):
    hypothesis = lemmas("car/NOUN")
    text = lemmas("automobile/NOUN", "bicycle/NOUN", "idea/NOUN")
    same, related, unrelated = WordNetSimilarity(measure).matrix(hypothesis, text)[0]
    assert 1 >= same > related > unrelated >= 0
    # What a synset shares with itself is its own content, which others may exceed.
    assert same == pytest.approx(1) or measure == "resnik"


@pytest.mark.parametrize(
    ("word", "others", "are_similar"),
    [
        # Adjectives are similar within a synset only.
        ("glad/ADJ", ["happy/ADJ", "sad/ADJ", "gladness/NOUN"], [True, False, False]),
        ("walk/NOUN", ["run/NOUN", "run/VERB", "run/ADP"], [True, False, False]),
        ("paris/PROPN", ["london/PROPN"], [True]),
        ("be/AUX", ["exist/VERB"], [True]),
    ],
)
def test_parts_of_speech_choose_the_senses(word, others, are_similar):
    found = WordNetSimilarity("path").matrix(lemmas(word), lemmas(*others))[0]
    assert (found > 0).tolist() == are_similar


words = st.sampled_from(["dog", "run", "bank", "good", "well", "be", "united_states", *ODD])
tags = st.sampled_from(["NOUN", "PROPN", "VERB", "AUX", "ADJ", "ADV", "DET", "X", "", "nonsense"])
sides = st.lists(st.tuples(words, tags), min_size=1, max_size=5)


@pytest.mark.parametrize("measure", MEASURES)
@given(first=sides, second=sides)
def test_range_for_odd_words_too(measure, first, second):
    hypothesis, text = (lemmas(*map("/".join, side)) for side in (first, second))
    found = WordNetSimilarity(measure).matrix(hypothesis, text)
    assert found.shape == (len(first), len(second))
    assert ((found >= 0) & (found <= 1)).all()


def snippet_words(snippets):
    """The words of some snippets as if each were another word."""
    strings, parts = (
        [each for snippet in snippets for each in getattr(snippet, layer)]
        for layer in ("strings", "parts")
    )
    every = Lemmas(strings, parts, np.concatenate([snippet.ids for snippet in snippets]))
    lengths = np.array([len(snippet) for snippet in snippets])
    return SnippetWords(every, Ragged(np.arange(len(every)), offsets_of(lengths)))


@pytest.mark.parametrize("measure", MEASURES)
@pytest.mark.parametrize("chunk", [1, 6, 1 << 15])
def test_several_pairs_are_compared_as_each_alone(measure, chunk, monkeypatch):
    monkeypatch.setattr(word_similarity, "_CHUNK", chunk)
    dogs, runs = lemmas("dog/NOUN", "bank/NOUN", "good/ADJ"), lemmas("run/VERB", "dog/NOUN")
    pairs = [(dogs, runs), (runs, dogs), (lemmas(), dogs), (dogs, dogs), (dogs, lemmas())]
    similarity = WordNetSimilarity(measure)
    hypotheses, texts = (snippet_words(side) for side in zip(*pairs, strict=True))
    matrices = [similarity.matrix(*pair) for pair in pairs]
    for axis in (0, 1):
        expected = [matrix.max(axis=axis, initial=0.0) for matrix in matrices]
        found = similarity.highest(hypotheses, texts, axis)
        np.testing.assert_array_equal(found, np.concatenate(expected))


@pytest.mark.slow
@pytest.mark.parametrize("measure", MEASURES)
def test_threads_agree(measure):
    side = lemmas("dog/NOUN", "bank/NOUN", "run/VERB", "good/ADJ")
    similarity = WordNetSimilarity(measure)
    expected = similarity.matrix(side, side)
    with ThreadPoolExecutor(4) as threads:
        found = list(threads.map(lambda _: clone(similarity).matrix(side, side), range(16)))
    assert all((each == expected).all() for each in found)


@pytest.mark.slow
def test_information_content_of_a_corpus(tmp_path, monkeypatch):
    # So many that the one that is added to the count of each synset hardly matters.
    frequencies = np.array([900, 90, 10, 5], np.uint32) * 1_000_000
    write_arrays(
        tmp_path / "statistics",
        {
            **vocabulary_arrays(["dog", "cat", "entity", "zzyzx"], "lemmas"),
            "lemmas_document_frequencies": frequencies,
            "lemmas_collection_frequencies": frequencies,
        },
        format_name="term-statistics.v1",
        version="1",
        source="a test",
        licence="none",
        levels={"lemmas": {}},
        documents=1_000_000_000,
    )
    monkeypatch.setenv("RTE_BASELINES_TERM_STATISTICS", str(tmp_path / "statistics"))
    corpus = WordNetSimilarity("resnik", counts="corpus")
    assert corpus.resources == {"wordnet", "term-statistics"}
    assert WordNetSimilarity("resnik").resources == {"wordnet"}
    words = lemmas("dog/NOUN", "cat/NOUN")
    # Nearly all that the corpus speaks of are dogs and cats, so that "carnivore" says little.
    assert corpus.matrix(words, words)[0, 1] < 0.1
    assert WordNetSimilarity("resnik").matrix(words, words)[0, 1] > 0.3
