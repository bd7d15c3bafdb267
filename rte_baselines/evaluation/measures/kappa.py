"""Cohen's kappa: agreement with the gold labels beyond chance."""

import numpy as np

from rte_baselines.core.registry import registry
from rte_baselines.evaluation.inputs.judgments import Codes, Judgments
from rte_baselines.evaluation.measures.contingency import ratio
from rte_baselines.evaluation.measures.scheme_tables import SchemeMeasure
from rte_baselines.kernels.ragged import FloatArray


@registry.measures("kappa.v1")
class Kappa(SchemeMeasure):
    """Cohen's kappa of the gold labels and the run's labels.

    Three-way if both allow it, else two-way. Undefined if all gold labels and all labels of
    the run are the same label, since chance agreement is then 1.

    Formula: (p_o - p_e) / (1 - p_e), with the observed agreement p_o = sum_l P(G = l, L = l)
    and the agreement by chance p_e = sum_l P(G = l) P(L = l).

    When to use: as an accuracy that is 0 in expectation for systems that guess, on unbalanced data
    as well. It depends on the shares of the labels, so compare it on one dataset only. Conflating
    two labels may raise it; `mutual_information` never rises by that (bergmair2009, section 5.2).
    """

    name = "kappa"
    description = "Cohen's kappa: share of correct labels among those not expected by chance"
    range = (-1.0, 1.0)
    by_default = True
    citation = "Cohen 1960; bergmair2009, sections 3 and 5"

    def why_undefined(self, judgments: Judgments) -> str | None:
        """Return why, if chance agreement is 1."""
        reason = super().why_undefined(judgments)
        if reason is None and np.isnan(self.score(judgments)):
            return "all labels, gold and the run's, are the same, and chance agreement is 1"
        return reason

    def of_tables(self, tables: FloatArray) -> FloatArray:
        """Return the kappa of each table in the scheme of its judgments."""
        return cohens_kappa(tables)

    def expected(self, gold: Codes, probabilities: FloatArray) -> float:
        """Return 0: the expected agreement is that of chance."""
        return 0.0


def cohens_kappa(tables: FloatArray) -> FloatArray:
    """Return Cohen's kappa, (observed - chance) / (1 - chance) agreement.

    Parameters
    ----------
    tables : ndarray of float64, shape (..., labels, labels)
        How often each label was given (columns) for each gold label (rows).

    Returns
    -------
    ndarray of float64, shape (...,)
        From -1 to 1; NaN where chance agreement is 1, and for a table of zeros.

    Notes
    -----
    J. Cohen, "A coefficient of agreement for nominal scales", Educational and
    Psychological Measurement 20 (1960). Numerator and denominator are multiplied by the
    squared number of pairs and thus are whole numbers, so that 1, 0, -1 and NaN are exact.
    """
    pairs = tables.sum(axis=(-2, -1))
    observed = np.trace(tables, axis1=-2, axis2=-1) * pairs
    chance = (tables.sum(axis=-1) * tables.sum(axis=-2)).sum(axis=-1)
    return ratio(observed - chance, pairs**2 - chance)
