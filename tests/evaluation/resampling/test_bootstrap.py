"""The bootstrap, and Wilson's interval."""

from functools import partial
from unittest.mock import Mock

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats
from scipy.stats import binomtest

from rte_baselines.evaluation import available_measures
from rte_baselines.evaluation.inputs.judgments import ENTAILMENT, LABELS, Judgments
from rte_baselines.evaluation.resampling import bootstrap
from rte_baselines.evaluation.resampling.bootstrap import (
    SEED,
    Resamples,
    expanded_level,
    keeping_weights,
    percentile_interval,
    resampled,
    resamples_of,
    units_of,
    wilson_interval,
    with_pseudo_pairs,
)
from rte_baselines.kernels.rankings.rankings import (
    RankedHits,
    confidence_weighted_score,
    precision_of_ranked,
)
from rte_baselines.kernels.rankings.resampling import draw_weights
from rte_baselines.pairs import Label
from tests.conftest import draw_few_resamples

NO_ENTAILMENT = LABELS.index(Label.NO_ENTAILMENT)
measures = available_measures()
cws, ap = measures["cws"], measures["average_precision"]
ranking_measures = pytest.mark.parametrize("measure", [cws, ap], ids=lambda m: m.name)


def judgments(hits, keys):
    """Where a hit is an entailed pair rightly said to be so; ascending keys rank."""
    gold = np.where(hits, ENTAILMENT, NO_ENTAILMENT).astype(np.int8)
    said = np.full(len(gold), ENTAILMENT, dtype=np.int8)
    keys = np.asarray(keys, dtype=np.float64)
    return Judgments(gold, said, ranking=keys, confidences=-keys)


def score(measure, hits, keys):
    """The measure of one resample, written out; None where it is undefined."""
    if measure is cws:
        return confidence_weighted_score(-keys, hits)
    return precision_of_ranked(RankedHits.of(keys, hits)) if hits.any() else np.nan


def random_hits(size, seed=0):
    """Hits that stand rather in front, with some ties."""
    generator = np.random.default_rng(seed)
    keys = generator.integers(2 * size, size=size)
    return generator.random(size) < 0.8 - 0.3 * keys / size, keys


@pytest.mark.slow
@ranking_measures
@pytest.mark.parametrize(
    ("hits", "keys"), [([1, 0, 1], [1, 2, 3]), ([0, 0, 1, 1, 0, 1], [1, 2, 2, 2, 3, 4])]
)
def test_as_in_plain_python_with_the_same_weights(monkeypatch, measure, hits, keys):
    """Pairs are given in the order that ranking them gives, misses of a tie first."""
    hits, keys = np.array(hits, dtype=bool), np.array(keys)
    size = len(hits)
    # Five outputs are right of a pseudo-pair each and wrong of another, of weight 1 together.
    outputs = np.array([1, 3, 5, 7, 9]) * size // 10
    all_hits = np.concatenate((hits, np.tile([True, False], 5)))
    all_keys = np.concatenate((keys, np.repeat(keys[outputs], 2)))
    shapes = np.concatenate((np.ones(size), np.full(10, 0.1)))
    monkeypatch.setattr(bootstrap, "_MOST_RESAMPLES", 2_000)
    monkeypatch.setattr(bootstrap, "_COUNTS_AT_A_TIME", 2_000 * len(shapes))
    weights = draw_weights(shapes, 10 * size, 2_000, np.random.default_rng(SEED))
    drawn = (np.repeat(np.arange(size + 10), row) for row in weights)
    values = [score(measure, all_hits[copies], all_keys[copies]) for copies in drawn]
    tail = (1 - expanded_level(hits.sum() if measure is ap else size)) / 2
    expected = np.nanquantile(values, [tail, 1 - tail])
    assert measure.interval(judgments(hits, keys)) == pytest.approx(expected.tolist())


@pytest.mark.slow
@ranking_measures
def test_as_scipy_has_it_but_for_chance(measure):
    hits, keys = random_hits(200)
    options = {"vectorized": False, "n_resamples": 4000, "method": "percentile", "rng": 1}
    found = stats.bootstrap((hits, keys), partial(score, measure), paired=True, **options)
    # An end is off by some 0.05 of the standard error among 4,000 resamples.
    expected = tuple(found.confidence_interval)
    within = 0.25 * found.standard_error
    assert measure.interval(judgments(hits, keys)) == pytest.approx(expected, abs=within)


@pytest.mark.parametrize(("right", "size"), [(4, 6), (30, 50), (199, 200), (50, 50), (200, 200)])
def test_where_all_are_tied_cws_is_accuracy_with_the_interval_of_jeffreys(right, size):
    """The pseudo-pairs of two labels are half a hit and half a miss, as in Jeffreys' prior."""
    low, high = cws.interval(judgments(np.arange(size) < right, np.zeros(size)))
    tail = (1 - expanded_level(size)) / 2
    expected = stats.beta.ppf([tail, 1 - tail], right + 0.5, size - right + 0.5)
    within = 0.1 * np.ptp(expected)
    assert low == pytest.approx(expected[0], abs=within)
    assert high == (1 if right == size else pytest.approx(expected[1], abs=within))


def of_numbers(numbers):
    """Pairs with these numbers as confidences."""
    return judgments(np.zeros(len(numbers), bool), -np.asarray(numbers, dtype=np.float64))


def mean(resamples, factor=1):
    """The mean confidence of each resample, or a multiple."""
    return resamples.sums(factor * resamples.judgments.confidences) / resamples.sizes


def interval_of_mean(numbers, level=0.95):
    ((values,),) = resampled([mean], [of_numbers(numbers)])
    return percentile_interval(values, float(np.mean(numbers)), level=level)


@given(st.lists(st.integers(0, 5), min_size=1, max_size=30))
def test_any_statistic_has_an_interval(numbers):
    value = float(np.mean(numbers))
    with pytest.MonkeyPatch.context() as patch:
        draw_few_resamples(patch)
        low, high = interval_of_mean(numbers)
        again = interval_of_mean(numbers)
        narrow = interval_of_mean(numbers, level=0.5)
    least, most = min(numbers) - 1e-9, max(numbers) + 1e-9
    assert least <= low <= value <= high <= most
    assert (low, high) == again
    assert low <= narrow[0] <= narrow[1] <= high


def test_the_interval_holds_the_value():
    """Resamples without a value do not count."""
    for value, expected in ((0.5, (0.5, 1)), (1.5, (1, 1.5)), (1, (1, 1))):
        assert percentile_interval(np.array([1, np.nan, 1, 1]), value) == expected
    assert percentile_interval(np.full(3, np.nan), 7.0) == (7, 7)


@pytest.mark.slow
def test_kept_weights_are_those_that_are_drawn(monkeypatch):
    systems = [of_numbers(np.random.default_rng(size).random(size)) for size in (50, 60, 50, 50)]
    expected = [resampled([mean], [system])[0][0].tolist() for system in systems]
    drawing = Mock(wraps=bootstrap._drawn_weights)
    monkeypatch.setattr(bootstrap, "_drawn_weights", drawing)
    with keeping_weights():
        assert [resampled([mean], [system])[0][0].tolist() for system in systems] == expected
    # Those of the third are kept for the last, which has as many pairs.
    assert drawing.call_count == 3
    # A part has no more resamples than all pairs.
    with keeping_weights(resamples_of(4_000)):
        assert len(resampled([mean], systems[:1])[0][0]) == 2_000


@pytest.mark.parametrize(
    "numbers", [np.random.default_rng(0).random(40_000), np.arange(40_000) % 2_000.0]
)
def test_groups_of_very_many_pairs_are_drawn(numbers):
    """Which vary as the pairs do: the standard error of a mean is that of the formula.

    Of pairs that repeat every 2,000, groups in order would be of one kind.
    """
    ((values,),) = resampled([mean], [of_numbers(numbers)])
    assert len(values) == 500
    expected = numbers.std() / np.sqrt(len(numbers))
    # A standard deviation among 500 is known to 1 / sqrt(1000), or 3%; and that among
    # 2,000 groups to half as much.
    assert values.std() == pytest.approx(expected, rel=0.12)
    assert values.mean() == pytest.approx(numbers.mean(), abs=5 * expected / np.sqrt(500))
    units = units_of(40_000, np.random.default_rng(0))
    assert set(np.bincount(units)) == {20}


def test_very_many_pairs_have_fewer_resamples():
    found = list(map(resamples_of, (1, 800, 4_000, 16_000, 1_000_000)))
    assert found == [10_000, 10_000, 2_000, 500, 500]


@given(st.data())
def test_pseudo_pairs_are_outputs_of_each_label_with_every_gold_label(data):
    size = data.draw(st.integers(1, 25))
    codes = st.lists(st.integers(0, 2), min_size=size, max_size=size)
    gold, labels = (np.array(data.draw(codes), dtype=np.int8) for _ in range(2))
    judged = Judgments(gold, labels, confidences=np.arange(size), ranking=np.arange(size))
    smoothed = with_pseudo_pairs([judged])[0]
    added = len(smoothed.gold) - size
    assert (smoothed.pseudo_pairs, smoothed.pairs) == (added, judged.pairs)
    assert (smoothed.gold[:size] == gold).all()
    assert (smoothed.labels[:size] == labels).all()
    # If all gold labels and labels are ENTAILMENT, they may be of either scheme.
    every_label = [0, 1, 2] if gold.any() or labels.any() else [ENTAILMENT, NO_ENTAILMENT]
    outputs = smoothed.ranking[size:].reshape(-1, len(every_label))
    assert (outputs == outputs[:, :1]).all()
    golds = smoothed.gold[size:].reshape(outputs.shape)
    assert all(sorted(row) == sorted(every_label) for row in golds.tolist())
    given = labels[outputs[:, 0]]
    assert (smoothed.labels[size:].reshape(outputs.shape)[:, 0] == given).all()
    assert np.bincount(given)[np.unique(labels)].tolist() == [5] * len(set(labels.tolist()))


@given(st.integers(1, 9), st.integers(0, 99))
def test_resamples_without_pseudo_pairs_are_of_the_pairs(size, seed):
    numbers = np.random.default_rng(seed).random(size)
    smoothed = with_pseudo_pairs([of_numbers(numbers)])[0]
    units = np.arange(len(smoothed.gold))
    counts = np.random.default_rng(seed).integers(1, 9, size=(3, len(units)))
    alone = Resamples(smoothed, units, counts).without_pseudo_pairs
    pairs = Resamples(of_numbers(numbers), units[:size], counts[:, :size])
    assert alone.sizes.tolist() == pairs.sizes.tolist()
    assert (alone.tables == pairs.tables).all()
    assert mean(alone) == pytest.approx(mean(pairs))


@pytest.mark.slow
def test_like_pairs_together_vary_as_they_do_one_by_one():
    """The weights of pairs of a kind have a sum with a gamma distribution."""
    generator = np.random.default_rng(5)
    gold, labels = (generator.integers(0, 3, 60).astype(np.int8) for _ in range(2))
    others = generator.integers(0, 3, 60).astype(np.int8)
    systems = [Judgments(gold, labels), Judgments(gold, others)]

    def differences(**options):
        kappa = measures["kappa"].resampled
        drawn = resampled([kappa], systems[:1], systems[1:], **options)
        return np.subtract(drawn[0][0], drawn[1][0])

    apart, together = differences(), differences(labels_only=True)
    assert len(apart) == len(together) == 10_000
    # Those of equal distributions differ by as much in one of 1,000 cases.
    assert stats.ks_2samp(apart, together).pvalue > 0.001


def test_labels_of_rivals_stand_beside_every_label_of_a_system():
    gold = np.array([0, 3, 0, 3], dtype=np.int8)
    a, b = with_pseudo_pairs([Judgments(gold, gold)], [Judgments(gold, gold[::-1].copy())])
    beside = np.bincount((a.labels[4:] == 0) * 2 + (b.labels[4:] == 0), minlength=4)
    assert beside.tolist() == [6, 6, 6, 6]
    same, other = with_pseudo_pairs([Judgments(gold, gold), Judgments(gold, gold)])
    assert (same.labels == other.labels).all()


def test_levels_of_few_pairs():
    """By hand for 5: 1 - 2 P(Z > sqrt(5/4) 2.776445), from Student's with 4 degrees."""
    assert expanded_level(5) == pytest.approx(1 - 2 * stats.norm.sf(1.25**0.5 * 2.776445))
    assert expanded_level(1) == 1
    assert expanded_level(10**7) == pytest.approx(0.95)
    levels = [expanded_level(size) for size in range(1, 100)]
    assert levels == sorted(levels, reverse=True)


def test_wilson_by_hand():
    # One of one with z = 1.959964: z^2 = 3.841459, and the lower end is
    # 1 / (1 + z^2) = 0.206549, as the spread is half of z^2 / (1 + z^2).
    assert wilson_interval(1, 1) == pytest.approx((0.206549, 1.0), abs=1e-6)
    assert wilson_interval(0, 1) == pytest.approx((0.0, 1 - 0.206549), abs=1e-6)


@given(st.integers(1, 5000), st.floats(0, 1))
def test_wilson_as_scipy_has_it(trials, share):
    successes = round(share * trials)
    expected = binomtest(successes, trials).proportion_ci(0.95, method="wilson")
    low, high = wilson_interval(successes, trials)
    assert (low, high) == pytest.approx((expected.low, expected.high), abs=1e-12)
    assert 0 <= low <= successes / trials <= high <= 1
