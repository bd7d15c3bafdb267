"""Many slices of an array at a time."""

import numpy as np

from rte_baselines.kernels.ragged import IntArray, Ragged, offsets_of


def ranges(starts: IntArray, lengths: IntArray) -> Ragged:
    """Return the whole numbers from each start on, as many as its length says."""
    offsets = offsets_of(lengths)
    return Ragged(np.arange(offsets[-1]) + np.repeat(starts - offsets[:-1], lengths), offsets)
