"""Two-way and three-way accuracy."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binomtest
from sklearn.metrics import accuracy_score

from rte_baselines.core.errors import RunError
from rte_baselines.evaluation import available_measures
from rte_baselines.evaluation.inputs.judgments import Judgments
from rte_baselines.pairs import Label, Scheme, conflate
from tests.evaluation.figure_2 import CONFLATED, GOLD, LABELS

two_way = available_measures()["accuracy_2way"]
three_way = available_measures()["accuracy_3way"]


def test_bergmairs_example():
    assert three_way(GOLD, LABELS) == 0.44
    assert three_way(GOLD, CONFLATED) == 0.51
    assert three_way(GOLD, [Label.ENTAILMENT] * 100) == 0.50


def test_three_way_labels_are_conflated_for_two_way_accuracy(labels):
    # E/E, C/U and U/C match after conflation; E/U and C/E do not: 3 of 5.
    assert two_way(labels("ECUEC"), labels("EUCUE")) == 3 / 5
    assert two_way(labels("ECUEC"), labels("ENNNE")) == 3 / 5
    assert two_way(labels("ENNEN"), labels("EUCUE")) == 3 / 5


def test_three_way_accuracy_of_two_way_labels_is_undefined(labels):
    with pytest.raises(RunError, match="accuracy_3way is undefined: the gold labels are two-way"):
        three_way(labels("EN"), labels("EC"))
    with pytest.raises(RunError, match="accuracy_3way is undefined: the run is two-way"):
        three_way(labels("EC"), labels("EN"))


def label_arrays(scheme):
    labels = st.sampled_from(scheme.labels)
    return st.lists(st.tuples(labels, labels), min_size=1, max_size=30)


@pytest.mark.slow
@given(label_arrays(Scheme.THREE_WAY), st.permutations(Scheme.THREE_WAY.labels))
def test_renaming_the_labels_changes_no_three_way_accuracy(judged, renamed):
    gold, labels = zip(*judged, strict=True)
    names = dict(zip(Scheme.THREE_WAY.labels, renamed, strict=True))
    value = three_way(gold, labels)
    assert three_way([names[g] for g in gold], [names[x] for x in labels]) == value
    assert value <= two_way(gold, labels)


@pytest.mark.slow
@given(st.sampled_from(Scheme).flatmap(label_arrays))
def test_as_scikit_learn_and_scipy_have_it(judged):
    gold, labels = ([conflate(label) for label in column] for column in zip(*judged, strict=True))
    assert two_way(gold, labels) == pytest.approx(accuracy_score(gold, labels))
    right = sum(g is label for g, label in zip(gold, labels, strict=True))
    interval = binomtest(right, len(gold)).proportion_ci(method="wilson")
    found = two_way.interval(Judgments.from_arrays(gold, labels))
    assert found == pytest.approx((interval.low, interval.high), abs=1e-12)
