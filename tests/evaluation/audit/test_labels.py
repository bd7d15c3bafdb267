"""N-grams that give labels away, labels by task and length, agreement of annotators."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binomtest
from scipy.stats.contingency import association as by_scipy
from sklearn.metrics import mutual_info_score
from statsmodels.stats.proportion import proportions_ztest

from rte_baselines.evaluation.audit.labels import (
    annotator_agreement,
    association,
    balances,
    giveaways,
    p_values,
    smoothed_pmi,
    z_scores,
)
from rte_baselines.pairs import Label, Scheme

YES, NO = "ENTAILMENT", "NO_ENTAILMENT"


def test_association_by_hand():
    # All four cells are expected to hold 5: chi^2 is 4 * 5^2 / 5 = 20 of 20 pairs, so V is 1.
    strength, p_value = association(np.array([[10, 0], [0, 10]]))
    assert strength == pytest.approx(1)
    assert p_value == pytest.approx(7.744e-6, rel=1e-3)  # of chi^2 = 20 with 1 degree of freedom
    assert association(np.array([[5, 5], [5, 5]]))[0] == 0
    assert association(np.array([[1, 0], [0, 10]]))[0] == pytest.approx(1)
    assert association(np.array([[5, 5]])) is None
    assert association(np.array([[5, 0], [7, 0]])) is None


@pytest.mark.slow
@given(st.lists(st.tuples(*[st.integers(1, 30)] * 3), min_size=2, max_size=5))
def test_association_against_scipy(rows):
    table = np.array(rows)
    strength, p_value = association(table)
    assert strength == pytest.approx(by_scipy(table, method="cramer"), abs=1e-9)
    assert 0 <= strength <= 1
    assert association(table[::-1])[1] == pytest.approx(p_value)


def test_labels_by_task_and_length(part_of):
    rows = [("Text.", "One two three four.", YES)] * 10 + [("Text.", "One two.", NO)] * 10
    part = part_of(*rows, tasks=["IE"] * 5 + ["QA"] * 10 + [None] * 5)
    by_task, by_length = balances(part, Scheme.TWO_WAY)
    of_tasks, of_lengths = (balance.groups for balance in (by_task, by_length))
    assert of_tasks == {"(no task)": [0, 5], "IE": [5, 0], "QA": [5, 5]}
    assert of_lengths == {"2 words": [0, 10], "3 to 4 words": [10, 0]}
    assert by_length.association == pytest.approx(1)
    assert by_length.p_holm < 0.001


def test_hypotheses_of_one_length(part_of):
    (balance,) = balances(part_of(("a", "b", YES), ("c", "d", NO)), Scheme.TWO_WAY)
    assert balance.groups == {"1 word": [1, 1]}
    assert (balance.association, balance.p_holm) == (None, None)


@pytest.mark.slow
def test_agreement_of_annotators(part_of):
    given = '["entailment", "entailment", "entailment"]', '["neutral", "entailment"]', "", ""
    labels = "ENTAILMENT", "UNKNOWN", "CONTRADICTION", "UNKNOWN"
    part = part_of(*((label, "h", label) for label in labels), annotations=given)
    found = annotator_agreement(part)
    assert (found.among.pairs, found.among.labellings) == (2, 3)
    assert found.unanimous.value == 1 / 2
    assert found.with_label == 4 / 5
    # Of the labels of the first pair all agree with the others, of the second none: 3 of 5.
    # Drawn without replacement, 5 labels of which 4 are ENTAILMENT disagree in 8 of 20 cases.
    assert found.among.coefficients["alpha"].value == pytest.approx(1 - (2 / 5) / (8 / 20))
    assert annotator_agreement(part_of(("a", "b", YES))) is None


def test_two_annotations_of_each_pair_have_no_kappa(part_of):
    # Which of two annotators comes first may differ from pair to pair.
    given = '["entailment", "neutral"]', '["neutral", "neutral"]'
    part = part_of(("a", "b", "ENTAILMENT"), ("c", "d", "UNKNOWN"), annotations=given)
    coefficients = annotator_agreement(part).among.coefficients
    assert {"pi", "alpha"} <= coefficients.keys()
    assert "kappa" not in coefficients


COUNTS = st.lists(
    st.tuples(st.integers(0, 40), st.integers(0, 40), st.integers(1, 40)), min_size=1, max_size=6
).map(np.array)
SHARES = st.sampled_from([(1 / 3, 1 / 3, 1 / 3), (0.5, 0.3, 0.2), (1.0, 0.0, 0.0)]).map(np.array)


def test_z_scores_by_hand():
    # 9 of 12 with a share of 1/2: (3/4 - 1/2) / sqrt(1/4 / 12) = sqrt(3).
    z = z_scores(np.array([[9, 3]]), np.array([0.5, 0.5]))
    np.testing.assert_allclose(z, [[3**0.5, -(3**0.5)]])
    # 4 of 4 with a share of 1/4: (1 - 1/4) / sqrt(3/16 / 4) = 2 sqrt(3).
    z = z_scores(np.array([[4, 0]]), np.array([0.25, 0.75]))
    np.testing.assert_allclose(z[0, 0], 2 * 3**0.5)


def test_p_values_by_hand():
    # Of 3 fair draws, 3 have a label in 1/8 of the cases, 2 or more in 4/8, 1 or more in 7/8.
    found = p_values(np.array([[3, 0], [2, 1]]), np.array([0.5, 0.5]))
    np.testing.assert_allclose(found, [[1 / 8, 1], [1 / 2, 7 / 8]])


@pytest.mark.slow
@given(counts=COUNTS, shares=SHARES)
def test_p_values_against_scipy(counts, shares):
    found = p_values(counts, shares)
    for row, column in np.ndindex(*counts.shape):
        of, number = int(counts[row, column]), int(counts[row].sum())
        test = binomtest(of, number, shares[column], alternative="greater")
        assert found[row, column] == pytest.approx(test.pvalue, abs=1e-12)


@pytest.mark.slow
@given(counts=COUNTS, shares=SHARES)
def test_z_scores_point_where_the_share_is_higher(counts, shares):
    z = z_scores(counts, shares)
    assert np.isfinite(z).all()
    is_free = (shares > 0) & (shares < 1)
    above = counts / counts.sum(axis=1, keepdims=True) - shares
    np.testing.assert_array_equal(np.sign(z), np.where(is_free, np.sign(above), 0))


@pytest.mark.slow
@given(counts=COUNTS, shares=SHARES)
def test_z_scores_against_statsmodels(counts, shares):
    found = z_scores(counts, shares)
    for row, column in np.ndindex(*counts.shape):
        share = shares[column]
        if 0 < share < 1:
            hits, pairs = counts[row, column], counts[row].sum()
            z, _ = proportions_ztest(hits, pairs, value=share, prop_var=share)
            assert found[row, column] == pytest.approx(z, abs=1e-9)


def test_pmi_by_hand():
    # Smoothed by 1: (4, 2) and (1, 3) of 10. p(first) = 6/10, p(first label) = 5/10.
    counts = np.array([[3, 1], [0, 2]])
    pmi = smoothed_pmi(counts, np.array([True, True]), smoothing=1)
    expected = [
        [(4 / 10) / (6 / 10 * 5 / 10), (2 / 10) / (6 / 10 * 5 / 10)],
        [(1 / 10) / (4 / 10 * 5 / 10), (3 / 10) / (4 / 10 * 5 / 10)],
    ]
    np.testing.assert_allclose(pmi, np.log(expected))
    second = smoothed_pmi(counts, np.array([False, True]), smoothing=1)
    np.testing.assert_allclose(second, np.log(expected[1:]))


@pytest.mark.slow
@given(counts=COUNTS)
def test_pmi_averages_to_mutual_information(counts):
    smoothed, every = counts + 100, np.ones(len(counts), np.bool_)
    average = (smoothed / smoothed.sum() * smoothed_pmi(counts, every)).sum()
    assert average == pytest.approx(mutual_info_score(None, None, contingency=smoothed), abs=1e-9)
    assert average >= -1e-12  # mutual information is not negative
    other = smoothed_pmi(2 * counts + 100, every)
    np.testing.assert_allclose(other, smoothed_pmi(counts, every), atol=1e-12)


def test_what_is_found_in_pairs(part_of, features):
    # "nobody" is in ten contradictions, "dogs" and "bark" in all hypotheses.
    rows = [(f"Text {n}.", "Nobody barks.", "CONTRADICTION") for n in range(10)]
    for label in ("ENTAILMENT", "UNKNOWN"):
        rows += [(f"{label} {n}.", "Dogs bark.", label) for n in range(10)]
    # A repeated pair counts once.
    part = part_of(*rows, *rows[:5])
    found = giveaways(part, features, Scheme.THREE_WAY, min_pairs=10, listed=2)
    assert (found.tested, found.significant) == (6, 3)  # nobody, barks, nobody barks
    first = found.strongest[2]
    assert first.label is Label.CONTRADICTION
    assert first.ngram in {"nobody", "barks", "nobody barks"}
    assert (first.pairs, first.share.value) == (10, 1.0)
    assert first.p_holm == pytest.approx(18 * 3.0**-10)
    assert found.affected.value == pytest.approx(1 / 3)
