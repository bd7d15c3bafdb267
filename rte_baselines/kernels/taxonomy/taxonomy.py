"""A taxonomy of concepts, such as WordNet's hypernyms, and the concepts above others in it."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from rte_baselines.kernels.compile import compiled, inlined
from rte_baselines.kernels.ragged import FloatArray, IntArray, Ragged, Sequences, offsets_of

FAR = 1 << 20
"""Sentinel for no path: more than twice the length of any real path."""


@compiled
def with_room(size: int, values: IntArray) -> IntArray:
    """Return an array with the same values, extended if it is shorter than `size`."""
    if size <= len(values):
        return values
    extended = np.empty(max(size, 2 * len(values)), np.int64)
    extended[: len(values)] = values
    return extended


class Taxonomy(NamedTuple):
    """Concepts with their links; a concept may have several parents."""

    link_offsets: NDArray[np.int32]
    """The start of each concept's links, shape (concepts + 1,)."""

    link_kinds: NDArray[np.uint8]
    """The kind of each link, ascending for each concept."""

    link_targets: NDArray[np.int32]
    """The target of each link."""

    highest_upward_kind: int
    """Links of kinds above this do not lead up."""

    max_depths: NDArray[np.uint8]
    """The number of links on the longest path from each concept up to a root, shape (concepts,)."""

    min_depths: NDArray[np.uint8]
    """The number of links on the shortest path up to a root, shape (concepts,)."""

    root_distances: IntArray
    """The number of links to an artificial root above several roots, `FAR` without one; shape
    (concepts,)."""

    content: FloatArray
    """The information content of each concept, infinite for unseen concepts; may be empty if no
    measure needs it."""


class Above(NamedTuple):
    """The concepts above some sets of concepts, with distances; the result of `climb`."""

    offsets: IntArray
    """The start of each set's concepts."""

    concepts: IntArray
    """The set itself first, then the concepts above it, nearest first."""

    distances: IntArray
    """The number of links on the shortest path from any concept of the set."""


def one_by_one(concepts: IntArray) -> Ragged:
    """Return one set for each concept."""
    return Ragged(concepts, offsets_of(np.ones(len(concepts), np.int64)))


@compiled
def climb(sets: Sequences, taxonomy: Taxonomy) -> Above:
    """Find all concepts above each set of concepts, with their distances."""
    concepts, offsets = sets
    link_offsets, targets = taxonomy.link_offsets, taxonomy.link_targets
    kinds, highest_kind = taxonomy.link_kinds, taxonomy.highest_upward_kind
    above_offsets = np.zeros(len(offsets), np.int64)
    reached, distances = np.empty(64, np.int64), np.empty(64, np.int64)
    size = 0
    for index in range(len(offsets) - 1):
        start = reading = size
        needed = size + offsets[index + 1] - offsets[index]
        # Calls of another function take longer than most concepts, so they are avoided.
        if needed > len(reached):
            reached, distances = with_room(needed, reached), with_room(needed, distances)
        for position in range(offsets[index], offsets[index + 1]):
            concept = concepts[position]
            if not _is_among(concept, reached, start, size):
                reached[size], distances[size] = concept, 0
                size += 1
        while reading < size:
            concept = reached[reading]
            for link in range(link_offsets[concept], link_offsets[concept + 1]):
                if kinds[link] > highest_kind:
                    break
                target = targets[link]
                if not _is_among(target, reached, start, size):
                    if size == len(reached):
                        reached = with_room(size + 1, reached)
                        distances = with_room(size + 1, distances)
                    reached[size], distances[size] = target, distances[reading] + 1
                    size += 1
            reading += 1
        above_offsets[index + 1] = size
    return Above(above_offsets, reached[:size], distances[:size])


@inlined
def _is_among(concept: int, reached: IntArray, start: int, size: int) -> bool:
    for position in range(start, size):  # noqa: SIM110 - Numba knows no generators
        if reached[position] == concept:
            return True
    return False
