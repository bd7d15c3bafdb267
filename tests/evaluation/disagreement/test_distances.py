"""Distances from annotators' labels: by hand, against SciPy, and what holds for all."""

from itertools import chain, repeat

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats
from scipy.spatial import distance

from rte_baselines.evaluation.disagreement.report import (
    annotator_agreements,
    cross_entropies,
    divergences,
    entropies,
    expected_accuracies,
    jensen_shannon,
    left_out_accuracies,
    majority_hits,
    shares,
)

of_pair = st.lists(st.integers(0, 5), min_size=3, max_size=3)
counted = st.lists(of_pair.filter(any), min_size=1, max_size=5)


def rows(*given):
    return np.array(given)


def test_by_hand():
    """p = (1/2, 1/2), q = (1/4, 3/4): KL = ln 2 / 2 + ln(2/3) / 2, CE = KL + ln 2."""
    p, q = rows([0.5, 0.5]), rows([0.25, 0.75])
    assert divergences(p, q) == pytest.approx([np.log(4 / 3) / 2])
    assert cross_entropies(p, q) == pytest.approx([np.log(4 / 3) / 2 + np.log(2)])
    assert entropies(p) == pytest.approx([np.log(2)])
    # Without a common label, it is ln 2; m = (3/4, 1/4) for (1, 0) and (1/2, 1/2).
    assert jensen_shannon(rows([1.0, 0.0]), rows([0.0, 1.0])) == pytest.approx([np.log(2)])
    expected = (np.log(4 / 3) + np.log(2 / 3) / 2 + np.log(2) / 2) / 2
    assert jensen_shannon(rows([1.0, 0.0]), p) == pytest.approx([expected])


def test_a_probability_of_zero_is_infinite_only_where_an_annotator_chose_the_label():
    p = rows([0.5, 0.5, 0.0], [1.0, 0.0, 0.0])
    q = rows([1.0, 0.0, 0.0], [1.0, 0.0, 0.0])
    assert divergences(p, q).tolist() == [np.inf, 0]
    assert cross_entropies(p, q).tolist() == [np.inf, 0]
    assert np.isfinite(jensen_shannon(p, q)).all()


def test_annotators_by_hand():
    """Of 3 and 1 annotators, 6 of 12 ordered pairs agree; of 2, 1 and 1, it is 2 of 12.

    Left out, each of the three meets a majority of 2 to 1 for the same label, the fourth meets
    none: 3/4. Of 1 and 1, the other always differs. Of 2, 1 and 1, each of the two meets a tie of
    three labels (1/3), and the others meet a majority for another label.
    """
    counts = rows([3, 1, 0], [1, 1, 0], [2, 1, 1], [1, 0, 0])
    assert annotator_agreements(counts)[:3] == pytest.approx([6 / 12, 0, 2 / 12])
    assert left_out_accuracies(counts)[:3] == pytest.approx([3 / 4, 0, 2 / 4 / 3])
    assert np.isnan(annotator_agreements(counts)[3])
    assert np.isnan(left_out_accuracies(counts)[3])
    hits = majority_hits(counts, rows(0, 0, 1, 0))
    assert hits[[0, 2, 3]].tolist() == [1, 0, 1]
    assert np.isnan(hits[1])
    assert expected_accuracies(shares(counts), rows(0, 0, 1, 1)).tolist() == [0.75, 0.5, 0.25, 0]


@pytest.mark.slow
@given(counted, st.integers(0, 2**32 - 1))
def test_scipy_finds_the_same(counts, seed):
    p = shares(np.array(counts))
    q = np.random.default_rng(seed).dirichlet([1, 1, 1], len(p))
    assert entropies(p) == pytest.approx(stats.entropy(p, axis=1), abs=1e-12)
    assert divergences(p, q) == pytest.approx(stats.entropy(p, q, axis=1), abs=1e-12)
    expected = distance.jensenshannon(p, q, axis=1)
    assert np.sqrt(jensen_shannon(p, q)) == pytest.approx(expected, abs=1e-7)


@pytest.mark.slow
@given(counted)
def test_ranges_and_symmetry(counts):
    counts = np.array(counts)
    p = shares(counts)
    q = p[::-1]
    between = jensen_shannon(p, q)
    assert ((between >= 0) & (between <= np.log(2) + 1e-12)).all()
    assert jensen_shannon(q, p) == pytest.approx(between)
    assert divergences(p, p).tolist() == [0] * len(p)
    assert (divergences(p, q) >= 0).all()
    # The order of labels does not matter.
    assert jensen_shannon(p[:, ::-1], q[:, ::-1]) == pytest.approx(between)
    expected = pytest.approx(left_out_accuracies(counts), nan_ok=True)
    assert left_out_accuracies(counts[:, ::-1]) == expected


def left_out(counts):
    """The same, annotator by annotator."""
    labels = list(chain.from_iterable(repeat(label, count) for label, count in enumerate(counts)))
    hits = []
    for place, label in enumerate(labels):
        others = labels[:place] + labels[place + 1 :]
        most = max(map(others.count, others))
        best = {other for other in others if others.count(other) == most}
        hits.append((label in best) / len(best))
    return np.mean(hits)


@pytest.mark.slow
@given(of_pair.filter(lambda of: sum(of) > 1))
def test_annotators_left_out_one_by_one(counts):
    assert left_out_accuracies(np.array([counts])) == pytest.approx([left_out(counts)])
