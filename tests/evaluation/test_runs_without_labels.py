"""Runs that have scores and no labels."""

import json

import numpy as np
import pytest

from rte_baselines.core.advice import advising_options
from rte_baselines.core.errors import RunError
from rte_baselines.evaluation import compare, evaluate, evaluate_arrays
from rte_baselines.evaluation.disagreement import evaluate_disagreement
from rte_baselines.evaluation.inputs.judgments import Judgments
from rte_baselines.evaluation.page import build_page
from rte_baselines.evaluation.scorers import average_precision_tac, measure_score
from rte_baselines.evaluation.seeds import System
from rte_baselines.evaluation.temperature import CalibrationPart, calibrate
from rte_baselines.pairs import Label, Pair
from rte_baselines.runs import Prediction, Run, check_run

pytestmark = pytest.mark.usefixtures("few_resamples")
E = Label.ENTAILMENT
WHY = "the run has no labels; a threshold gives them: threshold=0.5"
RANKING = ("average_precision", "roc_auc")


@pytest.fixture(params=["ENENEN", "ECUECU", "EN" * 400, "ECU" * 266 + "EC"], ids=len)
def letters(request):
    return request.param


def scored(letters, name="scores", **options):
    """Scores that fall with the number of the pair, and are higher for entailed pairs."""
    size = len(letters)
    predictions = (
        Prediction(str(number), E, score=(letter == "E") * 0.6 + (size - number) / size)
        for number, letter in enumerate(letters, 1)
    )
    return Run(predictions, name=name, has_labels=False, **options)


def labelled(labels, letters, name="labels"):
    """The same scores, and labels."""
    rows = zip(scored(letters), labels(letters), strict=True)
    return Run((Prediction(of.id, label, score=of.score) for of, label in rows), name=name)


def test_measures_of_the_ranking_have_the_values_of_a_run_with_labels(pairs, labels, letters):
    half = len(letters) // 2
    gold = pairs(letters, ["IE"] * half + ["QA"] * half)
    measures = [*RANKING, "accuracy_2way", "accuracy_3way", "cws", "kappa"]
    report = evaluate(gold, [scored(letters), labelled(labels, letters)], measures=measures)
    mine, other = report.runs
    for part in (None, "IE", "QA"):
        of_mine, of_other = (of.overall if part is None else of.tasks[part] for of in (mine, other))
        assert set(of_mine.measures) == set(RANKING)
        assert of_mine.measures["roc_auc"].value == of_other.measures["roc_auc"].value
        assert of_mine.unavailable["accuracy_2way"] == of_mine.unavailable["cws"] == WHY
    assert (mine.scheme, mine.overall.confusion, mine.chance_tests) == (None, None, ())
    assert {finding.about for finding in mine.findings} <= {"ties", "ranking"}
    assert not list(report.scheme_notes())


def test_every_form_of_the_report_works(pairs, labels, letters):
    gold, run = pairs(letters), scored(letters)
    values = {"half": ["first", "second"] * (len(letters) // 2)}
    options = {"slices": values, "groups": values, "measures": [*RANKING, "accuracy_2way"]}
    for runs in ([run], [run, labelled(labels, letters)]):
        report = evaluate(gold, runs, **options)
        assert f"accuracy_2way of scores: {WHY}" in report.to_text(10_000)
        assert f"accuracy_2way of scores: {WHY}" in report.to_markdown()
        assert "Gold labels (rows)" not in report.to_text(10_000)
        assert "roc_auc" in report.to_lines()
        assert report.to_latex() + report._repr_html_()
        found = json.loads(report.to_json())["runs"][0]
        assert (found["confusion"], found["slices"], found["groups"]) == (None, {}, {})
        scores = report.to_pandas().query("system == 'scores'")
        assert set(scores.query("value.notna()")["measure"]) == set(RANKING)
    with advising_options():
        assert "--threshold 0.5" in evaluate(gold, run, measures="accuracy_2way").to_text(10_000)


@pytest.mark.usefixtures("blank_plots")
def test_the_page(pairs, labels):
    gold = pairs("ENENEN", ["IE", "QA"] * 3)
    runs = [scored("ENENEN"), labelled(labels, "ENENEN"), labelled(labels, "ENNNEN", "third")]
    for given in (runs[:1], runs[:2], runs):
        report = evaluate(gold, given, measures=[*RANKING, "accuracy_2way"])
        page = build_page(report, gold, given, properties={"size": [*"ababab"]})
        assert WHY in page
        assert '"labels":null,"right":null' in page
        assert page.count("<span>Confusion matrix of") == len(given) - 1
        assert "The average precision of scores is " in page or len(given) > 1


def test_a_partial_run(pairs):
    (found,) = evaluate(pairs("ENENEN"), scored("ENENE"), partial=True).runs
    assert found.overall.unavailable["accuracy_2way_of_all"] == WHY
    assert "average_precision" in found.overall.measures


def test_what_needs_labels_refuses_it(pairs, labels, letters):
    gold, run, other = pairs(letters), scored(letters), labelled(labels, letters)
    attributes = {"annotator_labels": json.dumps(["entailment", "neutral"])}
    annotated = [Pair(pair.id, "t", "h", attributes=attributes) for pair in gold]
    dev = [Pair(pair.id, "other", "h", label=pair.label) for pair in gold]
    for call in (
        lambda: compare(gold, [other, run]),
        lambda: System("a", (other, run), ("1", "2")),
        lambda: calibrate(CalibrationPart(gold, run), CalibrationPart(dev, run)),
        lambda: evaluate_disagreement(annotated, run),
        lambda: evaluate_arrays(labels(letters), run),
        lambda: measure_score(labels(letters), np.asarray(run), measure="accuracy_2way"),
        lambda: run.labels,
    ):
        with pytest.raises(RunError, match=f"^scores: {WHY}$"):
            call()
    with pytest.raises(RunError, match=r"^accuracy_2way is undefined: the run has no labels"):
        measure_score(labels(letters), run, measure="accuracy_2way")
    of_scores = average_precision_tac(labels(letters), run.scores)
    assert average_precision_tac(labels(letters), run) == of_scores


def test_it_is_kept_by_what_returns_another_run(pairs, letters):
    run = scored(letters, labels_may_be_gold="label")
    for other in (
        run.select([0, 1]),
        run.noting("a note"),
        run.withholding({}),
        run.called("another"),
        check_run(run, pairs(letters)),
        check_run(scored(letters, in_order=True), [Pair(each.id + "n", "", "") for each in run]),
        run[:2],
    ):
        assert not other.has_labels
    assert "label" not in run.to_pandas()
    assert "no labels" in run._repr_html_()
    assert run.confidences is None


def test_judgments_keep_it():
    gold = np.array([0, 3, 0, 3], np.int8)
    judged = Judgments(gold, np.zeros_like(gold), has_labels=False)
    assert not Judgments.pooled([judged, Judgments(gold, gold)]).has_labels
