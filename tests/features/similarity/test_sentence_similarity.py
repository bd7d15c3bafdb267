"""The features of whole vectors: their cosines and their concatenation."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from rte_baselines.features.similarity.sentence_similarity import (
    LsiCosine,
    SentenceSimilarity,
    VectorConcatenation,
)
from tests.features.computing import number_of, numbers_of
from tests.features.similarity.vectors import with_vectors
from tests.toy_encoder import write_bert, write_table

VECTOR = arrays(np.float16, 3, elements=st.integers(-4, 4))


@pytest.fixture
def toy(tmp_path, monkeypatch):
    monkeypatch.setenv("RTE_BASELINES_ENCODER", str(write_bert(tmp_path / "toy")))


def test_cosines_by_hand():
    sentences = [(1, 0), (0, 1)]
    text = with_vectors("a b", [(1, 1), (0, 0)], sentence_vectors=sentences)
    hypothesis = with_vectors("c", [(3, 4)])
    # 7 / (5 sqrt(2)); the sentences have 0.6 and 0.8.
    expected = [[7 / np.sqrt(50), 0.8]]
    found = numbers_of(SentenceSimilarity(), (text, hypothesis))
    np.testing.assert_allclose(found, expected, atol=1e-3)
    one = SentenceSimilarity(measures=("best_sentence",))
    assert number_of(one, text, hypothesis) == found[0, 1]
    assert [output.name for output in one.outputs] == [""]
    assert SentenceSimilarity().describe(text, hypothesis) == (
        "the cosine of the hypothesis and the text is 0.99"
    )
    assert one.describe(text, hypothesis) == (
        "the cosine of the hypothesis and the nearest sentence of the text is 0.80"
    )


def test_a_side_without_words():
    nothing = with_vectors("", np.empty((0, 2)))
    words = with_vectors("a", [(3, 4)])
    for pair in ((nothing, words), (words, nothing), (nothing, nothing)):
        assert numbers_of(SentenceSimilarity(), pair).tolist() == [[0.0, 0.0]]


@given(text=VECTOR, hypothesis=VECTOR, sentences=st.lists(VECTOR, max_size=3))
def test_range_and_invariances(text, hypothesis, sentences):
    def numbers(text, hypothesis, sentences):
        rows = np.reshape(sentences, (len(sentences), 3))
        sides = with_vectors("a", [text], sentence_vectors=rows), with_vectors("b", [hypothesis])
        return numbers_of(SentenceSimilarity(), sides)[0]

    snippet, best = numbers(text, hypothesis, sentences)
    assert -1 <= snippet <= 1
    assert -1 <= best <= 1
    assert numbers(hypothesis, text, sentences)[0] == pytest.approx(snippet)
    assert numbers(2 * text, hypothesis / 2, sentences[::-1]) == pytest.approx([snippet, best])
    if sentences:
        assert numbers(text, hypothesis, [*sentences, text])[1] >= max(best, snippet) - 1e-9


def test_concatenation_by_hand(tmp_path, monkeypatch):
    table = write_table(tmp_path / "table", {"boat": (1, 0)})
    monkeypatch.setenv("RTE_BASELINES_ENCODER", str(table))
    text, hypothesis = with_vectors("a", [(0.5, -1)]), with_vectors("b", [(2, 3)])
    found = numbers_of(VectorConcatenation(), (text, hypothesis))
    assert found.tolist() == [[0.5, -1, 2, 3, 1.5, 4, 1, -3]]


def test_the_concatenation_has_four_numbers_for_each_dimension(toy):
    feature = VectorConcatenation()
    names = [output.name for output in feature.outputs]
    assert names[:2] == ["u_1", "u_2"]
    assert names[-1] == "product_8"
    values = numbers_of(feature, ("", "A boat."))
    assert values.shape == (1, len(names)) == (1, 32)
    assert not values[0, :8].any()


def test_words_in_common_are_not_needed():
    (near,), (far,) = numbers_of(
        LsiCosine(),
        ("OPEC cut its output.", "Oil prices rose."),
        ("OPEC cut its output.", "She won the match."),
    )
    assert near > max(far, 0.1)


@pytest.mark.parametrize(
    ("text", "hypothesis", "cosine"),
    [
        ("Oil prices are rising.", "The price of oil rose.", None),
        ("Rising prices of oil", "prices RISING, oil", 1),  # stop words, marks and order aside
        ("It was theirs.", "It was theirs.", 0),  # stop words only
        ("Qqzzxqq", "Qqzzxqq", 0),
        ("", "", 0),
    ],
)
def test_stop_words_and_unknown_words_do_not_count(text, hypothesis, cosine):
    ((value,),) = numbers_of(LsiCosine(), (text, hypothesis))
    if cosine is None:
        assert 0.1 < value < 1
    else:
        assert value == pytest.approx(cosine)
