"""The information of n-grams, and the share of it that is found, by hand."""

from math import log2

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rte_baselines.analysis.analyzer import TokenIds
from rte_baselines.kernels.ragged import Ragged
from rte_baselines.lexicon.corpus.vocabulary import NOT_FOUND, Vocabulary, vocabulary_arrays
from rte_baselines.lexicon.translation.ngram_information import (
    NgramInformation,
    counts_of,
    ngram_arrays,
)

# 16 words: "the" 8 times, "old" 4, "ferry" 4; "the old" 4 times and "old ferry" 4, so "the old
# ferry" 4; "the the" twice.
WORDS = ["the", "old", "ferry"]
CORPUS = ["the old ferry"] * 4 + ["the the"] * 2


def information_of(corpus, words):
    rows = {word: row for row, word in enumerate(words)}
    sentences = Ragged.concatenate(
        [
            np.array([rows.get(word, NOT_FOUND) for word in sentence.split()], np.int64)
            for sentence in corpus
        ]
    )
    arrays = ngram_arrays(sentences, len(words))
    vocabulary = Vocabulary.from_arrays(vocabulary_arrays(words))
    return NgramInformation(vocabulary, len(sentences.values), counts_of(arrays))


def nist(candidate, reference, information=None):
    information = information or information_of(CORPUS, WORDS)
    sides = (Ragged.concatenate([TokenIds()(side.split())]) for side in (candidate, reference))
    [found] = information.nist(*sides)
    return found


def test_by_hand():
    # Info(the) = log2(16 / 8) = 1, Info(old) = Info(ferry) = log2(16 / 4) = 2;
    # Info(the old) = log2(8 / 4) = 1, Info(old ferry) = log2(4 / 4) = 0;
    # Info(the old ferry) = log2(4 / 4) = 0.
    # "The old ferry" against "the old boat": words 1 + 2 of 1 + 2 + 2, each over 3; pairs of
    # words 1 of 1 + 0, each over 2; the three words 0 of 0.
    expected = (3 / 3 + 1 / 2) / (5 / 3 + 1 / 2)
    assert nist("the old ferry", "the old boat") == pytest.approx(expected)


def test_a_corpus_of_one_word_tells_nothing():
    assert nist("the", "the", information_of(["the the"], ["the"])) == 0


def test_ngrams_that_occur_once_and_of_other_words_are_not_kept():
    arrays = ngram_arrays(Ragged.concatenate([np.array([0, 0, NOT_FOUND, 0, 0, 1])]), 2)
    assert arrays["ngram_1_counts"].tolist() == [4]
    assert arrays["ngram_2_counts"].tolist() == [2]
    assert arrays["ngram_3_counts"].tolist() == []


def plain_nist(candidate, reference, corpus):
    """Doddington's score over its own best, without the brevity penalty, from strings."""
    texts = [sentence.split() for sentence in corpus]

    def count(ngram):
        if not ngram:
            return sum(map(len, texts))
        found = sum(
            text[start : start + len(ngram)] == ngram
            for text in texts
            for start in range(len(text))
        )
        return found if found > 1 else 1

    found = whole = 0.0
    for n in (1, 2, 3):
        ngrams = [candidate[start : start + n] for start in range(len(candidate) - n + 1)]
        left = [reference[start : start + n] for start in range(len(reference) - n + 1)]
        for ngram in ngrams:
            information = log2(count(ngram[:-1]) / count(ngram)) / len(ngrams)
            whole += information
            if ngram in left:
                left.remove(ngram)
                found += information
    return found / whole if whole else 0.0


some = st.lists(st.sampled_from([*WORDS, "boat"]), max_size=6)


@given(some, some)
def test_equal_to_plain_python(candidate, reference):
    expected = plain_nist(candidate, reference, CORPUS)
    assert nist(" ".join(candidate), " ".join(reference)) == pytest.approx(expected)
