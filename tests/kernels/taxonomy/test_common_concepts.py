"""Similarities by what is above two concepts."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rte_baselines.kernels.taxonomy.common_concepts import (
    JIANG_CONRATH,
    LIN,
    NO_DISTANCE,
    RESNIK,
    WU_PALMER,
    WU_PALMER_NLTK,
    best_similarities,
)
from tests.kernels.batches import kernel_settings, ragged
from tests.kernels.taxonomies import (
    all_pairs,
    as_taxonomy,
    depth,
    distances_up,
    root_distance,
    sets_of,
    taxonomies,
)


@given(
    taxonomies(),
    st.sampled_from([WU_PALMER, WU_PALMER_NLTK, RESNIK, LIN, JIANG_CONRATH]),
    st.data(),
)
@kernel_settings
def test_equals_plain_python(taxonomy, measure, data):
    parents, joined = taxonomy
    first, second = data.draw(sets_of(parents)), data.draw(sets_of(parents))
    values = st.sampled_from([0.0, 0.25, 0.5, 1.0, 2.0, 3.5, math.inf])
    content = np.array(data.draw(st.lists(values, min_size=len(parents), max_size=len(parents))))
    rows, columns = all_pairs(first, second)
    arrays = as_taxonomy(parents, joined, content)
    found = best_similarities(measure, ragged(first), ragged(second), rows, columns, arrays)
    for row, column, value in zip(rows, columns, found.tolist(), strict=True):
        expected = [
            similarity(measure, parents, joined, content, one, other)
            for one in first[row]
            for other in second[column]
        ]
        # Contents that do not grow downwards may make a distance negative.
        assert value == pytest.approx(max([0.0, *expected]))


def similarity(measure, parents, joined, content, one, other):
    common = distances_up(parents, one).keys() & distances_up(parents, other).keys()
    if measure == WU_PALMER:
        return wu_palmer(parents, joined, one, other)
    if measure == WU_PALMER_NLTK:
        return wu_palmer_nltk(parents, joined, one, other, common)
    shared = max((content[each] for each in common if math.isfinite(content[each])), default=0.0)
    shared = max(shared, 0.0)
    if measure == RESNIK:
        return shared
    if one == other:
        return 1.0 if measure == LIN else NO_DISTANCE
    if not (common or joined) or 0 in (content[one], content[other]):
        return 0.0
    total = content[one] + content[other]
    if measure == LIN:
        return 2 * shared / total
    return 1 / (total - 2 * shared) if total > 2 * shared else NO_DISTANCE


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


def wu_palmer_nltk(parents, joined, one, other, common):
    deepest = max((depth(parents, each, min) for each in common), default=-1)
    lowest = [each for each in sorted(common) if depth(parents, each, min) == deepest]
    if joined and one not in lowest and deepest <= 0:
        lengths = root_distance(parents, one) + root_distance(parents, other)
        return 2 / (lengths + 2)
    if not lowest:
        return 0.0
    subsumer = one if one in lowest else lowest[0]
    above = distances_up(parents, subsumer)
    lengths = 0
    for end in (one, other):
        ups = distances_up(parents, end)
        lengths += min(ups[each] + above[each] for each in above)
    nodes = depth(parents, subsumer, max) + 1
    return 2 * nodes / (lengths + 2 * nodes)
