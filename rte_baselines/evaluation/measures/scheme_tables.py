"""Measures of the contingency table in the scheme that gold labels and run share."""

import numpy as np

from rte_baselines.evaluation.inputs.judgments import (
    LABELS,
    NO_ENTAILMENT,
    Codes,
    Judgments,
    conflate_codes,
)
from rte_baselines.evaluation.measures.contingency import ContingencyMeasure
from rte_baselines.evaluation.resampling.bootstrap import Resamples
from rte_baselines.kernels.ragged import FloatArray
from rte_baselines.pairs import Scheme

# The label that each label is conflated to.
_CONFLATED = conflate_codes(np.arange(len(LABELS), dtype=np.int8)).tolist()
# A row for each label, with a 1 in the column of the label that it is conflated to.
_CONFLATION = np.eye(len(LABELS))[_CONFLATED]


class SchemeMeasure(ContingencyMeasure):
    """A measure of the table in the scheme of the judgments, three-way or two-way.

    If gold labels or the run's labels are two-way, the others are conflated. This is decided
    by all judgments, and holds for all their resamples, with or without two-way labels.
    """

    follows_scheme = True

    def score(self, judgments: Judgments) -> float:
        """Return the value of the table of the judgments."""
        return float(self.of_tables(self.table(judgments)))

    def resampled(self, resamples: Resamples) -> FloatArray:
        """Return the value in each resample, NaN where it is undefined."""
        tables = self.weighted_tables(resamples)
        return self.of_tables(conflate_tables(tables, resamples.judgments.scheme))

    def table(self, judgments: Judgments) -> FloatArray:
        """Return the table in the scheme of the judgments, shape (4, 4)."""
        return conflate_tables(self.weighted_table(judgments), judgments.scheme)

    def weighted_table(self, judgments: Judgments) -> FloatArray:
        """Return the total weight of the pairs of each cell, before any conflation."""
        return judgments.table

    def weighted_tables(self, resamples: Resamples) -> FloatArray:
        """Return the total weights of the cells in each resample, shape (resamples, 4, 4)."""
        return resamples.tables


def conflate_tables(tables: FloatArray, scheme: Scheme | None) -> FloatArray:
    """Conflate the rows and columns of tables if the scheme is two-way.

    Parameters
    ----------
    tables : ndarray of float64, shape (..., 4, 4)
    scheme : Scheme or None
        The scheme of the judgments.
    """
    if scheme is not Scheme.TWO_WAY:
        return tables
    # Sums of slices take a fraction of the time of products of many small matrices.
    rows, conflated = np.zeros_like(tables), np.zeros_like(tables)
    for label, target in enumerate(_CONFLATED):
        rows[..., target, :] += tables[..., label, :]
    for label, target in enumerate(_CONFLATED):
        conflated[..., target] += rows[..., label]
    return conflated


def blind_labels(gold: Codes, probabilities: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Return the gold counts and the label probabilities of a trivial system in its scheme.

    Parameters
    ----------
    gold : ndarray of int8, shape (n,)
    probabilities : ndarray of float64, shape (4,)
        The probability with which each of `LABELS` is given to a pair.

    Returns
    -------
    gold_counts, probabilities : ndarray of float64, shape (4,)
        The number of pairs with each label, and the probability with which it is given.
    """
    gold_counts = np.bincount(gold, minlength=len(LABELS)).astype(np.float64)
    if gold_counts[NO_ENTAILMENT] or probabilities[NO_ENTAILMENT]:
        return gold_counts @ _CONFLATION, np.minimum(probabilities @ _CONFLATION, 1)
    return gold_counts, probabilities
