"""Indices of many slices of an array."""

import numpy as np

from rte_baselines.kernels.ragged import IntArray, Ragged, offsets_of


def ranges(starts: IntArray, lengths: IntArray) -> Ragged:
    """Return the integers from each start on, as many as the length."""
    offsets = offsets_of(lengths)
    return Ragged(np.arange(offsets[-1]) + np.repeat(starts - offsets[:-1], lengths), offsets)
