"""Measures of probabilities."""

from itertools import pairwise, permutations
from math import log, log10

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.metrics import accuracy_score, brier_score_loss, log_loss

from rte_baselines.evaluation import available_measures
from rte_baselines.evaluation.inputs.judgments import Judgments, encode_labels
from rte_baselines.evaluation.resampling.bootstrap import Resamples
from rte_baselines.pairs import Scheme

NAMES = (
    "classification_error nlp log_loss nlp_clipped information_gain brier calibration_error "
    "lift_loss"
).split()
MEASURES = {name: available_measures()[name] for name in NAMES}


def gold_of(entailed):
    return np.where(entailed, "ENTAILMENT", "NO_ENTAILMENT")


def judgments_of(entailed, probabilities):
    """Judgments of a system whose labels are right."""
    gold = gold_of(entailed)
    return Judgments.from_arrays(gold, gold, probabilities=probabilities)


def value(name, entailed, probabilities):
    """Score probabilities of ENTAILMENT; the system's labels do not matter."""
    return MEASURES[name](
        gold_of(entailed), ["ENTAILMENT"] * len(entailed), probabilities=probabilities
    )


def plain_lift_loss(entailed):
    """Equations 13 to 16, for pairs in decreasing order of probability."""
    n, positive = len(entailed), sum(entailed) / len(entailed)
    lifts = [sum(entailed[:k]) / k / positive for k in range(1, n + 1)]
    ideal = 1 + (1 / positive - 1) * (positive + 1) / 2
    return (ideal - sum(lifts) / n) / (ideal - 1)


# Binary fractions, of which equal ones stay equal when they are mirrored.
probability = st.integers(0, 16).map(lambda sixteenths: sixteenths / 16)
unsure = st.integers(1, 15).map(lambda sixteenths: sixteenths / 16)


def judged(probabilities, max_size=12):
    """Gold labels of both classes, with probabilities."""
    pairs = st.lists(st.tuples(st.booleans(), probabilities), min_size=2, max_size=max_size)
    return pairs.filter(lambda pairs: len({entailed for entailed, _ in pairs}) == 2)


def test_classification_error_by_hand():
    # Eq. 11: 0.5 says entailed, so the third pair is wrong, as are the first and the last.
    entailed = [True, True, False, False, False]
    assert value("classification_error", entailed, [0.4, 0.5, 0.5, 0.49, 0.9]) == 3 / 5


def test_nlp_by_hand():
    # 0.1 and 1 - 0.99 of their gold labels: one decimal place and two.
    assert value("nlp", [True, False], [0.1, 0.99]) == pytest.approx((1 + 2) / 2)
    assert value("nlp", [True, False, False], [0.5] * 3) == pytest.approx(log10(2))


def test_the_published_baselines_are_in_decimal_logarithms():
    # Section 6: class frequencies have 0.2940 on Catalysis, where 40.9% are of the rarer
    # class, and 0.1314 on Gatineau, where about 9% are. Those of the training pairs, which
    # differ a little from these, were given there.
    for pairs, rarer, published in ((1000, 409, 0.2940), (100, 9, 0.1314)):
        share = rarer / pairs
        found = value("nlp", np.arange(pairs) < rarer, [share] * pairs)
        assert found == pytest.approx(published, abs=3e-4)


def test_clipping_by_hand():
    # Of four pairs, nothing is surer than 1/4 or 3/4.
    entailed, probabilities = [True, True, False, False], [1.0, 0.0, 0.5, 0.1]
    expected = -(log10(3 / 4) + log10(1 / 4) + log10(1 / 2) + log10(3 / 4)) / 4
    assert value("nlp_clipped", entailed, probabilities) == pytest.approx(expected)


def test_information_gain_by_hand():
    # Of a coin's one bit, 0.5 leaves it all, 0.25 loses another, and 1 gains it.
    assert value("information_gain", [True] * 2, [0.5, 0.5]) == 0
    assert value("information_gain", [True, False], [0.25, 0.0]) == (-1 + 1) / 2
    assert value("information_gain", [True, False], [1.0, 0.0]) == 1


def test_brier_by_hand():
    found = value("brier", [True, False, True], [0.5, 0.5, 0.9])
    assert found == pytest.approx((0.25 + 0.25 + 0.01) / 3)


def test_calibration_error_by_hand():
    # Three pairs between 0.7 and 0.8 have 0.75 on average and a share of 2/3; one of 0.2,
    # which the bin from 0.1 has, is entailed.
    found = value("calibration_error", [True, True, False, True], [0.72, 0.75, 0.78, 0.2])
    assert found == pytest.approx((3 * (0.75 - 2 / 3) + 0.8) / 4)


def test_lift_loss_by_hand():
    # Of 4 pairs 1 is entailed and stands first: lifts of 4, 2, 4/3 and 1, so A = 25/12.
    # A_I = 1 + 1/2 * 3 * 5/4 = 23/8, and L = (23/8 - 25/12) / (15/8) = 19/45.
    assert value("lift_loss", [True, False, False, False], [0.9, 0.4, 0.3, 0.1]) == pytest.approx(
        19 / 45
    )
    # The last: lifts of 0, 0, 0 and 1, A = 1/4, L = (23/8 - 1/4) / (15/8) = 7/5.
    assert value("lift_loss", [False, False, True, False], [0.9, 0.4, 0.1, 0.3]) == pytest.approx(
        7 / 5
    )
    # All tied, it is on every rank equally often.
    assert value("lift_loss", [True, False, False, False], [0.5] * 4) == pytest.approx(1)


def test_three_way_probabilities_are_conflated(labels):
    gold, probabilities = labels("ECU"), [[0.9, 0.1, 0], [0.3, 0.2, 0.5], [0.2, 0, 0.8]]
    for measure in MEASURES.values():
        order = Scheme.THREE_WAY.labels
        found = measure(gold, gold, probabilities=probabilities, label_order=order)
        assert found == measure(gold, labels("ENN"), probabilities=[0.9, 0.3, 0.2])


def test_constant_labels_have_no_nlp():
    gold = encode_labels(gold_of([True, False]))
    always_entailment = np.array([1.0, 0, 0, 0])
    assert MEASURES["nlp"].expected(gold, always_entailment) is None
    assert MEASURES["nlp_clipped"].expected(gold, always_entailment) == pytest.approx(log10(2))
    assert MEASURES["brier"].expected(gold, always_entailment) == 1 / 2
    assert MEASURES["lift_loss"].expected(gold, always_entailment) == 1


@given(judged(unsure))
def test_as_scikit_learn_has_them(pairs):
    entailed, probabilities = map(np.array, zip(*pairs, strict=True))
    loss = log_loss(entailed, probabilities)
    assert value("log_loss", entailed, probabilities) == pytest.approx(loss)
    assert value("nlp", entailed, probabilities) == pytest.approx(loss / log(10))
    assert value("information_gain", entailed, probabilities) == pytest.approx(1 - loss / log(2))
    clipped = np.clip(probabilities, 1 / len(pairs), 1 - 1 / len(pairs))
    assert value("nlp_clipped", entailed, probabilities) == pytest.approx(
        log_loss(entailed, clipped) / log(10)
    )
    expected = brier_score_loss(entailed, probabilities)
    assert value("brier", entailed, probabilities) == pytest.approx(expected)
    accuracy = accuracy_score(entailed, probabilities >= 0.5)
    assert value("classification_error", entailed, probabilities) == pytest.approx(1 - accuracy)


@given(judged(st.floats(0, 1), max_size=30).filter(lambda p: len({x for _, x in p}) == len(p)))
def test_lift_loss_is_that_of_the_equations(pairs):
    entailed, probabilities = zip(*pairs, strict=True)
    in_order = [hit for _, hit in sorted(zip(probabilities, entailed, strict=True), reverse=True)]
    assert value("lift_loss", entailed, probabilities) == pytest.approx(plain_lift_loss(in_order))


@given(judged(probability, max_size=6))
def test_tied_probabilities_count_by_the_mean_over_orders(pairs):
    orders = [
        order for order in permutations(pairs) if all(a[1] >= b[1] for a, b in pairwise(order))
    ]
    expected = np.mean([plain_lift_loss([entailed for entailed, _ in order]) for order in orders])
    assert value("lift_loss", *zip(*pairs, strict=True)) == pytest.approx(expected)


def test_resamples_of_one_class_have_no_lift_loss():
    judgments = judgments_of([True, False], [0.5, 0.75])
    counts = np.array([[2, 0], [1, 1], [0, 2]])
    found = MEASURES["lift_loss"].resampled(Resamples(judgments, np.arange(2), counts))
    assert np.isnan(found).tolist() == [True, False, True]
    assert found[1] == pytest.approx(plain_lift_loss([False, True]))


def test_intervals_of_clipped_probabilities_clip_by_the_number_of_pairs():
    """By hand for 4 pairs: certain ones are clipped to 3/4, and no resample can do better."""
    certain = judgments_of([True, False, True, False], [1, 0, 1, 0])
    low, high = MEASURES["nlp_clipped"].interval(certain)
    assert low == pytest.approx(log10(4 / 3))
    assert low < high <= log10(4)
