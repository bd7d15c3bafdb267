"""Words with the same contexts, and look-ups of words in each other's lists of neighbours."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from rte_baselines.kernels.compile import compiled, inlined, interpreted_first
from rte_baselines.kernels.ragged import FloatArray, IntArray


@compiled
def slot_overlap(
    slot: int,
    offsets: NDArray[Any],
    fillers: NDArray[Any],
    information: FloatArray,
    filler_offsets: NDArray[Any],
    slots: NDArray[Any],
    information_by_filler: FloatArray,
) -> tuple[FloatArray, FloatArray, IntArray]:
    """Compare a slot with each slot by the fillers that they share.

    Slots are those of paths, or words, whose fillers are their contexts. The fillers of the slots
    are given twice: by slot (`offsets`, `fillers`, and their `information` about the slot), and by
    filler (`filler_offsets`, `slots`, `information_by_filler`). For each slot, the result is the
    sum of the information of the shared fillers about the given slot, and about the other, and the
    number of shared fillers.
    """
    if not (
        len(fillers) == len(information) >= offsets[-1]
        and len(slots) == len(information_by_filler) >= filler_offsets[-1]
    ):
        raise ValueError("information of other entries; expected that of each entry, both ways")
    own = np.zeros(len(offsets) - 1)
    others = np.zeros(len(offsets) - 1)
    shared = np.zeros(len(offsets) - 1, np.int64)
    for position in range(offsets[slot], offsets[slot + 1]):
        filler = fillers[position]
        for other in range(filler_offsets[filler], filler_offsets[filler + 1]):
            row = slots[other]
            own[row] += information[position]
            others[row] += information_by_filler[other]
            shared[row] += 1
    return own, others, shared


@inlined
def _value_of(
    entry: int, sought: int, offsets: NDArray[Any], neighbours: NDArray[Any], values: NDArray[Any]
) -> float:
    """Return the value of a neighbour in an entry's sorted list; 0 if the list lacks it."""
    start, end = offsets[entry], offsets[entry + 1]
    while start < end:
        middle = (start + end) // 2
        if neighbours[middle] < sought:
            start = middle + 1
        else:
            end = middle
    if start < offsets[entry + 1] and neighbours[start] == sought:
        return float(values[start])
    return 0.0


@interpreted_first(numbers=30_000, count=lambda entries, *_: 2 * len(entries))
def mutual_values(
    entries: IntArray,
    others: IntArray,
    offsets: NDArray[Any],
    neighbours: NDArray[Any],
    values: NDArray[Any],
) -> FloatArray:
    """Return the larger of the values that two entries have in each other's lists.

    The list of entry i, in ascending order, goes from ``offsets[i]`` to ``offsets[i + 1]``;
    negative entries are in no list. 0 if neither list contains the other entry.
    """
    if len(values) != len(neighbours) or offsets[-1] > len(neighbours):
        raise ValueError("values of other neighbours; expected one for each")
    if len(entries) != len(others):
        raise ValueError("pairs that lack an entry; expected two for each")
    largest = np.zeros(len(entries))
    for pair in range(len(entries)):
        first, second = entries[pair], others[pair]
        if first >= 0 and second >= 0:
            largest[pair] = max(
                _value_of(first, second, offsets, neighbours, values),
                _value_of(second, first, offsets, neighbours, values),
            )
    return largest
