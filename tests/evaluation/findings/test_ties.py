"""Ties among values."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rte_baselines.evaluation import available_measures
from rte_baselines.evaluation.findings.finding import find_ties
from rte_baselines.evaluation.inputs.judgments import Judgments

MEASURES = available_measures()


@pytest.mark.parametrize(
    ("confidences", "said"),
    [
        ([3, 1, 3, 2, 1, 3, 4, 1], "6 of 8 pairs are tied in confidence, in 2 ties (the largest"),
        ([3, 1, 3], "2 of 3 pairs are tied in confidence, in 1 tie of 2; they count by their exp"),
        ([3, 1, 2], None),
    ],
)
def test_the_orders_that_measures_use(labels, confidences, said):
    gold = labels("E" * len(confidences))
    judgments = Judgments.from_arrays(gold, gold, confidences=confidences)
    assert list(find_ties(judgments, [MEASURES["accuracy_2way"]])) == []
    found = list(find_ties(judgments, [MEASURES["cws"]]))
    assert len(found) == (said is not None)
    for finding in found:
        assert finding.text.startswith(f"cws: {said}")
        pairs = int(said.partition(" ")[0])
        assert (finding.details["pairs"], finding.details["order"]) == (pairs, "confidence")


def test_measures_that_keep_ties_together(labels):
    gold = labels("EN")
    judgments = Judgments.from_arrays(gold, gold, probabilities=[0.5, 0.5])
    (found,) = find_ties(judgments, [m for m in MEASURES.values() if m.ties_together])
    assert found.text.endswith("in 1 tie of 2; they are on the same side of each threshold")


@pytest.mark.slow
@given(st.lists(st.integers(0, 9), min_size=1, max_size=30))
def test_as_counted_one_by_one(confidences):
    judgments = Judgments.from_arrays(*[["YES"] * len(confidences)] * 2, confidences=confidences)
    sizes = [size for size in Counter(confidences).values() if size > 1]
    found = [finding.details for finding in find_ties(judgments, [MEASURES["cws"]])]
    numbers = {"pairs": sum(sizes), "ties": len(sizes), "largest": max(sizes, default=0)}
    assert found == ([{"order": "confidence", **numbers}] if sizes else [])
