"""The senses of words, by part of speech."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rte_baselines.kernels.ragged import offsets_of
from rte_baselines.kernels.taxonomy.taxonomy import select_senses
from tests.kernels.batches import bits, interpreting, kernel_settings

PART_STARTS = np.array([0, 4, 6, 6, 9], dtype=np.int32)
words_of_senses = st.lists(st.lists(st.integers(0, 8), max_size=4), min_size=1, max_size=5)


@pytest.mark.slow
@given(words_of_senses, st.data())
@kernel_settings
def test_equals_plain_python(synsets_of_words, data):
    queries = data.draw(
        st.lists(st.tuples(st.integers(-1, len(synsets_of_words) - 1), st.integers(-1, 3)))
    )
    offsets = offsets_of(np.array([len(row) for row in synsets_of_words])).astype(np.int32)
    synsets = [synset for row in synsets_of_words for synset in row]
    words, parts = (
        np.array([query[side] for query in queries], dtype=np.int64) for side in range(2)
    )
    arguments = (words, parts, offsets, np.array(synsets, dtype=np.int32), PART_STARTS)
    found = select_senses(*arguments)
    with interpreting():
        twin = select_senses(*arguments)
    assert bits((twin.values, twin.offsets)) == bits((found.values, found.offsets))
    assert len(found) == len(queries)
    for index, (word, part) in enumerate(queries):
        expected = [
            sense
            for sense in range(offsets[word], offsets[word + 1])
            if word >= 0
            and part >= 0
            and PART_STARTS[part] <= synsets[sense] < PART_STARTS[part + 1]
        ]
        assert found[index].tolist() == expected
