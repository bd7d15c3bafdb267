"""Information of the contexts that two words share (Lin 1998)."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from rte_baselines.kernels.compile import compiled
from rte_baselines.kernels.ragged import FloatArray


@compiled
def shared_information(
    word: int,
    offsets: NDArray[Any],
    contexts: NDArray[Any],
    information: FloatArray,
    context_offsets: NDArray[Any],
    words: NDArray[Any],
    information_by_context: FloatArray,
) -> FloatArray:
    """Sum the information of the contexts that a word shares with each word.

    The words' contexts are given twice: by word, and by context.

    Parameters
    ----------
    word : int
    offsets : ndarray of integers, shape (words + 1,)
        The contexts of word i are those from ``offsets[i]`` to ``offsets[i + 1]``.
    contexts, information : ndarray, shape (entries,)
        The context of each entry, and its information about the word.
    context_offsets : ndarray of integers, shape (contexts + 1,)
        The words of context i are those from ``context_offsets[i]`` to the next.
    words, information_by_context : ndarray, shape (entries,)
        The word of each entry, and the information of the context about it.

    Returns
    -------
    ndarray of float64, shape (words,)
        For each word, the sum of the information of the shared contexts about both words.
    """
    if not (
        len(contexts) == len(information) >= offsets[-1]
        and len(words) == len(information_by_context) >= context_offsets[-1]
    ):
        raise ValueError("information of other entries; expected that of each entry, both ways")
    shared = np.zeros(len(offsets) - 1)
    for position in range(offsets[word], offsets[word + 1]):
        context = contexts[position]
        for other in range(context_offsets[context], context_offsets[context + 1]):
            shared[words[other]] += information[position] + information_by_context[other]
    return shared
