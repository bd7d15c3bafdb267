"""The labels of several annotators: every form that is read, and those that are refused."""

import pytest

from rte_baselines.core.errors import InputError
from rte_baselines.evaluation.disagreement.annotations import (
    annotation_counts,
    find_annotations,
    parse_count_columns,
)
from rte_baselines.pairs import Label, LabelReader, Pair

E, C, U, N = Label.ENTAILMENT, Label.CONTRADICTION, Label.UNKNOWN, Label.NO_ENTAILMENT
ORDER = "entailment,neutral,contradiction"
LETTERS = "e=entailment,n=neutral,c=contradiction"


def pair(**attributes):
    return Pair("7", "A text.", "A hypothesis.", attributes=attributes)


@pytest.mark.parametrize(
    ("given", "labels", "counts"),
    [
        ('["neutral", "entailment", "neutral", "", "-"]', None, {U: 2, E: 1}),
        ('["YES", "NO", "YES"]', None, {E: 2, N: 1}),
        ('{"e": 76, "n": 20, "c": 4}', LETTERS, {E: 76, U: 20, C: 4}),
        ('{"n": 100}', LETTERS, {U: 100}),
        ('{"entailment": 3, "not_entailment": 2.0}', None, {E: 3, N: 2}),
        ('{"0": 3, "2": 1}', ORDER, {E: 3, C: 1}),
        ('{"entails": 1, "entailment": 3}', None, {E: 4}),
        ('["0", "2"]', ORDER, {E: 1, C: 1}),
    ],
)
def test_counts(given, labels, counts):
    found = annotation_counts(pair(votes=given), "votes", LabelReader(labels))
    assert {label: count for label, count in found.items() if count} == counts


def test_counts_without_labels_need_an_order():
    given = pair(label_count="[76, 20, 4]")
    for labels in (ORDER, LETTERS):
        counts = annotation_counts(given, "label_count", LabelReader(labels))
        assert counts == {E: 76, U: 20, C: 4}
    for labels in (None, "entailment,not_entailment"):
        with pytest.raises(InputError, match="a list of counts for stated labels"):
            annotation_counts(given, "label_count", LabelReader(labels))


def test_counts_in_a_column_for_each_label():
    columns = parse_count_columns("entailment=yes, contradiction=no,neutral=unsure")
    assert columns == {E: "yes", C: "no", U: "unsure"}
    assert annotation_counts(pair(yes="3", no="0", unsure="2"), columns) == {E: 3, C: 0, U: 2}
    assert parse_count_columns("votes") == "votes"


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ("[76, 20, 4]", "pair '7': votes is .76, 20, 4.; expected a JSON list of labels"),
        ("neutral", "votes is 'neutral'; expected a JSON list of labels"),
        ('{"neutral": -1}', "neutral is -1; expected how many annotators"),
        ('{"neutral": 0.5}', "expected how many annotators"),
        ('{"yes": 1e30, "no": 2}', "yes is .*expected how many annotators"),
        ('{"maybe": 1}', "pair '7': 'maybe' is no label"),
        ('["0", "1"]', "label 0 is a number of no stated label"),
        ("[]", "no label by an annotator"),
        ('{"neutral": 0}', "no label by an annotator"),
    ],
)
def test_refused(given, message):
    with pytest.raises(InputError, match=message):
        annotation_counts(pair(votes=given), "votes")


def test_the_column_is_found():
    assert find_annotations(pair(label_counter="{}", other="")) == "label_counter"
    with pytest.raises(InputError, match="has 'label_counter', 'annotator_labels'; expected"):
        find_annotations(pair(label_counter="{}", annotator_labels="[]"))
    with pytest.raises(InputError, match=r"pair '7' has .*votes.*; expected one with"):
        find_annotations(pair(votes=""))


@pytest.mark.parametrize(
    ("spelling", "message"),
    [
        ("entailment=yes,no", "does not give each label a column of its own; expected LABEL="),
        ("entailment=yes,entails=also", "does not give each label a column of its own"),
        ("entailment=e,neutral=e", "does not give each label a column of its own"),
        ("entailment=absent", "pair '7': has no 'absent'"),
        ("entailment=many", "many is 'a lot'; expected how many annotators"),
    ],
)
def test_refused_columns(spelling, message):
    with pytest.raises(InputError, match=message):
        annotation_counts(pair(many="a lot"), parse_count_columns(spelling))
