"""Translation edits, by sacrebleu."""

from hypothesis import given, settings
from hypothesis import strategies as st
from sacrebleu.metrics.lib_ter import translation_edit_rate

from rte_baselines.kernels.translation.translation_edits import translation_edits
from tests.kernels.batches import kernel_settings, ragged, sides

# Few words, so that there is much to shift, and many, so that sides are far from the diagonal.
sentences = st.integers(1, 8).flatmap(lambda top: st.lists(st.integers(0, top), max_size=25))
lengths = st.tuples(st.integers(0, 30), st.integers(0, 90), st.integers(4, 40))


@given(st.lists(st.tuples(sentences, sentences), max_size=4))
@kernel_settings
def test_equal_to_sacrebleu(batch):
    references, candidates = sides(batch)
    expected = [translation_edit_rate(candidate, text)[0] for text, candidate in batch]
    assert translation_edits(candidates, references).tolist() == expected


@given(lengths, st.randoms(use_true_random=False))
@settings(max_examples=20)
def test_equal_to_sacrebleu_for_long_sentences(sizes, random):
    *both, types = sizes
    candidate, reference = ([random.randrange(types) for _ in range(size)] for size in both)
    [found] = translation_edits(ragged([candidate]), ragged([reference])).tolist()
    assert found == translation_edit_rate(candidate, reference)[0]
