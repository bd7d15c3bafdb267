"""How often each unit is drawn, against NumPy's draws counted one by one."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rte_baselines.kernels import resampling
from rte_baselines.kernels.resampling import count_cells, draw_counts


@pytest.mark.parametrize("twin", ["compiled", "plain"])
@settings(max_examples=40)
@given(size=st.integers(1, 20), resamples=st.integers(1, 5), seed=st.integers(0, 99))
def test_counts_what_the_generator_draws(twin, size, resamples, seed):
    with pytest.MonkeyPatch.context() as patch:
        if twin == "plain":
            patch.setattr(resampling, "_counts", resampling._counts.py_func)
        counts = draw_counts(size, resamples, np.random.default_rng(seed))
    drawn = np.random.default_rng(seed).integers(size, size=(resamples, size))
    assert counts.shape == (resamples, size)
    for row, draws in zip(counts, drawn.tolist(), strict=True):
        assert row.tolist() == [draws.count(unit) for unit in range(size)]


def test_drawing_bit_by_bit_draws_the_same():
    at_once = draw_counts(7, 9, np.random.default_rng(5))
    generator = np.random.default_rng(5)
    in_parts = [draw_counts(7, rows, generator) for rows in (4, 1, 4)]
    assert (np.concatenate(in_parts) == at_once).all()


@pytest.mark.parametrize("twin", ["compiled", "plain"])
@settings(max_examples=40)
@given(data=st.data())
def test_counts_the_cells_of_what_was_drawn(twin, data):
    pairs = data.draw(
        st.lists(st.tuples(st.integers(0, 3), st.integers(0, 5)), min_size=1, max_size=12)
    )
    units, cells = (np.array(column) for column in zip(*pairs, strict=True))
    drawn = data.draw(
        st.lists(st.lists(st.integers(0, 3), min_size=4, max_size=4), min_size=1, max_size=3)
    )
    with pytest.MonkeyPatch.context() as patch:
        if twin == "plain":
            patch.setattr(resampling, "_sums", resampling._sums.py_func)
        found = count_cells(np.array(drawn), units, cells.astype(np.int8), 6)
    for row, counts in zip(found.tolist(), drawn, strict=True):
        expected = [0] * 6
        for unit, cell in pairs:
            expected[cell] += counts[unit]
        assert row == expected
