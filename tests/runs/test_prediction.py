"""Predictions hold labels, however these are spelled where they are handed over."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rte_baselines.errors import InputError
from rte_baselines.pairs import Label
from rte_baselines.runs import Prediction, Run
from tests.pairs.spellings import spelled


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
    with pytest.raises(InputError, match="two probabilities are of one label"):
        Prediction("7", Label.ENTAILMENT, probabilities={"YES": 0.5, "entailment": 0.5})


def test_an_integer_makes_an_id():
    assert Prediction(7, Label.ENTAILMENT).id == "7"
    with pytest.raises(InputError, match=r"id 7.5 of a pair is no id"):
        Prediction(7.5, Label.ENTAILMENT)
