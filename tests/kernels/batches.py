"""Random batches of pairs for tests of kernels."""

import numpy as np
from hypothesis import settings
from hypothesis import strategies as st

from rte_baselines.kernels.ragged import Ragged

# More than of other tests, because a kernel takes no time.
kernel_settings = settings(max_examples=50)


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
