"""The marked words of the Modified Brevity Penalty of perez2006, section 2, step 3."""

from collections import defaultdict, deque
from collections.abc import Iterator

import numpy as np

from rte_baselines.core.errors import InputError
from rte_baselines.kernels.ragged import FloatArray, IntArray, Ragged
from rte_baselines.kernels.words.ngrams import ngram_matches

_UNMARKED = -1


def marked_share(candidates: Ragged, references: Ragged) -> FloatArray:
    """Return the share of each reference's words that are in its candidate.

    The paper marks the n-grams of the candidate that occur in the reference, for n from 10 down
    to 1. Each word is marked at most once, and n = 1 marks all remaining common words. In the
    end each type is marked as often as it occurs in the side with fewer occurrences. The share
    is therefore the number of clipped unigram matches over the reference's length, regardless of
    the longest n.

    Parameters
    ----------
    candidates, references : Ragged
        Tokens as integers; equal tokens have equal integers.

    Returns
    -------
    ndarray of float64, shape (pairs,)
        The Modified Brevity Penalty factor, from 0 to 1; 0 for an empty reference.

    References
    ----------
    perez2006, section 2, BLEU+recall, step 3.
    """
    matches = ngram_matches(candidates, references, max_n=1).common[:, 0]
    share: FloatArray = matches / np.maximum(references.lengths, 1)
    return share


def align_marked_words(candidate: IntArray, reference: IntArray, longest: int = 10) -> IntArray:
    """Return the alignment of the marked words, longest common n-grams first.

    For n from `longest` down to 1, each n-gram of the candidate, from left to right, is aligned
    with the leftmost equal n-gram of the reference, if no word of either is marked. This
    function is not compiled, because it explains one pair at a time.

    Parameters
    ----------
    candidate, reference : ndarray of int64, shapes (n,) and (m,)
        Tokens as integers; equal tokens have equal integers.
    longest : int
        The largest n, at least 1.

    Returns
    -------
    ndarray of int64, shape (marked words, 2)
        Positions in the candidate, ascending, and in the reference, without duplicates.

    References
    ----------
    perez2006, section 2, BLEU+recall, step 3(a).
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
