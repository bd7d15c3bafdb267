"""Predictions hold labels, however these are spelled where they are handed over."""

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rte_baselines.core.errors import InputError
from rte_baselines.pairs import Label
from rte_baselines.runs import Prediction, Run
from tests.spellings import spelled


@given(st.data(), st.sampled_from(Label))
def test_labels_in_any_spelling(data, label):
    given_label, key = data.draw(spelled(label)), data.draw(spelled(label))
    prediction = Prediction("1", given_label, probabilities={key: 0.75})
    assert prediction == Prediction("1", label, probabilities={label: 0.75})
    assert prediction.label is label
    assert [type(key) for key in prediction.probabilities] == [Label]
    assert Run([prediction]).labels.tolist() == [label.value]


@pytest.mark.parametrize("wrong", [None, 1, True, 0.0, "1", "-", "maybe", ["NO"], float("nan")])
def test_a_label_without_a_meaning_is_refused(wrong):
    with pytest.raises(InputError, match=r"^prediction on pair '7': .*label"):
        Prediction("7", wrong)


def test_probabilities_are_of_labels_and_one_of_each():
    with pytest.raises(InputError, match=r"^prediction on pair '7': label 0 is not a string"):
        Prediction("7", Label.ENTAILMENT, probabilities={0: 0.5, 1: 0.5})
    with pytest.raises(InputError, match="two probabilities have the same label"):
        Prediction("7", Label.ENTAILMENT, probabilities={"YES": 0.5, "entailment": 0.5})


def test_an_integer_makes_an_id():
    assert Prediction(7, Label.ENTAILMENT).id == "7"
    with pytest.raises(InputError, match=r"id 7.5 of a pair is not an id"):
        Prediction(7.5, Label.ENTAILMENT)


@pytest.mark.parametrize(
    ("parts", "message"),
    [
        ({"probabilities": [0.5, 0.5]}, r"probabilities \[0.5, 0.5\] are not a mapping; expected"),
        ({"probabilities": {Label.ENTAILMENT: "1"}}, "a probability '1' is not a number"),
        ({"confidence": "high"}, "confidence 'high' is not a number"),
        ({"score": pd.NA}, "score <NA> is not a number"),
        ({"pair_digest": "x00"}, "pair_digest 'x00' is not a digest; expected that of the pair"),
        ({"pair_digest": 2**64}, "pair_digest 18446744073709551616 is not a digest"),
        ({"pair_digest": 1.5}, r"pair_digest 1.5 is not a digest"),
    ],
)
def test_a_part_of_the_wrong_type_is_refused(parts, message):
    with pytest.raises(InputError, match=f"^prediction on pair '7': {message}"):
        Prediction("7", Label.ENTAILMENT, **parts)


def test_numbers_of_numpy_are_numbers():
    digest = 2**64 - 1
    given_numbers = Prediction(
        "7",
        "YES",
        np.float32(0.5),
        np.array(2),
        {"YES": np.float64(0.5), "NO": np.float32(0.5)},
        np.uint64(digest),
    )
    shares = {Label.ENTAILMENT: 0.5, Label.NO_ENTAILMENT: 0.5}
    expected = Prediction("7", Label.ENTAILMENT, 0.5, 2.0, shares, digest)
    assert given_numbers == expected
    assert list(Run([given_numbers])) == [expected]


def test_a_run_is_made_of_predictions():
    with pytest.raises(InputError, match=r"^prediction 2: 'YES' is not a Prediction"):
        Run([Prediction("1", "YES"), "YES"])


def test_an_integer_that_no_float_equals_is_refused():
    assert Prediction("1", "YES", score=2**60).score == 2**60
    with pytest.raises(InputError, match=r"score is 1152921504606846977, which no float equals"):
        Prediction("1", "YES", score=2**60 + 1)
