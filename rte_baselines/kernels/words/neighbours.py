"""Words, or slots of paths, with the same contexts."""

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
    are given twice: by slot (`offsets`, `fillers`, and their `information` about the slot), and by
    filler (`filler_offsets`, `slots`, `information_by_filler`). For each slot, the result is the
    sum of the information of the shared fillers about the given slot, and about the other, and the
    number of shared fillers.
    """
    own = np.zeros(len(offsets) - 1)
    others = np.zeros(len(offsets) - 1)
    shared = np.zeros(len(offsets) - 1, np.int64)
    for position in range(offsets[slot], offsets[slot + 1]):
        filler = fillers[position]
        for entry in range(filler_offsets[filler], filler_offsets[filler + 1]):
            row = slots[entry]
            own[row] += information[position]
            others[row] += information_by_filler[entry]
            shared[row] += 1
    return own, others, shared
