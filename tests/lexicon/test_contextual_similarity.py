import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from rte_baselines.core.registry import registry
from rte_baselines.lexicon.word_similarity import ContextualSimilarity, Equality, Lemmas

VECTORS = st.integers(0, 5).flatmap(
    lambda words: arrays(np.float16, (words, 3), elements=st.integers(-4, 4))
)


def lemmas_of(strings, vectors):
    ids = np.array([hash(string) for string in strings], np.int64)
    shape = len(strings), -1 if len(strings) else 3
    return Lemmas(strings, ["NOUN"] * len(strings), ids, np.reshape(vectors, shape))


def test_by_hand():
    hypothesis = lemmas_of(["boat", "bank"], np.array([(3, 4), (-1, 0)], np.float16))
    text = lemmas_of(["ship", "bank"], np.array([(1, 0), (0, 2)], np.float16))
    found = ContextualSimilarity().matrix(hypothesis, text)
    # The cosine of (-1, 0) and (1, 0) is -1; "bank" is equal whatever its vectors.
    np.testing.assert_allclose(found, [[0.6, 0.8], [0, 1]], atol=1e-3)
    strict = ContextualSimilarity(minimum=0.7).matrix(hypothesis, text)
    np.testing.assert_allclose(strict, [[0, 0.8], [0, 1]], atol=1e-3)


@pytest.mark.slow
@given(hypothesis=VECTORS, text=VECTORS)
def test_range_and_symmetry(hypothesis, text):
    sides = lemmas_of("abcde"[: len(hypothesis)], hypothesis), lemmas_of("cdefg"[: len(text)], text)
    found = ContextualSimilarity().matrix(*sides)
    assert found.shape == (len(hypothesis), len(text))
    assert ((found >= 0) & (found <= 1)).all()
    np.testing.assert_allclose(ContextualSimilarity().matrix(*sides[::-1]), found.T, atol=1e-12)
    assert (found[np.equal.outer(sides[0].ids, sides[1].ids)] == 1).all()


def test_words_without_vectors_are_a_mistake_in_the_code():
    nothing = Lemmas((), (), np.empty(0, np.int64))
    with pytest.raises(ValueError, match="with vectors"):
        ContextualSimilarity().matrix(nothing, nothing)


def test_is_registered_with_its_resource():
    assert registry.get("word_similarities", "contextual.v1") is ContextualSimilarity
    assert ContextualSimilarity().resources == {"encoder"}
    assert ContextualSimilarity().layers == ("token_vectors",)
    assert Equality().layers == ()
