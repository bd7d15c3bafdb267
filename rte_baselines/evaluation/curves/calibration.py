"""Reliability curves: whether 70% of the pairs given a probability of 0.7 are entailed."""

from dataclasses import dataclass

import numpy as np

from rte_baselines.core.representing import brief
from rte_baselines.kernels.ragged import BoolArray, FloatArray, IntArray

BINS = 10
"""The default number of bins, all of equal width."""


@brief
@dataclass(frozen=True)
class ReliabilityCurve:
    """The share of entailed pairs in each non-empty bin of probabilities.

    Empty bins are left out, so that no value is NaN.

    Parameters
    ----------
    edges : ndarray of float64, shape (bins, 2)
        The lower and the upper edge of each bin. The upper edge belongs to the bin; the
        lower edge belongs to the bin before, except for 0, which belongs to the first bin.
    mean_probability : ndarray of float64, shape (bins,)
        The mean probability of ENTAILMENT of the pairs in each bin, in [0, 1].
    share_entailed : ndarray of float64, shape (bins,)
        The share of the pairs in each bin that are entailed, in [0, 1].
    pairs : ndarray of int64, shape (bins,)
        The number of pairs in each bin, at least 1.
    """

    edges: FloatArray
    mean_probability: FloatArray
    share_entailed: FloatArray
    pairs: IntArray

    @property
    def calibration_error(self) -> float:
        """The expected calibration error.

        It is the distance between mean probability and share entailed in each bin, averaged
        over the bins with their numbers of pairs as weights.
        """
        distances = np.abs(self.mean_probability - self.share_entailed)
        return float(self.pairs @ distances / self.pairs.sum())


def reliability_curve(
    probabilities: FloatArray, entailed: BoolArray, bins: int = BINS
) -> ReliabilityCurve:
    """Return the reliability curve of probabilities of ENTAILMENT.

    Parameters
    ----------
    probabilities : ndarray of float64, shape (n,)
        The predicted probabilities of ENTAILMENT, in [0, 1]; n > 0.
    entailed : ndarray of bool, shape (n,)
        Whether the gold label is ENTAILMENT.
    bins : int
        The number of bins of equal width that divide [0, 1], at least 1.

    Returns
    -------
    ReliabilityCurve
        Bins in ascending order.

    Notes
    -----
    M. H. DeGroot and S. E. Fienberg, "The comparison and evaluation of forecasters", The
    Statistician 32 (1983); binned as in M. P. Naeini, G. F. Cooper and M. Hauskrecht,
    "Obtaining well calibrated probabilities using Bayesian binning", AAAI 2015.
    """
    indices = bin_indices(probabilities, bins)
    pairs = np.bincount(indices, minlength=bins)
    filled = np.flatnonzero(pairs)
    edges = np.linspace(0, 1, bins + 1)
    return ReliabilityCurve(
        edges=np.column_stack([edges[filled], edges[filled + 1]]),
        mean_probability=np.bincount(indices, probabilities, bins)[filled] / pairs[filled],
        share_entailed=np.bincount(indices, entailed, bins)[filled] / pairs[filled],
        pairs=pairs[filled],
    )


def bin_indices(probabilities: FloatArray, bins: int = BINS) -> IntArray:
    """Return the index of each probability's bin, from 0 to bins - 1.

    The parameters are those of `reliability_curve`.
    """
    inner_edges = np.linspace(0, 1, bins + 1)[1:-1]
    return np.searchsorted(inner_edges, probabilities, side="left")
