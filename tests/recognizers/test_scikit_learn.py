"""Recognizers and features where scikit-learn's own tools expect estimators."""

import pickle
from dataclasses import replace

import numpy as np
import pytest
from sklearn.base import clone
from sklearn.calibration import CalibratedClassifierCV
from sklearn.ensemble import StackingClassifier, VotingClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import cross_val_score
from sklearn.pipeline import make_pipeline

from rte_baselines.pairs import conflate
from rte_baselines.recognizers import Recognizer

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("remembered_analyses")]

# In the order in which meta-estimators number labels.
ORDER = ["entailment", "not_entailment"]
SCORINGS = (None, "accuracy", "roc_auc", "f1_macro")


@pytest.fixture(scope="module")
def names(train):
    return [str(conflate(pair.label)) for pair in train]


@pytest.fixture(scope="module", params=["pairs", "tuples", "dictionaries"])
def samples(request, train):
    """The training pairs."""
    if request.param == "pairs":
        return train
    if request.param == "tuples":
        return [(pair.text, pair.hypothesis) for pair in train]
    return [{"premise": pair.text, "hypothesis": pair.hypothesis} for pair in train]


def overlap():
    return Recognizer.from_config("word-overlap").set_params(label_order=ORDER)


@pytest.fixture(params=["names", "numbers"])
def y(request, names):
    if request.param == "names":
        return np.array(names)
    return np.array([int(name != "ENTAILMENT") for name in names])


@pytest.fixture(scope="module")
def scores_of_pairs(train, names):
    """By scoring: those of pairs with the names of labels."""
    return {
        scoring: cross_val_score(overlap(), train, names, cv=2, scoring=scoring)
        for scoring in SCORINGS
    }


@pytest.mark.parametrize("scoring", SCORINGS)
def test_cross_validation_by_names_and_by_numbers(samples, y, scores_of_pairs, scoring):
    found = cross_val_score(overlap(), samples, y, cv=2, scoring=scoring)
    np.testing.assert_allclose(found, scores_of_pairs[scoring])


@pytest.mark.parametrize("voting", ["hard", "soft"])
def test_voting(samples, y, voting):
    members = [("overlap", overlap()), ("same", overlap())]
    vote = VotingClassifier(members, voting=voting).fit(samples, y)
    alone = overlap().fit(samples, y)
    assert vote.classes_.tolist() == alone.classes_.tolist()
    np.testing.assert_array_equal(vote.predict(samples), np.asarray(alone.predict(samples)))
    assert vote.score(samples, y) == alone.score(samples, y)


def test_stacking_and_calibration(samples, y):
    stack = StackingClassifier([("overlap", overlap())], cv=2).fit(samples, y)
    calibrated = CalibratedClassifierCV(overlap(), cv=2).fit(samples, y)
    for estimator in (stack, calibrated):
        assert estimator.classes_.tolist() == sorted(set(y.tolist()))
        assert estimator.score(samples, y) > 0.6


def test_features_stand_in_a_pipeline(samples, y):
    features = Recognizer.from_config("lexical-logistic").features
    pipeline = make_pipeline(features, LogisticRegression(max_iter=1_000)).fit(samples, y)
    assert pipeline.classes_.tolist() == sorted(set(y.tolist()))
    assert pipeline.score(samples, y) > 0.6
    names = pipeline[:-1].get_feature_names_out()
    assert names.tolist() == [column.name for column in features.columns]


def test_a_fitted_recognizer_travels_between_processes(train, names):
    numbers = [int(name != "ENTAILMENT") for name in names]
    recognizer = overlap().fit(train, numbers)
    copy = pickle.loads(pickle.dumps(recognizer))
    np.testing.assert_array_equal(copy.predict(train), recognizer.predict(train))
    assert clone(recognizer).get_params()["label_order"] == ORDER


def test_explains_samples(train, samples):
    recognizer = overlap().fit(train)
    expected = recognizer.explain(train[0].text, train[0].hypothesis, train[0].task)
    explained = recognizer.explain(samples[0])
    assert explained.label == expected.label
    assert explained.alignments == expected.alignments
    with_task = recognizer.explain(samples[0], task=train[0].task)
    assert replace(with_task, pair=expected.pair) == expected
