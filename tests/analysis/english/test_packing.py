import zlib

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from rte_baselines.analysis.english.cache import pack_layers, unpack_layers

# Every character there is, lone surrogates included.
strings = st.text(st.characters())
values = st.one_of(
    st.lists(strings, max_size=8).map(tuple),
    arrays(np.int64, st.integers(0, 8)),
    arrays(np.bool_, st.integers(0, 8)),
    arrays(np.float16, st.tuples(st.integers(0, 3), st.integers(0, 3))),
)


def same(one, other):
    if isinstance(one, tuple):
        return one == other
    return one.dtype == other.dtype and np.array_equal(
        one, other, equal_nan=one.dtype == np.float16
    )


@pytest.mark.slow
@given(st.dictionaries(strings, values, max_size=5))
def test_what_is_packed_comes_back(layers):
    unpacked = unpack_layers(pack_layers(layers))
    assert list(unpacked) == list(layers)
    assert all(same(value, unpacked[name]) for name, value in layers.items())


@pytest.mark.parametrize(
    "value", [["a"], np.array([0.5]), np.zeros((2, 2), np.int64), np.array(["a"]), None]
)
def test_other_values_are_refused(value):
    with pytest.raises(TypeError, match="layer 'odd'"):
        pack_layers({"odd": value})


@pytest.mark.parametrize(
    "damaged",
    [
        b"",
        b"no zlib",
        pack_layers({"words": ("a",)})[:-3],
        zlib.compress(b'{"words": {"float16": [2]}}') + b"123",
        zlib.compress(b"\xff"),
    ],
)
def test_damaged_bytes_are_told(damaged):
    with pytest.raises(ValueError):  # noqa: PT011 - the message is not for users
        unpack_layers(damaged)
