"""Names for tokens and n-grams."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rte_baselines.kernels.interning import intern

from .batches import kernel_settings, numbers

# Any number, and numbers that differ only in high bits, which bad hashing would confuse.
keys = st.lists(
    st.one_of(
        st.integers(-(2**63), 2**63 - 1),
        st.integers(-3, 3),
        st.integers(0, 40).map(lambda multiple: multiple << 57),
    ),
    max_size=40,
)


@pytest.mark.slow
@given(keys, keys)
@kernel_settings
def test_names_are_those_of_a_dictionary(first, second):
    known = {key: name for name, key in enumerate(dict.fromkeys(first))}
    names, other_names, types = intern(numbers(first), numbers(second))
    assert names.tolist() == [known[key] for key in first]
    assert other_names.tolist() == [known.get(key, -1) for key in second]
    assert types == len(known)
