"""Shortest chains of links between sets of concepts."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from rte_baselines.kernels.compile import compiled, inlined
from rte_baselines.kernels.interning import sequence
from rte_baselines.kernels.ragged import (
    FloatArray,
    IntArray,
    Ragged,
    Sequences,
    require_equal_lengths,
)

_UNSEEN = -1


class Links(NamedTuple):
    """Links between concepts, each in one direction."""

    offsets: IntArray
    """The start of each concept's links, shape (concepts + 1,)."""

    targets: NDArray[np.int32]
    """The target of each link."""


def chain_lengths(
    sources: Ragged,
    goals: Ragged,
    source_sets: IntArray,
    goal_sets: IntArray,
    links: Links,
    longest: int,
) -> FloatArray:
    """Return the length of the shortest chain from some sets of sources to some sets of goals.

    The concepts of a set may be the synsets of a word; `source_sets` and `goal_sets` are the
    indices of the sets of each pair. Chains have at most `longest` links. The result, shape
    (pairs,), is 0 if the sets share a concept, infinite if there is no chain.
    """
    require_equal_lengths(source_sets=source_sets, goal_sets=goal_sets)
    # Pairs are sorted by their source set, so that chains from each set are followed only once.
    order = np.argsort(source_sets, kind="stable")
    lengths = np.empty(len(order))
    lengths[order] = _chain_lengths(
        sources.arrays, goals.arrays, source_sets[order], goal_sets[order], links, longest
    )
    return lengths


@compiled
def _chain_lengths(
    sources: Sequences,
    goals: Sequences,
    source_sets: IntArray,
    goal_sets: IntArray,
    links: Links,
    longest: int,
) -> FloatArray:
    distances = np.full(len(links.offsets) - 1, _UNSEEN, np.int32)
    reached = np.empty(len(distances), np.int32)
    lengths = np.empty(len(source_sets))
    size = 0
    for pair in range(len(source_sets)):
        column = source_sets[pair]
        if pair == 0 or column != source_sets[pair - 1]:
            for index in range(size):
                distances[reached[index]] = _UNSEEN
            size = 0
            for concept in sequence(sources, column):
                size = _reach(concept, 0, distances, reached, size)
            reading = 0
            while reading < size and distances[reached[reading]] < longest:
                concept = reached[reading]
                for target in links.targets[links.offsets[concept] : links.offsets[concept + 1]]:
                    size = _reach(target, distances[concept] + 1, distances, reached, size)
                reading += 1
        row = goal_sets[pair]
        lengths[pair] = np.inf
        for goal in sequence(goals, row):
            if distances[goal] != _UNSEEN:
                lengths[pair] = min(lengths[pair], distances[goal])
    return lengths


@inlined
def _reach(
    concept: int, distance: int, distances: NDArray[np.int32], reached: NDArray[np.int32], size: int
) -> int:
    """Record a concept unless it was reached before; return the number of reached concepts."""
    if distances[concept] != _UNSEEN:
        return size
    distances[concept] = distance
    reached[size] = concept
    return size + 1
