"""Differences between systems over pairs and seeds, against SciPy's tests of means."""

import numpy as np
import pytest
from scipy import stats

from rte_baselines.core.errors import RunError
from rte_baselines.evaluation import available_measures
from rte_baselines.evaluation.resampling import bootstrap
from rte_baselines.evaluation.systems.estimates import (
    ResampledDifference,
    SeedValues,
    difference_over_seeds,
    resampled_differences,
)
from rte_baselines.evaluation.systems.judged import together

accuracy = available_measures()["accuracy_2way"]
A = (0.71, 0.74, 0.73, 0.76)
B = (0.70, 0.71, 0.72, 0.72)


pytestmark = pytest.mark.usefixtures("few_resamples")


def difference(a, b):
    a, b = together(a, b)
    return difference_over_seeds([resampled_differences([accuracy], a, b)[accuracy.name]])


def without_pairs(a, b, *, paired):
    """Systems whose values do not depend on the choice of pairs."""
    of_a, of_b, by_seed = (
        SeedValues({str(seed): value for seed, value in enumerate(values)})
        for values in (a, b, np.subtract(a, b))
    )
    resampled = np.full(20_000, of_a.mean - of_b.mean)
    of_seeds = by_seed if paired else None
    return ResampledDifference("higher", of_a, of_b, of_seeds, resampled, (0, 1), 10**9)


def test_paired_seeds_alone_give_student_s_paired_test():
    found = difference_over_seeds([without_pairs(A, B, paired=True)])
    expected = stats.ttest_rel(A, B)
    assert found.p_value == pytest.approx(expected.pvalue, rel=0.05)
    low, high = expected.confidence_interval()
    assert (found.low, found.high) == pytest.approx((low, high), abs=0.002)
    assert found.is_paired


def test_other_seeds_alone_give_about_welch_s_test():
    found = difference_over_seeds([without_pairs(A, B, paired=False)])
    expected = stats.ttest_ind(A, B, equal_var=False)
    # That of Behrens and Fisher, which is a little more cautious.
    assert expected.pvalue <= found.p_value < 1.6 * expected.pvalue
    assert not found.is_paired


def test_a_mean_over_datasets_by_hand():
    datasets = [without_pairs(A, B, paired=True), without_pairs(B, A, paired=True)]
    found = difference_over_seeds(datasets)
    assert found.difference == pytest.approx(0)
    assert found.a == found.b == pytest.approx((sum(A) + sum(B)) / 8)
    # With the same seeds, the differences cancel out.
    assert (found.low, found.high) == pytest.approx((0, 0), abs=1e-12)


def test_seeds_are_paired_by_their_names(judged):
    rows = [[1] * 30 + [0] * 10, [1] * 20 + [0] * 20]
    first = judged(rows, "a", ["1", "2"])
    same = difference(first, judged(rows, "b", ["1", "2"]))
    assert (same.is_paired, same.difference, same.p_value) == (True, 0, 1)
    # Seeds add nothing: the difference with each seed is 0 on the same pairs.
    assert -0.1 < same.low < 0 < same.high < 0.1
    others = difference(first, judged(rows, "b", ["3", "4"]))
    assert not others.is_paired
    assert others.low < -0.5
    assert others.high > 0.5


def test_the_opposite_is_as_large(judged, monkeypatch):
    monkeypatch.setattr(bootstrap, "_MOST_RESAMPLES", 5_000)
    generator = np.random.default_rng(3)
    a, b = (judged(generator.random((3, 40)) < skill, name=str(skill)) for skill in (0.8, 0.6))
    there, back = difference(a, b), difference(b, a)
    assert there.difference == pytest.approx(-back.difference)
    assert (there.low, there.high) == pytest.approx((-back.high, -back.low), abs=0.02)
    assert there.p_value == pytest.approx(back.p_value, abs=0.02)
    assert 0 < there.p_value <= 1


@pytest.mark.slow
def test_no_difference_is_larger_than_the_range():
    """Of two seeds, Student's distribution has one degree of freedom."""
    found = difference_over_seeds([without_pairs((0.9, 0.3), (0.2, 0.4), paired=True)])
    assert (found.low, found.high) == (-1, 1)


def test_common_pairs(judged):
    a, b = judged([[1, 0, 1, 1]], "a"), judged([[1, 1]], "b")
    of_a, of_b = together(a, b)
    assert of_a.answered.tolist() == of_b.answered.tolist() == [0, 1]
    assert of_a.judgments[0].unanswered == 2
    b = type(b)("b", b.seeds, b.judgments, np.array([8, 9]))
    with pytest.raises(RunError, match="a and b: no pair is labelled by all runs"):
        together(a, b)
