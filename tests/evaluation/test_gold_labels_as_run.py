"""Runs whose labels all equal the gold labels, and may have been read from their column."""

from dataclasses import replace

import pytest

from rte_baselines.core.advice import advising_options
from rte_baselines.core.errors import RunError
from rte_baselines.evaluation import compare, evaluate
from rte_baselines.evaluation.page import build_page
from rte_baselines.evaluation.seeds import DatasetRuns, System, tabulate_systems
from rte_baselines.evaluation.temperature import CalibrationPart, calibrate
from rte_baselines.pairs import Label, conflate
from rte_baselines.runs import Prediction, Run, check_run

TWO_WAY, THREE_WAY = "EN", "ECU"
ACCURACY = "accuracy_2way"


def run(labels, *, column="label", name="mine", in_order=False):
    rows = enumerate(labels, 1)
    predictions = [Prediction("0" if in_order else str(n), label) for n, label in rows]
    return Run(predictions, name=name, labels_may_be_gold=column, in_order=in_order)


@pytest.mark.parametrize("times", [1, 2, 270])
@pytest.mark.parametrize("letters", [TWO_WAY, THREE_WAY])
def test_they_are_refused_at_every_size(pairs, labels, letters, times):
    gold, said = pairs(letters * times), labels(letters * times)
    message = f"^mine: all {len(gold)} labels of 'label' are the gold labels; if they are "
    for check in (check_run, lambda copied, _: evaluate(gold, copied)):
        with pytest.raises(RunError, match=rf"{message}.* so: run_columns=.'label': 'label'.$"):
            check(run(said), gold)
    with advising_options(), pytest.raises(RunError, match=r"say so: --run-columns label=label$"):
        evaluate(gold, run(said))
    # Nobody doubts that they are predictions, one of them is wrong, or all gold labels are alike.
    assert evaluate(gold, run(said, column=None), measures=ACCURACY)
    assert evaluate(gold, run([said[1], *said[1:]]), measures=ACCURACY)
    assert check_run(run(labels("E" * times)), pairs("E" * times))


@pytest.mark.parametrize("size", [6, 800])
def test_they_are_compared_two_way_if_either_is(pairs, labels, size):
    letters = (THREE_WAY * size)[:size]
    gold, said = pairs(letters), labels(letters)
    two_way = [replace(pair, label=conflate(pair.label)) for pair in gold]
    for given, labelled in ((gold, map(conflate, said)), (two_way, said)):
        with pytest.raises(RunError, match=f"all {size} labels of 'label' are the gold labels"):
            check_run(run(labelled), given)
    # Three-way labels that are right only if conflated are no gold labels.
    wrong = [Label.UNKNOWN if label is Label.CONTRADICTION else label for label in said]
    assert check_run(run(wrong), gold)


@pytest.mark.parametrize("size", [6, 800])
@pytest.mark.filterwarnings("ignore:.* left out")
def test_partial_runs_and_pairs_without_a_label(pairs, labels, size):
    letters = (TWO_WAY * size)[:size]
    gold = pairs(letters)
    gold[0] = replace(gold[0], label=None)
    with pytest.raises(RunError, match=f"all {size - 2} labels of 'label'"):
        evaluate(gold, run(labels(letters[:-1])), partial=True)
    with pytest.raises(RunError, match=f"all {size - 1} labels of 'prediction'"):
        evaluate(gold, run(labels(letters), column="prediction", in_order=True))


def test_all_that_score_runs_refuse_them(pairs, labels):
    gold, copied, other = pairs("ENENEN"), run(labels("ENENEN")), run(labels("EEEENN"), name="b")
    others = [replace(pair, text="Another.") for pair in pairs("EN")]
    report = evaluate(gold, run(labels("ENENEN"), column=None), measures=ACCURACY)
    system = System("a", (other, copied), ("1", "2"))
    for call in (
        lambda: compare(gold, [other, copied]),
        lambda: tabulate_systems([DatasetRuns("one", gold, [system])]),
        lambda: calibrate(
            CalibrationPart(gold, copied), CalibrationPart(others, run(labels("EE")))
        ),
        lambda: build_page(report, gold, [copied]),
    ):
        with pytest.raises(RunError, match="mine: all 6 labels of 'label' are the gold labels"):
            call()
