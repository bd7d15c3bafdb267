"""Trivial systems, and tests against them."""

from itertools import product
from math import sqrt

import numpy as np
import pytest

from rte_baselines.evaluation import available_measures
from rte_baselines.evaluation.inputs.arrays import encode_labels, judgments_of_arrays
from rte_baselines.evaluation.significance.chance import (
    adjusted,
    against_chance,
    cws_p_value,
    trivial_systems,
)
from rte_baselines.evaluation.significance.exact import binomial_test
from rte_baselines.kernels.rankings.rankings import confidence_weighted_score
from rte_baselines.pairs import Scheme


def test_against_chance_in_both_schemes(labels):
    # 5 ENTAILMENT, 3 UNKNOWN, 2 CONTRADICTION; of the labels, 7 are right, two-way 8.
    judged = judgments_of_arrays(labels("EEEEEUUUCC"), labels("EEEEUUUCCE"))
    tests = {(test.measure, test.system): test for test in against_chance(judged)}
    assert {key: (test.value, test.pairs) for key, test in tests.items()} == {
        ("accuracy_2way", "guessing two-way"): (0.8, 10),
        ("accuracy_2way", "always ENTAILMENT"): (0.8, 10),
        ("accuracy_3way", "guessing three-way"): (0.7, 10),
        ("accuracy_3way", "always ENTAILMENT"): (0.7, 10),
    }
    assert [test.chance for test in tests.values()] == pytest.approx([1 / 2, 1 / 2, 1 / 3, 1 / 2])
    # 7, 8, 9 or 10 of 10: 120 * 2^3 + 45 * 2^2 + 10 * 2 + 1 of 3^10 ways. Nothing on the
    # other side is as improbable as 7: none of 10 happens in 2^10 ways, 7 of 10 in 960.
    uniform = tests["accuracy_3way", "guessing three-way"]
    assert uniform.p_value == pytest.approx(1161 / 3**10)


def test_the_best_trivial_system_gives_the_most_frequent_label(labels):
    judged = judgments_of_arrays(labels("ENNN"), labels("EENN"))
    uniform, best = against_chance(judged)
    assert (uniform.system, uniform.chance) == ("guessing two-way", 0.5)
    assert (best.system, best.chance) == ("always NO_ENTAILMENT", 0.75)
    # Of 4 pairs, 3 right is what guesses that are right with probability 3/4 do most often;
    # flips of a coin are as far off with 0, 1, 3 or 4: 1 + 4 + 4 + 1 of 16 ways.
    assert best.p_value == pytest.approx(1)
    assert uniform.p_value == pytest.approx(10 / 16)


def test_chance_is_certain_where_all_gold_labels_are_alike(labels):
    perfect = judgments_of_arrays(labels("NNN"), labels("NNN"))
    wrong = judgments_of_arrays(labels("NNN"), labels("NNE"))
    assert [test.p_value for test in against_chance(perfect)] == pytest.approx([1 / 4, 1])
    assert [test.p_value for test in against_chance(wrong)] == pytest.approx([1, 0])


def test_pairs_without_a_label_are_wrong_in_accuracies_of_all_pairs(labels):
    """By hand: three of three labels are right, or three of the six pairs, half of them entailed.

    Three of six heads are the most probable number.
    """
    judged = judgments_of_arrays(labels("EEN"), labels("EEN"))
    tests = {
        (test.measure, test.is_against_guessing): test
        for test in against_chance(judged, encode_labels(labels("EENENN")))
    }
    of_all, of_labelled = (tests[name, True] for name in ("accuracy_2way_of_all", "accuracy_2way"))
    assert (of_all.value, of_all.pairs, of_all.chance) == (0.5, 6, 0.5)
    assert of_all.p_value == pytest.approx(1)
    assert (of_labelled.value, of_labelled.pairs) == (1, 3)
    best = tests["accuracy_2way_of_all", False]
    assert (best.system, best.chance) == ("always ENTAILMENT", 0.5)
    # Labels of entailed pairs alone are two-way if other gold labels are.
    judged = judgments_of_arrays(labels("EE"), labels("EE"))
    found = against_chance(judged, encode_labels(labels("EENN")))
    assert "accuracy_3way_of_all" not in {test.measure for test in found}


def test_cws_is_tested_against_guesses(labels):
    judged = judgments_of_arrays(labels("EENN"), labels("EENN"), confidences=[4, 3, 2, 1])
    *_, found = against_chance(judged)
    assert (found.measure, found.value, found.chance) == ("cws", 1, 0.5)
    # Only all right and all wrong are as far from 1/2: 2 of 16 ways.
    assert found.p_value == 2 / 16


@pytest.mark.slow
def test_guesses_on_very_many_pairs_are_normal():
    """Their variance is sum_k h_k^2 / 4n^2; sum_k h_k^2 is 2n less a harmonic number."""
    pairs = 100_000
    harmonic = sum(1 / k for k in range(1, pairs + 1))
    spread = sqrt(2 * pairs - harmonic) / (2 * pairs)
    assert cws_p_value(0.5 + 1.96 * spread, pairs) == pytest.approx(0.05, abs=1e-4)
    # At the limit of the exact distribution, both ways give the same.
    assert cws_p_value(0.51, 10_000) == pytest.approx(cws_p_value(0.51, 10_001), abs=1e-4)


def test_partial_runs_are_corrected_together_whatever_is_the_best_trivial_system(labels):
    whole = judgments_of_arrays(labels("E" * 6 + "N" * 2), labels("E" * 6 + "E" * 2))
    rest = judgments_of_arrays(labels("NN"), labels("EE"))
    of_whole, of_rest = adjusted([against_chance(whole), against_chance(rest)])
    assert [test.system for test in of_whole][1] != [test.system for test in of_rest][1]
    for one, other in zip(of_whole, of_rest, strict=True):
        smaller, larger = sorted((one, other), key=lambda test: test.p_value)
        assert smaller.p_holm == pytest.approx(min(1, 2 * smaller.p_value))
        assert larger.p_holm == pytest.approx(max(larger.p_value, smaller.p_holm))


def test_rte1_levels_of_accuracy_are_two_sided():
    """dagan2006, section 3.3: better than chance above 0.535 at 0.05, 0.546 at 0.01."""
    for level, published in ((0.05, 0.535), (0.01, 0.546)):
        highest = int(800 * published + 1e-6)
        assert binomial_test(highest, 800, 0.5) > level >= binomial_test(highest + 1, 800, 0.5)


@pytest.mark.slow
def test_rte1_levels_of_cws_are_one_sided():
    """dagan2006, section 3.3: better than chance above 0.540 at 0.05, 0.558 at 0.01.

    The tolerance is that of a score off by 0.0016, as the published simulation, of an unknown
    number of runs, may be.
    """
    assert cws_p_value(0.540, 800) / 2 == pytest.approx(0.05, abs=0.007)
    assert cws_p_value(0.558, 800) / 2 == pytest.approx(0.01, abs=0.002)


@pytest.mark.slow
def test_p_values_of_cws_by_all_outcomes():
    """Those of eight pairs, by every way in which eight guesses can be right or wrong."""
    confidences = np.arange(8.0)
    scores = [
        confidence_weighted_score(confidences, np.array(right))
        for right in product([False, True], repeat=8)
    ]
    distances = np.abs(np.array(scores) - 0.5)
    for score, distance in zip(scores, distances, strict=True):
        exact = np.mean(distances >= distance - 1e-12)
        assert cws_p_value(score, 8) == exact


def test_three_way_accuracy_on_labels_shared_out_as_in_rte4(labels):
    # bergmair2009, section 3.1, for 50% ENTAILMENT, 35% UNKNOWN, 15% CONTRADICTION.
    # By gold shares: .25 + .1225 + .0225.
    gold = encode_labels(labels("E" * 50 + "U" * 35 + "C" * 15))
    accuracy = available_measures()["accuracy_3way"]
    found = {
        system.name: accuracy.expected(gold, system.probabilities)
        for system in trivial_systems(gold, Scheme.THREE_WAY)
    }
    constant = {"always ENTAILMENT": 0.5, "always CONTRADICTION": 0.15, "always UNKNOWN": 0.35}
    drawn = {"uniform random": 1 / 3, "random by gold shares": 0.395}
    assert found == pytest.approx(constant | drawn)
