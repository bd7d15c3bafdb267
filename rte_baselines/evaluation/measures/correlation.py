"""Matthews' correlation of the gold labels and a run's."""

import numpy as np

from rte_baselines.core.registry import registry
from rte_baselines.evaluation.measures.contingency import SchemeMeasure, ratio
from rte_baselines.kernels.ragged import FloatArray


@registry.measures("matthews_corrcoef.v1")
class MatthewsCorrelation(SchemeMeasure):
    """Matthews' correlation coefficient of the gold labels and the run's labels.

    Three-way, in Gorodkin's form, if both allow it, else two-way, where it is the phi coefficient.
    0 for a run that gives one label only, as in scikit-learn; undefined if all gold labels are the
    same.

    Formula: (c s - sum_l p_l t_l) / sqrt((s^2 - sum_l p_l^2) (s^2 - sum_l t_l^2)), with s pairs, c
    correct labels, and p_l and t_l the numbers of pairs that the run and the gold labels give l.

    When to use: as one figure on unbalanced data that is 0 for systems that guess and is high only
    if all labels are found and can be relied on. Like `kappa`, it depends on the shares of the
    labels: compare it on one dataset only.
    """

    name = "matthews_corrcoef"
    description = "Matthews' correlation of gold labels and labels; 0 for guesses"
    range = (-1.0, 1.0)
    citation = "Matthews 1975; Gorodkin 2004, Comparing two K-category assignments"
    why_nan = "all gold labels are the same"
    # All assignments of the same labels to the pairs are equally probable.
    value_of_guesses = 0.0

    def of_tables(self, tables: FloatArray) -> FloatArray:
        """Return the correlation of each table in the scheme of its judgments."""
        pairs = tables.sum(axis=(-2, -1))
        gold, given = tables.sum(axis=-1), tables.sum(axis=-2)
        covariance = np.trace(tables, axis1=-2, axis2=-1) * pairs - (gold * given).sum(axis=-1)
        of_gold, of_given = (pairs**2 - (of**2).sum(axis=-1) for of in (gold, given))
        # The root of a rounded square is exact, so that perfect runs have 1.
        found = ratio(covariance, np.sqrt(of_gold * of_given))
        found = np.clip(np.where(of_given > 0, found, 0.0), -1.0, 1.0)
        return np.where(of_gold > 0, found, np.nan)
