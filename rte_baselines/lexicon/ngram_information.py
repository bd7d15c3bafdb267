"""What n-grams tell, by how often a corpus has them: the weights of the NIST measure.

Source: Doddington 2002, "Automatic evaluation of machine translation quality using n-gram
co-occurrence statistics", section 3.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from rte_baselines import resources
from rte_baselines.kernels.ragged import FloatArray, IntArray, Ragged
from rte_baselines.lexicon.alignment_model_arrays import (
    LONGEST_NGRAM,
    MIN_NGRAM_COUNT,
    open_alignment_arrays,
)
from rte_baselines.lexicon.vocabulary import NOT_FOUND, Vocabulary


class NgramInformation:
    """Doddington's information of n-grams, in bits.

    Info(w1 ... wn) = log2(c(w1 ... wn-1) / c(w1 ... wn)), where c is how often the corpus has
    an n-gram, and for n = 1 how many words it has over how often it has the word. An n-gram
    that is not known is taken to occur once.

    Parameters
    ----------
    vocabulary : Vocabulary
    words : int
        How many words the corpus has.
    counts : sequence of Counts
        Of n-grams of 1, 2, ... words.
    """

    def __init__(self, vocabulary: Vocabulary, words: int, counts: Sequence["Counts"]) -> None:
        self._vocabulary = vocabulary
        self._words = words
        self._counts = counts

    @classmethod
    def open(cls, folder: str | Path | None = None) -> "NgramInformation":
        """Open what an alignment model has of it, once in a process.

        Parameters
        ----------
        folder : str or Path, optional
            Left out, the alignment model in use (``rte-baselines resources list``).

        Raises
        ------
        ResourceError
            If there is none, or it holds something else or is damaged.
        """
        return _opened(str(folder or resources.required("alignment-model")))

    def nist(self, candidate: IntArray, reference: IntArray) -> float:
        """Return the share of a candidate's information that its reference has.

        With the sums over the candidate's n-grams, counting those that the reference has as
        often as it has them, it is Doddington's score without the brevity penalty,

            sum over n of (information of common n-grams / number of n-grams),

        over what that would be if the reference were the candidate.

        Parameters
        ----------
        candidate, reference : ndarray of int64
            Digests of words as analysis gives them.

        Returns
        -------
        float
            From 0 to 1; 0 if the candidate has no information.
        """
        found = whole = 0.0
        rows = self._vocabulary.rows_of_ids(candidate)
        for n in range(1, min(LONGEST_NGRAM, len(candidate)) + 1):
            information = self._information(_windows(rows, n))
            is_common = _common(_windows(candidate, n), _windows(reference, n))
            found += float(information[is_common].sum()) / len(information)
            whole += float(information.sum()) / len(information)
        return min(1.0, found / whole) if whole else 0.0

    def _information(self, ngrams: IntArray) -> FloatArray:
        """Return the information of n-grams of rows, shape (n-grams,)."""
        n = ngrams.shape[1]
        counts = self._counts[n - 1].of(ngrams, len(self._vocabulary))
        before: IntArray | int = self._words
        if n > 1:
            before = self._counts[n - 2].of(ngrams[:, :-1], len(self._vocabulary))
        information: FloatArray = np.log2(before / counts)
        return information


class Counts(NamedTuple):
    """How often a corpus has the n-grams of some length."""

    keys: IntArray
    """The n-grams as numbers, ascending: see `ngram_keys`."""

    counts: NDArray[Any]
    """How often each occurs."""

    def of(self, ngrams: IntArray, types: int) -> IntArray:
        """Return how often n-grams of rows occur, 1 where that is not known."""
        if not len(self.keys):
            return np.ones(len(ngrams), np.int64)
        keys = ngram_keys(ngrams, types)
        places = np.minimum(np.searchsorted(self.keys, keys), len(self.keys) - 1)
        is_known = (self.keys[places] == keys) & (ngrams != NOT_FOUND).all(axis=1)
        return np.where(is_known, self.counts[places], 1).astype(np.int64)


def ngram_keys(ngrams: IntArray, types: int) -> IntArray:
    """Return a number for each n-gram of words that are numbers below `types`."""
    keys: IntArray = ngrams @ (types ** np.arange(ngrams.shape[1] - 1, -1, -1))
    return keys


def ngram_arrays(sentences: Ragged, types: int) -> dict[str, NDArray[Any]]:
    """Count the n-grams of sentences, and lay out those that are kept.

    Parameters
    ----------
    sentences : Ragged
        Words as rows of a vocabulary; `NOT_FOUND` for those that it has not, whose n-grams
        are not counted.
    types : int
        How many words the vocabulary has.
    """
    arrays: dict[str, NDArray[Any]] = {}
    for n in range(1, LONGEST_NGRAM + 1):
        windows = [
            _windows(sentences.values[start:end], n)
            for start, end in pairwise(sentences.offsets.tolist())
        ]
        ngrams = np.concatenate([np.empty((0, n), np.int64), *windows])
        known = ngrams[(ngrams != NOT_FOUND).all(axis=1)]
        keys, counts = np.unique(ngram_keys(known, types), return_counts=True)
        is_kept = counts >= MIN_NGRAM_COUNT
        arrays[f"ngram_{n}_keys"] = keys[is_kept]
        arrays[f"ngram_{n}_counts"] = counts[is_kept].astype(np.uint32)
    return arrays


def counts_of(arrays: Mapping[str, NDArray[Any]]) -> list[Counts]:
    """Return what `ngram_arrays` laid out."""
    lengths = range(1, LONGEST_NGRAM + 1)
    return [Counts(arrays[f"ngram_{n}_keys"], arrays[f"ngram_{n}_counts"]) for n in lengths]


def _windows(words: IntArray, n: int) -> IntArray:
    """Return the n-grams, shape (n-grams, n)."""
    if len(words) < n:
        return np.empty((0, n), np.int64)
    return np.lib.stride_tricks.sliding_window_view(words, n)


def _common(candidate: IntArray, reference: IntArray) -> list[bool]:
    """Return which n-grams of a candidate the reference has, each as often as it has it."""
    remaining = Counter(map(tuple, reference.tolist()))
    is_common = []
    for ngram in map(tuple, candidate.tolist()):
        is_common.append(remaining[ngram] > 0)
        remaining[ngram] -= 1
    return is_common


@lru_cache(maxsize=2)
def _opened(folder: str) -> NgramInformation:
    arrays = open_alignment_arrays(folder)
    return NgramInformation(
        Vocabulary.from_arrays(arrays), arrays.description["words"], counts_of(arrays)
    )
