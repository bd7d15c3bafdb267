"""Accuracy, coverage, Cohen's kappa, Matthews' correlation and the confusion matrix."""

from math import sqrt

import pytest
import sklearn.metrics
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binomtest
from sklearn.metrics import accuracy_score, cohen_kappa_score, confusion_matrix, matthews_corrcoef

from rte_baselines.core.representing import plain
from rte_baselines.evaluation import available_measures, evaluate, measure_score
from rte_baselines.evaluation.inputs.arrays import judgments_of_arrays
from rte_baselines.evaluation.measures.contingency import Confusion
from rte_baselines.evaluation.resampling.bootstrap import wilson_interval
from rte_baselines.pairs import Label, Scheme, conflate
from rte_baselines.runs import Prediction, Run
from tests.evaluation.figure_2 import CONFLATED, GOLD, LABELS

two_way, three_way, kappa, matthews = (
    available_measures()[name]
    for name in ("accuracy_2way", "accuracy_3way", "kappa", "matthews_corrcoef")
)


def test_bergmairs_example():
    assert three_way(GOLD, LABELS) == 0.44
    assert three_way(GOLD, CONFLATED) == 0.51
    assert three_way(GOLD, [Label.ENTAILMENT] * 100) == 0.50


def test_three_way_labels_are_conflated_for_two_way_accuracy(labels):
    # E/E, C/U and U/C match after conflation; E/U and C/E do not: 3 of 5.
    assert two_way(labels("ECUEC"), labels("EUCUE")) == 3 / 5
    assert two_way(labels("ECUEC"), labels("ENNNE")) == 3 / 5
    assert two_way(labels("ENNEN"), labels("EUCUE")) == 3 / 5


def label_arrays(scheme):
    labels = st.sampled_from(scheme.labels)
    return st.lists(st.tuples(labels, labels), min_size=1, max_size=30)


@given(st.sampled_from(Scheme).flatmap(label_arrays))
def test_as_scikit_learn_and_scipy_have_them(judged):
    gold, said = ([str(label) for label in column] for column in zip(*judged, strict=True))
    if len({*gold, *said}) == 1:
        assert kappa.why_undefined(judgments_of_arrays(gold, said))
    else:
        assert kappa(gold, said) == pytest.approx(cohen_kappa_score(gold, said))
    if len(set(gold)) > 1:
        assert matthews(gold, said) == pytest.approx(matthews_corrcoef(gold, said))
    gold, labels = ([conflate(label) for label in column] for column in zip(*judged, strict=True))
    assert two_way(gold, labels) == pytest.approx(accuracy_score(gold, labels))
    right = sum(g is label for g, label in zip(gold, labels, strict=True))
    interval = binomtest(right, len(gold)).proportion_ci(method="wilson")
    found = two_way.interval(judgments_of_arrays(gold, labels))
    assert found == pytest.approx((interval.low, interval.high), abs=1e-12)


def test_coverage_by_hand(pairs, labels):
    gold = pairs("ENENE", tasks=["IE", "IE", "IE", "QA", "QA"])
    # In another order than the pairs; 2 and 5 are left out; 1 and 4 are right, 3 is not.
    run = Run(map(Prediction, "341", labels("NNE")), name="mine")
    report = evaluate(gold, run, measures=["coverage", "accuracy_2way"], partial=True)
    (scores,) = report.runs
    found = {"all": scores.overall, **scores.tasks}
    assert {part: of.pairs for part, of in found.items()} == {"all": 3, "IE": 2, "QA": 1}
    for name, expected in (
        ("coverage", {"all": 3 / 5, "IE": 2 / 3, "QA": 1 / 2}),
        ("accuracy_2way", {"all": 2 / 3, "IE": 1 / 2, "QA": 1}),
        ("accuracy_2way_of_all", {"all": 2 / 5, "IE": 1 / 3, "QA": 1 / 2}),
    ):
        values = {part: of.measures[name].value for part, of in found.items()}
        assert values == pytest.approx(expected)


def test_kappa_of_bergmairs_example():
    # Chance agreement is .5 * .3 + .36 * .5 + .14 * .2 = .358, and with UNKNOWN conflated
    # .5 * .8 + .14 * .2 = .428. The paper cuts 0.14336 to 0.1433.
    assert kappa(GOLD, LABELS) == pytest.approx((0.44 - 0.358) / (1 - 0.358))
    assert kappa(GOLD, LABELS) == pytest.approx(0.1277, abs=5e-5)
    assert kappa(GOLD, CONFLATED) == pytest.approx((0.51 - 0.428) / (1 - 0.428))
    assert kappa(GOLD, CONFLATED) == pytest.approx(0.1433, abs=1e-4)


def test_kappa_by_hand(labels):
    # bergmair2009, section 3: an accuracy of 70% is 40% of the way from 50% to 100%.
    gold = labels("E" * 10 + "N" * 10)
    assert kappa(gold, labels("EEEEEEENNN" + "NNNNNNNEEE")) == pytest.approx(0.4)
    # Worse than chance, and no better.
    assert kappa(labels("EENN"), labels("NNEE")) == -1
    assert kappa(labels("EENN"), labels("ENEN")) == 0
    assert kappa(labels("EEUC"), labels("UUUU")) == 0


def test_gold_labels_are_in_the_rows(labels):
    judgments = judgments_of_arrays(labels("EECUU"), labels("EUCCC"))
    assert plain(Confusion.of(judgments, Scheme.THREE_WAY)) == {
        "labels": ["ENTAILMENT", "CONTRADICTION", "UNKNOWN"],
        "counts": [[1, 0, 1], [0, 1, 0], [0, 2, 0]],
    }


@pytest.mark.parametrize("scheme", list(Scheme))
@given(st.data())
def test_confusion_as_scikit_learn_has_it(scheme, data):
    label = st.sampled_from(Scheme.THREE_WAY.labels)
    judged = data.draw(st.lists(st.tuples(label, label), min_size=1))
    gold, labels = map(list, zip(*judged, strict=True))
    found = Confusion.of(judgments_of_arrays(gold, labels), scheme)
    if scheme is Scheme.TWO_WAY:
        gold, labels = ([conflate(x) for x in column] for column in (gold, labels))
    expected = confusion_matrix(gold, labels, labels=list(scheme.labels))
    assert found.counts.tolist() == expected.tolist()


def test_matthews_by_hand(labels):
    """Of 10 pairs, 5 are right; 4, 2 and 4 are given the labels that 5, 2 and 3 have."""
    gold = labels("EEEEECUCUU")
    expected = (5 * 10 - (4 * 5 + 2 * 2 + 4 * 3)) / sqrt((100 - 36) * (100 - 38))
    assert matthews(gold, labels("EEEUCECUUU")) == pytest.approx(expected)
    # Two-way: 3 true positives, 1 false one, 2 false negatives, 4 true ones.
    two_way = (3 * 4 - 1 * 2) / sqrt((3 + 1) * (3 + 2) * (4 + 1) * (4 + 2))
    assert matthews(gold, labels("EEENNENNNN")) == pytest.approx(two_way)
    assert matthews(labels("EENN"), labels("NNEE")) == -1
    assert matthews(gold, labels("U" * 10)) == 0


def test_accuracy_is_that_of_the_scheme(labels):
    """Three of four labels are right three-way, and all of them two-way."""
    accuracy = available_measures()["accuracy"]
    gold = labels("ECUE")
    assert accuracy(gold, labels("ECCE")) == 3 / 4
    assert accuracy(gold, labels("ENNE")) == 1
    judged = judgments_of_arrays(gold, labels("ECCE"))
    assert accuracy.interval(judged) == wilson_interval(3, 4)


@pytest.mark.slow
def test_names_of_scikit_learn_are_understood(labels):
    gold, said = labels("EENNENNE"), labels("ENNENNEE")
    given, found = ([str(label) for label in column] for column in (gold, said))
    scores = [0.9, 0.4, 0.3, 0.6, 0.2, 0.1, 0.7, 0.8]
    of_one = {"pos_label": "ENTAILMENT"}
    plain = "accuracy_score balanced_accuracy_score cohen_kappa_score matthews_corrcoef".split()
    for name, function, options in (
        *((name, name, {}) for name in plain),
        *((f"{of}_score", f"{of}_score", of_one) for of in ("precision", "recall", "f1")),
        *((f"{of}_macro", f"{of}_score", {"average": "macro"}) for of in ("recall", "f1")),
        ("f1_micro", "f1_score", {"average": "micro"}),
    ):
        expected = getattr(sklearn.metrics, function)(given, found, **options)
        assert measure_score(gold, said, measure=name) == pytest.approx(expected)
    entails = [label == "ENTAILMENT" for label in given]
    for name in ("roc_auc_score", "brier_score_loss"):
        expected = getattr(sklearn.metrics, name)(entails, scores)
        assert measure_score(gold, scores, measure=name) == pytest.approx(expected)
