"""Tests of two systems' difference, against SciPy, and against all that can be drawn."""

from dataclasses import replace
from itertools import product
from math import sqrt

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from rte_baselines.core.errors import RunError
from rte_baselines.evaluation import available_measures
from rte_baselines.evaluation.inputs.arrays import judgments_of_arrays
from rte_baselines.evaluation.inputs.judgments import ENTAILMENT, LABELS, Judgments
from rte_baselines.evaluation.resampling.bootstrap import expanded_level
from rte_baselines.evaluation.significance.randomization import (
    _exchanges,
    _ranked,
    approximate_randomizations,
    comparable,
)
from rte_baselines.pairs import Scheme
from tests.evaluation.paired import paired_bootstraps

MEASURES = available_measures()
accuracy = MEASURES["accuracy_2way"]
some_measures = pytest.mark.parametrize("name", ["accuracy_2way", "f1", "cws", "average_precision"])


def difference_of(measure, a, b):
    return paired_bootstraps([measure], a, b)[measure.name]


def p_value_of(measure, a, b):
    return approximate_randomizations([measure], a, b)[measure.name]


def system(size, seed, *, skill=0.5, scheme=Scheme.TWO_WAY, gold_seed=0):
    """A system that gives the gold label with a probability of `skill`, else any."""
    codes = np.array([LABELS.index(label) for label in scheme.labels], dtype=np.int8)
    gold = np.random.default_rng(gold_seed).choice(codes, size)
    generator = np.random.default_rng(seed)
    labels = np.where(generator.random(size) < skill, gold, generator.choice(codes, size))
    sure = generator.integers(1, 20, size) / 20
    probabilities = np.zeros((size, len(LABELS)))
    probabilities[:, codes] = ((1 - sure) / (len(codes) - 1))[:, np.newaxis]
    probabilities[np.arange(size), labels] = sure
    ranking = np.where(labels == ENTAILMENT, -sure, sure) * 100
    return Judgments(gold, labels, ranking, sure, probabilities)


def swapped(a, b, swaps):
    """Both systems' outputs after they changed places where `swaps` is true."""

    def pick(of_a, of_b):
        swap = swaps if of_a.ndim == 1 else swaps[:, np.newaxis]
        return np.where(swap, of_b, of_a), np.where(swap, of_a, of_b)

    columns = ("labels", "ranking", "confidences", "probabilities")
    sides = zip(*(pick(getattr(a, name), getattr(b, name)) for name in columns), strict=True)
    return [Judgments(a.gold, *side, known_scheme=a.scheme) for side in sides]


def value(measure, judged):
    return np.nan if measure.why_undefined(judged) else measure.score(judged)


def exact_p_value(measure, a, b):
    """The share of all exchanges that there are after which the difference is as large."""
    observed = abs(measure.score(a) - measure.score(b))
    differences = []
    for swaps in product([False, True], repeat=len(a.gold)):
        first, second = swapped(a, b, np.array(swaps))
        differences.append(abs(value(measure, first) - value(measure, second)))
    defined = np.array(differences)[~np.isnan(differences)]
    return np.mean(defined >= observed - 1e-12)


def measures_with_a_value(scheme):
    """A measure that clips at the number of outputs drawn from would see two of each pair."""
    judged = system(30, 1, scheme=scheme)
    clipped = MEASURES["nlp_clipped"]
    return [of for of in MEASURES.values() if not (of is clipped or of.why_undefined(judged))]


@pytest.mark.parametrize(
    ("measure", "scheme"),
    [(measure, scheme) for scheme in Scheme for measure in measures_with_a_value(scheme)],
    ids=lambda parameter: getattr(parameter, "name", None),
)
def test_exchanges_score_as_if_scored_one_by_one(measure, scheme):
    """Whichever way a measure scores many resamples at once."""
    a, b = (system(30, seed, scheme=scheme) for seed in (1, 2))
    of_a, of_b = next(_exchanges(a, b))
    first, second = measure.resampled(of_a), measure.resampled(of_b)
    for exchange in range(5):
        sides = swapped(a, b, of_a.counts[exchange, 30:] == 1)
        values = [value(measure, side) for side in sides]
        assert [first[exchange], second[exchange]] == pytest.approx(values, nan_ok=True)
    assert (of_a.counts[0] == np.repeat([1, 0], 30)).all()


@some_measures
@settings(max_examples=8)
@given(seed=st.integers(0, 1000), size=st.integers(2, 8))
def test_the_p_value_is_near_that_of_all_exchanges(name, seed, size):
    measure = MEASURES[name]
    a, b = (system(size, number, skill=0.3, gold_seed=seed) for number in (seed + 1, seed + 2))
    if measure.why_undefined(a):
        return
    exact = exact_p_value(measure, _ranked(a), _ranked(b))
    within = 4 * sqrt(exact * (1 - exact) / 10_000) + 2e-4
    assert p_value_of(measure, a, b) == pytest.approx(exact, abs=within)


def test_a_p_value_by_hand(labels):
    # A alone is right on four pairs, B alone on none: all or none of four are exchanged.
    a = judgments_of_arrays(labels("EEEEN"), labels("EEEEN"))
    b = judgments_of_arrays(labels("EEEEN"), labels("NNNNN"))
    assert p_value_of(accuracy, a, b) == pytest.approx(2 / 16, abs=0.014)


@pytest.mark.slow
@some_measures
def test_the_bootstrap_as_scipy_has_it(name):
    measure, size = MEASURES[name], 120
    a, b = system(size, 1, skill=0.5), system(size, 2, skill=0.3)

    def difference(places):
        return measure.score(a.select(places)) - measure.score(b.select(places))

    options = {"vectorized": False, "n_resamples": 2000, "method": "percentile", "rng": 1}
    drawn = stats.bootstrap((np.arange(size),), difference, **options)
    found = difference_of(measure, a, b)
    assert found.difference == pytest.approx(measure.score(a) - measure.score(b))
    # An end is off by some 0.07 of the standard error among 2,000 resamples.
    expected, within = tuple(drawn.confidence_interval), 0.3 * drawn.standard_error
    assert (found.low, found.high) == pytest.approx(expected, abs=within)
    moved = np.abs(drawn.bootstrap_distribution - found.difference)
    assert found.p_value == pytest.approx(np.mean(moved >= abs(found.difference)), abs=0.05)


@pytest.mark.parametrize(("other", "within"), [(1, 0.1), (2, 0.05)])
def test_the_bootstrap_draws_the_same_pairs_for_both(other, within):
    """By hand: of pseudo-pairs with the weight of 2 pairs, each alone is right on a quarter.

    The difference is that of two numbers of the Dirichlet distribution with the pairs on which only
    one is right, none if the runs are equal, and these quarters as parameters.
    """
    a, b = system(100, 1), system(100, other)
    only_a, only_b = ((x & ~y).sum() for x, y in ((a.correct, b.correct), (b.correct, a.correct)))
    parameters = [only_a + 0.5, only_b + 0.5, 101 - only_a - only_b]
    shares = stats.dirichlet.rvs(parameters, 200_000, np.random.default_rng(0))
    tail = (1 - expanded_level(100)) / 2
    expected = np.quantile(shares[:, 0] - shares[:, 1], [tail, 1 - tail])
    found = difference_of(accuracy, a, b)
    assert [found.low, found.high] == pytest.approx(expected, abs=within * np.ptp(expected))
    assert (found.p_value == 1) == (other == 1)


@pytest.mark.slow
@some_measures
def test_the_order_of_the_pairs_does_not_matter(name):
    measure = MEASURES[name]
    a, b = system(70, 1), system(70, 2)
    order = np.random.default_rng(0).permutation(70)
    shuffled = a.select(order), b.select(order)
    assert difference_of(measure, *shuffled) == difference_of(measure, a, b)
    assert p_value_of(measure, *shuffled) == p_value_of(measure, a, b)


@pytest.mark.slow
def test_measures_of_the_confidences_themselves_exchange_their_shares():
    measure = MEASURES["mutual_information_weighted"]
    both = (system(7, seed, skill=0.3) for seed in (1, 2))
    a, b = (replace(of, confidences=of.confidences / of.confidences.sum()) for of in both)
    exact = exact_p_value(measure, a, b)
    within = 4 * sqrt(exact * (1 - exact) / 10_000) + 2e-4
    assert p_value_of(measure, a, b) == pytest.approx(exact, abs=within)
    larger = replace(b, confidences=5 * b.confidences)
    assert p_value_of(measure, a, larger) == pytest.approx(exact, abs=within)


@pytest.mark.slow
def test_scales_do_not_matter_to_measures_of_order():
    a, b = system(60, 1), system(60, 2)
    stretched = Judgments(b.gold, b.labels, b.ranking**3, b.confidences / 1000, b.probabilities)
    for name in ("cws", "average_precision"):
        measure = MEASURES[name]
        assert p_value_of(measure, a, stretched) == p_value_of(measure, a, b)


def test_tied_numbers_are_exchanged_as_their_mean_rank(labels):
    tied = judgments_of_arrays(labels("EEEE"), labels("EEEE"), ranking=[3, 1, 3, 2])
    assert _ranked(tied).ranking.tolist() == [3.5, 1, 3.5, 2]


def test_draws_without_a_value_do_not_count(labels, monkeypatch):
    """Without the only entailed pair, neither side of an exchange has a recall."""
    monkeypatch.setattr("rte_baselines.evaluation.resampling.bootstrap._MOST_RESAMPLES", 600)
    gold = labels("ENNN")
    a, b = (judgments_of_arrays(gold, labels(said)) for said in ("EEEN", "NNNN"))
    found = difference_of(MEASURES["recall"], a, b)
    # Nothing is known of the recall of a single pair.
    assert (found.difference, found.low, found.high) == (1, 0, 1)
    assert p_value_of(MEASURES["recall"], a, b) == 1


def test_other_pairs_are_refused(labels):
    a = judgments_of_arrays(labels("EN"), labels("EN"))
    turned = judgments_of_arrays(labels("NE"), labels("EN"))
    for other in (turned, replace(a, unanswered=1)):
        with pytest.raises(RunError, match="on different pairs"):
            p_value_of(accuracy, a, other)


def test_systems_of_two_schemes_are_conflated(labels):
    gold = labels("ECUU")
    shares = {"probabilities": [[0.5, 0.2, 0.3]] * 4, "label_order": Scheme.THREE_WAY.labels}
    three_way = judgments_of_arrays(gold, labels("EUCE"), **shares)
    two_way = judgments_of_arrays(gold, labels("ENNN"), probabilities=[0.9, 0.1, 0.1, 0.1])
    a, b = comparable(three_way, two_way)
    assert [LABELS[code] for code in a.labels] == labels("ENNE")
    assert a.probabilities[0] == pytest.approx([0.5, 0, 0, 0.5])
    assert (a.scheme, b.scheme) == (Scheme.TWO_WAY, Scheme.TWO_WAY)
    assert b.labels.tolist() == two_way.labels.tolist()
    assert comparable(three_way, three_way) == (three_way, three_way)
    # Only the last pair tells them apart.
    assert p_value_of(accuracy, three_way, two_way) == 1


@pytest.mark.slow
@pytest.mark.parametrize("size", [1, 25_000])
def test_one_pair_and_very_many(size):
    a, b = system(size, 1, skill=0.9), system(size, 2, skill=0.1)
    found = difference_of(accuracy, a, b)
    assert found.low <= found.difference <= found.high
    p_value = p_value_of(accuracy, a, b)
    assert p_value == (1 if size == 1 else pytest.approx(1 / 501))
