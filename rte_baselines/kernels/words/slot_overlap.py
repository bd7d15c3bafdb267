"""What two slots have in common: their shared fillers and the information of these."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from rte_baselines.kernels.compile import compiled
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
    are given twice: by slot, and by filler.

    Parameters
    ----------
    slot : int
    offsets : ndarray of integers, shape (slots + 1,)
        The fillers of slot i are those from ``offsets[i]`` to ``offsets[i + 1]``.
    fillers, information : ndarray, shape (entries,)
        The filler of each entry, and its information about the slot.
    filler_offsets : ndarray of integers, shape (fillers + 1,)
        The slots of filler i are those from ``filler_offsets[i]`` to the next.
    slots, information_by_filler : ndarray, shape (entries,)
        The slot of each entry, and the information of the filler about it.

    Returns
    -------
    own, others : ndarray of float64, shape (slots,)
        The sum of the information of the shared fillers about the slot, and about the other.
    shared : ndarray of int64, shape (slots,)
        The number of shared fillers.
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
