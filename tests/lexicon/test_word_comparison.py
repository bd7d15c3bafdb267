import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from rte_baselines.core.errors import ResourceError
from rte_baselines.lexicon.word_comparison import WordComparison, whole_weights

from .small_comparison import (
    IMPORTANCE_SCALES,
    IMPORTANCES,
    PROJECTION_SCALES,
    PROJECTIONS,
    write_comparison,
)


@pytest.fixture(scope="module")
def comparison(tmp_path_factory):
    folder = tmp_path_factory.mktemp("comparison") / "small"
    write_comparison(folder)
    return WordComparison.open(folder)


def test_gaps_by_hand(comparison):
    vectors = np.array([(1, 0, 0), (0, 0, 1), (0, 1, 0), (0, 0, 1)], np.float16)
    partners = np.array([(0, 1, 0), (0, 1, 0), (0, 0, 0), (0, 0, 1)], np.float16)
    # The first network: 1 x 2^4 and 0. The second: of (0, -1, 0), 1 x 1; of (0, -1, 1), 2^2 x 0,
    # as the projection adds both up; of (0, 1, 0), max(0, 1 - 2)^2 x 1; of itself, 0.
    assert comparison.gaps(vectors, partners) == pytest.approx([17 / 2, 0, 0, 0])


words = arrays(np.float16, (4, 3), elements=st.floats(-1, 1, width=16))


@given(vectors=words, partners=words)
def test_a_plain_twin(comparison, vectors, partners):
    found = comparison.gaps(vectors, partners)
    for gap, word, partner in zip(found, vectors.tolist(), partners.tolist(), strict=True):
        gaps = []
        for network in range(2):
            weights = IMPORTANCE_SCALES[network] * IMPORTANCES[network]
            importance = max(0.0, 1 + sum(w * x for w, x in zip(weights, word, strict=True)))
            columns = PROJECTION_SCALES[network] * PROJECTIONS[network].T
            rest = [x - y for x, y in zip(word, partner, strict=True)]
            squares = sum(
                sum(w * x for w, x in zip(column, rest, strict=True)) ** 2 for column in columns
            )
            gaps.append(importance**2 * squares**2)
        assert gap == pytest.approx(sum(gaps) / 2, rel=1e-9, abs=1e-12)
    assert (found >= 0).all()
    # A word leaves out nothing of itself.
    assert not comparison.gaps(vectors, vectors).any()


def test_the_shipped_one_has_the_same_bits_in_any_order_of_sums():
    shipped, turned = WordComparison.open(), object.__new__(WordComparison)
    random = np.random.default_rng(0)
    vectors, partners = (
        (rows / np.linalg.norm(rows, axis=1, keepdims=True)).astype(np.float16)
        for rows in random.normal(size=(2, 50, 384))
    )
    order = random.permutation(384)
    vars(turned).update(vars(shipped))
    turned._projections = shipped._projections[:, order]
    turned._importances = shipped._importances[:, order]
    found = turned.gaps(vectors[:, order], partners[:, order])
    assert found.tolist() == shipped.gaps(vectors, partners).tolist()


def test_another_encoder(tmp_path):
    write_comparison(tmp_path / "other", encoder="0123456789abcdef")
    with pytest.raises(ResourceError, match=r"other: was trained on the vectors of another"):
        WordComparison.open(tmp_path / "other")


@given(arrays(np.float32, (3, 2), elements=st.floats(-100, 100, width=32)))
def test_whole_weights_are_near(weights):
    whole, scale = whole_weights(weights)
    np.testing.assert_allclose(whole * scale, weights, atol=scale / 2 + 1e-6)
