"""Random taxonomies, and the ways up in them in plain Python."""

import numpy as np
from hypothesis import strategies as st

from rte_baselines.kernels.ragged import offsets_of
from rte_baselines.kernels.taxonomy.taxonomy import FAR, Taxonomy

UPWARD, SIDEWARD = 0, 1


@st.composite
def taxonomies(draw, largest=14):
    """Return the concepts above each concept, and whether a made-up root joins the roots."""
    size = draw(st.integers(1, largest))
    parents = [
        sorted(draw(st.sets(st.integers(0, concept - 1), max_size=3)) if concept else ())
        for concept in range(size)
    ]
    return parents, draw(st.booleans())


def sets_of(parents):
    concepts = st.integers(0, len(parents) - 1)
    return st.lists(st.lists(concepts, max_size=4), min_size=1, max_size=4)


def all_pairs(first, second):
    return [places.ravel() for places in np.indices((len(first), len(second)))]


def distances_up(parents, concept):
    """Return how far each concept above is, by exploring all ways."""
    found = {concept: 0}
    for parent in parents[concept]:
        for above, distance in distances_up(parents, parent).items():
            found[above] = min(found.get(above, FAR), distance + 1)
    return found


def depth(parents, concept, choose):
    above = [depth(parents, parent, choose) + 1 for parent in parents[concept]]
    return choose(above) if above else 0


def root_distance(parents, concept):
    return max(distances_up(parents, concept).values()) + 1


def as_taxonomy(parents, joined):
    """Lay a taxonomy out, with links that do not lead up among its links."""
    size = len(parents)
    links = [[*((UPWARD, above) for above in row), (SIDEWARD, size - 1)] for row in parents]
    kinds, targets = zip(*(link for row in links for link in row), strict=True)
    roots = [root_distance(parents, concept) for concept in range(size)]
    return Taxonomy(
        link_offsets=offsets_of(np.array([len(row) for row in links])).astype(np.int32),
        link_kinds=np.array(kinds, dtype=np.uint8),
        link_targets=np.array(targets, dtype=np.int32),
        highest_upward_kind=UPWARD,
        max_depths=np.array([depth(parents, c, max) for c in range(size)], dtype=np.uint8),
        min_depths=np.array([depth(parents, c, min) for c in range(size)], dtype=np.uint8),
        root_distances=np.array(roots) if joined else np.full(size, FAR),
        content=np.empty(0),
    )
