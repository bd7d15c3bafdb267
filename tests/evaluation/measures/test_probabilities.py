"""Measures of probabilities."""

from itertools import pairwise, permutations
from math import log, log10

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.metrics import accuracy_score, brier_score_loss, log_loss

from rte_baselines.evaluation import available_measures
from rte_baselines.evaluation.inputs.arrays import encode_labels, judgments_of_arrays
from rte_baselines.evaluation.resampling.bootstrap import Resamples
from rte_baselines.pairs import Scheme

NAMES = (
    "classification_error nlp log_loss nlp_clipped information_gain brier calibration_error "
    "lift_loss"
).split()
MEASURES = {name: available_measures()[name] for name in NAMES}


def gold_of(entailed):
    return np.where(entailed, "ENTAILMENT", "NO_ENTAILMENT")


def value(name, entailed, probabilities):
    """Score probabilities of ENTAILMENT; the system's labels do not matter."""
    gold = gold_of(entailed)
    return MEASURES[name](gold, ["ENTAILMENT"] * len(gold), probabilities=probabilities)


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


@pytest.mark.parametrize(
    ("name", "entailed", "probabilities", "expected"),
    [
        # Eq. 11: 0.5 says entailed, so the third pair is wrong, as are the first and the last.
        ("classification_error", [1, 1, 0, 0, 0], [0.4, 0.5, 0.5, 0.49, 0.9], 3 / 5),
        # 0.1 and 1 - 0.99 of their gold labels: one decimal place and two.
        ("nlp", [1, 0], [0.1, 0.99], (1 + 2) / 2),
        ("nlp", [1, 0, 0], [0.5] * 3, log10(2)),
        # Of four pairs, nothing is surer than 1/4 or 3/4.
        (
            *("nlp_clipped", [1, 1, 0, 0], [1.0, 0.0, 0.5, 0.1]),
            -(log10(3 / 4) + log10(1 / 4) + log10(1 / 2) + log10(3 / 4)) / 4,
        ),
        # Of a coin's one bit, 0.5 leaves it all, 0.25 loses another, and 1 gains it.
        ("information_gain", [1, 1], [0.5, 0.5], 0),
        ("information_gain", [1, 0], [0.25, 0.0], (-1 + 1) / 2),
        ("information_gain", [1, 0], [1.0, 0.0], 1),
        ("brier", [1, 0, 1], [0.5, 0.5, 0.9], (0.25 + 0.25 + 0.01) / 3),
        # Three pairs between 0.7 and 0.8 have 0.75 on average and a share of 2/3; one of 0.2,
        # which the bin from 0.1 has, is entailed.
        (
            *("calibration_error", [1, 1, 0, 1], [0.72, 0.75, 0.78, 0.2]),
            (3 * (0.75 - 2 / 3) + 0.8) / 4,
        ),
        # Of 4 pairs 1 is entailed and stands first: lifts of 4, 2, 4/3 and 1, so A = 25/12.
        # A_I = 1 + 1/2 * 3 * 5/4 = 23/8, and L = (23/8 - 25/12) / (15/8) = 19/45.
        ("lift_loss", [1, 0, 0, 0], [0.9, 0.4, 0.3, 0.1], 19 / 45),
        # The last: lifts of 0, 0, 0 and 1, A = 1/4, L = (23/8 - 1/4) / (15/8) = 7/5.
        ("lift_loss", [0, 0, 1, 0], [0.9, 0.4, 0.1, 0.3], 7 / 5),
        # All tied, it is on every rank equally often.
        ("lift_loss", [1, 0, 0, 0], [0.5] * 4, 1),
    ],
)
def test_by_hand(name, entailed, probabilities, expected):
    assert value(name, entailed, probabilities) == pytest.approx(expected, rel=1e-12, abs=1e-12)


def test_the_published_baselines_are_in_decimal_logarithms():
    # Section 6: class frequencies have 0.2940 on Catalysis, where 40.9% are of the rarer
    # class, and 0.1314 on Gatineau, where about 9% are. Those of the training pairs, which
    # differ a little from these, were given there.
    for pairs, rarer, published in ((1000, 409, 0.2940), (100, 9, 0.1314)):
        found = value("nlp", np.arange(pairs) < rarer, [rarer / pairs] * pairs)
        assert found == pytest.approx(published, abs=3e-4)


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
    clipped = np.clip(probabilities, 1 / len(pairs), 1 - 1 / len(pairs))
    expected = {
        "log_loss": loss,
        "nlp": loss / log(10),
        "information_gain": 1 - loss / log(2),
        "nlp_clipped": log_loss(entailed, clipped) / log(10),
        "brier": brier_score_loss(entailed, probabilities),
        "classification_error": 1 - accuracy_score(entailed, probabilities >= 0.5),
    }
    found = {name: value(name, entailed, probabilities) for name in expected}
    assert found == pytest.approx(expected)


@given(judged(probability, max_size=6))
def test_lift_loss_is_that_of_the_equations_and_the_mean_over_orders_of_tied_pairs(pairs):
    losses = [
        plain_lift_loss([entailed for entailed, _ in order])
        for order in permutations(pairs)
        if all(a[1] >= b[1] for a, b in pairwise(order))
    ]
    assert value("lift_loss", *zip(*pairs, strict=True)) == pytest.approx(np.mean(losses))


def test_resamples_of_one_class_have_no_lift_loss():
    gold = gold_of([True, False])
    judgments = judgments_of_arrays(gold, gold, probabilities=[0.5, 0.75])
    counts = np.array([[2, 0], [1, 1], [0, 2]])
    found = MEASURES["lift_loss"].resampled(Resamples(judgments, np.arange(2), counts))
    assert np.isnan(found).tolist() == [True, False, True]
    assert found[1] == pytest.approx(plain_lift_loss([False, True]))


def test_intervals_of_clipped_probabilities_clip_by_the_number_of_pairs():
    """By hand for 4 pairs: certain ones are clipped to 3/4, and no resample can do better."""
    gold = gold_of([True, False, True, False])
    certain = judgments_of_arrays(gold, gold, probabilities=[1, 0, 1, 0])
    low, high = MEASURES["nlp_clipped"].interval(certain)
    assert low == pytest.approx(log10(4 / 3))
    assert low < high <= log10(4)
