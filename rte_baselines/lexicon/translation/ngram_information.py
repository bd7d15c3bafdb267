"""The information of n-grams by their counts in a corpus: the weights of the NIST measure.

Source: Doddington 2002, "Automatic evaluation of machine translation quality using n-gram
co-occurrence statistics", section 3.
"""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from rte_baselines.kernels.ragged import FloatArray, IntArray, Ragged, ranges
from rte_baselines.kernels.words.ngrams import common_ngrams
from rte_baselines.lexicon.corpus.array_resources import ArrayResource
from rte_baselines.lexicon.corpus.vocabulary import NOT_FOUND, Vocabulary
from rte_baselines.lexicon.translation.model import (
    LONGEST_NGRAM,
    MIN_NGRAM_COUNT,
    open_alignment_arrays,
)


class NgramInformation(ArrayResource):
    """Doddington's information of n-grams, in bits.

    Info(w1 ... wn) = log2(c(w1 ... wn-1) / c(w1 ... wn)), where c is the count of an n-gram in
    the corpus; for n = 1, the numerator is the number of words of the corpus, `words`. An unknown
    n-gram has the count 1. `counts` has those of n-grams of 1, 2, ... words.
    """

    resource = "alignment-model"

    def __init__(self, vocabulary: Vocabulary, words: int, counts: Sequence["NgramCounts"]) -> None:
        self._vocabulary = vocabulary
        self._words = words
        self._counts = counts

    @classmethod
    def _open_folder(cls, folder: str) -> "NgramInformation":
        arrays = open_alignment_arrays(folder)
        return cls(Vocabulary.from_arrays(arrays), arrays.description["words"], counts_of(arrays))

    def nist(self, candidates: Ragged, references: Ragged) -> FloatArray:
        """Return the NIST score of each candidate, normalized to the range from 0 to 1.

        It is Doddington's score without the brevity penalty,

            sum over n of (information of common n-grams / number of n-grams),

        divided by the score of the candidate with itself as reference; 0 if a candidate has no
        information. The sums are over the n-grams of the candidate; each counts as common at most
        as often as it is in the reference. Both sides are digests of words; see `Analysis.ids`.
        """
        rows = self._vocabulary.rows_of_ids(candidates.values)
        is_common = common_ngrams(candidates, references, LONGEST_NGRAM)
        scores, highest = np.zeros(len(candidates)), np.zeros(len(candidates))
        for n in range(1, LONGEST_NGRAM + 1):
            counts = np.maximum(candidates.lengths - n + 1, 0)
            starts = ranges(candidates.offsets[:-1], counts)
            information = self._information(rows[starts.values[:, np.newaxis] + np.arange(n)])
            common = is_common[starts.values, n - 1]
            # One by one: sums over all candidates at once would be rounded otherwise.
            for candidate in np.flatnonzero(counts):
                span = slice(starts.offsets[candidate], starts.offsets[candidate + 1])
                scores[candidate] += information[span][common[span]].sum() / counts[candidate]
                highest[candidate] += information[span].sum() / counts[candidate]
        shares = np.divide(scores, highest, out=np.zeros(len(scores)), where=highest != 0)
        return np.minimum(shares, 1.0)

    def _information(self, ngrams: IntArray) -> FloatArray:
        """Return the information of n-grams of rows, shape (n-grams,)."""
        n = ngrams.shape[1]
        counts = self._counts[n - 1].of(ngrams, len(self._vocabulary))
        prefix_counts: IntArray | int = self._words
        if n > 1:
            prefix_counts = self._counts[n - 2].of(ngrams[:, :-1], len(self._vocabulary))
        information: FloatArray = np.log2(prefix_counts / counts)
        return information


class NgramCounts(NamedTuple):
    """The counts of the n-grams of some length in a corpus."""

    keys: IntArray
    """The n-grams as integers, ascending; see `ngram_keys`."""

    counts: NDArray[Any]
    """The count of each n-gram."""

    def of(self, ngrams: IntArray, types: int) -> IntArray:
        """Return the counts of n-grams of rows; 1 for unknown ones."""
        if not len(self.keys):
            return np.ones(len(ngrams), np.int64)
        keys = ngram_keys(ngrams, types)
        indices = np.minimum(np.searchsorted(self.keys, keys), len(self.keys) - 1)
        is_known = (self.keys[indices] == keys) & (ngrams != NOT_FOUND).all(axis=1)
        return np.where(is_known, self.counts[indices], 1).astype(np.int64)


def ngram_keys(ngrams: IntArray, types: int) -> IntArray:
    """Return an integer for each n-gram of words that are integers below `types`."""
    keys: IntArray = ngrams @ (types ** np.arange(ngrams.shape[1] - 1, -1, -1))
    return keys


def ngram_arrays(sentences: Ragged, types: int) -> dict[str, NDArray[Any]]:
    """Count the n-grams of sentences, and return the frequent ones as arrays.

    Words are rows of a vocabulary of size `types`. N-grams with `NOT_FOUND` are not counted.
    """
    arrays: dict[str, NDArray[Any]] = {}
    for n in range(1, LONGEST_NGRAM + 1):
        sizes = np.maximum(sentences.lengths - n + 1, 0)
        starts = ranges(sentences.offsets[:-1], sizes).values
        ngrams = sentences.values[starts[:, np.newaxis] + np.arange(n)]
        known = ngrams[(ngrams != NOT_FOUND).all(axis=1)]
        keys, counts = np.unique(ngram_keys(known, types), return_counts=True)
        is_kept = counts >= MIN_NGRAM_COUNT
        arrays[f"ngram_{n}_keys"] = keys[is_kept]
        arrays[f"ngram_{n}_counts"] = counts[is_kept].astype(np.uint32)
    return arrays


def counts_of(arrays: Mapping[str, NDArray[Any]]) -> list[NgramCounts]:
    """Return the counts in the arrays of `ngram_arrays`."""
    lengths = range(1, LONGEST_NGRAM + 1)
    return [NgramCounts(arrays[f"ngram_{n}_keys"], arrays[f"ngram_{n}_counts"]) for n in lengths]
