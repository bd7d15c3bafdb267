"""Precision, recall and F1 of each label, and their means."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.metrics import balanced_accuracy_score, precision_recall_fscore_support

from rte_baselines.core.errors import RunError
from rte_baselines.evaluation import available_measures
from rte_baselines.pairs import Label, Scheme

NAMES = ["precision", "recall", "f1"]
MEASURES = [available_measures()[name] for name in NAMES]


def scores(gold, labels):
    return [measure(gold, labels) for measure in MEASURES]


def test_by_hand(labels):
    # Said of 4 pairs, 3 of them rightly, out of 5 there are:
    # 3/4, 3/5, and F1 = 2 * 3 / (4 + 5) = 2/3.
    assert scores(labels("EEEEENNN"), labels("EEENNENN")) == pytest.approx([3 / 4, 3 / 5, 2 / 3])
    assert scores(labels("EEEEECUC"), labels("EEEUCEUU")) == pytest.approx([3 / 4, 3 / 5, 2 / 3])


def test_a_label_that_is_never_given_scores_zero(labels):
    assert scores(labels("EN"), labels("NN")) == [0, 0, 0]


@pytest.mark.parametrize("measure", MEASURES, ids=NAMES)
def test_measures_are_undefined_without_gold_members(measure, labels):
    with pytest.raises(RunError, match=f"{measure.name} is undefined: no gold label is ENTAILMENT"):
        measure(labels("NN"), labels("EN"))


def value(name, gold, judged):
    return available_measures()[name](gold, judged)


def test_each_label_by_hand(labels):
    gold, judged = labels("EEEEECUCUU"), labels("EEEUCECUUU")
    # Of the two CONTRADICTION, none is found, and two others are said to be; of the three
    # UNKNOWN, two are found, among four that are said.
    assert value("precision_contradiction", gold, judged) == 0
    assert value("recall_contradiction", gold, judged) == 0
    assert value("precision_unknown", gold, judged) == 2 / 4
    assert value("recall_unknown", gold, judged) == 2 / 3
    assert value("f1_unknown", gold, judged) == pytest.approx(2 * 2 / (4 + 3))
    # Of the five that are not entailed, four are said not to be, among six that are.
    assert value("precision_no_entailment", gold, judged) == pytest.approx(4 / 6)
    assert value("recall_no_entailment", gold, judged) == 4 / 5
    assert value("accuracy_3way_by_gold", gold, judged) == pytest.approx((3 / 5 + 0 + 2 / 3) / 3)
    assert value("accuracy_3way_by_label", gold, judged) == pytest.approx((3 / 4 + 0 + 2 / 4) / 3)
    assert value("accuracy_2way_by_gold", gold, judged) == pytest.approx((3 / 5 + 4 / 5) / 2)
    assert value("accuracy_2way_by_label", gold, judged) == pytest.approx((3 / 4 + 4 / 6) / 2)


@pytest.mark.parametrize("label", "ECU")
def test_constant_labels_are_right_on_a_third_in_the_mean(label, labels):
    """As bergmair2009, section 3.1, has it of RTE-4, whose shares are 50, 35 and 15%."""
    gold = labels("E" * 10 + "U" * 7 + "C" * 3)
    assert value("accuracy_3way_by_gold", gold, labels(label * 20)) == pytest.approx(1 / 3)


def test_a_class_without_pairs_is_given_as_reason(labels):
    measure = available_measures()["accuracy_3way_by_gold"]
    with pytest.raises(RunError, match="undefined: no gold label is CONTRADICTION"):
        measure(labels("EU"), labels("EC"))
    with pytest.raises(RunError, match="recall_unknown is undefined: the run is two-way"):
        available_measures()["recall_unknown"](labels("EU"), labels("EN"))


@pytest.mark.slow
@given(st.data())
def test_each_label_as_scikit_learn_has_it(data):
    scheme = data.draw(st.sampled_from(Scheme))
    others = data.draw(st.lists(st.sampled_from(scheme.labels), max_size=20))
    gold = [*scheme.labels, *others]
    judged = [data.draw(st.sampled_from(scheme.labels)) for _ in gold]
    expected = precision_recall_fscore_support(
        gold, judged, labels=list(scheme.labels), zero_division=0
    )
    for stem, by_label in zip(NAMES, expected[:3], strict=True):
        for label, score in zip(scheme.labels, by_label, strict=True):
            name = stem if label is Label.ENTAILMENT else f"{stem}_{label.lower()}"
            assert value(name, gold, judged) == pytest.approx(float(score))
    ways = f"accuracy_{len(scheme.labels)}way"
    assert value(f"{ways}_by_label", gold, judged) == pytest.approx(float(expected[0].mean()))
    balanced = balanced_accuracy_score([str(g) for g in gold], [str(j) for j in judged])
    assert value(f"{ways}_by_gold", gold, judged) == pytest.approx(balanced)
