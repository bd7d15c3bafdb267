"""Measures of the order of pairs: by hand, and against scikit-learn and all orders."""

from itertools import pairwise, permutations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.metrics import average_precision_score, precision_recall_curve, roc_auc_score

from rte_baselines.evaluation import available_measures
from rte_baselines.evaluation.inputs.arrays import judgments_of_arrays

MEASURES = available_measures()
cws, average_precision, roc_auc = map(MEASURES.get, ("cws", "average_precision", "roc_auc"))
precision_at_recall = {of: MEASURES[f"precision_at_recall_{of}"] for of in (80, 90)}
AREA, EXCESS = MEASURES["aurc"], MEASURES["excess_aurc"]
HALF, MOST = MEASURES["accuracy_at_coverage_50"], MEASURES["accuracy_at_coverage_80"]


def plain_cws(correct):
    """The formula of dagan2006, section 3.2, for pairs in order of confidence."""
    return sum(sum(correct[:i]) / i for i in range(1, len(correct) + 1)) / len(correct)


def plain_average_precision(entailed):
    """The formula of the RTE-4 guidelines for pairs in order of entailment."""
    precisions = [sum(entailed[:i]) / i for i in range(1, len(entailed) + 1) if entailed[i - 1]]
    return sum(precisions) / sum(entailed)


def mean_over_orders(score, hits, keys):
    """Enumerate all orders of ascending keys."""
    orders = [
        order
        for order in permutations(range(len(keys)))
        if all(keys[a] <= keys[b] for a, b in pairwise(order))
    ]
    return np.mean([score([hits[place] for place in order]) for order in orders])


def test_cws_by_hand(labels):
    # Surest first the judgments are right, wrong, right, right, hence accuracies of
    # 1, 1/2, 2/3 and 3/4 down to each rank, 35/12 in all.
    gold, judged = labels("ENNE"), labels("EENE")
    assert cws(gold, judged, confidences=[0.9, 0.8, 0.7, 0.6]) == pytest.approx(35 / 48)
    # A right NO ENTAILMENT counts as much as a right ENTAILMENT. Now: wrong first.
    expected = (0 + 1 / 2 + 2 / 3 + 3 / 4) / 4
    assert cws(gold, judged, confidences=[0.1, 0.8, 0.2, 0.3]) == pytest.approx(expected)


def test_average_precision_by_hand(labels):
    # Entailed pairs stand at ranks 1, 3 and 5: (1 + 2/3 + 3/5) / 3 = 34/45.
    gold = labels("ENENE")
    assert average_precision(gold, gold, ranking=[1, 2, 3, 4, 5]) == pytest.approx(34 / 45)
    # From the other end it is the same; with the two others first: (1/3 + 2/4 + 3/5) / 3.
    assert average_precision(gold, gold, ranking=[3, 1, 4, 2, 5]) == pytest.approx(43 / 90)
    # Three-way labels are conflated, and the system's labels do not matter.
    found = average_precision(labels("EUECE"), labels("CCCCC"), ranking=range(5))
    assert found == pytest.approx(34 / 45)


def gold_of(entailed):
    return np.where(entailed, "ENTAILMENT", "NO_ENTAILMENT")


tied = st.lists(st.tuples(st.booleans(), st.integers(0, 2)), min_size=1, max_size=6)
distinct = st.lists(
    st.tuples(st.booleans(), st.floats(0, 1)), min_size=1, max_size=30, unique_by=lambda x: x[1]
)


@given(tied)
def test_ties_count_by_the_mean_over_all_orders(judged):
    hits, keys = zip(*judged, strict=True)
    gold = gold_of(hits)
    always = ["ENTAILMENT"] * len(hits)
    expected = mean_over_orders(plain_cws, hits, keys)
    assert cws(gold, always, confidences=-np.array(keys)) == pytest.approx(expected)
    if any(hits):
        expected = mean_over_orders(plain_average_precision, hits, keys)
        assert average_precision(gold, always, ranking=keys) == pytest.approx(expected)


@given(distinct.filter(lambda judged: any(hit for hit, _ in judged)))
def test_as_scikit_learn_has_average_precision_without_ties(judged):
    hits, scores = zip(*judged, strict=True)
    gold = gold_of(hits)
    found = average_precision(gold, gold, ranking=-np.array(scores))
    assert found == pytest.approx(average_precision_score(hits, scores))


def test_roc_area_by_hand(labels):
    # Of the six pairs of an entailed pair and another, (1, 2) and (1, 4), (3, 4), but not (3, 2),
    # (5, 2) and (5, 4) are in order.
    gold = labels("ENENE")
    assert roc_auc(gold, gold, ranking=[1, 2, 3, 4, 5]) == pytest.approx(3 / 6)
    # The second and the third are tied: (3, 2) counts half.
    assert roc_auc(gold, gold, ranking=[1, 2, 2, 4, 5]) == pytest.approx(3.5 / 6)
    assert roc_auc(gold, gold, ranking=[1, 4, 2, 5, 3]) == 1
    assert roc_auc(gold, gold, ranking=[1] * 5) == 0.5


ranked_labels = st.lists(st.tuples(st.booleans(), st.integers(0, 4)), min_size=2).filter(
    lambda pairs: len({entailed for entailed, _ in pairs}) == 2
)


@given(ranked_labels)
def test_roc_area_equals_scikit_learn(pairs):
    entailed, ranking = map(np.array, zip(*pairs, strict=True))
    gold = gold_of(entailed)
    area = roc_auc(gold, gold, ranking=ranking)
    assert area == pytest.approx(roc_auc_score(entailed, -ranking))
    # The opposite ranking has the rest of the area.
    assert roc_auc(gold, gold, ranking=-ranking) == pytest.approx(1 - area)


def test_precision_at_recall_by_hand(labels):
    # Four of five entailed pairs are among the first five, all five among the first eight.
    gold = labels("EENEENNE")
    assert precision_at_recall[80](gold, gold, ranking=range(8)) == 4 / 5
    assert precision_at_recall[90](gold, gold, ranking=range(8)) == 5 / 8
    # Tied pairs come together: the first six are the first threshold with four of five.
    assert precision_at_recall[80](gold, gold, ranking=[0, 1, 2, 3, 5, 5, 6, 7]) == 4 / 6
    assert precision_at_recall[80](gold, gold, ranking=[0] * 8) == 5 / 8


@pytest.mark.parametrize("recall", [80, 90])
@given(pairs=ranked_labels)
def test_precision_at_recall_equals_scikit_learn(recall, pairs):
    entailed, ranking = map(np.array, zip(*pairs, strict=True))
    gold = gold_of(entailed)
    precisions, recalls, _ = precision_recall_curve(entailed, -ranking)
    expected = precisions[recalls >= recall / 100 - 1e-12].max()
    assert precision_at_recall[recall](gold, gold, ranking=ranking) == pytest.approx(expected)


def value(measure, right, confidences=None):
    """The value for right and wrong labels, by default from the most to the least confident."""
    gold = np.arange(len(right)) % 2 == 0
    labels = gold == np.array(right, np.bool_)
    confidences = -np.arange(len(right)) if confidences is None else confidences
    return measure(gold_of(gold), gold_of(labels), confidences=confidences)


def test_areas_by_hand():
    """Right, wrong, right: risks 0, 1/2 and 1/3; at best 0, 0 and 1/3."""
    assert value(AREA, [1, 0, 1]) == pytest.approx((0 + 1 / 2 + 1 / 3) / 3)
    assert value(EXCESS, [1, 0, 1]) == pytest.approx(1 / 6)
    assert value(EXCESS, [1, 1, 0]) == pytest.approx(0)
    assert value(EXCESS, [0, 0, 0]) == 0


def test_accuracies_by_hand():
    """Of five pairs, 2.5 are half and 4 are 80%."""
    right = [1, 0, 1, 1, 0]
    assert value(HALF, right) == pytest.approx((1 + 0.5) / 2.5)
    assert value(MOST, right) == pytest.approx(3 / 4)
    assert MOST.pairs_averaged(judgments_of_arrays(["YES"] * 6, ["YES"] * 6)) == 4
    # Tied pairs are covered in part.
    assert value(HALF, right, [0.5] * 5) == pytest.approx(3 / 5)


def test_three_way_labels_are_right_three_way(labels):
    gold, confidences = labels("EUC"), [0.5, 0.9, 0.7]
    expected = (1 + 1 / 2 + 1 / 3) / 3
    assert AREA(gold, labels("ECC"), confidences=confidences) == pytest.approx(expected)
    assert AREA(gold, labels("ENN"), confidences=confidences) == 0


@given(st.lists(st.booleans(), min_size=1, max_size=12))
def test_against_sums_over_ranks(right):
    wrong = np.logical_not(right)
    ranks = np.arange(1, len(right) + 1)
    area = np.mean(np.cumsum(wrong) / ranks)
    best = np.mean(np.cumsum(np.sort(wrong)) / ranks)
    assert value(AREA, right) == pytest.approx(area)
    assert value(AREA, right) == pytest.approx(1 - value(MEASURES["cws"], right))
    assert value(EXCESS, right) == pytest.approx(area - best, abs=1e-12)
    # Only the order of confidences counts.
    assert value(MOST, right, np.exp(-ranks / 3.0)) == pytest.approx(value(MOST, right))
