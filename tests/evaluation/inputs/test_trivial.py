"""Trivial systems."""

from itertools import permutations

import numpy as np
import pytest
from sklearn.metrics import average_precision_score

from rte_baselines.evaluation import available_measures
from rte_baselines.evaluation.inputs.judgments import encode_labels
from rte_baselines.evaluation.significance.chance import trivial_systems
from rte_baselines.pairs import Scheme

MEASURES = available_measures()


def expected(measure, gold, scheme):
    codes = encode_labels(gold)
    return {
        system.name: MEASURES[measure].expected(codes, system.probabilities)
        for system in trivial_systems(codes, scheme)
    }


def test_three_way_accuracy_on_labels_shared_out_as_in_rte4(labels):
    # bergmair2009, section 3.1, for 50% ENTAILMENT, 35% UNKNOWN, 15% CONTRADICTION.
    # By gold shares: .25 + .1225 + .0225.
    gold = labels("E" * 50 + "U" * 35 + "C" * 15)
    assert expected("accuracy_3way", gold, Scheme.THREE_WAY) == pytest.approx(
        {
            "always ENTAILMENT": 0.50,
            "always CONTRADICTION": 0.15,
            "always UNKNOWN": 0.35,
            "uniform random": 1 / 3,
            "random by gold shares": 0.395,
        }
    )


@pytest.mark.parametrize("measure", ["accuracy_2way", "cws"])
def test_two_way_accuracy_and_cws(labels, measure):
    # One in four is entailed; by gold shares: 1/16 + 9/16.
    assert expected(measure, labels("ENNN"), Scheme.TWO_WAY) == pytest.approx(
        {
            "always ENTAILMENT": 1 / 4,
            "always NO_ENTAILMENT": 3 / 4,
            "uniform random": 1 / 2,
            "random by gold shares": 10 / 16,
        }
    )


def test_average_precision_of_a_random_ranking(labels):
    # Of the three orders of one entailed pair among three: (1 + 1/2 + 1/3) / 3.
    values = expected("average_precision", labels("ENN"), Scheme.TWO_WAY).values()
    assert list(values) == pytest.approx([11 / 18] * 4)


@pytest.mark.slow
def test_average_precision_of_a_random_ranking_is_its_mean_over_all_orders(labels):
    gold, orders = [1, 1, 1, 0, 0], permutations(range(5))
    truth = np.mean([average_precision_score(gold, scores) for scores in orders])
    values = expected("average_precision", labels("EEENN"), Scheme.TWO_WAY).values()
    assert list(values) == pytest.approx([truth] * 4)


@pytest.mark.parametrize("size", [800, 100_000])
def test_many_pairs(size):
    gold = np.resize(["ENTAILMENT", "NO_ENTAILMENT"], size)
    # Nearly half of what is said is right, and half of what there is is said.
    f1 = expected("f1", gold, Scheme.TWO_WAY)
    assert f1["uniform random"] == pytest.approx(0.5, abs=1e-3)
    assert f1["always ENTAILMENT"] == pytest.approx(2 / 3)
    assert f1["always NO_ENTAILMENT"] == 0
