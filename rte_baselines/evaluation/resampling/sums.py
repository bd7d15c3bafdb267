"""Sums and means over pairs in resamples, in which pairs are drawn with replacement."""

import numpy as np

from rte_baselines.evaluation.resampling.bootstrap import (
    PSEUDO_WEIGHT,
    SEED,
    WEIGHT_OF_PAIR,
    Estimate,
    blocks_of,
    expanded_level,
    percentile_interval,
    resamples_of,
    units_of,
)
from rte_baselines.kernels.ragged import FloatArray
from rte_baselines.kernels.rankings.resampling import draw_counts, draw_weights


def resampled_sums(columns: FloatArray, seed: int = SEED) -> FloatArray:
    """Return the sum of each column, shape (n, columns), in each resample of its rows.

    Rows are drawn with replacement. The result has the shape (resamples, columns).
    """
    generator = np.random.default_rng(seed)
    units = units_of(len(columns), generator)
    by_unit = np.zeros((int(units.max()) + 1, columns.shape[1]))
    np.add.at(by_unit, units, columns)
    blocks = blocks_of(resamples_of(len(columns)), len(by_unit))
    return np.concatenate([draw_counts(len(by_unit), rows, generator) @ by_unit for rows in blocks])


def smoothed_sums(columns: FloatArray, pairs: FloatArray, pseudo_columns: FloatArray) -> FloatArray:
    """Return the sum of each column in each resample of the smoothed Bayesian bootstrap.

    `pairs`, shape (n,), says how many pairs have each of the rows of the columns, shape (n,
    columns), and `pseudo_columns` are of pseudo-pairs; see `resampled`. The sums have the shape
    (resamples, columns), and are of as many pairs as there are.
    """
    rows = np.concatenate((columns, pseudo_columns))
    further = np.full(len(pseudo_columns), PSEUDO_WEIGHT / len(pseudo_columns))
    shapes, total = np.concatenate((pairs, further)), int(pairs.sum())
    generator = np.random.default_rng(SEED)
    sums = [
        draw_weights(shapes, WEIGHT_OF_PAIR * total, number, generator) @ rows / WEIGHT_OF_PAIR
        for number in blocks_of(resamples_of(total), len(rows))
    ]
    return np.concatenate(sums)


def means_of(columns: FloatArray) -> list[Estimate]:
    """Return the mean of each column over pairs, shape (n, columns), with its 95% interval.

    All columns are resampled together; the interval is expanded for few pairs.
    """
    sums = resampled_sums(np.column_stack([columns, np.ones(len(columns))]))
    level = expanded_level(len(columns))
    means = columns.mean(axis=0).tolist()
    return [
        Estimate(mean, *percentile_interval(drawn / sums[:, -1], mean, level=level))
        for mean, drawn in zip(means, sums.T, strict=False)
    ]
