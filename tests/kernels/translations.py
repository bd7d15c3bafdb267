"""Small random pairs of sentences, and their blocks of cells, for tests of translation models."""

from hypothesis import strategies as st

from rte_baselines.kernels.translation.word_translation import cooccurrence_cells

from .batches import ragged

sentences = st.lists(st.integers(0, 4), min_size=1, max_size=4)
corpora = st.lists(st.tuples(sentences, sentences), min_size=1, max_size=5)


def cells_of(corpus):
    """The cells of (source, target) sentences."""
    return cooccurrence_cells(
        ragged([source for source, _ in corpus]), ragged([t for _, t in corpus])
    )


def numbered(cells):
    """The number of each (source word or None, target word)."""
    pairs = zip(cells.sources.tolist(), cells.targets.tolist(), strict=True)
    return {
        (source - 1 if source else None, target): number
        for number, (source, target) in enumerate(pairs)
    }
