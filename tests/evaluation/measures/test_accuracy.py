"""Two-way and three-way accuracy."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binomtest
from sklearn.metrics import accuracy_score

from rte_baselines.core.errors import InputError, RunError
from rte_baselines.evaluation import available_measures
from rte_baselines.evaluation.inputs.judgments import Judgments
from rte_baselines.pairs import Label, Scheme, conflate

two_way = available_measures()["accuracy_2way"]
three_way = available_measures()["accuracy_3way"]

# The contingency table of bergmair2009, Figure 2: a row for each gold label.
FIGURE_2 = {
    Label.ENTAILMENT: {Label.ENTAILMENT: 20, Label.UNKNOWN: 25, Label.CONTRADICTION: 5},
    Label.UNKNOWN: {Label.ENTAILMENT: 9, Label.UNKNOWN: 18, Label.CONTRADICTION: 9},
    Label.CONTRADICTION: {Label.ENTAILMENT: 1, Label.UNKNOWN: 7, Label.CONTRADICTION: 6},
}


@pytest.fixture
def figure_2():
    cells = [(gold, label, n) for gold, row in FIGURE_2.items() for label, n in row.items()]
    gold = [gold for gold, _, count in cells for _ in range(count)]
    labels = [label for _, label, count in cells for _ in range(count)]
    return gold, labels


def test_bergmairs_example(figure_2):
    gold, labels = figure_2
    assert three_way(gold, labels) == 0.44
    conflated = [Label.ENTAILMENT if label is Label.UNKNOWN else label for label in labels]
    assert three_way(gold, conflated) == 0.51
    assert three_way(gold, [Label.ENTAILMENT] * 100) == 0.50


def test_three_way_labels_are_conflated_for_two_way_accuracy(labels):
    # E/E, C/U and U/C match after conflation; E/U and C/E do not: 3 of 5.
    assert two_way(labels("ECUEC"), labels("EUCUE")) == 3 / 5
    assert two_way(labels("ECUEC"), labels("ENNNE")) == 3 / 5
    assert two_way(labels("ENNEN"), labels("EUCUE")) == 3 / 5


def test_labels_by_any_name():
    assert two_way(["YES", "NO", "NO"], ["entailment", "not_entailment", "entailed"]) == 2 / 3
    assert three_way(["yes", "refuted", "UNKNOWN"], ["entailment", "contradicts", "neutral"]) == 1
    assert two_way(np.array(["TRUE", "FALSE"]), np.array(["TRUE", "TRUE"])) == 1 / 2


def test_three_way_accuracy_of_two_way_labels_is_undefined(labels):
    with pytest.raises(RunError, match="accuracy_3way is undefined: the gold labels are two-way"):
        three_way(labels("EN"), labels("EC"))
    with pytest.raises(RunError, match="accuracy_3way is undefined: the run is two-way"):
        three_way(labels("EC"), labels("EN"))


def test_bad_arrays(labels):
    with pytest.raises(RunError, match="no pairs to score"):
        two_way([], [])
    with pytest.raises(RunError, match="labels has 1 value for 2 gold labels"):
        two_way(labels("EN"), labels("E"))
    with pytest.raises(RunError, match="ranking holds a value that is not finite"):
        two_way(labels("EN"), labels("EN"), ranking=[1, float("nan")])
    with pytest.raises(InputError, match="unknown label 'maybe'"):
        two_way(["YES"], ["maybe"])


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
