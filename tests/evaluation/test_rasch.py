"""Rasch analysis, on simulated responses whose abilities and difficulties are known."""

from math import exp, log

import numpy as np
import pytest
from girth import rasch_conditional
from hypothesis import given
from hypothesis import strategies as st

from rte_baselines.core.errors import RunError
from rte_baselines.evaluation.rasch import outfit_threshold, rasch_analysis
from rte_baselines.rendering.tables import render_text


def simulated(systems, pairs, *, spread=0.5, seed=0, missing=0.0):
    """Responses; abilities from end to end of 4 spreads; difficulties that vary by 1.5."""
    generator = np.random.default_rng(seed)
    abilities = 0.3 + generator.permutation(np.linspace(-2, 2, systems)) * spread
    difficulties = generator.normal(0, 1.5, pairs)
    right = 1 / (1 + np.exp(difficulties - abilities[:, None]))
    responses = (generator.random((systems, pairs)) < right).astype(float)
    responses[generator.random(responses.shape) < missing] = np.nan
    return responses, abilities, difficulties


def centred(values):
    return values - np.mean(values)


def slope(found, true):
    """By how much found values grow with true ones; above 1 they are too wide."""
    return centred(found) @ centred(true) / (centred(true) @ centred(true))


def two_systems(both, only_first, only_second, neither=0):
    """Responses of two systems, of which so many pairs are got right by whom."""
    counts = [both, only_first, only_second, neither]
    return np.repeat([[1, 1, 0, 0], [1, 0, 1, 0]], counts, axis=1)


def test_two_systems_by_hand():
    # Given that one of the two is right, it is the first with probability
    # e^a / (e^a + e^b), so that a - b is the logarithm of 30 to 10.
    analysis = rasch_analysis(two_systems(7, 30, 10, 3))
    ability_a, ability_b = analysis.abilities.values
    assert ability_a - ability_b == pytest.approx(log(3), abs=1e-5)
    assert analysis.difficulties.values == pytest.approx(np.zeros(40), abs=1e-9)
    # A pair that one of the two gets right is as difficult as they are able on average, 0.
    assert [ability_a, ability_b] == pytest.approx([log(3) / 2, -log(3) / 2], abs=1e-5)


def test_fit_and_standard_errors_by_hand():
    # As above, abilities are +-log(3)/2 and difficulties 0; p and q are the probabilities that
    # the first and the second are right, and that each pair's responses have.
    analysis = rasch_analysis(two_systems(0, 30, 10))
    p = 1 / (1 + exp(-log(3) / 2))
    variance = p * (1 - p)
    first_right, first_wrong = (1 - p) ** 2 / variance, p**2 / variance
    mean = (30 * first_right + 10 * first_wrong) / 40
    assert analysis.abilities.outfit == pytest.approx([mean, mean], abs=1e-4)
    assert analysis.abilities.infit == pytest.approx([mean, mean], abs=1e-4)
    expected = [first_right] * 30 + [first_wrong] * 10
    assert analysis.difficulties.outfit == pytest.approx(expected, abs=1e-4)
    assert analysis.abilities.standard_errors == pytest.approx([(40 * variance) ** -0.5] * 2)
    assert analysis.difficulties.standard_errors == pytest.approx([(2 * variance) ** -0.5] * 40)


def test_infit_weighs_the_responses_by_their_variance():
    responses, *_ = simulated(6, 40, spread=1.0, seed=3)
    analysis = rasch_analysis(responses)
    kept = responses[:, [int(name) - 1 for name in analysis.difficulties.names]]
    gaps = analysis.abilities.values[:, None] - analysis.difficulties.values
    right = 1 / (1 + np.exp(-gaps))
    variances, squares = right * (1 - right), (kept - right) ** 2
    for scale, axis in ((analysis.abilities, 1), (analysis.difficulties, 0)):
        expected = np.average(squares / variances, weights=variances, axis=axis)
        assert scale.infit == pytest.approx(expected)
        assert scale.outfit == pytest.approx(np.mean(squares / variances, axis=axis))


def test_what_tells_nothing_is_set_apart_until_no_more_is():
    responses = [
        [1, 1, 0, 1, 0, 1, 0, np.nan],
        [1, 0, 1, 0, 1, 1, 0, np.nan],
        [1, 1, 1, 0, 0, 1, 0, np.nan],
        # Right on what all others are, and on one more, which is then right for no other.
        [1, 0, 0, 0, 0, 0, 0, np.nan],
        [1, 1, 1, 1, 1, 1, 1, np.nan],
        [np.nan] * 8,
    ]
    analysis = rasch_analysis(responses, systems=list("abcdef"), pairs=list("12345678"))
    assert analysis.abilities.names == ("a", "b", "c")
    assert analysis.difficulties.names == ("2", "3", "4", "5")
    assert analysis.pairs_apart == ("1", "6", "7", "8")
    assert analysis.systems_apart == ("d", "e", "f")
    alone = rasch_analysis(np.array(responses)[:3, 1:5]).abilities.values
    assert alone == pytest.approx(analysis.abilities.values)


@pytest.mark.parametrize(
    ("sample", "threshold"),
    [(23, 1.3), (499, 1.3), (500, 1.2), (779, 1.2), (1000, 1.2), (1001, 1.1)],
)
def test_thresholds_are_those_of_the_paper(sample, threshold):
    assert outfit_threshold(sample) == threshold


def test_thresholds_are_by_the_number_of_responses():
    analysis = rasch_analysis(simulated(23, 800)[0])
    assert (analysis.abilities.threshold, analysis.difficulties.threshold) == (1.2, 1.3)


@pytest.mark.parametrize("are_turned", [False, True])
def test_known_values_are_recovered(are_turned):
    """Of partial runs; as well if systems and pairs, right and wrong change places."""
    responses, true, others = simulated(12, 900, spread=1.0, seed=2, missing=0.4)
    analysis = rasch_analysis(1 - responses.T if are_turned else responses)
    scales = analysis.abilities, analysis.difficulties
    few, many = reversed(scales) if are_turned else scales
    assert np.corrcoef(few.values, true)[0, 1] > 0.97
    assert slope(few.values, true) == pytest.approx(1, abs=0.15)
    kept = [int(name) - 1 for name in many.names]
    assert np.corrcoef(many.values, others[kept])[0, 1] > 0.7
    expected = np.mean(true) - np.mean(others[kept])
    assert np.mean(few.values) - np.mean(many.values) == pytest.approx(expected, abs=0.1)


@pytest.mark.parametrize("seed", range(3))
def test_conditional_likelihood_finds_nearly_the_same(seed):
    """It takes nothing of difficulties for granted."""
    responses, *_ = simulated(8, 600, seed=seed)
    # Systems in the place of items, as pairs are in that of persons.
    conditional = -rasch_conditional(responses.astype(int))["Difficulty"]
    found = centred(rasch_analysis(responses).abilities.values)
    assert found == pytest.approx(centred(conditional), abs=0.01)


@pytest.mark.parametrize(("systems", "outfit"), [(3, 0.85), (5, 0.93), (23, 0.99)])
def test_the_outfit_of_few_systems_is_below_one(systems, outfit):
    """As the documentation of outfit says; the mean of four data sets moves by some 0.005."""
    means = [
        rasch_analysis(simulated(systems, 800, seed=seed)[0]).abilities.outfit.mean()
        for seed in range(4)
    ]
    assert np.mean(means) == pytest.approx(outfit, abs=0.02)


@pytest.mark.slow
@given(st.data())
def test_any_responses_have_finite_estimates_or_a_reason(data):
    shape = data.draw(st.integers(1, 4)), data.draw(st.integers(1, 6))
    answer = st.sampled_from([0.0, 1.0, np.nan])
    row = st.lists(answer, min_size=shape[1], max_size=shape[1])
    responses = data.draw(st.lists(row, min_size=shape[0], max_size=shape[0]))
    try:
        analysis = rasch_analysis(responses)
    except RunError:
        return
    for scale, size, apart in (
        (analysis.abilities, shape[0], analysis.systems_apart),
        (analysis.difficulties, shape[1], analysis.pairs_apart),
    ):
        assert len(scale.names) + len(apart) == size
        assert np.isfinite([scale.values, scale.standard_errors]).all()
        assert (np.array([scale.outfit, scale.infit, scale.standard_errors]) > 0).all()
    assert analysis.difficulties.values.mean() == pytest.approx(0, abs=1e-9)


def test_systems_that_are_always_better_have_no_finite_ability():
    # The first two are right on all that one of the last two is right on; with a pair that
    # turns it round, there is an end to how much better they can be.
    responses = np.array([[1, 0, 1, 1, 0], [0, 1, 1, 1, 1], [0, 0, 1, 0, 1], [0, 0, 0, 1, 1]])
    assert np.isfinite(rasch_analysis(responses).abilities.values).all()
    with pytest.raises(RunError, match="no finite abilities fit: some systems are right"):
        rasch_analysis(responses[:, :4])


def test_systems_without_a_pair_in_common_are_refused():
    responses = np.full((4, 8), np.nan)
    responses[:2, :4] = two_systems(0, 2, 2)
    responses[2:, 4:] = two_systems(0, 2, 2)
    with pytest.raises(RunError, match="no pair in common"):
        rasch_analysis(responses)


@pytest.mark.parametrize(
    ("responses", "message"),
    [
        ([[1, 0, 1]], "0 of 1 system and 0 of 3 pairs have both right and wrong answers"),
        ([[1, 1], [1, 1]], "0 of 2 systems and 0 of 2 pairs"),
        ([1, 0], r"the shape \(2,\); expected a row for each system"),
        ([[1, 0], [0, 2]], "other values than 1"),
    ],
)
def test_bad_input_is_refused(responses, message):
    with pytest.raises(RunError, match=message):
        rasch_analysis(responses)


def test_tables():
    responses, *_ = simulated(12, 200, seed=6)
    responses[4] = np.random.default_rng(0).integers(2, size=200)
    responses[:, 3] = 1
    analysis = rasch_analysis(responses, systems=[f"run {letter}" for letter in "abcdefghijkl"])
    assert analysis.pairs_apart.count("4") == 1
    table = analysis.systems_table()
    abilities = [float(row[1]) for row in table.rows]
    assert abilities == sorted(abilities, reverse=True)
    assert {row[0] for row in table.rows if "*" in row[3]} == set(analysis.abilities.misfits)
    assert len(analysis.pairs_table().rows) == len(analysis.difficulties.misfits)
    for made in (table, analysis.pairs_table()):
        assert render_text(made, 100)
    assert f"by {len(analysis.difficulties.names)} of 200 pairs, which some get " in table.title
