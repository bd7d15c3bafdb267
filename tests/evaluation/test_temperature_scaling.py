"""Temperature scaling: by hand, against logistic regression, and what holds for all."""

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from scipy.special import softmax
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import brier_score_loss, log_loss

from rte_baselines.core.errors import RunError
from rte_baselines.evaluation.temperature import (
    HIGHEST,
    LOWEST,
    brier_scores,
    calibration_error,
    fit_temperature,
    log_losses,
    scaled,
)

distributions = st.lists(st.floats(0.01, 1), min_size=3, max_size=3).map(
    lambda weights: [weight / sum(weights) for weight in weights]
)


def drawn(size, labels, temperature, seed=0):
    """Probabilities that are calibrated at a temperature."""
    generator = np.random.default_rng(seed)
    true = softmax(generator.normal(0, 2, (size, labels)), axis=1)
    gold = np.array([generator.choice(labels, p=row) for row in true])
    return scaled(true, 1 / temperature), gold


def test_scaling_by_hand():
    """The square root of 0.8 and 0.2 is in proportion 2 to 1, their squares 16 to 1."""
    given_here = np.array([[0.8, 0.2]])
    assert scaled(given_here, 2) == pytest.approx(np.array([[2 / 3, 1 / 3]]))
    assert scaled(given_here, 0.5) == pytest.approx(np.array([[16 / 17, 1 / 17]]))
    assert scaled(np.array([[1.0, 0.0]]), 5).tolist() == [[1, 0]]


@pytest.mark.slow
@given(st.lists(distributions, min_size=1, max_size=5), st.floats(0.1, 10))
@example([[1 / 3, 1 / 3, 0.33333333333333337]], 3.0)
def test_scaling_keeps_sums_and_order_and_can_be_undone(rows, temperature):
    given_here = np.array(rows)
    found = scaled(given_here, temperature)
    assert found.sum(axis=1) == pytest.approx(np.ones(len(rows)))
    of_most_probable = np.take_along_axis(found, given_here.argmax(axis=1)[:, np.newaxis], axis=1)
    # Probabilities whose only difference is a rounding error may be equal, or exchange places.
    assert of_most_probable[:, 0] == pytest.approx(found.max(axis=1), rel=1e-12)
    assert scaled(given_here, 1) == pytest.approx(given_here)
    assert scaled(found, 1 / temperature) == pytest.approx(given_here, abs=1e-6)
    logits = np.log(given_here)
    assert found == pytest.approx(softmax(logits / temperature, axis=1))


@pytest.mark.slow
def test_the_temperature_of_calibrated_probabilities_is_found():
    assert fit_temperature(*drawn(4_000, 3, 2.0)) == pytest.approx(2, rel=0.1)
    assert fit_temperature(*drawn(4_000, 3, 0.5)) == pytest.approx(0.5, rel=0.1)


def test_two_way_it_is_logistic_regression_on_the_log_odds():
    probabilities, gold = drawn(300, 2, 1.7)
    log_odds = np.log(probabilities[:, 1] / probabilities[:, 0])[:, np.newaxis]
    model = LogisticRegression(C=np.inf, fit_intercept=False, tol=1e-10).fit(log_odds, gold)
    assert fit_temperature(probabilities, gold) == pytest.approx(1 / model.coef_[0, 0], rel=1e-3)


def test_the_ends_of_the_range():
    probabilities = np.array([[0.9, 0.1], [0.4, 0.6]])
    assert fit_temperature(probabilities, np.array([0, 1])) == LOWEST
    assert fit_temperature(probabilities, np.array([1, 0])) == HIGHEST
    with pytest.raises(RunError, match="0 for 1 of 2 pairs, which no temperature changes"):
        fit_temperature(np.array([[1.0, 0.0], [0.5, 0.5]]), np.array([1, 0]))


@pytest.mark.parametrize(
    "rows", [[[1.0, 0.0], [0.0, 1.0]], [[0.5, 0.5], [1.0, 0.0]], [[1 / 3, 1 / 3, 1 / 3]]]
)
def test_probabilities_that_no_temperature_changes(rows):
    probabilities = np.array(rows)
    assert scaled(probabilities, 3) == pytest.approx(probabilities)
    gold = probabilities.argmax(axis=1)
    with pytest.raises(RunError, match=f"any of the {len(rows)} fitted pairs, as each is 0, 1 or"):
        fit_temperature(probabilities, gold)
    mixed = np.vstack([probabilities, np.linspace(0.2, 0.8, probabilities.shape[1])[np.newaxis]])
    mixed /= mixed.sum(axis=1, keepdims=True)
    fit_temperature(mixed, np.append(gold, 0))


def test_losses_by_hand():
    """Right with 0.7 and 0.9, wrong with 0.8: bins of one pair each, or two."""
    probabilities = np.array([[0.7, 0.2, 0.1], [0.05, 0.05, 0.9], [0.1, 0.8, 0.1]])
    gold = np.array([0, 2, 0])
    assert log_losses(np.log(probabilities), gold) == pytest.approx(-np.log([0.7, 0.9, 0.1]))
    assert brier_scores(probabilities, gold)[0] == pytest.approx((0.09 + 0.04 + 0.01) / 2)
    assert calibration_error(probabilities, gold) == pytest.approx((0.3 + 0.1 + 0.8) / 3)


def test_scikit_learn_finds_the_same_losses():
    probabilities, gold = drawn(200, 3, 1.5)
    found = log_losses(np.log(probabilities), gold).mean()
    assert found == pytest.approx(log_loss(gold, probabilities))
    two_way, entailed = drawn(200, 2, 1.5)
    expected = brier_score_loss(entailed, two_way[:, 1])
    assert brier_scores(two_way, entailed).mean() == pytest.approx(expected)
