"""The hidden Markov model of word alignment, in which alignments depend on the previous word's.

The *source* sentence generates the *target* sentence word by word. Each target word is the
translation of one source word or of null. The distance from the source word of the previous
target word to the next source word is a *jump*. Jumps start from the *anchor*: the last source
word that was translated, regardless of nulls, or the position before all source words.

Source: Vogel, Ney and Tillmann 1996, "HMM-based word alignment in statistical translation",
section 3; with null as in Och and Ney 2003, "A systematic comparison of various statistical
alignment models", section 2.1.2.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from rte_baselines.kernels.compile import compiled, inlined
from rte_baselines.kernels.ragged import BoolArray, FloatArray, IntArray
from rte_baselines.kernels.translation.word_translation import Sentences

UNALIGNED = -1
"""The partner of a target word that is the translation of null."""


class Forward(NamedTuple):
    """The forward probabilities of each target word, scaled to a sum of 1."""

    to_words: FloatArray
    """For alignment with each source word, shape (targets, sources)."""

    to_null: FloatArray
    """For alignment with null, by anchor; shape (targets, sources + 1)."""

    scales: FloatArray
    """The probability of each target word given those before, shape (targets,)."""


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

    `probabilities` has for each cell that of the target word given its source word; `jumps` and
    `to_null` as in `log_likelihood`.
    """
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
                counts.jumps[_jump(anchor, word, longest)] += expected
                counts.departures[width - 1, anchor] += expected


@compiled
def improved_jumps(jumps: FloatArray, counted: FloatArray, departures: FloatArray) -> FloatArray:
    """Return weights of jumps that do not decrease the likelihood of the counts, with the sum 1.

    The possible jumps depend on sentence and anchor. Therefore the maximum-likelihood weights
    are not the relative frequencies of the counts. With c the count of jump d, n that of
    departures from an anchor and Z the sum of the weights of the jumps that are possible there,
    each step

        s(d) <- c(d) / sum over anchors of n * (possible jumps that count as d) / Z

    increases the likelihood: it is that of Hunter 2004, "MM algorithms for generalized
    Bradley-Terry models", section 5. Jumps with weight 0 occur only where all possible jumps have
    weight 0 and all words are equally probable, which is not informative; they keep weight 0.
    Without informative counts, `jumps`, with which the counts were computed, is returned.
    """
    longest = len(jumps) // 2
    rates = np.zeros(len(jumps))
    for sources in range(1, len(departures)):
        for anchor in range(sources + 1):
            if departures[sources, anchor] > 0:
                total = 0.0
                for word in range(sources):
                    total += jumps[_jump(anchor, word, longest)]
                if total > 0:
                    for word in range(sources):
                        rates[_jump(anchor, word, longest)] += departures[sources, anchor] / total
    improved: FloatArray = np.zeros(len(jumps))
    for jump in range(len(jumps)):
        if jumps[jump] > 0 and rates[jump] > 0:
            improved[jump] = counted[jump] / rates[jump]
    if improved.sum() > 0:
        improved /= improved.sum()
    else:
        improved[:] = jumps
    return improved


@compiled
def jump_probabilities(jumps: FloatArray, sources: int) -> FloatArray:
    """Return the probability of each source word after each anchor, given that it is not null.

    `jumps` has weights from ``-longest`` to ``longest``; longer jumps have the weight of the
    longest. The result has the shape (sources + 1, sources) and rows with the sum 1. If all jumps
    of a row have weight 0, they are equally probable.
    """
    longest = len(jumps) // 2
    probabilities = np.empty((sources + 1, sources))
    for anchor in range(sources + 1):
        total = 0.0
        for word in range(sources):
            probabilities[anchor, word] = jumps[_jump(anchor, word, longest)]
            total += probabilities[anchor, word]
        for word in range(sources):
            if total > 0:
                probabilities[anchor, word] /= total
            else:
                probabilities[anchor, word] = 1 / sources
    return probabilities


@inlined
def _jump(anchor: int, word: int, longest: int) -> int:
    """Return the index of the weight of the jump from an anchor to a word."""
    return min(max(word + 1 - anchor, -longest), longest) + longest


@compiled
def log_likelihood(emissions: FloatArray, jumps: FloatArray, to_null: float) -> float:
    """Return the log probability of a target sentence, summed over all alignments.

    `emissions`, shape (targets, sources + 1), has the probability of each target word as a
    translation of null (first column) and of each source word; `jumps` as in `jump_probabilities`;
    `to_null` is the probability that a target word is the translation of null.
    """
    arriving = jump_probabilities(jumps, emissions.shape[1] - 1)
    scales = forward_pass(emissions, arriving, to_null).scales
    total = 0.0
    for target in range(len(scales)):
        total += np.log(scales[target])
    return total


@inlined
def forward_pass(emissions: FloatArray, arriving: FloatArray, to_null: float) -> Forward:
    """Run the forward pass over a target sentence; see `log_likelihood`, `jump_probabilities`."""
    targets, sources = len(emissions), emissions.shape[1] - 1
    to_words, nulls = np.zeros((targets, sources)), np.zeros((targets, sources + 1))
    scales = np.empty(targets)
    anchored = np.zeros(sources + 1)
    anchored[0] = 1.0
    for target in range(targets):
        for anchor in range(sources + 1):
            nulls[target, anchor] = to_null * emissions[target, 0] * anchored[anchor]
            if anchored[anchor] > 0:
                departing = (1 - to_null) * anchored[anchor]
                for word in range(sources):
                    to_words[target, word] += departing * arriving[anchor, word]
        word_total = null_total = 0.0
        for word in range(sources):
            to_words[target, word] *= emissions[target, word + 1]
            word_total += to_words[target, word]
        for anchor in range(sources + 1):
            null_total += nulls[target, anchor]
        scales[target] = word_total + null_total
        for anchor in range(sources + 1):
            nulls[target, anchor] /= scales[target]
            anchored[anchor] = nulls[target, anchor]
        for word in range(sources):
            to_words[target, word] /= scales[target]
            anchored[word + 1] += to_words[target, word]
    return Forward(to_words, nulls, scales)


@compiled
def best_alignment(emissions: FloatArray, jumps: FloatArray, to_null: float) -> IntArray:
    """Return the source word of each target word in the most probable alignment (Viterbi).

    `UNALIGNED` stands for null. Among equally probable partners, words are preferred to null, and
    earlier words to later ones. For the parameters see `log_likelihood`.
    """
    anchors, is_null, anchor = _best_paths(emissions, jumps, to_null)
    partners = np.empty(len(emissions), np.int64)
    for target in range(len(emissions) - 1, -1, -1):
        if is_null[target, anchor]:
            partners[target] = UNALIGNED
        else:
            partners[target] = anchor - 1
            anchor = anchors[target, anchor - 1]
    return partners


@inlined
def _best_paths(
    emissions: FloatArray, jumps: FloatArray, to_null: float
) -> tuple[IntArray, BoolArray, int]:
    """Return the most probable path to each state of each target word.

    The previous anchor of each source word, shape (targets, sources); whether the target word is
    aligned with null, for each anchor after it, shape (targets, sources + 1); and the most probable
    last anchor.
    """
    targets, sources = len(emissions), emissions.shape[1] - 1
    arriving = jump_probabilities(jumps, sources)
    for anchor in range(sources + 1):
        for word in range(sources):
            arriving[anchor, word] = np.log((1 - to_null) * arriving[anchor, word])
    anchors = np.zeros((targets, sources), np.int64)
    is_null = np.zeros((targets, sources + 1), np.bool_)
    reached, following = np.empty(sources + 1), np.empty(sources + 1)
    ways = np.empty(sources)
    reached[0], reached[1:] = 0.0, -np.inf
    for target in range(targets):
        staying = np.log(to_null * emissions[target, 0])
        ways[:] = -np.inf
        for anchor in range(sources + 1):
            following[anchor] = reached[anchor] + staying
            is_null[target, anchor] = True
            for word in range(sources):
                way = reached[anchor] + arriving[anchor, word]
                if way > ways[word]:
                    ways[word] = way
                    anchors[target, word] = anchor
        for word in range(sources):
            way = ways[word] + np.log(emissions[target, word + 1])
            if way > -np.inf and way >= following[word + 1]:
                following[word + 1] = way
                is_null[target, word + 1] = False
        reached, following = following, reached
    last = 0
    for anchor in range(1, sources + 1):
        if reached[anchor] > reached[last]:
            last = anchor
    return anchors, is_null, last
