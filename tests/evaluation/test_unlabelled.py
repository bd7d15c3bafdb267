"""Pairs without a gold label, which are left out and counted."""

from collections import Counter
from dataclasses import replace

import pytest

from rte_baselines.core.errors import InputError, InputWarning, RunError
from rte_baselines.evaluation import compare, evaluate
from rte_baselines.evaluation.page import build_page
from rte_baselines.evaluation.seeds import DatasetRuns, System, tabulate_systems
from rte_baselines.evaluation.temperature import CalibrationPart, calibrate
from rte_baselines.pairs import Label, Pair
from rte_baselines.runs import Prediction, Run

pytestmark = pytest.mark.filterwarnings("ignore:.* and (is|are) left out")
ACCURACY = "accuracy_2way"
NOTE = "{} of {} pairs have no label and are left out"
E, N = Label.ENTAILMENT, Label.NO_ENTAILMENT


@pytest.fixture(params=[6, 800])
def size(request):
    return request.param


@pytest.fixture
def given(size):
    """Every third pair has no label."""
    return [
        Pair(f"p{n}", f"Text {n}.", "Hypothesis.", label=(E, N, None)[n % 3]) for n in range(size)
    ]


def run(pairs, name="mine", wrong=0, **options):
    """The gold labels but for the first ones, and ENTAILMENT where there is none."""
    labels = [pair.label or E for pair in pairs]
    labels[:wrong] = [N if label is E else E for label in labels[:wrong]]
    rows = zip(pairs, labels, strict=True)
    sure = {E: {E: 0.9, N: 0.1}, N: {E: 0.1, N: 0.9}}
    found = (Prediction(pair.id, of, probabilities=sure[of]) for pair, of in rows)
    return Run(found, name=name, **options)


def accuracy(report):
    (scored,) = report.runs
    return scored.overall.pairs, scored.overall.measures[ACCURACY].value


def test_evaluate_leaves_them_out_and_counts_them(given, size):
    labelled = [pair for pair in given if pair.label]
    left_out = size - len(labelled)
    right = 1 - 1 / len(labelled)
    with pytest.warns(InputWarning, match=f"^{NOTE.format(left_out, size)}$"):
        report = evaluate(given, run(given, wrong=1), measures=ACCURACY)
    assert accuracy(report) == (len(labelled), pytest.approx(right))
    assert report.to_dict()["unlabelled"] == left_out
    assert NOTE.format(left_out, size) in report.to_text(10_000)
    # Predictions on them are not needed.
    assert evaluate(given, run(labelled, wrong=1), measures=ACCURACY).to_json() == report.to_json()
    without = evaluate(labelled, run(labelled, wrong=1), measures=ACCURACY)
    assert without.to_dict() == report.to_dict() | {"unlabelled": 0}


def test_predictions_in_the_order_of_all_pairs_or_of_the_labelled_ones(given):
    labelled = [pair for pair in given if pair.label]
    expected = accuracy(evaluate(given, run(given, wrong=1), measures=ACCURACY))
    for pairs in (given, labelled):
        unnamed = run([replace(pair, id="") for pair in pairs], wrong=1, in_order=True)
        assert accuracy(evaluate(given, unnamed, measures=ACCURACY)) == expected
        bare = evaluate(given, unnamed.labels.tolist(), measures=ACCURACY)
        assert accuracy(bare) == expected
    with pytest.raises(RunError, match=r"5 predictions in the order of \d+ pairs \(\d+ more have"):
        evaluate(given, ["YES"] * 5)


def test_slices_and_groups_have_values_for_all_pairs(given):
    values = {"of": [str(number % 2) for number in range(len(given))]}
    report = evaluate(given, run(given), measures=ACCURACY, slices=values, groups=values)
    (scored,) = report.runs
    counts = {part.name: scores.pairs for part, scores in scored.slices.items()}
    assert counts == Counter(n for n, pair in zip(values["of"], given, strict=True) if pair.label)
    assert scored.groups["of"].groups == 2
    with pytest.raises(InputError, match=r"of has \d+ values for \d+ pairs"):
        evaluate(given, run(given), slices={"of": values["of"][:-1]})


def test_reports_on_several_runs_say_how_many(given, size):
    unlabelled = sum(pair.label is None for pair in given)
    runs = [run(given, "a"), run(given, "b", wrong=1)]
    systems = [System(of.name, (of,), (of.name,)) for of in runs]
    datasets = [DatasetRuns("one", given, systems)]
    compared = compare(given, runs, measures=ACCURACY)
    for report in (compared, tabulate_systems(datasets, measures=ACCURACY)):
        found = report.to_dict()
        assert found.get("datasets", {"one": found})["one"]["unlabelled"] == unlabelled
        assert NOTE.format(unlabelled, size) in report.to_text(10_000)
    # Lengths are those of the labelled pairs.
    by_length = compared.comparisons[0].by_length
    assert sum(of.pairs for of in by_length.values()) == size - unlabelled


def test_calibrate_leaves_them_out(given):
    def part(name, wrong):
        pairs = [replace(pair, text=f"{name}: {pair.text}") for pair in given]
        return CalibrationPart(pairs, run(pairs, wrong=wrong))

    unlabelled = sum(pair.label is None for pair in given)
    report = calibrate(part("dev", 1), part("test", 2))
    assert report.to_dict()["unlabelled"] == {"fitted": unlabelled, "measured": unlabelled}
    said = f"pairs: {unlabelled} of {len(given)} pairs have no label and are left out"
    assert report.to_text(10_000).count(said) == 2


@pytest.mark.usefixtures("few_resamples", "blank_plots")
def test_the_page_leaves_them_out():
    pairs = [Pair(str(n), f"T {n}.", "H.", label=(E, N, None)[n % 3]) for n in range(6)]
    mine = run(pairs, wrong=1)
    values = {"size": [*"abcabc"]}
    page = build_page(evaluate(pairs, mine), pairs, [mine], properties=values)
    assert "<dt>Without a label</dt><dd>2 more, left out</dd>" in page
    assert "T 1." in page
    assert "T 2." not in page
