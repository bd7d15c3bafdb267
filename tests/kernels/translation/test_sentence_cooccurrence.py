"""Which words meet, against sets."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from rte_baselines.kernels.translation.sentence_cooccurrence import cooccurrence_cells
from tests.kernels.batches import kernel_settings, ragged

sentences = st.lists(st.integers(0, 6), max_size=5)


@given(st.lists(st.tuples(sentences, sentences), max_size=5))
@kernel_settings
def test_cells_are_those_of_a_set_in_order(corpus):
    cells = cooccurrence_cells(
        ragged([source for source, _ in corpus]), ragged([t for _, t in corpus])
    )
    places = [
        ((0, *(other + 1 for other in source))[column], word)
        for source, target in corpus
        for word in target
        for column in range(len(source) + 1)
    ]
    distinct = sorted(set(places))
    assert list(zip(cells.sources.tolist(), cells.targets.tolist(), strict=True)) == distinct
    assert [distinct[cell] for cell in cells.sentences.cells.tolist()] == places
    assert cells.sentences.widths.tolist() == [len(source) + 1 for source, _ in corpus]
    lengths = [(len(source) + 1) * len(target) for source, target in corpus]
    assert np.diff(cells.sentences.block_offsets).tolist() == lengths
