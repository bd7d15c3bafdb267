"""Arrays that grow."""

import numpy as np

from rte_baselines.kernels.compile import compiled_in_others
from rte_baselines.kernels.ragged import IntArray


@compiled_in_others
def with_room(size: int, values: IntArray) -> IntArray:
    """Return an array with the same values, extended if it is shorter than `size`."""
    if size <= len(values):
        return values
    extended = np.empty(max(size, 2 * len(values)), np.int64)
    for position in range(len(values)):
        extended[position] = values[position]
    return extended
