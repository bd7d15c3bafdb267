"""Ties among values."""

from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rte_baselines.evaluation.findings.finding import Ties, count_ties


def test_by_hand():
    assert count_ties(np.array([0.5, 0.1, 0.5, 0.7, 0.1, 0.5])) == Ties(5, 2, 3, of=6)
    assert count_ties(np.array([2, 1])) == Ties(0, 0, 0, of=2)


@pytest.mark.parametrize(
    ("ties", "said"),
    [
        (
            Ties(120, 14, 33, of=800),
            "120 of 800 pairs are tied in confidence, in 14 ties (the largest of 33); "
            "they count by their expectation",
        ),
        (
            Ties(2, 1, 2, of=9),
            "2 of 9 pairs are tied in confidence, in 1 tie of 2; they count by their expectation",
        ),
        (Ties(0, 0, 0, of=9), "none of 9 pairs is tied in confidence"),
    ],
)
def test_describe(ties, said):
    assert ties.describe("confidence") == said
    assert ties.describe("rank", together=True) == said.replace("confidence", "rank").replace(
        "count by their expectation", "are on the same side of each threshold"
    )


@pytest.mark.slow
@given(st.lists(st.integers(0, 9), min_size=1, max_size=30))
def test_as_counted_one_by_one(values):
    sizes = [size for size in Counter(values).values() if size > 1]
    expected = Ties(sum(sizes), len(sizes), max(sizes, default=0), of=len(values))
    assert count_ties(np.array(values)) == expected
