"""Labels given as numbers, whose order must be stated."""

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


def test_no_beside_unknown_is_contradiction():
    assert parse_label_order(["yes", "no", "unknown"]) == (YES, CONTRADICTION, UNKNOWN)
    assert parse_label_order(["yes", "no"]) == (YES, NO)
    assert parse_label_order(None) == ()


@pytest.mark.parametrize(
    ("order", "message"),
    [
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
    ],
)
def test_numbers_count_from_0(read, content):
    labels = read(content, label_order=ORDER).labels.tolist()
    assert labels == ["ENTAILMENT", "CONTRADICTION", "UNKNOWN"]
    with pytest.raises(
        InputError, match=r"line \d: label 0 is a number; state the order"
    ) as caught:
        read(content)
    assert "--label-order entailment,neutral,contradiction" in str(caught.value)
    with pytest.raises(InputError, match=r"line \d: label 2 is not in the stated order") as caught:
        read(content, label_order=ORDER[:2])
    assert "expected 0 ENTAILMENT, 1 UNKNOWN" in str(caught.value)


def test_negative_numbers_are_in_no_order(read):
    with pytest.raises(InputError, match="line 2: label -1 is not in the stated order"):
        read("1 0\n2 -1\n", label_order=ORDER)


def test_words_need_no_order(read):
    run = read("1 neutral\n2 entailment\n", label_order=ORDER)
    assert run.labels.tolist() == ["UNKNOWN", "ENTAILMENT"]
