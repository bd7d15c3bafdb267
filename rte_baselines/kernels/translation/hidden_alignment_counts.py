"""Expected counts of translations and jumps, for training the hidden Markov model of alignment.

Source: the expectation step (Baum and Welch) of the model of
`rte_baselines.kernels.translation.hidden_alignment`, and a maximization step for its jumps.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from rte_baselines.kernels.compile import compiled
from rte_baselines.kernels.ragged import FloatArray
from rte_baselines.kernels.translation.hidden_alignment import (
    Forward,
    forward_pass,
    jump_probabilities,
)
from rte_baselines.kernels.translation.sentence_cooccurrence import Sentences, require_cells


class Passed(NamedTuple):
    """Expected counts, from forward and backward passes over sentences."""

    expected_counts: FloatArray
    """The number of translations of each cell's source word into its target word."""

    jumps: FloatArray
    """The number of jumps of each length, shape (2 * longest jump + 1,)."""

    departures: FloatArray
    """The number of jumps, by the number of source words and by anchor; shape (most source
    words + 1, most source words + 1)."""

    log_likelihood: float
    """The log likelihood of the target sentences given the source sentences, in nats."""


@compiled
def count_passes(
    probabilities: FloatArray,
    jumps: FloatArray,
    to_null: float,
    sentences: Sentences,
) -> Passed:
    """Return the expected counts of translations and jumps.

    Parameters
    ----------
    probabilities : ndarray of float64, shape (cells,)
        The probability of each cell's target word given its source word.
    jumps : ndarray of float64
        As in `jump_probabilities`.
    to_null : float
        The probability that a target word is the translation of null.
    sentences : Sentences
    """
    require_cells(probabilities, sentences)
    pairs = len(sentences.widths)
    most = sentences.widths.max() if pairs else 0
    counts = Passed(np.zeros(len(probabilities)), np.zeros(len(jumps)), np.zeros((most, most)), 0.0)
    likelihood = 0.0
    for pair in range(pairs):
        width = sentences.widths[pair]
        block = sentences.cells[sentences.block_offsets[pair] : sentences.block_offsets[pair + 1]]
        emissions = probabilities[block].reshape(-1, width)
        arriving = jump_probabilities(jumps, width - 1)
        forward = forward_pass(emissions, arriving, to_null)
        _count_backward(emissions, arriving, to_null, forward, block, counts)
        likelihood += np.log(forward.scales).sum()
    return Passed(counts.expected_counts, counts.jumps, counts.departures, likelihood)


@compiled
def _count_backward(
    emissions: FloatArray,
    arriving: FloatArray,
    to_null: float,
    forward: Forward,
    block: NDArray[np.uint32],
    counts: Passed,
) -> None:
    """Add the expected counts of a pair of sentences, from the last target word to the first."""
    targets, width = emissions.shape
    # The scaled probability of the following target words, given each anchor.
    after = np.ones(width)
    for target in range(targets - 1, -1, -1):
        cells = block[target * width : (target + 1) * width]
        counts.expected_counts[cells[0]] += (forward.to_null[target] * after).sum()
        for word in range(width - 1):
            counts.expected_counts[cells[word + 1]] += (
                forward.to_words[target, word] * after[word + 1]
            )
        before = np.zeros(width)
        if target:
            before[:] = forward.to_null[target - 1]
            before[1:] += forward.to_words[target - 1]
        else:
            before[0] = 1.0
        coming = (1 - to_null) * emissions[target, 1:] * after[1:] / forward.scales[target]
        _count_jumps(before, arriving, coming, counts)
        staying = to_null * emissions[target, 0] / forward.scales[target]
        for anchor in range(width):
            after[anchor] *= staying
            for word in range(width - 1):
                after[anchor] += arriving[anchor, word] * coming[word]


@compiled
def _count_jumps(
    before: FloatArray, arriving: FloatArray, coming: FloatArray, counts: Passed
) -> None:
    """Add the expected jumps to a target word, given the probabilities before and after it."""
    longest, width = len(counts.jumps) // 2, len(before)
    for anchor in range(width):
        if before[anchor] > 0:
            for word in range(width - 1):
                expected = before[anchor] * arriving[anchor, word] * coming[word]
                jump = min(max(word + 1 - anchor, -longest), longest)
                counts.jumps[jump + longest] += expected
                counts.departures[width - 1, anchor] += expected


@compiled
def improved_jumps(jumps: FloatArray, counted: FloatArray, departures: FloatArray) -> FloatArray:
    """Return weights of jumps that do not decrease the likelihood of the counts.

    The possible jumps depend on sentence and anchor. Therefore the maximum-likelihood weights
    are not the relative frequencies of the counts. With c the count of jump d, n that of
    departures from an anchor and Z the sum of the weights of the jumps that are possible there,
    each step

        s(d) <- c(d) / sum over anchors of n * (possible jumps that count as d) / Z

    increases the likelihood: it is that of Hunter 2004, "MM algorithms for generalized
    Bradley-Terry models", section 5. Jumps with weight 0 occur only where all possible jumps have
    weight 0 and all words are equally probable, which is not informative; they keep weight 0.

    Parameters
    ----------
    jumps : ndarray of float64, shape (2 * longest + 1,)
        The weights with which the counts were computed.
    counted, departures : ndarray of float64
        As in `Passed`.

    Returns
    -------
    ndarray of float64, shape (2 * longest + 1,)
        They sum to 1. Without informative counts, `jumps` is returned unchanged.
    """
    if len(counted) != len(jumps) or departures.shape[0] != departures.shape[1]:
        raise ValueError("counts of other jumps or of other anchors; expected those of `Passed`")
    longest = len(jumps) // 2
    rates = np.zeros(len(jumps))
    for sources in range(1, len(departures)):
        for anchor in range(sources + 1):
            if departures[sources, anchor] > 0:
                total = 0.0
                for word in range(sources):
                    jump = min(max(word + 1 - anchor, -longest), longest)
                    total += jumps[jump + longest]
                if total > 0:
                    for word in range(sources):
                        jump = min(max(word + 1 - anchor, -longest), longest)
                        rates[jump + longest] += departures[sources, anchor] / total
    improved: FloatArray = np.zeros(len(jumps))
    for jump in range(len(jumps)):
        if jumps[jump] > 0 and rates[jump] > 0:
            improved[jump] = counted[jump] / rates[jump]
    if improved.sum() > 0:
        improved /= improved.sum()
    else:
        improved[:] = jumps
    return improved
