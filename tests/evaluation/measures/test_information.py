"""Entropies and mutual information, with pairs that weigh alike and others."""

from collections import Counter
from math import log, log2

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats
from sklearn.metrics import mutual_info_score

from rte_baselines.evaluation import available_measures
from rte_baselines.evaluation.inputs.arrays import judgments_of_arrays
from rte_baselines.evaluation.inputs.judgments import LABELS as CODES
from rte_baselines.evaluation.inputs.judgments import Judgments
from rte_baselines.evaluation.measures.base import estimate
from rte_baselines.evaluation.measures.information import InformationMeasure, entropy, information
from rte_baselines.evaluation.measures.weighted_information import rank_weights
from rte_baselines.evaluation.resampling.bootstrap import Resamples
from rte_baselines.pairs import Label, Scheme
from tests.evaluation.figure_2 import CONFLATED, GOLD, LABELS

MEASURES = available_measures()
NAMES = [name for name, measure in MEASURES.items() if isinstance(measure, InformationMeasure)]
OF_LABELS = [f"conditional_entropy_{label.lower()}" for label in Scheme.THREE_WAY.labels]
measures = pytest.mark.parametrize("name", NAMES)

three_way_labels = st.sampled_from(Scheme.THREE_WAY.labels)
three_way = st.lists(st.tuples(three_way_labels, three_way_labels), min_size=1, max_size=30)
confident = st.lists(
    st.tuples(three_way_labels, three_way_labels, st.integers(0, 4)), min_size=1, max_size=20
).filter(lambda pairs: any(confidence for _, _, confidence in pairs))


def value(name, *arrays, **named):
    return MEASURES[name](*arrays, **named)


def value_or_none(name, judgments):
    measure = MEASURES[name]
    return None if measure.why_undefined(judgments) else measure.score(judgments)


def exactly(number):
    """Within what the paper rounds to."""
    return pytest.approx(number, abs=5e-5)


def test_bergmairs_example():
    assert value("entropy_gold", GOLD, LABELS) == exactly(1.4277)
    assert value("conditional_entropy_entailment", GOLD, LABELS) == exactly(1.0746)
    assert value("conditional_entropy_unknown", GOLD, LABELS) == exactly(1.4277)
    assert value("conditional_entropy_contradiction", GOLD, LABELS) == exactly(1.5395)
    assert value("conditional_entropy", GOLD, LABELS) == exactly(1.3441)
    assert value("mutual_information", GOLD, LABELS) == exactly(0.0836)
    assert value("information_share", GOLD, LABELS) == exactly(0.0836 / 1.4277)


def test_bergmairs_example_after_conflation():
    assert value("conditional_entropy_entailment", GOLD, CONFLATED) == exactly(1.3280)
    assert value("conditional_entropy", GOLD, CONFLATED) == exactly(1.3703)
    # The text has the information drop "to" 0.0262; by the figure, it drops by that.
    left = value("mutual_information", GOLD, CONFLATED)
    assert left == pytest.approx(1.4277 - 1.3703, abs=1e-4)
    assert value("mutual_information", GOLD, LABELS) - left == pytest.approx(0.0262, abs=1e-4)


def test_information_of_any_tables():
    found = information(judgments_of_arrays(GOLD, LABELS).table)
    by_label = dict(zip(CODES, found.conditional_entropies.tolist(), strict=True))
    assert by_label[Label.ENTAILMENT] == exactly(1.0746)
    assert np.isnan(by_label[Label.NO_ENTAILMENT])
    # Any tables will do, many at once; what is all zeros has no entropy.
    many = information([[[1, 0], [0, 1]], [[1, 1], [1, 1]], [[0, 0], [0, 0]]])
    assert many.entropy_gold.tolist() == pytest.approx([1, 1, np.nan], nan_ok=True)
    assert many.conditional_entropy.tolist() == pytest.approx([0, 1, np.nan], nan_ok=True)
    assert many.mutual_information.tolist() == pytest.approx([1, 0, np.nan], nan_ok=True)
    # The entropy of a certain outcome is not -0.
    assert str(float(entropy([0, 5]))) == "0.0"
    assert entropy([[1, 1, 1], [2, 2, 4]]).tolist() == pytest.approx([log2(3), 1.5])


def test_two_way_labels_conflate_three_way_ones(labels):
    gold, said = labels("EEUC"), labels("ENEN")
    for name in ("entropy_gold", "mutual_information", "conditional_entropy_no_entailment"):
        assert value(name, gold, said) == value(name, labels("EENN"), said)
    assert value("entropy_gold", gold, said) == 1


@pytest.mark.parametrize("confidences", [[0, 0], [0.5, -0.1]])
def test_confidences_that_cannot_be_weights_are_ranked(labels, confidences):
    gold = labels("EC")
    assert value("mutual_information_by_rank", gold, gold, confidences=confidences) > 0.9


def test_weights_by_hand(labels):
    # ENTAILMENT weighs 3/4; where it is said, 2/3 of the weight is right, and all else is.
    gold, said = labels("EEC"), labels("ECC")
    weights = [0.5, 0.25, 0.25]
    h_gold = -0.75 * log2(0.75) - 0.25 * log2(0.25)
    assert value("entropy_gold_weighted", gold, said, confidences=weights) == pytest.approx(h_gold)
    # Half the weight says ENTAILMENT, all right; of the other half, half is right: 1 bit.
    information_left = value("mutual_information_weighted", gold, said, confidences=weights)
    assert information_left == pytest.approx(h_gold - 0.5)
    # All confidence in one pair leaves nothing to guess.
    assert value("entropy_gold_weighted", gold, said, confidences=[0, 0, 1]) == 0


def test_rank_weights_by_hand(labels):
    assert rank_weights([0.2, 0.9, 0.4]).tolist() == pytest.approx([1 / 6, 3 / 6, 2 / 6])
    assert rank_weights([0.4, 0.9, 0.4]).tolist() == pytest.approx([1.5 / 6, 3 / 6, 1.5 / 6])
    assert rank_weights([0, 0, 0, 0]).tolist() == pytest.approx([1 / 4] * 4)
    # The surest is the only CONTRADICTION: it weighs 3 of 6, and nothing is told apart.
    gold, said = labels("EEC"), labels("EEE")
    surest_last = [0.1, 0.2, 0.3]
    assert value("entropy_gold_by_rank", gold, said, confidences=surest_last) == pytest.approx(1)
    assert value("mutual_information_by_rank", gold, said, confidences=surest_last) == 0
    assert value("mutual_information_by_rank", gold, gold, confidences=surest_last) == 1


@given(three_way)
def test_as_scipy_and_scikit_learn_have_it(pairs):
    gold, said = zip(*pairs, strict=True)
    counts = [gold.count(label) for label in Scheme.THREE_WAY.labels]
    h_gold = value("entropy_gold", gold, said)
    assert h_gold == pytest.approx(stats.entropy(counts, base=2), abs=1e-12)
    found = value("mutual_information", gold, said)
    assert found == pytest.approx(mutual_info_score(gold, said) / log(2), abs=1e-12)
    assert 0 <= found <= h_gold <= log2(3)
    assert value("conditional_entropy", gold, said) == pytest.approx(h_gold - found, abs=1e-12)


@given(confident)
def test_weights_are_equivalent_to_repetitions(pairs):
    gold, said, weights = zip(*pairs, strict=True)
    repeated = [np.repeat(column, weights) for column in (gold, said)]
    for stem in ("entropy_gold", "mutual_information"):
        weighted = value(f"{stem}_weighted", gold, said, confidences=weights)
        assert weighted == pytest.approx(value(stem, *repeated), abs=1e-12)
        by_rank = value(f"{stem}_by_rank", gold, said, confidences=weights)
        # Half ranks doubled are whole.
        doubled = np.rint(2 * stats.rankdata(weights)).astype(int)
        repeated_by_rank = [np.repeat(column, doubled) for column in (gold, said)]
        assert by_rank == pytest.approx(value(stem, *repeated_by_rank), abs=1e-12)


# Pairs are drawn once for all measures, as drawing takes longer than scoring.
@given(pairs=confident, renamed=st.permutations(Scheme.THREE_WAY.labels))
def test_renaming_the_labels_of_the_system_changes_nothing(pairs, renamed):
    gold, said, confidences = zip(*pairs, strict=True)
    names = dict(zip(Scheme.THREE_WAY.labels, renamed, strict=True))
    judgments = judgments_of_arrays(gold, said, confidences=confidences)
    other = judgments_of_arrays(gold, [names[label] for label in said], confidences=confidences)
    for name in {*NAMES} - {*OF_LABELS}:
        expected = pytest.approx(value_or_none(name, judgments), abs=1e-12)
        assert value_or_none(name, other) == expected, name


@measures
def test_a_resample_without_two_way_labels_remains_two_way(name, labels):
    gold, said = labels("ECUC"), labels("ENEE")
    judgments = judgments_of_arrays(gold, said, confidences=[1, 2, 3, 4])
    resamples = Resamples(judgments, np.arange(4), np.array([[1, 0, 1, 2]]))
    conflated = judgments_of_arrays(labels("ENNN"), said, confidences=[1, 2, 3, 4])
    as_two_way = Resamples(conflated, resamples.units, resamples.counts)
    measure = MEASURES[name]
    assert measure.resampled(resamples).tolist() == pytest.approx(
        measure.resampled(as_two_way).tolist(), nan_ok=True
    )


def test_expectations_of_many_pairs():
    # Times 2 n ln 2, I(G;L) is nearly chi-squared with 4 degrees of freedom; and times
    # 2 m ln 2, so is H(G) - H(G|L = l) with 2, where l is given to m pairs, but for the
    # factor 1 - m/n of drawing without replacement.
    size = 1_000_000
    gold = np.repeat(np.arange(3, dtype=np.int8), [500_000, 140_000, 360_000])
    probabilities = np.array([0.3, 0.2, 0.5, 0])
    there, found, of_unknown = (
        MEASURES[name].expected(gold, probabilities)
        for name in ("entropy_gold", "mutual_information", "conditional_entropy_unknown")
    )
    assert found == pytest.approx(4 / (2 * size * log(2)), rel=1e-3)
    assert there - of_unknown == pytest.approx(2 * 0.5 / (2 * 0.5 * size * log(2)), rel=1e-3)


def coverage(names, draw, truth, size=200, sets=120):
    """The share of data sets whose interval holds the true value, the lowest of the measures."""
    measures, generator = [MEASURES[name] for name in names], np.random.default_rng(7)
    held = Counter()
    for _ in range(sets):
        for name, found in estimate(measures, Judgments(*draw(generator, size))).items():
            held[name] += found.low <= truth + 1e-9 and truth <= found.high
    return min(held[name] for name in names) / sets


def blindly(generator, size):
    """Labels that have nothing to do with the gold labels."""
    return (generator.integers(3, size=size).astype(np.int8) for _ in range(2))


def rightly_by_a_third(generator, size):
    """A third of the labels are right for certain, the others drawn blindly."""
    gold, labels = blindly(generator, size)
    return gold, np.where(generator.random(size) < 1 / 3, gold, labels)


@pytest.mark.slow
@pytest.mark.usefixtures("few_resamples")
def test_intervals_cover_zero_information():
    """As intervals of a value that cannot be less, they hold it more often than not."""
    assert coverage(["mutual_information", "information_share"], blindly, 0.0) >= 0.95


@pytest.mark.slow
@pytest.mark.usefixtures("few_resamples")
def test_intervals_cover_the_true_information():
    # Of 9 cells, those of the diagonal have 1/3 (1/3 + 2/3 1/3) = 5/27, the others 2/27.
    truth = log2(3) + 5 / 9 * log2(5 / 9) + 2 * 2 / 9 * log2(2 / 9)
    # 95% of 120 sets are 114, with a standard error of 2.4.
    assert coverage(["mutual_information"], rightly_by_a_third, truth) >= 0.88
