"""Relatedness by paths that are short and turn seldom."""

import re
from itertools import pairwise

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from rte_baselines.kernels.ragged import offsets_of
from rte_baselines.kernels.taxonomy.hirst_st_onge import (
    DOWN,
    HORIZONTAL,
    UP,
    DirectedLinks,
    best_relatedness,
    network_of,
)
from tests.kernels.batches import kernel_settings, ragged
from tests.kernels.taxonomies import all_pairs

LETTERS = {UP: "u", DOWN: "d", HORIZONTAL: "h"}
ALLOWED = re.compile("u+|u+d+|u+h+|u+h+d+|d+|d+h+|h+d+|h+")


def as_network(links, size):
    rows = [
        sorted((d, target) for source, d, target in links if source == row) for row in range(size)
    ]
    flat = [link for row in rows for link in row]
    directed = DirectedLinks(
        offsets_of(np.array([len(row) for row in rows])),
        np.array([direction for direction, _ in flat], dtype=np.uint8),
        np.array([target for _, target in flat], dtype=np.int32),
    )
    return network_of(directed)


def relatedness(links, one, other, compound=False):
    """Follow every path of up to five links."""
    joining = {d for s, d, t in links if (s, t) in ((one, other), (other, one))}
    if one == other or HORIZONTAL in joining or (compound and joining):
        return 16
    best, paths = 0, [(one, "")]
    for length in range(1, 6):
        paths = [
            (target, shape + LETTERS[direction])
            for place, shape in paths
            for source, direction, target in links
            if source == place
        ]
        paths = sorted({path for path in paths if ALLOWED.fullmatch(path[1])})
        for place, shape in paths:
            if place == other and length >= 2:
                turns = sum(before != after for before, after in pairwise(shape))
                best = max(best, 8 - length - turns)
    return best


links_of_six = st.sets(
    st.tuples(st.integers(0, 5), st.sampled_from([UP, DOWN, HORIZONTAL]), st.integers(0, 5)),
    max_size=12,
)
concepts_of_six = st.lists(st.lists(st.integers(0, 5), max_size=3), min_size=1, max_size=3)


@given(links_of_six, concepts_of_six, concepts_of_six, st.booleans(), st.data())
@kernel_settings
def test_equals_following_every_path(links, first, second, compound, data):
    rows, columns = all_pairs(first, second)
    order = data.draw(st.permutations(range(len(rows))))
    rows, columns = rows[order], columns[order]
    network = as_network(links, 6)
    found, is_linked = best_relatedness(ragged(first), ragged(second), rows, columns, network)
    found = np.where(is_linked & compound, 16, found)
    for row, column, value in zip(rows, columns, found.tolist(), strict=True):
        expected = [
            relatedness(links, one, other, compound)
            for one in first[row]
            for other in second[column]
        ]
        assert value == max(expected, default=0)


def test_paths_have_at_most_five_links():
    six_up = [(place, UP, place + 1) for place in range(6)]
    network, only = as_network(six_up, 7), np.zeros(1, np.int64)
    ends = [best_relatedness(ragged([[0]]), ragged([[end]]), only, only, network) for end in (5, 6)]
    assert [found.tolist() for found, _ in ends] == [[8 - 5], [0]]
