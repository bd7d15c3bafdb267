"""Near-duplicates among pairs of sets, by MinHash and exact Jaccard indices.

Libraries for MinHash keep a table for each band: of a million sets of 25 items with 20 bands, rensa
1.7 GB and datasketch 7.5 GB. Here a band is a sorted array, and is forgotten before the next one.
"""

from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from rte_baselines.kernels.compile import compiled, inlined
from rte_baselines.kernels.interning import sequence
from rte_baselines.kernels.ragged import (
    BoolArray,
    IntArray,
    Ragged,
    Sequences,
    require_equal_lengths,
    require_pairs,
)

Hashes: TypeAlias = NDArray[np.uint64]

BANDS, ROWS = 20, 3
"""The number of bands, and the number of hashes of each.

Two pairs are compared if all hashes of a band are equal. The hash of a pair combines the hashes of
its two sets. It is equal for two pairs with a probability of J, the product of their two Jaccard
indices. If both indices are 0.8, J is 0.64, and the pairs are compared with a probability of
1 - (1 - 0.64^3)^20 = 0.998.
"""

# The maximum number of following pairs, among those with equal bands, that a pair is compared with.
_COMPARED = 20
_SEED = 12345
_EMPTY = np.uint64(0xFFFFFFFFFFFFFFFF)


class NearDuplicates(NamedTuple):
    """Which pairs are alike.

    `groups` has the index of the first pair of each pair's group. Pairs are in the same group if
    they are alike, directly or through other pairs. `is_like_first` tells whether a pair of the
    second part is like a pair of the first part.
    """

    groups: IntArray
    is_like_first: BoolArray


def near_duplicates(
    texts: Ragged, hypotheses: Ragged, is_second: BoolArray, threshold: float
) -> NearDuplicates:
    """Find the pairs whose texts are alike and whose hypotheses are alike.

    Texts and hypotheses are sets of 64-bit digests, in increasing order. Sets are alike if their
    Jaccard index, 1 for two empty sets, is `threshold` or more, in (0, 1]. All pairs in the result
    are alike; a few that are alike may be missing, see `BANDS`. (A. Z. Broder, "On the resemblance
    and containment of documents" (1997), section 3; J. Leskovec, A. Rajaraman and J. D. Ullman,
    Mining of Massive Datasets, section 3.4, for bands.)
    """
    require_pairs(texts, hypotheses)
    require_equal_lengths(texts=texts, marks_of_the_second_part=is_second)
    parents = np.arange(len(texts))
    is_like_first = np.zeros(len(texts), np.bool_)
    seeds = np.random.default_rng(_SEED).integers(0, 2**64, (BANDS, ROWS, 2), dtype=np.uint64)
    for text_seeds, hypothesis_seeds in zip(seeds[:, :, 0], seeds[:, :, 1], strict=True):
        keys = _band(texts.arrays, text_seeds, hypotheses.arrays, hypothesis_seeds)
        order = np.argsort(keys, kind="stable")
        _link(
            *(order, keys, parents, is_like_first, is_second),
            *(texts.arrays, hypotheses.arrays, threshold),
        )
    while not np.array_equal(parents, parents[parents]):
        parents = parents[parents]
    return NearDuplicates(parents, is_like_first)


def union(first: Ragged, second: Ragged) -> Ragged:
    """Return the union of each set with that of the same index; they are disjoint and ascend."""
    require_equal_lengths(first_sets=first, second_sets=second)
    values = _merged(first.arrays, second.arrays)
    return Ragged(values, first.offsets + second.offsets)


@compiled
def _merged(first: Sequences, second: Sequences) -> IntArray:
    merged = np.empty(len(first.values) + len(second.values), np.int64)
    place = 0
    for row in range(len(first.offsets) - 1):
        left, right = sequence(first, row), sequence(second, row)
        i = j = 0
        while i < len(left) or j < len(right):
            if j == len(right) or (i < len(left) and left[i] < right[j]):
                merged[place] = left[i]
                i += 1
            else:
                merged[place] = right[j]
                j += 1
            place += 1
    return merged


@inlined
def _hash(value: np.uint64) -> np.uint64:
    """Return the finalizer of MurmurHash3, a permutation of the 64-bit numbers."""
    value ^= value >> np.uint64(33)
    value *= np.uint64(0xFF51AFD7ED558CCD)
    value ^= value >> np.uint64(33)
    value *= np.uint64(0xC4CEB9FE1A85EC53)
    value ^= value >> np.uint64(33)
    return value


@compiled
def _minhashes(sets: Sequences, seeds: Hashes) -> Hashes:
    """Return the lowest hash of each set for each seed, shape (sets, seeds).

    Two sets have the same lowest hash with a probability equal to their Jaccard index.
    """
    lowest = np.empty((len(sets.offsets) - 1, len(seeds)), np.uint64)
    for row in range(len(lowest)):
        values = sequence(sets, row)
        for column in range(len(seeds)):
            least = _EMPTY
            for value in values:
                hashed = _hash(np.uint64(value) ^ seeds[column])
                if hashed < least:
                    least = hashed
            lowest[row, column] = least
    return lowest


@compiled
def _band(
    texts: Sequences, text_seeds: Hashes, hypotheses: Sequences, hypothesis_seeds: Hashes
) -> Hashes:
    """Return a key of the hashes of each pair."""
    text_hashes = _minhashes(texts, text_seeds)
    hypothesis_hashes = _minhashes(hypotheses, hypothesis_seeds)
    keys = np.zeros(len(text_hashes), np.uint64)
    for row in range(len(keys)):
        for column in range(len(text_seeds)):
            keys[row] = _hash(keys[row] ^ text_hashes[row, column])
            keys[row] = _hash(keys[row] + hypothesis_hashes[row, column])
    return keys


@compiled
def _link(
    order: IntArray,
    keys: Hashes,
    parents: IntArray,
    is_like_first: BoolArray,
    is_second: BoolArray,
    texts: Sequences,
    hypotheses: Sequences,
    threshold: float,
) -> None:
    """Join the groups of pairs that are alike, among those with equal keys."""
    for place in range(len(order)):
        first = order[place]
        for other in range(place + 1, min(place + 1 + _COMPARED, len(order))):
            second = order[other]
            if keys[second] != keys[first]:
                break
            is_across = is_second[first] != is_second[second]
            later = first if is_second[first] else second
            a, b = _root(parents, first), _root(parents, second)
            if a == b and (not is_across or is_like_first[later]):
                continue
            if not (
                _are_alike(sequence(hypotheses, first), sequence(hypotheses, second), threshold)
                and _are_alike(sequence(texts, first), sequence(texts, second), threshold)
            ):
                continue
            parents[max(a, b)] = min(a, b)
            if is_across:
                is_like_first[later] = True


@compiled
def _root(parents: IntArray, place: int) -> int:
    while parents[place] != place:
        parents[place] = parents[parents[place]]
        place = parents[place]
    return place


@compiled
def _are_alike(first: IntArray, second: IntArray, threshold: float) -> bool:
    """Whether the Jaccard index of two sets in increasing order is at least the threshold."""
    i = j = common = 0
    while i < len(first) and j < len(second):
        if first[i] == second[j]:
            common += 1
            i += 1
            j += 1
        elif first[i] < second[j]:
            i += 1
        else:
            j += 1
    return bool(common >= threshold * (len(first) + len(second) - common))
