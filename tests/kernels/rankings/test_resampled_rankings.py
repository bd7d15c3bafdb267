"""Scores and tables of resampled orders, against those of the resamples written out."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import rankdata

from rte_baselines.kernels.rankings.rankings import (
    MOST_TIES,
    confidence_weighted_score,
    precision_of_ranked,
    roc_area_of_ranked,
    score_of_ranked,
)
from rte_baselines.kernels.rankings.resampled_rankings import (
    RankedHits,
    rank_weighted_tables,
    resampled_average_precisions,
    resampled_confidence_weighted_scores,
    resampled_roc_areas,
)
from rte_baselines.kernels.rankings.resampling import draw_counts

judged = st.lists(st.tuples(st.booleans(), st.integers(0, 5)), min_size=1, max_size=12)


def ranked(judgments):
    """Hits by ascending key, and the keys in their order."""
    hits, keys = (np.array(column) for column in zip(*judgments, strict=True))
    return RankedHits.of(keys, hits), np.sort(keys)


def counts_of(*rows):
    return np.array(rows, dtype=np.int64)


def by_place(order):
    """Units such that the pair at each place of the order is drawn by itself, as that unit."""
    units = np.empty(len(order), dtype=np.int64)
    units[order.order] = np.arange(len(order))
    return units


def test_ties_by_hand():
    order, _ = ranked([(True, 1), (False, 1), (True, 1)])
    assert order.hits.tolist() == [False, True, True]
    # Two of three tied judgments are right, be they two pairs or one that was drawn twice,
    # and each rank holds 2/3 of a right one. They stand at ranks 1 and 2, 1 and 3, or 2 and
    # 3, with average precisions of (1 + 1) / 2, (1 + 2/3) / 2 and (1/2 + 2/3) / 2.
    drawn = counts_of([1, 1, 1], [1, 0, 2])
    scores = resampled_confidence_weighted_scores(order, drawn, by_place(order))
    assert scores == pytest.approx([2 / 3] * 2)
    precisions = resampled_average_precisions(order, drawn, by_place(order))
    assert precisions == pytest.approx([29 / 36] * 2)
    assert resampled_roc_areas(order, drawn, by_place(order)).tolist() == [1 / 2] * 2


@settings(max_examples=150)
@given(judged, st.integers(1, 12), st.booleans(), st.integers(0, 1000))
def test_equals_the_scores_of_explicit_resamples(judgments, groups, is_grouped, seed):
    order, keys = ranked(judgments)
    generator = np.random.default_rng(seed)
    # Groups are drawn with all their pairs.
    units = generator.integers(groups, size=len(order)) if is_grouped else by_place(order)
    counts = draw_counts(units.max() + 1, 6, generator)
    counts = counts[counts[:, units].any(axis=1)]
    scores = resampled_confidence_weighted_scores(order, counts, units)
    precisions = resampled_average_precisions(order, counts, units)
    areas = resampled_roc_areas(order, counts, units)
    for row, score, precision, area in zip(counts, scores, precisions, areas, strict=True):
        drawn = row[units[order.order]]
        hits, drawn_keys = np.repeat(order.hits, drawn), np.repeat(keys, drawn)
        assert score == pytest.approx(confidence_weighted_score(-drawn_keys, hits))
        if hits.any():
            assert precision == pytest.approx(precision_of_ranked(RankedHits.of(drawn_keys, hits)))
        else:
            assert np.isnan(precision)
        if hits.any() and not hits.all():
            assert area == pytest.approx(roc_area_of_ranked(RankedHits.of(drawn_keys, hits)))
        else:
            assert np.isnan(area)


@settings(max_examples=60)
@given(st.integers(1, 400), st.integers(0, 400), st.booleans(), st.integers(0, 99))
def test_all_correct_or_all_wrong_is_exact(hits, misses, is_tied, seed):
    is_hit = np.arange(hits + misses) < hits
    keys = ~is_hit if is_tied else np.arange(hits + misses)
    perfect = RankedHits.of(keys.astype(np.int64), is_hit)
    counts = draw_counts(len(perfect), 5, np.random.default_rng(seed))
    precisions = resampled_average_precisions(perfect, counts, by_place(perfect))
    assert set(precisions[~np.isnan(precisions)].tolist()) <= {1.0}
    areas = resampled_roc_areas(perfect, counts, by_place(perfect))
    assert set(areas[~np.isnan(areas)].tolist()) <= {1.0}
    for value in (True, False):
        same = RankedHits.of(np.arange(len(keys)) // 3, np.full(len(keys), value))
        scores = resampled_confidence_weighted_scores(same, counts, by_place(same))
        assert set(scores.tolist()) == {float(value)}


def test_neighbouring_ties_are_merged_if_there_are_very_many():
    size = 2 * MOST_TIES + 5
    generator = np.random.default_rng(0)
    is_hit = generator.random(size) < 0.6
    order = RankedHits.of(generator.random(size), is_hit)
    fewer = order.coarse
    assert len(fewer.ties) - 1 == MOST_TIES
    assert set(fewer.ties) <= set(order.ties)
    assert (fewer.ties[0], fewer.ties[-1]) == (0, size)
    assert (fewer.hits == is_hit[fewer.order]).all()
    # Pairs stay in their ties, with misses before hits.
    ties = np.repeat(np.arange(MOST_TIES), np.diff(fewer.ties))
    places = np.empty(size, dtype=np.int64)
    places[order.order] = np.arange(size)
    assert (np.searchsorted(fewer.ties, places[fewer.order], side="right") - 1 == ties).all()
    assert (np.diff(2 * ties + fewer.hits) >= 0).all()
    assert fewer.coarse is fewer
    once = np.ones((1, size), dtype=np.int64)
    for resampled, score in (
        (resampled_confidence_weighted_scores, score_of_ranked),
        (resampled_average_precisions, precision_of_ranked),
        (resampled_roc_areas, roc_area_of_ranked),
    ):
        assert resampled(fewer, once, np.arange(size))[0] == pytest.approx(score(order), abs=1e-4)


CELLS = 5


@st.composite
def ordered_pairs(draw):
    """Cells, keys in ascending order, and units of some pairs."""
    size = draw(st.integers(1, 12))

    def column(highest):
        values = draw(st.lists(st.integers(0, highest), min_size=size, max_size=size))
        return np.array(values, dtype=np.int64)

    return column(CELLS - 1).astype(np.int8), np.sort(column(6)), column(size - 1)


def ties_of(keys):
    return np.array([0, *(np.flatnonzero(np.diff(keys)) + 1), len(keys)])


@settings(max_examples=60)
@given(pairs=ordered_pairs(), seed=st.integers(0, 99))
def test_weighted_tables_equal_those_of_explicit_resamples(pairs, seed):
    cells, keys, units = pairs
    counts = draw_counts(len(keys), 4, np.random.default_rng(seed))
    tables = rank_weighted_tables(cells, ties_of(keys), units, counts, CELLS)
    for table, drawn in zip(tables, counts[:, units], strict=True):
        weights = drawn.sum() + 1 - rankdata(np.repeat(keys, drawn))
        expected = np.bincount(np.repeat(cells, drawn), weights, minlength=CELLS)
        assert table.tolist() == expected.tolist()
