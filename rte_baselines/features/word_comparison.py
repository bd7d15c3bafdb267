"""Comparison of the words that one side of a pair lacks with the words of the other side."""

from dataclasses import dataclass
from typing import Literal

import numpy as np

from rte_baselines.kernels.ragged import BoolArray, FloatArray, IntArray, Ragged, offsets_of
from rte_baselines.lexicon.word_similarity import (
    Lemmas,
    SnippetWords,
    WordSimilarity,
    word_types,
)


@dataclass(frozen=True)
class WordTypes:
    """The distinct words of snippets; if words have vectors, which depend on context, all words.

    Parameters
    ----------
    snippets : SnippetWords
        The types of each snippet.
    type_of_word : ndarray of int64, shape (words,)
        The index of each word's type in the values of ``snippets.words``.
    """

    snippets: SnippetWords
    type_of_word: IntArray

    @classmethod
    def of(cls, lemmas: Lemmas, offsets: IntArray) -> "WordTypes":
        """Find the types of the words of each snippet, given where its words start."""
        if lemmas.vectors is not None:
            every = np.arange(len(lemmas))
            return cls(SnippetWords(lemmas, Ragged(every, offsets)), every)
        types, type_of_word = word_types(lemmas)
        words = Ragged(type_of_word, offsets)
        keys = words.owners * len(types) + type_of_word
        distinct, places = np.unique(keys, return_inverse=True)
        snippets, found = np.divmod(distinct, max(len(types), 1))
        sizes = np.bincount(snippets, minlength=len(words))
        return cls(SnippetWords(types, Ragged(found, offsets_of(sizes))), places)


@dataclass(frozen=True)
class Comparison:
    """The words of one side that the other side lacks, to be compared with the other side's words.

    Words that both sides have are not compared, because their similarity is 1. They include most
    words of a hypothesis.

    Parameters
    ----------
    words : WordTypes
        The words of the side whose words are looked up.
    is_missing : ndarray of bool, shape (types of all snippets,)
        Whether the other snippet of the pair lacks each of these types.
    hypotheses, texts : SnippetWords
        The words to compare: the missing words of one side, and all words of the other side.
    axis : {0, 1}
        The axis of the other side's words in a matrix of similarities.
    """

    words: WordTypes
    is_missing: BoolArray
    hypotheses: SnippetWords
    texts: SnippetWords
    axis: Literal[0, 1]

    def best(self, similarity: WordSimilarity) -> FloatArray:
        """Return the highest similarity of each word, from 0 to 1, shape (words,)."""
        best = np.ones(len(self.is_missing))
        highest = similarity.highest(self.hypotheses, self.texts, self.axis)
        best[self.is_missing] = highest / similarity.maximum
        return best[self.words.type_of_word]


def of_hypotheses(hypotheses: WordTypes, texts: WordTypes) -> Comparison:
    """Compare the words that only the hypotheses have with those of the texts."""
    missing = _is_missing(hypotheses.snippets, texts.snippets)
    kept = _keep(hypotheses.snippets, missing)
    return Comparison(hypotheses, missing, kept, texts.snippets, axis=1)


def of_texts(hypotheses: WordTypes, texts: WordTypes) -> Comparison:
    """Compare the words that only the texts have with those of the hypotheses."""
    missing = _is_missing(texts.snippets, hypotheses.snippets)
    kept = _keep(texts.snippets, missing)
    return Comparison(texts, missing, hypotheses.snippets, kept, axis=0)


def _is_missing(snippets: SnippetWords, others: SnippetWords) -> BoolArray:
    """Mark the words whose lemmas do not occur in the other snippet, shape (words,)."""
    ids = np.concatenate((snippets.lemmas.ids, others.lemmas.ids))
    distinct, codes = np.unique(ids, return_inverse=True)
    of_types = np.split(codes, [len(snippets.lemmas)])
    keys, other_keys = (
        side.words.owners * len(distinct) + of_side[side.words.values]
        for side, of_side in zip((snippets, others), of_types, strict=True)
    )
    missing: BoolArray = np.isin(keys, other_keys, invert=True)
    return missing


def _keep(snippets: SnippetWords, mask: BoolArray) -> SnippetWords:
    return SnippetWords(snippets.lemmas, snippets.words.keep(mask))
