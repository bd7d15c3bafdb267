import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from rte_baselines.features.similarity.contextual_alignment import ContextualAlignment
from tests.features.computing import aligned_parsed, numbers_of
from tests.features.similarity.vectors import with_vectors

from ..word_tables import LengthWeighting

ALL = ("recall", "minimum", "lowest", "precision", "f1")
VECTORS = st.integers(0, 5).flatmap(
    lambda words: arrays(np.float16, (words, 3), elements=st.integers(-4, 4))
)


# Cosines of the words (rows: boat, sank, xx) with those of the text (columns: ship, .):
# boat 0.8 and 0.6, sank 0 and 1, xx -0.6 and -0.8.
@pytest.fixture
def pair():
    text = with_vectors("ship .", [(1, 0), (0, 2)])
    hypothesis = with_vectors("boat sank xx", [(4, 3), (0, 1), (-0.6, -0.8)])
    return text, hypothesis


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        # The best of the hypothesis are 0.8, 1 and -0.6; those of the text are 0.8 and 1.
        (
            {"measures": ALL, "lowest": 2},
            [1.2 / 3, -0.6, 0.1, 0.9, 2 * (1.2 / 3) * 0.9 / (1.2 / 3 + 0.9)],
        ),
        # The words have 4, 4 and 2 letters, those of the text 4 and 1.
        (
            {"measures": ("recall", "precision"), "weighting": LengthWeighting()},
            [(4 * 0.8 + 4 * 1 - 2 * 0.6) / 10, (4 * 0.8 + 1 * 1) / 5],
        ),
    ],
)
def test_by_hand(pair, fields, expected):
    found = numbers_of(ContextualAlignment(**fields), pair)
    np.testing.assert_allclose(found, [expected], atol=1e-3)


def test_pieces_have_the_weights_of_their_words(pair):
    _, hypothesis = pair
    # The last piece is part of no word and weighs nothing; "boat" has two pieces.
    hypothesis.layers["piece_words"] = np.array([0, 0, -1])
    feature = ContextualAlignment(weighting=LengthWeighting(), measures=("recall",))
    np.testing.assert_allclose(numbers_of(feature, pair), [[0.9]], atol=1e-3)


def test_input_vectors(pair):
    # The same vectors in reverse: the minimum is the same, and so are all means.
    context = ContextualAlignment(measures=ALL)
    static = ContextualAlignment(vectors="input", measures=ALL)
    assert static.layers == ("input_vectors",)
    expected = numbers_of(context, pair)
    np.testing.assert_allclose(numbers_of(static, pair), expected, atol=1e-12)


def test_explains_itself_by_the_weakest_piece_of_each_word(pair):
    feature = ContextualAlignment()
    found = aligned_parsed(feature, *pair)
    assert found == {
        "boat": ("ship", "cosine 0.80"),
        "sank": (".", "cosine 1.00"),
        "xx": ("ship", "cosine -0.60"),
    }
    assert feature.describe(*pair) == (
        "the words of the hypothesis have a mean cosine of 0.40 with their nearest of the text; "
        "'xx' has the lowest, -0.60"
    )
    pair[1].layers["piece_words"] = np.array([0, 0, -1])
    assert aligned_parsed(feature, *pair) == {"boat": ("ship", "cosine 0.80")}


@pytest.mark.parametrize("empty", ["text", "hypothesis", "both"])
def test_a_side_without_words(empty):
    nothing, words = with_vectors("", np.empty((0, 2))), with_vectors("boat", [(1, 0)])
    text = words if empty == "hypothesis" else nothing
    hypothesis = words if empty == "text" else nothing
    feature = ContextualAlignment(measures=ALL)
    assert numbers_of(feature, (text, hypothesis)).tolist() == [[0.0] * 5]
    expected = {"boat": (None, "missing")} if empty == "text" else {}
    assert aligned_parsed(feature, text, hypothesis) == expected
    assert feature.describe(text, hypothesis) == "text or hypothesis has no words"


@given(text=VECTORS, hypothesis=VECTORS, data=st.data())
def test_range_and_invariances(text, hypothesis, data):
    def numbers(*sides):
        feature = ContextualAlignment(measures=ALL)
        pair = [with_vectors(" ".join("abcde"[: len(side)]), side) for side in sides]
        (values,) = numbers_of(feature, pair)
        ranges = [(output.low, output.high) for output in feature.outputs]
        assert all(low <= value <= high for value, (low, high) in zip(values, ranges, strict=True))
        return dict(zip(ALL, values, strict=True))

    found = numbers(text, hypothesis)
    assert found["minimum"] <= found["lowest"] + 1e-9 <= found["recall"] + 2e-9
    # Recall is precision with text and hypothesis exchanged, and f1 is symmetric.
    exchanged = numbers(hypothesis, text)
    assert found["recall"] == pytest.approx(exchanged["precision"])
    assert found["f1"] == pytest.approx(exchanged["f1"])
    # The order of the pieces and the lengths of the vectors do not matter.
    order = data.draw(st.permutations(range(len(text))))
    reordered = numbers(3 * text[order], hypothesis / 2)
    assert found == pytest.approx(reordered, abs=1e-9)
    # More text does not lower recall.
    more = np.vstack([text, hypothesis[:1]]) if len(text) else text
    assert numbers(more, hypothesis)["recall"] >= found["recall"] - 1e-9
    # What is aligned with itself has cosine 1, unless its vector is zero.
    of_itself = numbers(hypothesis, hypothesis)
    if len(hypothesis) and hypothesis.any(axis=1).all():
        assert [of_itself[name] for name in ALL] == pytest.approx([1.0] * 5)
