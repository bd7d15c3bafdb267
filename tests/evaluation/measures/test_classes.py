"""Precision, recall and F1 of each label, and their means."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.metrics import balanced_accuracy_score, classification_report

from rte_baselines.evaluation import available_measures, evaluate_arrays
from rte_baselines.pairs import Scheme


def value(name, gold, judged):
    return available_measures()[name](gold, judged)


def test_each_label_by_hand(labels):
    """Of E, 3 of 5 are found by 4 labels; of C, 0 of 2 by 2; of U, 2 of 3 by 4.

    Of the five that are not entailed, four are said not to be, among six that are.
    """
    gold, judged = labels("EEEEECUCUU"), labels("EEEUCECUUU")
    of_entailment = {"precision": 3 / 4, "recall": 3 / 5, "f1": 2 * 3 / (4 + 5)}
    expected = {
        **of_entailment,
        "precision_contradiction": 0,
        "recall_contradiction": 0,
        "precision_unknown": 2 / 4,
        "recall_unknown": 2 / 3,
        "f1_unknown": 2 * 2 / (4 + 3),
        "precision_no_entailment": 4 / 6,
        "recall_no_entailment": 4 / 5,
        "accuracy_3way_by_gold": (3 / 5 + 0 + 2 / 3) / 3,
        "accuracy_3way_by_label": (3 / 4 + 0 + 2 / 4) / 3,
        "accuracy_2way_by_gold": (3 / 5 + 4 / 5) / 2,
        "accuracy_2way_by_label": (3 / 4 + 4 / 6) / 2,
        "balanced_accuracy": (3 / 5 + 0 + 2 / 3) / 3,
        "macro_f1": (2 * 3 / (5 + 4) + 0 + 2 * 2 / (3 + 4)) / 3,
    }
    assert {name: value(name, gold, judged) for name in expected} == pytest.approx(expected)
    expected = {
        **of_entailment,
        "macro_f1": (2 * 3 / 9 + 2 * 4 / (5 + 6)) / 2,
        "balanced_accuracy": (3 / 5 + 4 / 5) / 2,
    }
    two_way = labels("EEENNENNNN")
    assert {name: value(name, gold, two_way) for name in expected} == pytest.approx(expected)
    # A label that is never given scores zero.
    assert [value(name, gold, labels("N" * 10)) for name in of_entailment] == [0, 0, 0]


@pytest.mark.parametrize("label", "ECU")
def test_constant_labels_are_right_on_a_third_in_the_mean(label, labels):
    """As bergmair2009, section 3.1, has it of RTE-4, whose shares are 50, 35 and 15%."""
    gold = labels("E" * 10 + "U" * 7 + "C" * 3)
    assert value("accuracy_3way_by_gold", gold, labels(label * 20)) == pytest.approx(1 / 3)


@given(st.data())
def test_each_label_as_scikit_learn_has_it(data):
    scheme = data.draw(st.sampled_from(Scheme))
    gold = [*scheme.labels, *data.draw(st.lists(st.sampled_from(scheme.labels), max_size=20))]
    judged = [data.draw(st.sampled_from(scheme.labels)) for _ in gold]
    given, found = ([str(label) for label in column] for column in (gold, judged))
    expected = classification_report(given, found, output_dict=True, zero_division=0)
    report = evaluate_arrays(gold, judged, measures="coverage")
    theirs = {"macro average": "macro avg", "weighted average": "weighted avg", "f1": "f1-score"}
    for label, of_label in report.to_dict()["runs"][0]["by_label"].items():
        other = expected[theirs.get(label, label)]
        assert of_label.pop("pairs") == other["support"]
        for stem, score in of_label.items():
            assert score == pytest.approx(other[theirs.get(stem, stem)])
            if label in scheme.labels:
                name = stem if label == "ENTAILMENT" else f"{stem}_{label.lower()}"
                assert value(name, gold, judged) == pytest.approx(score)
    means = expected["macro avg"]
    ways = f"accuracy_{len(scheme.labels)}way"
    assert value(f"{ways}_by_label", gold, judged) == pytest.approx(means["precision"])
    assert value("macro_f1", gold, judged) == pytest.approx(means["f1-score"])
    balanced = balanced_accuracy_score(given, found)
    for name in (f"{ways}_by_gold", "balanced_accuracy"):
        assert value(name, gold, judged) == pytest.approx(balanced)


@pytest.mark.slow
def test_all_labels_in_one_table_by_hand(labels):
    report = evaluate_arrays(labels("EEEEECUCUU"), labels("EEEUCECUUU"))
    by_label = report.to_dict()["runs"][0]["by_label"]
    assert by_label["CONTRADICTION"] == {"precision": 0, "recall": 0, "f1": 0, "pairs": 2}
    # The labels have 5, 2 and 3 of the 10 pairs.
    weighted = by_label["weighted average"]
    assert weighted["precision"] == pytest.approx((5 * 3 / 4 + 2 * 0 + 3 * 2 / 4) / 10)
    rows = [line.split() for line in str(report).splitlines()]
    assert ["label", "precision", "recall", "f1", "pairs"] in rows
    assert ["UNKNOWN", "0.500", "0.667", "0.571", "3"] in rows
    assert ["macro", "average", "0.417", "0.422", "0.413", "10"] in rows


@pytest.mark.slow
def test_the_table_of_labels_without_pairs(labels):
    report = evaluate_arrays(labels("EECC"), labels("EUCC"))
    by_label = report.to_dict()["runs"][0]["by_label"]
    assert by_label["UNKNOWN"] == {"pairs": 0}
    assert by_label["macro average"] == {"pairs": 4}
    assert by_label["weighted average"]["recall"] == 3 / 4
    lines = str(report).splitlines()
    assert ["UNKNOWN", "-", "-", "-", "0"] in [line.split() for line in lines]
