"""Clipped n-gram matches, for BLEU, ROUGE-N, chrF and NIST."""

from collections import defaultdict, deque
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from rte_baselines.core.errors import InputError
from rte_baselines.kernels.compile import compiled, inlined
from rte_baselines.kernels.interning import intern, sequence
from rte_baselines.kernels.ragged import (
    BoolArray,
    FloatArray,
    IntArray,
    Ragged,
    Sequences,
    require_equal_lengths,
)

_UNMARKED = -1


class MatchCounts(NamedTuple):
    """The numbers of units (n-grams, skip-bigrams) of both sides of each pair.

    All three arrays have the same shape: (pairs,) or, for n = 1 to max_n, (pairs, max_n).
    """

    common: IntArray
    """Common units, each counted as often as it occurs in the side with fewer occurrences."""

    in_text: IntArray
    """Units of the text."""

    in_hypothesis: IntArray
    """Units of the hypothesis."""


def ngram_matches(texts: Ragged, hypotheses: Ragged, max_n: int) -> MatchCounts:
    """Count the n-grams, n from 1 to `max_n`, that each text and its hypothesis have in common.

    A common n-gram counts as often as it occurs in the side with fewer occurrences; these are
    BLEU's "modified" matches, which are the same in both directions. The arrays have the shape
    (pairs, max_n). (Papineni, Roukos, Ward and Zhu 2002, "BLEU: a method for automatic evaluation
    of machine translation", section 2.1; Lin 2004, "ROUGE: a package for automatic evaluation of
    summaries", section 2.)
    """
    _, common = _common_ngrams(texts, hypotheses, max_n)
    return MatchCounts(common, _ngrams_in(texts, max_n), _ngrams_in(hypotheses, max_n))


def common_ngrams(candidates: Ragged, references: Ragged, max_n: int) -> BoolArray:
    """Mark the n-grams of each candidate that its reference has, too.

    Of equal n-grams, the first ones are marked, as many as the reference has. The result has the
    shape (tokens of all candidates, max_n): whether the n-gram that begins at each token is common,
    n = 1 first; False if it would end after the candidate.
    """
    return _common_ngrams(candidates, references, max_n)[0]


def _common_ngrams(
    candidates: Ragged, references: Ragged, max_n: int
) -> tuple[BoolArray, IntArray]:
    """Mark the common n-grams of each candidate, and count them."""
    if max_n < 1:
        raise InputError(f"max_n is {max_n}; expected 1 or more")
    require_equal_lengths(references=references, candidates=candidates)
    return _marked_ngrams(candidates.arrays, references.arrays, max_n)


def _ngrams_in(sequences: Ragged, max_n: int) -> IntArray:
    counts: IntArray = np.maximum(sequences.lengths[:, np.newaxis] - np.arange(max_n), 0)
    return counts


@compiled
def _marked_ngrams(
    candidates: Sequences, references: Sequences, max_n: int
) -> tuple[BoolArray, IntArray]:
    """Mark the common n-grams of candidates, and count those of each pair.

    The names of n-grams of n words are made from those of n - 1 words and the following word
    (the naming technique of Karp, Miller and Rosenberg 1972). Unlike a rolling hash, this has no
    collisions, and it is as fast. N-grams that the reference lacks have no name.
    """
    marked = np.zeros((len(candidates.values), max_n), np.bool_)
    counts = np.zeros((len(candidates.offsets) - 1, max_n), np.int64)
    for pair in range(len(counts)):
        start = candidates.offsets[pair]
        words, own_words, word_types = intern(
            sequence(references, pair), sequence(candidates, pair)
        )
        names, own_names, types = words, own_words, word_types
        for index in range(max_n):
            left = np.zeros(types, np.int64)
            for name in names:
                left[name] += 1
            for position in range(len(own_names)):
                name = own_names[position]
                if name >= 0 and left[name] > 0:
                    left[name] -= 1
                    marked[start + position, index] = True
                    counts[pair, index] += 1
            # Without common n-grams there are no longer ones.
            if counts[pair, index] == 0 or index + 1 == max_n:
                break
            names, own_names, types = intern(
                _extended(names, words, word_types), _extended(own_names, own_words, word_types)
            )
    return marked, counts


@inlined
def _extended(names: IntArray, words: IntArray, word_types: int) -> IntArray:
    """Return a key for each n-gram with the following word, -1 if either has no name."""
    n = len(words) - len(names) + 1
    keys = np.empty(max(len(names) - 1, 0), np.int64)
    for start in range(len(keys)):
        keys[start] = -1
        if names[start] >= 0 and words[start + n] >= 0:
            keys[start] = names[start] * word_types + words[start + n]
    return keys


def marked_share(candidates: Ragged, references: Ragged) -> FloatArray:
    """Return the share of each reference's words that are in its candidate, from 0 to 1.

    This is the Modified Brevity Penalty factor (perez2006, section 2, BLEU+recall, step 3). The
    paper marks the n-grams of the candidate that occur in the reference, for n from 10 down to 1.
    Each word is marked at most once, and n = 1 marks all remaining common words. In the end each
    type is marked as often as it occurs in the side with fewer occurrences. The share is therefore
    the number of clipped unigram matches over the reference's length, regardless of the longest n.
    """
    matches = ngram_matches(candidates, references, max_n=1).common[:, 0]
    share: FloatArray = matches / np.maximum(references.lengths, 1)
    return share


def align_marked_words(candidate: IntArray, reference: IntArray, longest: int = 10) -> IntArray:
    """Return the alignment of the marked words, longest common n-grams first.

    For n from `longest` down to 1, each n-gram of the candidate, from left to right, is aligned
    with the leftmost equal n-gram of the reference, if no word of either is marked (perez2006,
    section 2, BLEU+recall, step 3(a)). The result, shape (marked words, 2), has positions in the
    candidate, ascending, and in the reference, without duplicates. This function is not compiled,
    because it explains one pair at a time.
    """
    if longest < 1:
        raise InputError(f"longest is {longest}; expected 1 or more")
    candidate_words, reference_words = candidate.tolist(), reference.tolist()
    partners = [_UNMARKED] * len(candidate_words)
    taken = [False] * len(reference_words)
    for n in range(min(longest, len(partners), len(taken)), 0, -1):
        _mark_ngrams(candidate_words, reference_words, n, partners, taken)
    marked = [pair for pair in enumerate(partners) if pair[1] != _UNMARKED]
    return np.array(marked, np.int64).reshape(-1, 2)


def _mark_ngrams(
    candidate: list[int], reference: list[int], n: int, partners: list[int], taken: list[bool]
) -> None:
    """Align the words of unmarked candidate n-grams with those of the reference."""
    positions: defaultdict[tuple[int, ...], deque[int]] = defaultdict(deque)
    for start, ngram in enumerate(_ngrams(reference, n)):
        positions[ngram].append(start)
    for start, ngram in enumerate(_ngrams(candidate, n)):
        if ngram not in positions or any(p != _UNMARKED for p in partners[start : start + n]):
            continue
        free = positions[ngram]
        while free and any(taken[free[0] : free[0] + n]):
            free.popleft()
        if free:
            start_in_reference = free.popleft()
            partners[start : start + n] = range(start_in_reference, start_in_reference + n)
            taken[start_in_reference : start_in_reference + n] = [True] * n


def _ngrams(words: list[int], n: int) -> Iterator[tuple[int, ...]]:
    return zip(*(words[first:] for first in range(n)), strict=False)
