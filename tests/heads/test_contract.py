"""What every registered head must hold to, without being named here."""

import re

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.base import clone

from rte_baselines.core.errors import ConfigError, InputError
from rte_baselines.core.registry import registry
from rte_baselines.features.base import Output
from rte_baselines.features.table import FeatureTable
from rte_baselines.heads.base import Decisions, label_array
from rte_baselines.heads.cascade import CascadeHead, MarkedContradictionHead
from rte_baselines.heads.classifier import ClassifierHead
from rte_baselines.pairs import Label, Scheme
from rte_baselines.recognizers.config import ConfigRegistry
from tests.spellings import spelled

# Heads that are made of heads need them named.
PARTS = {
    CascadeHead: (ClassifierHead(), ClassifierHead()),
    MarkedContradictionHead: (ClassifierHead(), "overlap"),
}
HEADS = {
    name: head_class(*PARTS.get(head_class, ()))
    for name, head_class in registry.all("heads").items()
}
every_head = pytest.mark.parametrize("name", HEADS)

ROWS = st.lists(
    st.tuples(st.floats(0, 1), st.sampled_from(["IE", "QA", None]), st.integers(0, 2)),
    min_size=6,
    max_size=20,
)


def table_and_labels(rows, scheme):
    # One row of each label, so that every head has something to learn from.
    rows = [*rows, (0.9, "IE", 0), (0.1, "QA", 1), (0.2, "IE", 2)]
    table = FeatureTable(
        ids=tuple(str(number) for number in range(len(rows))),
        tasks=tuple(task for _, task, _ in rows),
        columns=(Output("overlap"),),
        values=np.array([[value] for value, _, _ in rows]),
    )
    names = [label.value for label in scheme.labels]
    return table, np.array([names[min(label, len(names) - 1)] for _, _, label in rows])


@every_head
def test_is_its_config(name):
    head = HEADS[name]
    assert head.registered_name() == name
    built = ConfigRegistry.resolve({"head": head.to_config()})["head"]
    assert built.to_config() == head.to_config() == clone(head).to_config()


@every_head
@given(rows=ROWS)
def test_decisions_are_sound(name, rows):
    head = clone(HEADS[name])
    table, labels = table_and_labels(rows, head.scheme)
    decisions = head.fit(table, labels).decide(table)
    count = len(table)
    assert set(decisions.labels) <= {label.value for label in head.scheme.labels}
    for numbers in (decisions.confidences, decisions.entailment, decisions.scores):
        assert numbers.shape == (count,)
        assert np.isfinite(numbers).all()
        assert ((numbers >= 0) & (numbers <= 1)).all()
    entailed = decisions.labels == "ENTAILMENT"
    if entailed.any() and not entailed.all():
        assert decisions.scores[entailed].min() > decisions.scores[~entailed].max()
    if decisions.probabilities is not None:
        assert decisions.probabilities.shape == (count, len(decisions.classes))
        np.testing.assert_allclose(decisions.probabilities.sum(axis=1), 1.0)


@pytest.mark.parametrize("name", [n for n in HEADS if hasattr(HEADS[n], "scheme_name")])
def test_a_scheme_is_that_of_the_training_labels_unless_it_is_configured(name):
    rows = [(0.5, None, label) for label in (0, 1, 2)] * 4
    for scheme in Scheme:
        table, labels = table_and_labels(rows, scheme)
        head = clone(HEADS[name]).fit(table, labels)
        assert head.scheme is head.scheme_for(scheme) is scheme
        assert set(head.decide(table).classes) == {label.value for label in scheme.labels}
        named = clone(HEADS[name]).set_params(scheme_name=scheme.value)
        assert {named.scheme_for(training) for training in (*Scheme, None)} == {scheme}
        assert named.fit(table, labels).decide(table).scores.tolist() == (
            head.decide(table).scores.tolist()
        )
    assert head.scheme_for(None) is Scheme.TWO_WAY


@every_head
def test_decides_row_by_row(name):
    head = clone(HEADS[name])
    rows = [(0.7, "IE", 0), (0.6, "QA", 0), (0.2, None, 1), (0.4, "IR", 2)]
    table, labels = table_and_labels(rows, head.scheme)
    head.fit(table, labels)
    whole = head.decide(table)
    for row in range(len(table)):
        alone = head.decide(table.select([row]))
        assert alone.labels[0] == whole.labels[row]
        assert alone.scores[0] == pytest.approx(whole.scores[row])
    assert len(head.decide(table.select([])).labels) == 0


@every_head
def test_fitting_is_deterministic_and_leaves_parameters_alone(name):
    rows = [(number / 10, "IE", number % 3) for number in range(10)]
    table, labels = table_and_labels(rows, HEADS[name].scheme)
    first, second = (clone(HEADS[name]).fit(table, labels) for _ in range(2))
    np.testing.assert_array_equal(first.decide(table).scores, second.decide(table).scores)
    assert first.to_config() == HEADS[name].to_config()


@every_head
@settings(max_examples=5)
@given(rows=ROWS, data=st.data())
def test_a_labels_spelling_does_not_show(name, rows, data):
    table, labels = table_and_labels(rows, HEADS[name].scheme)
    respelled = [data.draw(spelled(Label(label))) for label in labels.tolist()]
    first, second = (clone(HEADS[name]).fit(table, given) for given in (labels, respelled))
    expected, found = first.decide(table), second.decide(table)
    np.testing.assert_array_equal(found.labels, expected.labels)
    np.testing.assert_array_equal(found.scores, expected.scores)
    # `fit` must pass its labels through `heads.base.label_array`, even if it does not use them.
    with pytest.raises(InputError, match="label"):
        clone(HEADS[name]).fit(table, [0] * len(table))


WRONG = [
    ("bag_logistic", {"strength": 0}, "head.strength: 0 is not above 0"),
    ("c45", {"minimum_pairs": 0}, "head.minimum_pairs: 0 is not 1 or more"),
    ("c45", {"minimum_pairs": 2.5}, "head.minimum_pairs: 2.5 is not a whole number"),
    ("c45", {"confidence_factor": 0.0}, "head.confidence_factor: 0.0 is not above 0 and at most 1"),
    ("c45", {"confidence_factor": 25}, "head.confidence_factor: 25 is not above 0 and at most 1"),
    ("threshold", {"decimals": -1}, "head.decimals: -1 is not from 0 to 9"),
    ("threshold", {"decimals": 10}, "head.decimals: 10 is not from 0 to 9"),
    (
        *("threshold", {"decimals": 1, "entailed_if": "above"}),
        "head.decimals: with entailed_if = 'above', thresholds are not rounded",
    ),
    (
        *("threshold", {"entailed_if": "below", "confidence": "probability"}),
        "head.confidence: with entailed_if = 'below'",
    ),
]


@pytest.mark.parametrize(("name", "fields", "message"), WRONG)
def test_wrong_fields_are_refused(name, fields, message):
    with pytest.raises(ConfigError, match=re.escape(message)):
        registry.get("heads", f"{name}.v1")(**fields).check_fields("head")


@pytest.mark.parametrize(
    ("name", "learner"),
    [
        ("bag_logistic.v1", "logistic regression"),
        ("c45.v1", r"C4\.5"),
        ("classifier.v1", "LogisticRegression"),
        ("threshold.v1", "tuning a threshold"),
    ],
)
def test_one_label_is_not_enough_to_learn_from(name, learner):
    table, _ = table_and_labels([], Scheme.TWO_WAY)
    message = f"has only ENTAILMENT; {learner} needs pairs labelled NO_ENTAILMENT too"
    with pytest.raises(InputError, match=message):
        clone(HEADS[name]).fit(table, ["YES"] * len(table))


def test_the_ranking_never_contradicts_the_labels():
    labels = np.array(["UNKNOWN", "ENTAILMENT"])
    scores = Decisions(labels, confidences=np.ones(2), entailment=np.array([1.0, 0.0])).scores
    assert scores.tolist() == [np.nextafter(0.5, 0.0), 0.5]


@pytest.mark.parametrize("convert", [list, np.array, lambda names: np.array(names, dtype=object)])
def test_labels_may_have_any_of_their_names(convert):
    found = label_array(convert(["yes", "ENTAILMENT", "neutral", "no"]))
    assert found.tolist() == ["ENTAILMENT", "ENTAILMENT", "UNKNOWN", "NO_ENTAILMENT"]
    assert label_array(convert([])).tolist() == []
    with pytest.raises(InputError, match="unknown label 'maybe'"):
        label_array(convert(["yes", "maybe"]))
