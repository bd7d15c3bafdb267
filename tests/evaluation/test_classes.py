"""Precision, recall and F1 of ENTAILMENT."""

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from sklearn.metrics import precision_recall_fscore_support

from rte_baselines.errors import RunError
from rte_baselines.evaluation import available_measures
from rte_baselines.pairs import Label, Scheme, conflate

NAMES = ["precision", "recall", "f1"]
MEASURES = [available_measures()[name] for name in NAMES]


def scores(gold, labels):
    return [measure(gold, labels) for measure in MEASURES]


def test_by_hand(labels):
    # Said of 4 pairs, 3 of them rightly, out of 5 there are:
    # 3/4, 3/5, and F1 = 2 * 3 / (4 + 5) = 2/3.
    assert scores(labels("EEEEENNN"), labels("EEENNENN")) == pytest.approx([3 / 4, 3 / 5, 2 / 3])
    assert scores(labels("EEEEECUC"), labels("EEEUCEUU")) == pytest.approx([3 / 4, 3 / 5, 2 / 3])


def test_nothing_said_scores_nothing(labels):
    assert scores(labels("EN"), labels("NN")) == [0, 0, 0]


@pytest.mark.parametrize("measure", MEASURES, ids=NAMES)
def test_nothing_to_find_is_undefined(measure, labels):
    with pytest.raises(RunError, match=f"{measure.name} is undefined: no gold label is ENTAILMENT"):
        measure(labels("NN"), labels("EN"))


@settings(max_examples=60)
@given(st.data())
def test_as_scikit_learn_has_them(data):
    label = st.sampled_from(data.draw(st.sampled_from(Scheme)).labels)
    judged = data.draw(st.lists(st.tuples(label, label), min_size=1, max_size=30))
    gold, labels = ([conflate(x) for x in column] for column in zip(*judged, strict=True))
    assume(Label.ENTAILMENT in gold)
    expected = precision_recall_fscore_support(
        gold, labels, labels=[Label.ENTAILMENT], zero_division=0
    )
    assert scores(gold, labels) == pytest.approx([float(values[0]) for values in expected[:3]])
