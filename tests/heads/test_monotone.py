"""Logistic regression whose weights keep to the directions of features."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.linear_model import LogisticRegression

from rte_baselines import Recognizer, load_pairs
from rte_baselines.heads.monotone import MonotoneLogisticRegression

TWO = np.array(["ENTAILMENT", "NO_ENTAILMENT"])
THREE = np.array(["CONTRADICTION", "ENTAILMENT", "UNKNOWN"])
MODEL = "MonotoneLogisticRegression"


def drawn(seed, names, features=4):
    """Return random inputs, and labels that depend on their first column."""
    random = np.random.default_rng(seed)
    inputs = random.normal(size=(120, features))
    places = np.digitize(inputs[:, 0] + random.normal(size=120), [-0.3, 0.4][: len(names) - 1])
    return inputs, names[places]


@pytest.mark.parametrize("strength", [0.05, 1.0])
def test_without_directions_it_is_scikit_learns(strength):
    inputs, labels = drawn(0, TWO)
    expected = LogisticRegression(C=strength, tol=1e-10).fit(inputs, labels)
    found = MonotoneLogisticRegression(C=strength).fit(inputs, labels)
    np.testing.assert_allclose(found.coef_, expected.coef_, atol=1e-5)
    np.testing.assert_allclose(found.intercept_, expected.intercept_, atol=1e-5)
    np.testing.assert_array_equal(found.predict(inputs), expected.predict(inputs))


def test_a_weight_against_the_direction_is_0_and_the_others_are_fitted_without_it():
    # More of the first column speaks against ENTAILMENT in these labels.
    inputs, labels = drawn(0, TWO)
    found = MonotoneLogisticRegression([1, 0, 0, 0]).fit(inputs, labels)
    expected = LogisticRegression(C=1.0, tol=1e-10).fit(inputs[:, 1:], labels)
    np.testing.assert_allclose(found.coef_, np.insert(expected.coef_, 0, 0, axis=1), atol=1e-5)


@given(
    seed=st.integers(0, 99),
    names=st.sampled_from([TWO, THREE]),
    directions=st.lists(st.sampled_from([-1, 0, 1]), min_size=4, max_size=4),
)
def test_more_of_a_feature_never_speaks_against_its_direction(seed, names, directions):
    inputs, labels = drawn(seed, names)
    classifier = MonotoneLogisticRegression(directions).fit(inputs, labels)
    entailment = names.tolist().index("ENTAILMENT")
    better = inputs + np.array(directions)
    before, after = (np.log(classifier.predict_proba(values)) for values in (inputs, better))
    odds_before, odds_after = (logs[:, [entailment]] - logs for logs in (before, after))
    assert (odds_after >= odds_before - 1e-9).all()


def test_labels_without_entailment_and_other_numbers_of_directions_are_refused():
    inputs, labels = drawn(0, TWO)
    with pytest.raises(ValueError, match="no label is ENTAILMENT"):
        MonotoneLogisticRegression().fit(inputs, np.where(labels == TWO[0], "UNKNOWN", labels))
    with pytest.raises(ValueError, match="3 directions for 4 features"):
        MonotoneLogisticRegression([1, 1, 1]).fit(inputs, labels)


@pytest.mark.parametrize("scheme", ["two-way", "three-way"])
def test_a_recognizer_takes_the_directions_of_its_features(tmp_path, scheme):
    overrides = {
        "recognizer.head.classifier": MODEL,
        "recognizer.head.scheme_name": scheme,
        "recognizer.head.task": True,
    }
    train, test = (load_pairs(f"sample:{part}") for part in ("train", "test"))
    recognizer = Recognizer.from_config("lexical-logistic", overrides).fit(train)
    directions = [column.direction for column in recognizer.features.columns]
    coefficients = recognizer.head_.numbers_["coefficients"][:, : len(directions)]
    entailment = recognizer.head_.labels_.index("ENTAILMENT")
    others = coefficients if len(coefficients) == 1 else coefficients - coefficients[entailment]
    assert (others * directions <= 0).all()
    recognizer.save(tmp_path / "model")
    loaded = Recognizer.load(tmp_path / "model")
    np.testing.assert_array_equal(loaded.predict_proba(test), recognizer.predict_proba(test))
