"""Similarities by what is above two concepts; the others are compared with those of NLTK."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rte_baselines.kernels.taxonomy.common_concepts import WU_PALMER, best_similarities
from tests.kernels.batches import ragged
from tests.kernels.taxonomies import (
    all_pairs,
    as_taxonomy,
    depth,
    distances_up,
    sets_of,
    taxonomies,
)


@given(taxonomies(), st.data())
@settings(max_examples=300)
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
