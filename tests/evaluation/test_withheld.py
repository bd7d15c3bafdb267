"""Abstentions and answers that could not be read, in reports and comparisons."""

import pytest

from rte_baselines.evaluation import available_measures, compare, evaluate
from rte_baselines.evaluation.inputs.arrays import encode_labels
from rte_baselines.evaluation.inputs.judgments import Judgments
from rte_baselines.evaluation.page import build_page
from rte_baselines.evaluation.resampling.bootstrap import wilson_interval
from rte_baselines.evaluation.seeds import DatasetRuns, System, tabulate_systems
from rte_baselines.runs import Prediction, Run, Withheld

MEASURES = ["accuracy_2way", "coverage", "accuracy_2way_of_all", "accuracy_3way_of_all"]
REASON = "it counts pairs without a label; only pairs that all runs label are scored"


def run(labels, name="mine"):
    """Labels of pairs 1, 2 and so on; A for an abstention, ? for an answer that is no label."""
    kinds = {"A": Withheld.ABSTAIN, "?": Withheld.UNPARSEABLE}
    names = {"E": "YES", "N": "NO"}
    answers = [(str(number), label) for number, label in enumerate(labels, start=1)]
    return Run(
        [Prediction(pair_id, names[label]) for pair_id, label in answers if label in names],
        name=name,
        withheld={pair_id: kinds[label] for pair_id, label in answers if label in kinds},
    )


@pytest.mark.slow
def test_every_report_says_what_is_withheld(pairs):
    """Of ten pairs, seven are labelled and five of these rightly."""
    gold, mine = pairs("ENENENENEN"), run("ENAN?NNEEA")
    report = evaluate(gold, mine)
    withheld = {
        "ABSTAIN": {"ENTAILMENT": 1, "NO_ENTAILMENT": 1},
        "UNPARSEABLE": {"ENTAILMENT": 1, "NO_ENTAILMENT": 0},
    }
    assert report.runs[0].withheld == report.to_dict()["runs"][0]["withheld"] == withheld
    text = " ".join(report.to_text().split())
    assert "mine labels 7 of 10 pairs and is scored on these (of the others, 2 ABSTAIN, 1" in text
    assert "| gold | ENTAILMENT | NO_ENTAILMENT | ABSTAIN | UNPARSEABLE |" in report.to_markdown()
    page = build_page(report, gold, [mine])
    assert "mine labels 7 of 10 pairs (of the others, 2 ABSTAIN, 1 UNPARSEABLE)" in page
    cell = '<td role="cell" data-column="{}">{}</td>'
    assert cell.format("ABSTAIN", 1) in page
    assert cell.format("UNPARSEABLE", 0) in page


def test_pairs_without_a_label_count_as_wrong(pairs):
    report = evaluate(pairs("ENENENENEN"), run("ENAN?NNEEA"), measures=MEASURES)
    found = report.runs[0].overall
    values = {name: of.value for name, of in found.measures.items()}
    expected = {"coverage": 7 / 10, "accuracy_2way": 5 / 7, "accuracy_2way_of_all": 5 / 10}
    assert values == pytest.approx(expected)
    of_all = found.measures["accuracy_2way_of_all"]
    assert (of_all.low, of_all.high) == pytest.approx(wilson_interval(5, 10))
    assert found.unavailable["accuracy_3way_of_all"] == "the gold labels are two-way"


def test_a_run_that_labels_all_has_its_accuracy():
    measure = available_measures()["accuracy_3way_of_all"]
    gold, labels = ["entailment", "neutral"], ["entailment", "contradiction"]
    assert measure(gold, labels) == 0.5
    judged = Judgments(encode_labels(gold), encode_labels(labels), unanswered=2)
    assert measure.score(judged) == 0.25


def test_runs_are_compared_on_pairs_that_both_label(pairs):
    gold, runs = pairs("ENEN", ["IE", "QA"] * 2), [run("ENAN", "a"), run("EN?E", "b")]
    (found,) = compare(gold, runs, measures=MEASURES).comparisons
    assert found.outcomes.pairs == 3
    assert {task: of.pairs for task, of in found.by_task.items()} == {"IE": 1, "QA": 2}
    # Of the three that both label, a is right on all and b on two; coverage is not of these.
    assert [(pair.id, pair.right) for pair in found.differing] == [("4", "a")]
    assert found.unavailable["coverage"] == REASON
    values = {name: (of.a, of.b, of.pairs) for name, of in found.measures.items()}
    assert values == {"accuracy_2way": (1, 2 / 3, 3), "accuracy_2way_of_all": (3 / 4, 2 / 4, 4)}


@pytest.mark.slow
def test_accuracies_of_all_pairs_over_seeds(pairs):
    """The pair that one seed leaves out counts against that seed alone, 3/4 and 4/4."""
    system = System("a", (run("ENAN", "1"), run("ENEN", "2")), ("1", "2"))
    dataset = DatasetRuns("one", pairs("ENEN"), [system])
    found = tabulate_systems([dataset], measures=["accuracy_2way", "coverage"])
    estimates = {name: of["one"].estimates for name, of in found.columns.items()}
    assert estimates["accuracy_2way_of_all"]["a"].by_seed == {"1": 3 / 4, "2": 1}
    assert estimates["accuracy_2way"]["a"].by_seed == {"1": 1, "2": 1}
    assert estimates["coverage"] == {}
    assert found.columns["coverage"]["one"].reasons == {"a": REASON}
    note = "on the 3 of 4 pairs that all of its runs label; accuracies of all pairs are of all"
    assert note in " ".join(found.to_text().split())


@pytest.mark.slow
def test_systems_are_compared_on_the_pairs_that_all_their_runs_label(pairs):
    """The first leaves out a pair with one seed, and the second another."""
    systems = [
        System("a", (run("EN?N", "1"), run("ENEN", "2")), ("1", "2")),
        System("b", (run("ENEN", "3"), run("?NEN", "4")), ("1", "2")),
    ]
    found = compare(pairs("ENEN"), systems, measures=["accuracy_2way"])
    assert found.to_dict()["comparisons"][0]["pairs"] == 2
    text = " ".join(found.to_text().split())
    assert "Of 4 pairs, a labels 3, b labels 3. All runs label 2 of them." in text
    assert "is scored on" not in text
