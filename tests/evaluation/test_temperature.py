"""Temperature scaling of runs: losses before and after, and parts that are refused."""

import json

import numpy as np
import pytest

from rte_baselines.core.errors import InputError, RunError
from rte_baselines.evaluation.resampling import bootstrap
from rte_baselines.evaluation.temperature import Part, _losses, calibrate, scaled
from rte_baselines.pairs import Label, Pair
from rte_baselines.runs import Prediction, Run

E, C, U, N = Label.ENTAILMENT, Label.CONTRADICTION, Label.UNKNOWN, Label.NO_ENTAILMENT


@pytest.fixture(autouse=True)
def few_resamples(monkeypatch):
    """Draw less than in use, where the figures do not matter."""
    monkeypatch.setattr(bootstrap, "_MOST_RESAMPLES", 500)


def part(name, *, right=0.7, probability=0.95, size=100, labels=(E, N), texts=True):
    """A run that is right less often than it says."""
    number_right = round(right * size)
    pairs, predictions = [], []
    for number in range(size):
        gold = labels[number % len(labels)]
        given = gold if number < number_right else labels[(number + 1) % len(labels)]
        text = f"{name} {number}." if texts else ""
        pairs.append(Pair(f"{number}", text, "A hypothesis." if texts else "", label=gold))
        rest = (1 - probability) / (len(labels) - 1)
        probabilities = {label: probability if label is given else rest for label in labels}
        predictions.append(Prediction(id=f"{number}", label=given, probabilities=probabilities))
    return Part(pairs, Run(predictions, name=name))


@pytest.mark.slow
@pytest.mark.parametrize("labels", [(E, N), (E, U, C)])
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
    assert nll.after.value == pytest.approx(
        -(0.68 * np.log(0.7) + 0.32 * np.log(0.3 / (len(labels) - 1))), abs=1e-3
    )
    assert nll.change.value == pytest.approx(nll.after.value - nll.before.value)
    assert nll.change.high < 0
    assert report.losses["brier"].change.value < 0
    assert (
        report.scaled.labels.tolist() == part("test", labels=labels, right=0.68).run.labels.tolist()
    )


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
    assert text.startswith("test, accuracy_2way 0.700, temperature ")
    assert "above 1, the run was too sure; labels and accuracy do not change" in text
    found = json.loads(report.to_json())
    assert (found["pairs"], found["fitted_pairs"], found["scheme"]) == (100, 100, "two-way")
    assert found["losses"]["nll"]["after"]["low"] < found["losses"]["nll"]["after"]["value"]
    assert found["is_identified"] is True


@pytest.mark.slow
def test_signatures_say_how_many_pairs_are_labelled():
    whole = part("test")
    withheld = {prediction.id: "ABSTAIN" for prediction in list(whole.run)[-3:]}
    labelled = Part(whole.gold, Run(list(whole.run)[:-3], name="test", withheld=withheld))
    report = calibrate(part("dev"), labelled)
    assert report.pairs == 97
    # 70 of 100 labels were right, and none of the last three.
    accuracies = {name: of.value for name, of in report.accuracies.items()}
    assert accuracies == {"accuracy_2way_of_all": 70 / 100, "accuracy_2way": 70 / 97}
    fitted, measured = report.signatures
    assert fitted.startswith("fitted|pairs:100|bootstrap:")
    assert measured.startswith("measured|pairs:100|labelled:97|bootstrap:")


@pytest.mark.slow
def test_a_temperature_at_an_end_of_the_range_is_not_identified():
    always_right = calibrate(part("dev", right=1.0), part("test", right=1.0))
    assert not always_right.is_identified
    text = " ".join(always_right.to_text().split())
    assert "not identified, as the best one is at an end of the range from 0.01 to 100" in text
    assert "on the fitted pairs, sharper is always better, as where the most" in text
    worse = calibrate(part("dev", right=0.3), part("test"))
    assert not worse.is_identified
    assert "probabilities are worse than equal ones" in " ".join(worse.to_text().split())


def test_probabilities_that_are_right_as_often_as_they_say():
    report = calibrate(part("dev", probability=0.7), part("test", probability=0.7))
    assert report.temperature == pytest.approx(1, abs=1e-4)
    assert "1 changes nothing: the run was neither too sure nor too unsure" in " ".join(
        report.to_text().split()
    )


def test_three_way_runs_on_two_way_gold_are_scaled_two_way():
    three_way = part("dev", labels=(E, U, C))
    conflated = [
        Pair(pair.id, pair.text, pair.hypothesis, label=E if pair.label is E else N)
        for pair in three_way.gold
    ]
    report = calibrate(Part(conflated, three_way.run), part("test"))
    assert report.scheme.value == "two-way"
    assert report.scaled.probabilities[:, [0, 3]].sum(axis=1) == pytest.approx(np.ones(100))
    assert report.conflated == ("run on the fitted pairs",)
    assert list(report.accuracies) == ["accuracy_2way"]
    assert list(calibrate(three_way, part("other", labels=(E, U, C))).accuracies) == [
        "accuracy_3way"
    ]


def test_three_way_gold_labels_beside_a_two_way_run_are_conflated():
    three_way, two_way = part("dev", labels=(E, U, C)), part("dev", labels=(E, N))
    report = calibrate(Part(three_way.gold, two_way.run), part("test", labels=(E, U, C)))
    assert set(report.conflated) == {
        "gold labels of the fitted pairs",
        "gold labels of the measured pairs",
        "run on the measured pairs",
    }


@pytest.mark.parametrize("part_with_two_way_gold", [0, 1])
def test_a_three_way_run_gets_two_way_labels_with_its_two_way_probabilities(part_with_two_way_gold):
    parts = [part("dev", labels=(E, U, C)), part("test", labels=(E, U, C))]
    conflated = parts[part_with_two_way_gold]
    parts[part_with_two_way_gold] = Part(
        [
            Pair(pair.id, pair.text, pair.hypothesis, label=E if pair.label is E else N)
            for pair in conflated.gold
        ],
        conflated.run,
    )
    report = calibrate(*parts)
    expected = [E if label == E.value else N for label in parts[1].run.labels.tolist()]
    assert [prediction.label for prediction in report.scaled] == expected
    assert {tuple(prediction.probabilities) for prediction in report.scaled} == {(E, N)}
    other = ("measured", "fitted")[part_with_two_way_gold]
    assert set(report.conflated) == {
        "run on the fitted pairs",
        "run on the measured pairs",
        f"gold labels of the {other} pairs",
    }
    assert "conflated to two-way, labels as well as probabilities" in report.to_text(1000)


@pytest.mark.slow
def test_nothing_is_conflated_if_all_have_one_scheme():
    for labels in ((E, N), (E, U, C)):
        report = calibrate(part("dev", labels=labels), part("test", labels=labels))
        assert report.conflated == ()
        assert "conflated" not in report.to_text()


def test_the_same_pairs_are_refused():
    with pytest.raises(InputError, match=r"100 pairs are in both parts \(such as '0', '1', '2'\)"):
        calibrate(part("same"), part("same"))
    # Equal ids of other texts are not the same pairs; without texts, they may be.
    calibrate(part("one"), part("other"))
    with pytest.raises(InputError, match="or may be, since their texts are not known"):
        calibrate(part("one", texts=False), part("other"))


def test_runs_that_cannot_be_scaled():
    without = part("test")
    labels_only = Run([Prediction(id=of.id, label=of.label) for of in without.run], name="labels")
    with pytest.raises(RunError, match="labels: has no probabilities for every pair"):
        calibrate(part("dev"), Part(without.gold, labels_only))
    with pytest.raises(RunError, match="which no temperature changes"):
        calibrate(part("dev", probability=1.0), part("test"))
    with pytest.raises(RunError, match="32 of 100 measured pairs, so that nll is infinite"):
        calibrate(part("dev"), part("test", probability=1.0, right=0.68))


def test_losses_are_finite_where_scaled_probabilities_are_too_small_for_a_number():
    fitted, measured = part("dev", right=1, probability=0.9997), part("test", probability=0.9997)
    report = calibrate(fitted, measured)
    assert report.temperature == 0.01
    # Thirty of a hundred labels are wrong: 100 times the difference of the logarithms, each.
    expected = 0.3 * 100 * np.log(0.9997 / 0.0003)
    assert report.losses["nll"].after.value == pytest.approx(expected)
    json.dumps(report.to_dict(), allow_nan=False)
