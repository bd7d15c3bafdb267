"""Classifiers as arrays give the probabilities of scikit-learn's."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.ensemble import RandomForestClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.svm import SVC, LinearSVC

from rte_baselines.heads.plain_classifier import log_odds, logistic, plain_decisions, plain_numbers

RANDOM = np.random.default_rng(0)
TRAIN, TEST = RANDOM.normal(size=(60, 4)) * [1, 10, 0.1, 3] + 1, RANDOM.normal(size=(20, 4))
TWO = np.where(TRAIN[:, 0] > 1, "ENTAILMENT", "UNKNOWN")
THREE = np.where(TRAIN[:, 3] > 3, "CONTRADICTION", TWO)


# (3 - 1) / 2 = 1; 2 * 1 - 1 * 2.5 + 0.5 = 0.
LINEAR = {"mean": [1, 0], "scale": [2, 1], "coefficients": [[2, -1]], "intercepts": [0.5]}
# Both vectors are at distance 1 of 1, where the kernel is 1/2: the decision is 0.
KERNEL = {
    **{"mean": [0], "scale": [1], "coefficients": [[1, -1]], "intercepts": [0]},
    **{"vectors": [[0], [2]], "gamma": np.log(2)},
}


@pytest.mark.parametrize(("numbers", "inputs"), [(LINEAR, [[3.0, 2.5]]), (KERNEL, [[1.0]])])
def test_decisions_worked_by_hand(numbers, inputs):
    arrays = {name: np.array(values, np.float64) for name, values in numbers.items()}
    # The logistic function of 0 is one half.
    found = logistic(plain_decisions(arrays, np.array(inputs)))
    np.testing.assert_allclose(found, [[0.5, 0.5]])


def test_log_odds_worked_by_hand():
    # One decision of log 3 is for the second class, whose probability is 3/4.
    np.testing.assert_allclose(log_odds(np.array([np.log(3)]), 1), [np.log(3)])
    np.testing.assert_allclose(log_odds(np.array([[np.log(3)]]), 0), [-np.log(3)])
    # Three decisions with exponentials 6, 1, 2: the odds of the first are 6 to 3.
    three = np.log([[6.0, 1.0, 2.0]])
    np.testing.assert_allclose(log_odds(three, 0), [np.log(2)])
    np.testing.assert_allclose(log_odds(three, 2), [np.log(2 / 7)])


@given(
    st.integers(1, 4).flatmap(
        lambda count: st.lists(st.floats(-15, 15), min_size=count, max_size=count)
    ),
    st.data(),
)
def test_log_odds_are_those_of_the_probabilities(decisions, data):
    decisions = np.array([decisions])
    (probabilities,) = logistic(decisions)
    column = data.draw(st.integers(0, len(probabilities) - 1))
    # The others are added, since one minus a probability near 1 has few digits.
    odds = probabilities[column] / np.delete(probabilities, column).sum()
    assert log_odds(decisions, column)[0] == pytest.approx(np.log(odds), abs=1e-6)


def test_log_odds_are_finite_where_probabilities_are_0_or_1():
    decisions = np.array([[1e4, 0.0, 3.0], [0.0, 1e4, 3.0]])
    np.testing.assert_allclose(log_odds(decisions, 0), [1e4 - 3 - np.log1p(np.exp(-3)), -1e4])


@pytest.mark.parametrize("is_scaled", [False, True])
@pytest.mark.parametrize(
    ("classifier", "labels"),
    [
        (LogisticRegression(), TWO),
        (LogisticRegression(max_iter=1000), THREE),
        (LinearSVC(), TWO),
        (LinearSVC(), THREE),
        (SVC(gamma=0.1), TWO),
        (SVC(), TWO),
    ],
)
def test_scikit_learn_agrees(classifier, labels, is_scaled):
    model = make_pipeline(StandardScaler(), classifier) if is_scaled else classifier
    model.fit(TRAIN, labels)
    numbers = plain_numbers(model, TRAIN)
    if hasattr(model, "predict_proba"):
        expected = model.predict_proba(TEST)
    else:
        expected = logistic(model.decision_function(TEST))
    np.testing.assert_allclose(logistic(plain_decisions(numbers, TEST)), expected, atol=1e-9)


class Unsure(LogisticRegression):
    """Is half as sure as its decisions say."""

    def predict_proba(self, inputs):
        return (super().predict_proba(inputs) + 0.5) / 2


@pytest.mark.parametrize(
    ("classifier", "labels", "agrees"),
    [
        (RandomForestClassifier(5), TWO, False),
        (SVC(kernel="poly"), TWO, False),
        (SVC(), THREE, False),
        (make_pipeline(StandardScaler(), StandardScaler(), LogisticRegression()), TWO, False),
        (Unsure(), TWO, False),
        (LogisticRegression(solver="liblinear"), TWO, True),
    ],
)
def test_other_classifiers_stay_estimators_unless_they_agree(classifier, labels, agrees):
    assert (plain_numbers(classifier.fit(TRAIN, labels), TRAIN) is not None) == agrees
