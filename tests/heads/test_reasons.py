"""Why heads say they decide as they do, and that it is so."""

import re
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rte_baselines.heads.base import CERTAINTY, LOG_ODDS, TablePart, parts_of, plain_number
from rte_baselines.heads.cascade import CascadeHead, MarkedContradictionHead
from rte_baselines.heads.classifier import ClassifierHead
from rte_baselines.heads.threshold import ThresholdHead
from rte_baselines.heads.trivial import TrivialHead
from tests.heads.tables import table_of

YES, NO = "ENTAILMENT", "NO_ENTAILMENT"
generator = np.random.default_rng(3)
VALUES = generator.random((60, 4))
LABELS = np.where(VALUES[:, 0] - 0.3 * VALUES[:, 1] > 0.4, YES, NO)
THREE_WAY = np.where(LABELS == YES, YES, np.where(VALUES[:, 2] > 0.5, "CONTRADICTION", "UNKNOWN"))
SIDES = st.sampled_from(["at_least", "above", "below"])
SHARES = st.floats(0, 1, allow_subnormal=False)


@given(score=SHARES, threshold=SHARES, side=SIDES)
def test_a_threshold_says_the_side_and_how_far(score, threshold, side):
    head = ThresholdHead(threshold=threshold, entailed_if=side).fit(
        table_of([0.5]), np.array([YES])
    )
    reason = head.reason(table_of([score]), [0.5])
    label = head.decide(table_of([score])).labels[0]
    assert reason.columns == ("f0",)
    if score == threshold:
        assert reason.text.endswith(" which is enough" if label == YES else "which is not enough")
        return
    above = f"{plain_number(abs(score - threshold))} above the threshold"
    below = f"{plain_number(abs(score - threshold))} below the threshold"
    assert (above if score > threshold else below) in reason.text
    assert reason.text.startswith(f"f0 is {plain_number(score)}, ")
    assert ("below which pairs are entailed" in reason.text) == (side == "below")


def test_a_score_that_is_the_confidence_is_called_so():
    head = ThresholdHead(threshold=0.5, entailed_if="below", confidence="score")
    fitted = head.fit(table_of([0.2, 0.9]), np.array([YES, NO]))
    text = fitted.reason(table_of([0.0]), [0.5]).text
    assert text.endswith(", below which pairs are entailed; the confidence is the f0 itself")


def test_a_task_has_its_own_threshold():
    table = table_of([0.1, 0.3, 0.6, 0.9], tasks=["IE", "IE", "QA", "QA"])
    head = ThresholdHead(per_task=True).fit(table, np.array([NO, YES, NO, YES]))
    said = {
        task: head.reason(table_of([0.5], tasks=[task]), [0]).text for task in ("IE", "QA", None)
    }
    assert "above the threshold of 0.200 for IE" in said["IE"]
    assert "below the threshold of 0.750 for QA" in said["QA"]
    assert " for " not in said[None]


def test_numbers_are_never_zero_unless_they_are():
    assert plain_number(0.0) == "0.000"
    assert plain_number(12.34567) == "12.346"
    assert plain_number(-0.00004) == "-4e-05"


@pytest.mark.slow
@pytest.mark.parametrize(
    "head",
    [ClassifierHead(), ClassifierHead("RandomForestClassifier"), ClassifierHead("LinearSVC")],
)
def test_a_classifier_names_what_pulls_most(head):
    head.fit(table_of(VALUES), LABELS)
    means = VALUES.mean(axis=0)
    for row in VALUES[:20]:
        table = table_of([row])
        pulls, text = head.pulls(table, means), head.reason(table, means).text
        for direction, sign in (("towards", 1), ("away from", -1)):
            ordered = sorted(range(4), key=lambda column: -sign * pulls[column])
            strongest = [column for column in ordered[:2] if sign * pulls[column] > 0]
            part = re.search(rf"([^;]*) pulls? most {direction} entailment", text)
            named = re.findall(r"f(\d) at", part[1]) if part else []
            assert named == [str(column) for column in strongest]


@pytest.mark.parametrize(
    ("vector", "parts"),
    [
        ("", [TablePart(f"f{column}", (column,)) for column in range(4)]),
        # A vector pulls as a whole.
        ("v", [TablePart("f0", (0,)), TablePart("v", (1, 2)), TablePart("f3", (3,))]),
    ],
)
def test_pulls_are_what_means_in_their_place_change(vector, parts):
    table, means = table_of(VALUES), VALUES.mean(axis=0)
    columns = [
        replace(one, vector=vector if one.name in ("f1", "f2") else "") for one in table.columns
    ]
    table = replace(table, columns=tuple(columns))
    assert parts_of(table) == tuple(parts)
    head, at_mean = ClassifierHead().fit(table, LABELS), VALUES[0].copy()
    at_mean[list(parts[1].columns)] = means[list(parts[1].columns)]
    certainties = head.decide(table_of([VALUES[0], at_mean])).entailment
    log_odds = np.log(certainties / (1 - certainties))
    pulls = head.pulls(table.select([0]), means)
    assert head.scale == LOG_ODDS
    assert pulls.shape == (len(parts),)
    assert pulls[1] == pytest.approx(log_odds[0] - log_odds[1])
    assert head.reason(table_of([means]), means).text == "no single feature decides alone"
    reason = head.reason(table.select([0]), means).text
    assert re.search(r"(^| )v (and|pulls)|and v pull", reason) or not vector


@pytest.mark.parametrize(
    ("head", "labels"),
    [
        (ClassifierHead(), LABELS),
        (ClassifierHead(scheme_name="three-way"), THREE_WAY),
        (CascadeHead(ClassifierHead(), ClassifierHead()), THREE_WAY),
        (MarkedContradictionHead(ClassifierHead(), "f3"), THREE_WAY),
    ],
)
def test_what_pulls_is_told_apart_however_certain_the_decision(head, labels):
    head.fit(table_of(VALUES), labels)
    far = np.sign(VALUES[:1] - VALUES.mean(axis=0)) * [[9e3, 6e3, 3e3, 1e3]]
    assert head.decide(table_of(far)).entailment[0] in (0.0, 1.0)
    pulls = head.pulls(table_of(far), VALUES.mean(axis=0))
    assert head.scale == LOG_ODDS
    assert np.isfinite(pulls).all()
    assert len(set(pulls.tolist())) == 4


@pytest.mark.slow
@pytest.mark.parametrize(
    "head", [ThresholdHead("f0"), ClassifierHead("RandomForestClassifier"), TrivialHead()]
)
def test_heads_that_add_up_nothing_pull_the_certainty(head):
    head.fit(table_of(VALUES), LABELS)
    assert head.scale == CERTAINTY
    certainties = head.decide(table_of(VALUES)).entailment
    np.testing.assert_array_equal(head.leaning(table_of(VALUES)), certainties)
    assert (np.abs(head.pulls(table_of(VALUES[:1]), VALUES.mean(axis=0))) <= 1).all()


@pytest.mark.parametrize(
    ("head", "said"),
    [
        (TrivialHead(), "NO_ENTAILMENT is the commonest label of the training pairs, whatever"),
        (TrivialHead("constant", label=YES), "ENTAILMENT is the label of every pair, whatever"),
        (TrivialHead("uniform"), "was drawn at random, each label being as likely, whatever"),
        (TrivialHead("stratified"), "was drawn at random, as often as in the training pairs, "),
    ],
)
def test_trivial_heads_say_that_they_look_at_nothing(head, said):
    head.fit(table_of(VALUES[:3]), np.array([NO, NO, YES]))
    reason = head.reason(table_of(VALUES[:1]), [0.0] * 4)
    label = head.decide(table_of(VALUES[:1])).labels[0]
    assert said in reason.text
    assert reason.text.startswith(label)
    assert reason.columns == ()


def test_a_mark_is_the_reason_where_there_is_one():
    head = MarkedContradictionHead(ThresholdHead("f0", threshold=0.5), "f1")
    head.fit(table_of(VALUES), THREE_WAY)
    marked, unmarked = (head.reason(table_of([[0.9, mark]]), [0, 0]) for mark in (0.8, 0.2))
    assert marked.text == "f1 is 0.800, above 0.5, which marks a contradiction"
    assert (marked.columns, unmarked.columns) == (("f1",), ("f0",))
    assert unmarked.text == "f0 is 0.900, 0.400 above the threshold of 0.500"
    head.fit(table_of(VALUES), LABELS)
    assert head.reason(table_of([[0.9, 0.8]]), [0, 0]) == unmarked


def test_the_reason_of_a_cascade_is_that_of_its_first_step():
    first = ThresholdHead("f0", threshold=0.5)
    head = CascadeHead(first, ClassifierHead(scheme_name="three-way"))
    head.fit(table_of(VALUES), THREE_WAY)
    row, means = table_of(VALUES[:1]), VALUES.mean(axis=0)
    assert head.reason(row, means) == ThresholdHead("f0", threshold=0.5).fit(
        table_of(VALUES), THREE_WAY
    ).reason(row, means)


@pytest.mark.parametrize("parameters", [{}, {"class_weight": "balanced", "max_depth": 2}])
def test_a_tree_of_scikit_learn_says_the_tests_on_the_way_to_the_leaf(parameters):
    head = ClassifierHead("DecisionTreeClassifier", parameters).fit(table_of(VALUES), LABELS)
    tree = head.estimator_.tree_
    for row in VALUES[:20]:
        reason = head.reason(table_of([row]), VALUES.mean(axis=0))
        node, cuts = 0, {}
        while tree.children_left[node] >= 0:
            column, cut = tree.feature[node], tree.threshold[node]
            cuts.setdefault(f"f{column}", []).append(cut)
            is_low = row[column] <= cut
            node = (tree.children_left if is_low else tree.children_right)[node]
        *tests, of_leaf = reason.text.split("; ")
        assert [test.split(" is ")[0] for test in tests] == list(cuts)
        for test, of_column in zip(tests, cuts.values(), strict=True):
            bounds = [float(bound) for bound in re.findall(r"(?:above|at most) ([\d.]+)", test)]
            assert all(min(abs(bound - cut) for cut in of_column) < 0.001 for bound in bounds)
        assert f"which has {tree.n_node_samples[node]} training pair" in of_leaf
        assert reason.columns == (tuple(cuts) if len(cuts) == 1 else ())


def test_a_tree_of_one_test_by_hand():
    # Cut half way between 0.4 and 0.6; three of the four pairs above it are entailed.
    values, labels = [0.2, 0.4, 0.6, 0.6, 0.6, 0.6], np.array([NO, NO, YES, YES, YES, NO])
    head = ClassifierHead("DecisionTreeClassifier").fit(table_of(values), labels)
    reason = head.reason(table_of([0.9]), [0.5])
    assert reason.text == (
        "f0 is 0.900, above 0.500; ENTAILMENT has a probability of 0.750 in this leaf, which has "
        "4 training pairs"
    )
    assert reason.columns == ("f0",)


def test_a_tree_says_whether_the_task_is_the_one_it_asks_for():
    table = table_of([0.5] * 4, tasks=["IE", "IE", "QA", "QA"])
    head = ClassifierHead("DecisionTreeClassifier", task=True)
    head.fit(table, np.array([YES, YES, NO, NO]))
    said = {head.reason(table.select([place]), [0.5]).text.split(";")[0] for place in (0, 2)}
    assert said in (
        {"the task is IE", "the task is not IE"},
        {"the task is QA", "the task is not QA"},
    )
