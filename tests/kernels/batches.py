"""Random batches of pairs for tests of kernels."""

from contextlib import contextmanager

import numpy as np
import pytest
from hypothesis import settings
from hypothesis import strategies as st

from rte_baselines.kernels.compile import Kernel
from rte_baselines.kernels.ragged import Ragged

# More than of other tests, because a kernel takes no time.
kernel_settings = settings(max_examples=50)


@contextmanager
def interpreting():
    """Run kernels by the interpreter inside the ``with`` block."""

    def interpreted(kernel, *arguments):
        with np.errstate(over="ignore"):
            return kernel.py_func(*arguments)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Kernel, "__call__", interpreted)
        yield


def bits(results):
    """Return the types and the bytes of an array, or of several."""
    arrays = results if isinstance(results, tuple) else (results,)
    return [(np.asarray(array).dtype, np.asarray(array).tobytes()) for array in arrays]


# Few tokens, so that they repeat and meet; any whole number may be one.
tokens = st.sampled_from([-(2**63), -1, 0, 1, 2**40, 2**63 - 1])
sequences = st.lists(tokens, max_size=14)
batches = st.lists(st.tuples(sequences, sequences), max_size=4)


def ragged(sequences):
    """Sequences of tokens, given as numbers or as letters, as a Ragged."""
    return Ragged.concatenate([numbers(sequence) for sequence in sequences])


def numbers(sequence):
    """One sequence of tokens, given as numbers or as letters, as an array."""
    codes = [ord(token) if isinstance(token, str) else token for token in sequence]
    return np.array(codes, np.int64)


def sides(batch):
    """The texts and the hypotheses of a batch of pairs."""
    return ragged(text for text, _ in batch), ragged(hypothesis for _, hypothesis in batch)
