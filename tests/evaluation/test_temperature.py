"""Temperature scaling: by hand, against scikit-learn, and of runs that are refused."""

import json

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from scipy.special import softmax
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import brier_score_loss, log_loss

from rte_baselines.core.errors import InputError, RunError
from rte_baselines.evaluation.temperature import (
    HIGHEST,
    LOWEST,
    CalibrationPart,
    _losses,
    brier_scores,
    calibrate,
    calibration_error,
    fit_temperature,
    log_losses,
    scaled,
)
from rte_baselines.pairs import Label, Pair
from rte_baselines.runs import Prediction, Run

E, C, U, N = Label.ENTAILMENT, Label.CONTRADICTION, Label.UNKNOWN, Label.NO_ENTAILMENT
SCHEMES = {2: (E, N), 3: (E, U, C)}
pytestmark = pytest.mark.usefixtures("few_resamples")


def part(name, *, right=0.7, probability=0.95, size=100, labels=(E, N), texts=True, ids=""):
    """A run that is right less often than it says."""
    number_right = round(right * size)
    pairs, predictions = [], []
    for number in range(size):
        gold = labels[number % len(labels)]
        said = gold if number < number_right else labels[(number + 1) % len(labels)]
        text = f"{name} {number}." if texts else ""
        pairs.append(Pair(f"{ids}{number}", text, "A hypothesis." if texts else "", label=gold))
        rest = (1 - probability) / (len(labels) - 1)
        probabilities = {label: probability if label is said else rest for label in labels}
        predictions.append(Prediction(f"{ids}{number}", said, probabilities=probabilities))
    return CalibrationPart(pairs, Run(predictions, name=name))


@pytest.mark.slow
@pytest.mark.parametrize("labels", SCHEMES.values())
def test_an_overconfident_run_is_cooled_to_its_accuracy(labels):
    measured = part("test", labels=labels, right=0.68)
    report = calibrate(part("dev", labels=labels), measured)
    assert report.temperature > 1
    # At the temperature, the probability of each label is the accuracy on the fitted pairs.
    assert report.scaled.confidences == pytest.approx(np.full(100, 0.7), abs=1e-4)
    error = report.losses["calibration_error"]
    assert error.before.value == pytest.approx(0.95 - 0.68)
    assert error.after.value == pytest.approx(0.7 - 0.68, abs=1e-4)
    assert error.change.low is None
    nll = report.losses["nll"]
    expected = -(0.68 * np.log(0.7) + 0.32 * np.log(0.3 / (len(labels) - 1)))
    assert nll.after.value == pytest.approx(expected, abs=1e-3)
    assert nll.change.value == pytest.approx(nll.after.value - nll.before.value)
    assert nll.change.high < 0
    assert report.losses["brier"].change.value < 0
    assert report.scaled.labels.tolist() == measured.run.labels.tolist()


@pytest.mark.slow
def test_intervals_of_losses_hold_the_truth():
    """As often as they say, for probabilities that are too sure by a temperature of 2."""
    generator = np.random.default_rng(3)

    def drawn(size):
        true = generator.dirichlet([1.0, 1.0, 1.0], size)
        return true, scaled(true, 0.5)

    true, before = drawn(100_000)
    expected = {
        "before": -(true * np.log(before)).sum(axis=1).mean(),
        "after": -(true * np.log(true)).sum(axis=1).mean(),
    }
    expected["change"] = expected["after"] - expected["before"]
    held = dict.fromkeys(expected, 0)
    for _ in range(60):
        true, before = drawn(100)
        gold = (generator.random((100, 1)) > true.cumsum(axis=1)).sum(axis=1)
        found = _losses(before, 2.0, gold)["nll"]
        for name, value in expected.items():
            estimate = getattr(found, name)
            held[name] += estimate.low <= value <= estimate.high
    # 57 are expected, with a standard error of 1.7.
    assert min(held.values()) >= 52


def test_what_is_printed():
    report = calibrate(part("dev"), part("test"))
    text = " ".join(report.to_text().split())
    assert text.startswith("test, temperature ")
    assert "above 1, the run was too sure, below 1, too unsure; labels and accuracy do not" in text
    found = json.loads(report.to_json())
    assert (found["pairs"], found["fitted_pairs"], found["scheme"]) == (100, 100, "two-way")
    assert found["losses"]["nll"]["after"]["low"] < found["losses"]["nll"]["after"]["value"]
    assert found["is_identified"] is True


@pytest.mark.slow
def test_signatures_say_how_many_pairs_are_labelled():
    whole = part("test")
    withheld = {prediction.id: "ABSTAIN" for prediction in list(whole.run)[-3:]}
    labelled = CalibrationPart(
        whole.gold, Run(list(whole.run)[:-3], name="test", withheld=withheld)
    )
    report = calibrate(part("dev"), labelled)
    assert report.pairs == 97
    fitted, measured = report.signatures.values()
    assert fitted.startswith("fitted|pairs:100|bootstrap:")
    assert measured.startswith("measured|pairs:100|labelled:97|bootstrap:")


@pytest.mark.slow
def test_a_temperature_at_an_end_of_the_range_is_not_identified():
    always_right = calibrate(part("dev", right=1.0), part("test", right=1.0))
    assert not always_right.is_identified
    text = " ".join(always_right.to_text().split())
    assert "not identified, as the best one is at an end of the range from 0.01 to 100" in text
    assert "the most probable label is always right on the fitted pairs" in text
    worse = calibrate(part("dev", right=0.3), part("test"))
    assert not worse.is_identified


def test_probabilities_that_are_right_as_often_as_they_say():
    report = calibrate(part("dev", probability=0.7), part("test", probability=0.7))
    assert report.temperature == pytest.approx(1, abs=1e-4)


def test_the_same_pairs_are_refused():
    with pytest.raises(InputError, match=r"^100 pairs are in both parts, .* '0', '1', '2'\)"):
        calibrate(part("same"), part("same"))
    # Equal ids of other texts are not the same pairs; without texts, they may be.
    calibrate(part("one"), part("other"))
    with pytest.raises(InputError, match="100 pairs are in both parts"):
        calibrate(part("one", texts=False), part("other"))
    calibrate(part("one", texts=False), part("other", texts=False, ids="other-"))


def test_runs_that_cannot_be_scaled():
    gold, run = part("test").gold, part("test").run
    labels_only = Run((Prediction(of.id, of.label) for of in run), name="labels")
    with pytest.raises(RunError, match="labels: has no probabilities for every pair"):
        calibrate(part("dev"), CalibrationPart(gold, labels_only))
    impossible = part("impossible", probability=1.0, right=0.68)
    for parts in ((impossible, part("test")), (part("dev"), impossible)):
        with pytest.raises(RunError, match=r"^impossible: .* is 0 for 32 of 100 pairs"):
            calibrate(*parts)


def test_losses_are_finite_where_scaled_probabilities_are_too_small_for_a_number():
    fitted, measured = part("dev", right=1, probability=0.9997), part("test", probability=0.9997)
    report = calibrate(fitted, measured)
    assert report.temperature == 0.01
    # Thirty of a hundred labels are wrong: 100 times the difference of the logarithms, each.
    expected = 0.3 * 100 * np.log(0.9997 / 0.0003)
    assert report.losses["nll"].after.value == pytest.approx(expected)
    json.dumps(report.to_dict(), allow_nan=False)


@pytest.mark.slow
@pytest.mark.parametrize(
    "ways", [(3, 3, 3, 3), (2, 2, 2, 2), (2, 3, 2, 2), (2, 3, 3, 3), (3, 2, 3, 3), (3, 3, 2, 3)]
)
def test_all_is_conflated_if_any_is_two_way(ways):
    """The labels of the scaled run as well as its probabilities."""
    gold, run, other_gold, other = (
        part(name, labels=SCHEMES[of])
        for name, of in zip(("dev", "dev", "test", "test"), ways, strict=True)
    )
    report = calibrate(
        CalibrationPart(gold.gold, run.run), CalibrationPart(other_gold.gold, other.run)
    )
    fewest = min(ways)
    assert report.scheme.value == {2: "two-way", 3: "three-way"}[fewest]
    assert ("(three-way labels and probabilities are" in report.to_text(1000)) == (fewest == 2)
    expected = [E if of.label is E else N if fewest == 2 else of.label for of in other.run]
    assert [prediction.label for prediction in report.scaled] == expected
    assert {frozenset(of.probabilities) for of in report.scaled} == {frozenset(SCHEMES[fewest])}


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
    equal_but_for_rounding = np.array([[1 / 3, 1 / 3, 1 - 2 / 3]] * 31)
    assert fit_temperature(equal_but_for_rounding, np.arange(31) % 3) == LOWEST


@pytest.mark.parametrize("rows", [[[1.0, 0.0], [0.0, 1.0]], [[0.5, 0.5], [1.0, 0.0]]])
def test_probabilities_that_no_temperature_changes(rows):
    probabilities = np.array(rows)
    assert scaled(probabilities, 3) == pytest.approx(probabilities)
    assert fit_temperature(probabilities, probabilities.argmax(axis=1)) == LOWEST


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
