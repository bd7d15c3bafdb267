"""Selective prediction: by hand, against other implementations, and its invariances."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rte_baselines.evaluation import available_measures
from rte_baselines.evaluation.inputs.judgments import Judgments
from rte_baselines.evaluation.measures.base import estimate
from rte_baselines.evaluation.resampling import bootstrap

MEASURES = available_measures()
AREA, EXCESS = MEASURES["aurc"], MEASURES["excess_aurc"]
HALF, MOST = MEASURES["accuracy_at_coverage_50"], MEASURES["accuracy_at_coverage_80"]


def value(measure, right, confidences=None):
    """The value for right and wrong labels, by default from the most to the least confident."""
    gold = ["YES", "NO"] * len(right)
    pairs = zip(gold, right, strict=False)
    labels = [label if hit else {"YES": "NO", "NO": "YES"}[label] for label, hit in pairs]
    if confidences is None:
        confidences = -np.arange(len(right))
    return measure(gold[: len(right)], labels, confidences=confidences)


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
    # Tied pairs are covered in part.
    assert value(HALF, right, [0.5] * 5) == pytest.approx(3 / 5)


def test_three_way_labels_are_right_three_way():
    gold = ["entailment", "neutral", "contradiction"]
    labels = ["entailment", "contradiction", "contradiction"]
    confidences = [0.5, 0.9, 0.7]
    assert AREA(gold, labels, confidences=confidences) == pytest.approx((1 + 1 / 2 + 1 / 3) / 3)
    two_way = ["YES", "NO", "NO"]
    assert AREA(gold, two_way, confidences=confidences) == 0


def test_the_paper_s_approximation_of_the_best_area_is_near():
    right = [1] * 800 + [0] * 200
    risk = 0.2
    approximated = risk + (1 - risk) * np.log(1 - risk)
    assert value(AREA, right) == pytest.approx(approximated, abs=0.001)
    assert value(EXCESS, right) == pytest.approx(0, abs=1e-9)


@pytest.mark.slow
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


@pytest.mark.slow
def test_many_pairs_are_weighted_in_groups(monkeypatch):
    monkeypatch.setattr(bootstrap, "_MOST_UNITS", 500)
    monkeypatch.setattr(bootstrap, "_GROUPS", 100)
    monkeypatch.setattr(bootstrap, "_MOST_RESAMPLES", 500)
    generator = np.random.default_rng(0)
    size = 2_000
    gold = generator.choice(np.array([0, 3], dtype=np.int8), size)
    confidences = generator.random(size)
    labels = np.where(generator.random(size) < confidences, gold, 3 - gold).astype(np.int8)
    judged = Judgments(gold, labels, confidences=confidences)
    found = estimate([MOST, EXCESS], judged)
    # The mean confidence above 0.2 is 0.6; the standard error of a share of 1,600 is 1.2%.
    assert found[MOST.name].value == pytest.approx(0.6, abs=0.04)
    assert 0.03 < found[MOST.name].high - found[MOST.name].low < 0.07
    assert found[EXCESS.name].low < found[EXCESS.name].value < found[EXCESS.name].high
