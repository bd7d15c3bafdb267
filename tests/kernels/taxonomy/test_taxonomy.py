"""Ways up in a taxonomy; the shortest paths are compared with those of NLTK."""

from hypothesis import given
from hypothesis import strategies as st

from rte_baselines.kernels.taxonomy.taxonomy import FAR, climb
from tests.kernels.batches import kernel_settings, ragged
from tests.kernels.taxonomies import as_taxonomy, distances_up, sets_of, taxonomies


@given(taxonomies(), st.data())
@kernel_settings
def test_climbing_finds_all_concepts_above_with_distances(taxonomy, data):
    parents, joined = taxonomy
    sets = data.draw(sets_of(parents))
    found = climb(ragged(sets).arrays, as_taxonomy(parents, joined))
    for index, concepts in enumerate(sets):
        place = slice(found.offsets[index], found.offsets[index + 1])
        expected = {}
        for concept in concepts:
            for above, distance in distances_up(parents, concept).items():
                expected[above] = min(expected.get(above, FAR), distance)
        distances = found.distances[place].tolist()
        assert dict(zip(found.concepts[place].tolist(), distances, strict=True)) == expected
        assert distances == sorted(distances)
