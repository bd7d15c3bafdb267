import pytest

from rte_baselines.features.similarity.sentence_similarity import LsiCosine
from tests.features.computing import numbers_of


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
