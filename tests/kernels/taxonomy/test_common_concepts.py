"""Similarities by what is above two concepts; the others are compared with those of NLTK."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rte_baselines.kernels.taxonomy.common_concepts import WU_PALMER, best_similarities
from tests.kernels.batches import kernel_settings, ragged
from tests.kernels.taxonomies import (
    all_pairs,
    as_taxonomy,
    depth,
    distances_up,
    sets_of,
    taxonomies,
)


@given(taxonomies(), st.data())
@kernel_settings
def test_wu_palmer_equals_plain_python(taxonomy, data):
    parents, joined = taxonomy
    first, second = data.draw(sets_of(parents)), data.draw(sets_of(parents))
    rows, columns = all_pairs(first, second)
    arrays = as_taxonomy(parents, joined)
    found = best_similarities(WU_PALMER, ragged(first), ragged(second), rows, columns, arrays)
    for row, column, value in zip(rows, columns, found.tolist(), strict=True):
        expected = [
            wu_palmer(parents, joined, one, other) for one in first[row] for other in second[column]
        ]
        assert value == pytest.approx(max([0.0, *expected]))


def test_of_the_deepest_concepts_above_both_the_nearest_counts():
    # Both 1 and 2 are on the second level; by way of 2, there is one link more.
    taxonomy, only = (
        as_taxonomy([[], [0], [0], [2], [1, 2], [1, 3]], joined=False),
        np.zeros(1, int),
    )
    found = best_similarities(WU_PALMER, ragged([[4]]), ragged([[5]]), only, only, taxonomy)
    assert found.tolist() == [4 / (1 + 1 + 4)]


def wu_palmer(parents, joined, one, other):
    if joined:
        # The artificial root is concept 0, and all others move up by one.
        parents = [[], *([1 + parent for parent in above] or [0] for above in parents)]
        one, other = one + 1, other + 1
    ups, other_ups = distances_up(parents, one), distances_up(parents, other)
    values = [
        (depth(parents, each, max) + 1, -(ups[each] + other_ups[each]))
        for each in ups.keys() & other_ups.keys()
    ]
    nodes, links = max(values, default=(0, -1))
    return 2 * nodes / (2 * nodes - links)
