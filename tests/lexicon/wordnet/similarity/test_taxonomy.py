"""The hypernyms of many synsets at once."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rte_baselines.lexicon.wordnet.similarity.taxonomy_similarity import hypernyms_of_each
from tests.kernels.taxonomies import as_taxonomy, distances_up, taxonomies


def distances(parents, synsets):
    """The distances by synset and hypernym."""
    found = hypernyms_of_each(np.array(synsets, np.int64), as_taxonomy(parents, True))
    pairs = list(zip(found.positions.tolist(), found.hypernyms.tolist(), strict=True))
    assert len(set(pairs)) == len(pairs)
    return dict(zip(pairs, found.distances.tolist(), strict=True))


def test_a_shortcut_and_a_detour():
    # 3 is below 1 and 2, and 1 is below 2 as well: 2 is one link from 3, not two.
    parents = [[], [2], [0], [1, 2]]
    assert distances(parents, [3]) == {(0, 3): 0, (0, 1): 1, (0, 2): 1, (0, 0): 2}


@pytest.mark.slow
@given(taxonomies(), st.data())
def test_equals_exploring_all_ways(taxonomy, data):
    parents, _ = taxonomy
    synsets = data.draw(st.lists(st.integers(0, len(parents) - 1), max_size=6))
    assert distances(parents, synsets) == {
        (position, hypernym): distance
        for position, synset in enumerate(synsets)
        for hypernym, distance in distances_up(parents, synset).items()
    }
