"""The order of labels that numbers stand for."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rte_baselines.core.errors import InputError
from rte_baselines.pairs import Label, Scheme
from rte_baselines.pairs.labels import parse_label_order


@given(st.sampled_from(Scheme).flatmap(lambda scheme: st.permutations(scheme.labels)))
def test_any_order_of_a_scheme_can_be_stated(labels):
    assert parse_label_order(labels) == tuple(labels)
    assert parse_label_order([str(label).lower() for label in labels]) == tuple(labels)
    assert parse_label_order(", ".join(labels)) == tuple(labels)
    assert parse_label_order(np.array(labels)) == tuple(labels)


def test_none_is_no_order():
    assert parse_label_order(None) == ()
    assert parse_label_order(["yes", "no"]) == (Label.ENTAILMENT, Label.NO_ENTAILMENT)


@pytest.mark.parametrize(
    "content",
    [
        "1 0\n2 2\n3 1\n",
        "id,label\n1,0\n2,2\n3,1\n",
        "index\tprediction\n1\t0.0\n2\tLABEL_2\n3\tlabel_1\n",
        '{"id": 1, "label": 0}\n{"id": 2, "label": "2"}\n{"id": 3, "label": 1.0}\n',
    ],
)
def test_numbers_count_from_0(read, content):
    order = ["entailment", "neutral", "contradiction"]
    assert list(read(content, run_labels=order).labels) == [
        "ENTAILMENT",
        "CONTRADICTION",
        "UNKNOWN",
    ]
    for options in ({}, {"run_labels": order[:2]}):
        with pytest.raises(InputError, match=r"line \d: label (0|0.0|2|LABEL_2) is a number of no"):
            read(content, **options)
