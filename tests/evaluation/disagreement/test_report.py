"""Runs against annotators' labels: scores, references and what is said of them."""

import json

import pytest

from rte_baselines.core.errors import InputError, RunError
from rte_baselines.evaluation.disagreement import evaluate_disagreement, report
from rte_baselines.evaluation.resampling import bootstrap
from rte_baselines.pairs import Label, Pair
from rte_baselines.runs import Prediction, Run

E, C, U, N = Label.ENTAILMENT, Label.CONTRADICTION, Label.UNKNOWN, Label.NO_ENTAILMENT
COUNTS = [
    '{"entailment": 4}',
    '{"entailment": 2, "neutral": 2}',
    '{"neutral": 1, "contradiction": 3}',
]


@pytest.fixture(autouse=True)
def few_resamples(monkeypatch):
    """Draw less than in use, where the figures do not matter."""
    monkeypatch.setattr(bootstrap, "_MOST_RESAMPLES", 500)
    monkeypatch.setattr(report, "_CORRELATION_RESAMPLES", 20)


def annotated(*counts):
    return [
        Pair(str(number), "A text.", "A hypothesis.", attributes={"label_counter": given})
        for number, given in enumerate(counts or COUNTS)
    ]


def run(*rows, name="mine"):
    columns = enumerate(rows)
    return Run((Prediction(str(n), of, probabilities=p) for n, (of, p) in columns), name=name)


def three(e, u, c):
    return {E: e, U: u, C: c}


MINE = run((E, three(1, 0, 0)), (U, three(0.25, 0.75, 0)), (C, three(0, 0.5, 0.5)))


@pytest.mark.slow
def test_scores_and_references_by_hand():
    report = evaluate_disagreement(annotated(), MINE)
    (mine,) = report.runs
    # 4/4, 2/4 and 3/4 of the annotators; the second pair has no majority.
    assert mine.measures["expected_accuracy"].value == pytest.approx(0.75)
    assert mine.measures["majority_accuracy"].value == 1
    # Entropies rise from the first pair to the third, and to the second of the annotators.
    assert mine.measures["entropy_spearman"].value == pytest.approx(0.5)
    assert mine.measures["entropy_kendall"].value == pytest.approx(1 / 3)
    one, best, perfect, *_ = report.references
    assert one.measures["expected_accuracy"].value == pytest.approx((1 + 1 / 3 + 1 / 2) / 3)
    assert best.measures["expected_accuracy"].value == pytest.approx((1 + 1 / 2 + 3 / 4) / 3)
    assert perfect.measures["kl_divergence"].value == 0
    assert (report.ties, report.annotations) == (1, {"fewest": 4, "most": 4})
    for of in mine.measures.values():
        assert of.low <= of.value <= of.high


def test_infinite_values_are_told():
    sure = run((E, three(1, 0, 0)), (U, three(0, 1, 0)), (C, three(0, 0, 1)))
    report = evaluate_disagreement(annotated(), sure)
    assert "kl_divergence" not in report.runs[0].measures
    text = " ".join(report.to_text().split())
    assert "cross_entropy, kl_divergence of mine: it is infinite, as the probability" in text
    assert "is 0 for 2 of 3 pairs" in text
    assert "all of the system's distributions have one entropy" in text
    assert json.loads(report.to_json())["runs"][0]["measures"]["js_divergence"]["value"] > 0


def test_labels_alone():
    report = evaluate_disagreement(annotated(), run((E, None), (U, None), (U, None)))
    assert list(report.runs[0].measures) == ["expected_accuracy", "majority_accuracy"]
    assert "the run has no probabilities for every pair" in " ".join(report.to_text().split())


@pytest.mark.slow
def test_two_way_runs_and_annotations():
    two_way = run((E, {E: 1, N: 0}), (N, {E: 0.5, N: 0.5}), (N, {E: 0, N: 1}))
    report = evaluate_disagreement(annotated(), [two_way])
    assert report.runs[0].labels == 2
    assert report.runs[0].measures["kl_divergence"].value == 0
    assert "two-way" not in report.to_text()
    both = evaluate_disagreement(annotated(), [two_way, run(*[(E, three(1, 0, 0))] * 3, name="e")])
    assert "mine is scored two-way, and other rows three-way" in both.to_text()
    votes = ['{"yes": 1, "no": 3}'] * 3
    assert evaluate_disagreement(annotated(*votes), MINE).runs[0].labels == 2
    # A run may show its scheme by its probabilities alone.
    always = run(*[(E, {E: 0.75, N: 0.25})] * 3)
    assert evaluate_disagreement(annotated(), always).runs[0].labels == 2


@pytest.mark.slow
def test_partial_runs():
    partly = run((E, three(1, 0, 0)), (U, three(0.25, 0.75, 0)))
    with pytest.raises(RunError, match="missing id"):
        evaluate_disagreement(annotated(), partly)
    report = evaluate_disagreement(annotated(), partly, partial=True)
    measures = report.runs[0].measures
    assert measures["expected_accuracy"].value == pytest.approx(0.75)
    # Of the third pair, no annotator is met.
    assert measures["expected_accuracy_of_all"].value == pytest.approx(2 * 0.75 / 3)
    # The second pair has no majority, so that one pair of two has its label.
    assert measures["majority_accuracy"].value == 1
    assert measures["majority_accuracy_of_all"].value == 1 / 2
    # A pair without a majority does not count where it is left out, either.
    of_others = MINE.select([0, 2])
    (others,) = evaluate_disagreement(annotated(), of_others, partial=True).runs
    assert others.measures["majority_accuracy_of_all"].value == 1
    assert "mine labels 2 of 3 pairs and is scored on these" in report.to_text()
    assert "majority_accuracy_of_all" in next(report.tables()).header
    full = evaluate_disagreement(annotated(), run(*[(E, three(1, 0, 0))] * 3))
    assert "majority_accuracy_of_all" not in next(full.tables()).header


def test_the_scheme_is_that_of_all_annotations():
    """Those of the pairs that a run labels may not show it."""
    votes = annotated('{"yes": 4}', '{"yes": 1, "no": 3}')
    (mine,) = evaluate_disagreement(votes, run((E, three(1, 0, 0))), partial=True).runs
    assert mine.labels == 2
    # Of the second pair, most annotators say no, and one label of two is that of most.
    assert mine.measures["majority_accuracy_of_all"].value == 1 / 2


def test_refused():
    with pytest.raises(InputError, match="no runs to score"):
        evaluate_disagreement(annotated(), [])
    with pytest.raises(InputError, match="no pairs with annotations"):
        evaluate_disagreement([], MINE)
    with pytest.raises(InputError, match="annotators' labels mix two schemes"):
        evaluate_disagreement(annotated('{"yes": 1, "no": 1}', '{"neutral": 1}'), MINE)
    with pytest.raises(InputError, match="id '0' is repeated"):
        evaluate_disagreement(annotated()[:1] * 2, MINE)
