"""Labels given as numbers, whose order must be stated."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rte_baselines.errors import InputError
from rte_baselines.pairs import Label, Scheme
from rte_baselines.runs import parse_label_order

YES, NO = Label.ENTAILMENT, Label.NO_ENTAILMENT
CONTRADICTION, UNKNOWN = Label.CONTRADICTION, Label.UNKNOWN
ORDER = ("entailment", "neutral", "contradiction")


@given(st.sampled_from(Scheme).flatmap(lambda scheme: st.permutations(scheme.labels)))
def test_any_order_of_a_scheme_can_be_stated(labels):
    assert parse_label_order(labels) == tuple(labels)
    assert parse_label_order([str(label).lower() for label in labels]) == tuple(labels)
    assert parse_label_order(", ".join(labels)) == tuple(labels)
    assert parse_label_order(np.array(labels)) == tuple(labels)


def test_no_beside_unknown_is_contradiction():
    assert parse_label_order(["yes", "no", "unknown"]) == (YES, CONTRADICTION, UNKNOWN)
    assert parse_label_order(["yes", "no"]) == (YES, NO)
    assert parse_label_order(None) == ()


@pytest.mark.parametrize(
    ("order", "message"),
    [
        ([0, 1], "order of labels: '0' is a number; expected names of labels, such as ('entail"),
        ("LABEL_0,LABEL_1", "order of labels: 'LABEL_0' is a number; expected names of labels"),
        ({0: "entailment", 1: "neutral"}, "{0: 'entailment', 1: 'neutral'} is not a sequence; exp"),
        ({"entailment"}, "{'entailment'} is not a sequence"),
        (iter(["entailment", "neutral"]), "is not a sequence"),
        (5, "order of labels: 5 is not a sequence"),
        ([None, "entailment"], "order of labels: label None is neither a string nor a number"),
        ("entailment;neutral", "order of labels: unknown label 'entailment;neutral'"),
        (["entailment", "perhaps"], "order of labels: unknown label 'perhaps'"),
        (["entailment", "neutral", "unknown"], "ENTAILMENT, UNKNOWN, UNKNOWN repeats one"),
        (["entailment", "neutral", "not_entailment"], "order of labels: labels mix two schemes"),
    ],
)
def test_what_is_no_order(read, order, message):
    with pytest.raises(InputError) as caught:
        read("1 0\n", label_order=order)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    "content",
    [
        "1 0\n2 2\n3 1\n",
        "id,label\n1,0\n2,2\n3,1\n",
        "index\tprediction\n1\t0\n2\t2\n3\t1\n",
        '{"id": 1, "label": 0}\n{"id": 2, "label": "2"}\n{"id": 3, "label": 1}\n',
        '{"id": 1, "label": 0.0}\n{"id": 2, "label": 2.0}\n{"id": 3, "label": "1.0"}\n',
        "1 LABEL_0\n2 LABEL_2\n3 LABEL_1\n",
        "id,label\n1,0.0\n2,2.0\n3,1.0\n",
        "idx,label\n1,LABEL_0\n2,label_2\n3,LABEL_1\n",
    ],
)
def test_numbers_count_from_0(read, content):
    labels = read(content, label_order=ORDER).labels.tolist()
    assert labels == ["ENTAILMENT", "CONTRADICTION", "UNKNOWN"]
    with pytest.raises(
        InputError, match=r"line \d: label 0 is a number; state the order"
    ) as caught:
        read(content)
    assert "label_order=('entailment', 'neutral', 'contradiction')" in str(caught.value)
    with pytest.raises(InputError, match=r"line \d: label 2 is not in the stated order") as caught:
        read(content, label_order=ORDER[:2])
    assert "expected 0 ENTAILMENT, 1 UNKNOWN" in str(caught.value)


def test_negative_numbers_are_in_no_order(read):
    with pytest.raises(InputError, match="line 2: label -1 is not in the stated order"):
        read("1 0\n2 -1\n", label_order=ORDER)


def test_words_need_no_order(read):
    run = read("1 neutral\n2 entailment\n", label_order=ORDER)
    assert run.labels.tolist() == ["UNKNOWN", "ENTAILMENT"]


@pytest.mark.parametrize(
    "header",
    ["prob_0,prob_1,prob_2", "p_0,p_1,p_2", "probability_LABEL_0,probs_LABEL_1,p_label_2"],
)
def test_numbered_columns_of_probabilities(read, header):
    content = f"id,label,{header}\n1,0,0.5,0.3,0.2\n"
    (prediction,) = read(content, label_order=ORDER)
    assert prediction.probabilities == {YES: 0.5, UNKNOWN: 0.3, CONTRADICTION: 0.2}
    with pytest.raises(InputError, match="line 1: label 0 is a number; state the order"):
        read(content)
    with pytest.raises(InputError, match="line 1: label 2 is not in the stated order"):
        read(content, label_order=ORDER[:2])


def test_probabilities_by_numbered_names(read):
    content = '{"id": 1, "label": "LABEL_1", "probs": {"LABEL_0": 0.25, "LABEL_1": 0.75}}\n'
    (prediction,) = read(content, label_order=["not_entailment", "entailment"])
    assert prediction.label is YES
    assert prediction.probabilities == {NO: 0.25, YES: 0.75}
