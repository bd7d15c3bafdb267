"""Longest common subsequences, plain (ROUGE-L) and weighted (ROUGE-W)."""

from collections.abc import Iterator

import numpy as np

from rte_baselines.core.errors import InputError
from rte_baselines.kernels.compile import compiled, inlined
from rte_baselines.kernels.interning import sequence, shorter_first
from rte_baselines.kernels.ragged import FloatArray, IntArray, Ragged, Sequences, require_pairs


def longest_common_subsequence(texts: Ragged, hypotheses: Ragged) -> IntArray:
    """Return the length of the longest common subsequence of each pair.

    It is the weighted longest common subsequence with weight 1, by which runs count their number of
    tokens. Time is proportional to the product of the two lengths, memory to the shorter one. (Lin
    2004, "ROUGE: a package for automatic evaluation of summaries", section 3.)
    """
    return weighted_common_subsequence(texts, hypotheses, weight=1.0).astype(np.int64)


def weighted_common_subsequence(
    texts: Ragged, hypotheses: Ragged, weight: float = 1.2
) -> FloatArray:
    """Return the weighted longest common subsequence score (WLCS) of each pair.

    A run of k tokens that are adjacent on both sides adds k ** weight: `weight` is from 1, for
    which runs do not matter, to 10, beyond which powers of long runs exceed the precision of
    floats. As in the paper, equal tokens always match, even if another match would make a longer
    run later. The score is therefore that of the paper's recursion, not the maximum over all common
    subsequences. It is symmetric in text and hypothesis. Time is proportional to the product of the
    two lengths, memory to the shorter one. (Lin 2004, "ROUGE: a package for automatic evaluation of
    summaries", section 4.)
    """
    if not 1 <= weight <= 10:
        raise InputError(f"weight is {weight}; expected a number from 1 to 10")
    require_pairs(texts, hypotheses)
    longest_run = np.minimum(texts.lengths, hypotheses.lengths).max(initial=0)
    return _pair_scores(
        texts.arrays,
        hypotheses.arrays,
        np.diff(np.arange(longest_run + 1.0) ** weight),
    )


def align_common_subsequence(text: IntArray, hypothesis: IntArray) -> IntArray:
    """Return one longest common subsequence of one pair as positions in both sides.

    The result has the shape (length, 2), with ascending columns. By the algorithm of Hirschberg
    1975, "A linear space algorithm for computing maximal common subsequences", memory is
    proportional to the lengths, time to their product.
    """
    matched = list(_matched_positions(text, hypothesis, 0, 0))
    return np.array(matched, np.int64).reshape(-1, 2)


def _matched_positions(
    text: IntArray, hypothesis: IntArray, text_start: int, hypothesis_start: int
) -> Iterator[tuple[int, int]]:
    """Align two ranges that start at the given positions of their sides."""
    if len(text) == 1:
        for match in np.flatnonzero(hypothesis == text[0])[:1]:
            yield text_start, hypothesis_start + int(match)
        return
    middle = len(text) // 2
    before = _prefix_lengths(text[:middle], hypothesis)
    after = _prefix_lengths(text[middle:][::-1].copy(), hypothesis[::-1].copy())[::-1]
    if not (before + after).any():
        return
    split = int(np.argmax(before + after))
    yield from _matched_positions(text[:middle], hypothesis[:split], text_start, hypothesis_start)
    yield from _matched_positions(
        text[middle:], hypothesis[split:], text_start + middle, hypothesis_start + split
    )


@compiled
def _pair_scores(texts: Sequences, hypotheses: Sequences, gains: FloatArray) -> FloatArray:
    scores = np.empty(len(texts.offsets) - 1)
    for pair in range(len(scores)):
        shorter, longer = shorter_first(sequence(texts, pair), sequence(hypotheses, pair))
        scores[pair] = _prefix_scores(longer, shorter, gains)[-1]
    return scores


@compiled
def _prefix_lengths(first: IntArray, second: IntArray) -> FloatArray:
    """Return the lengths of the longest common subsequences, as `_prefix_scores` does."""
    return _prefix_scores(first, second, np.ones(len(second)))


@inlined
def _prefix_scores(first: IntArray, second: IntArray, gains: FloatArray) -> FloatArray:
    """Return the scores of `first` with each prefix of `second`, the empty one first.

    ``gains[k]`` is the gain of a match that follows a run of k matches. The two arrays are the
    last rows of the paper's tables c and w.
    """
    scores = np.zeros(len(second) + 1)
    runs = np.zeros(len(second) + 1, np.int64)
    for token in first:
        diagonal_score, diagonal_run = 0.0, 0
        for column in range(1, len(second) + 1):
            above_score, above_run = scores[column], runs[column]
            if token == second[column - 1]:
                scores[column] = diagonal_score + gains[diagonal_run]
                runs[column] = diagonal_run + 1
            else:
                scores[column] = max(above_score, scores[column - 1])
                runs[column] = 0
            diagonal_score, diagonal_run = above_score, above_run
    return scores
