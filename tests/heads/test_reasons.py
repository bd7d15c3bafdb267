"""Why heads say they decide as they do, and that it is so."""

import re

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rte_baselines.heads.base import plain_number
from rte_baselines.heads.cascade import CascadeHead
from rte_baselines.heads.classifier import ClassifierHead
from rte_baselines.heads.marked_contradiction import MarkedContradictionHead
from rte_baselines.heads.threshold import ThresholdHead
from rte_baselines.heads.trivial import TrivialHead

YES, NO = "ENTAILMENT", "NO_ENTAILMENT"
generator = np.random.default_rng(3)
VALUES = generator.random((60, 4))
LABELS = np.where(VALUES[:, 0] - 0.3 * VALUES[:, 1] > 0.4, YES, NO)
THREE_WAY = np.where(LABELS == YES, YES, np.where(VALUES[:, 2] > 0.5, "CONTRADICTION", "UNKNOWN"))
SIDES = st.sampled_from(["at_least", "above", "below"])
SHARES = st.floats(0, 1, allow_subnormal=False)


@given(score=SHARES, threshold=SHARES, side=SIDES)
def test_a_threshold_says_the_side_and_how_far(table_of, score, threshold, side):
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


def test_a_task_has_its_own_threshold(table_of):
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
def test_a_classifier_names_what_pulls_most(table_of, head):
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


def test_pulls_are_what_a_mean_in_its_place_changes(table_of):
    head = ClassifierHead().fit(table_of(VALUES), LABELS)
    means = VALUES.mean(axis=0)
    at_mean = VALUES[0].copy()
    at_mean[1] = means[1]
    changed = head.decide(table_of([VALUES[0], at_mean])).entailment
    pulls = head.pulls(table_of(VALUES[:1]), means)
    assert pulls.shape == (4,)
    assert pulls[1] == pytest.approx(changed[0] - changed[1])
    assert head.reason(table_of([means]), means).text == (
        "no feature changes the score if it is put at its training mean"
    )


@pytest.mark.parametrize(
    ("head", "said"),
    [
        (TrivialHead(), "NO_ENTAILMENT is the commonest label of the training pairs, whatever"),
        (TrivialHead("constant", label=YES), "ENTAILMENT is the label of every pair, whatever"),
        (TrivialHead("uniform"), "was drawn at random, each label being as likely, whatever"),
        (TrivialHead("stratified"), "was drawn at random, as often as in the training pairs, "),
    ],
)
def test_trivial_heads_say_that_they_look_at_nothing(table_of, head, said):
    head.fit(table_of(VALUES[:3]), np.array([NO, NO, YES]))
    reason = head.reason(table_of(VALUES[:1]), [0.0] * 4)
    label = head.decide(table_of(VALUES[:1])).labels[0]
    assert said in reason.text
    assert reason.text.startswith(label)
    assert reason.columns == ()


def test_a_mark_is_the_reason_where_there_is_one(table_of):
    head = MarkedContradictionHead(ThresholdHead("f0", threshold=0.5), "f1")
    head.fit(table_of(VALUES), THREE_WAY)
    marked, unmarked = (head.reason(table_of([[0.9, mark]]), [0, 0]) for mark in (0.8, 0.2))
    assert marked.text == "f1 is 0.800, above 0.5, which marks a contradiction"
    assert (marked.columns, unmarked.columns) == (("f1",), ("f0",))
    assert unmarked.text == "f0 is 0.900, 0.400 above the threshold of 0.500"
    head.fit(table_of(VALUES), LABELS)
    assert head.reason(table_of([[0.9, 0.8]]), [0, 0]) == unmarked


def test_a_cascade_says_both_steps(table_of):
    head = CascadeHead(ThresholdHead("f0", threshold=0.5), ClassifierHead(scheme_name="three-way"))
    head.fit(table_of(VALUES), THREE_WAY)
    decisions = head.decide(table_of(VALUES))
    for row, label in zip(VALUES, decisions.labels, strict=True):
        text = head.reason(table_of([row]), VALUES.mean(axis=0)).text
        assert ("as it is not entailed" in text) == (label != YES)
        probability = re.search(rf"{label} has a probability of (0\.[5-9]\d\d|1\.000)$", text)
        assert label == YES or probability
        assert text.startswith(f"f0 is {row[0]:.3f}, ")
