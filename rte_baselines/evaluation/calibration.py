"""Whether 70% of the pairs are entailed that are given a probability of 0.7."""

from dataclasses import dataclass

import numpy as np

from rte_baselines.kernels.ragged import BoolArray, FloatArray, IntArray
from rte_baselines.representing import brief

BINS = 10
"""How many bins of equal width probabilities are put into."""


@brief
@dataclass(frozen=True)
class ReliabilityCurve:
    """The share of entailed pairs in each bin of probabilities that holds any pair.

    Bins without pairs have no share and are left out, so that no value is NaN.

    Parameters
    ----------
    edges : ndarray of float64, shape (bins, 2)
        Between which probabilities each bin lies. The upper bound belongs to the bin, the
        lower to the bin before, except for 0, which belongs to the first.
    mean_probability : ndarray of float64, shape (bins,)
        The mean probability of ENTAILMENT of the pairs in each bin, in [0, 1].
    share_entailed : ndarray of float64, shape (bins,)
        Which share of them is entailed, in [0, 1].
    pairs : ndarray of int64, shape (bins,)
        How many there are, at least 1.
    """

    edges: FloatArray
    mean_probability: FloatArray
    share_entailed: FloatArray
    pairs: IntArray

    @property
    def calibration_error(self) -> float:
        """The mean over pairs of the distance between the two shares in their bins."""
        distances = np.abs(self.mean_probability - self.share_entailed)
        return float(self.pairs @ distances / self.pairs.sum())


def reliability_curve(
    probabilities: FloatArray, entailed: BoolArray, bins: int = BINS
) -> ReliabilityCurve:
    """Compare probabilities with how often pairs that have them are entailed.

    Parameters
    ----------
    probabilities : ndarray of float64, shape (n,)
        How probable the system thinks ENTAILMENT, in [0, 1]; n > 0.
    entailed : ndarray of bool, shape (n,)
        The gold labels.
    bins : int
        How many bins of equal width divide [0, 1], at least 1.

    Returns
    -------
    ReliabilityCurve
        From the lowest probabilities to the highest.

    Notes
    -----
    M. H. DeGroot and S. E. Fienberg, "The comparison and evaluation of forecasters", The
    Statistician 32 (1983); binned as in M. P. Naeini, G. F. Cooper and M. Hauskrecht,
    "Obtaining well calibrated probabilities using Bayesian binning", AAAI 2015.
    """
    places = bin_places(probabilities, bins)
    pairs = np.bincount(places, minlength=bins)
    filled = np.flatnonzero(pairs)
    edges = np.linspace(0, 1, bins + 1)
    return ReliabilityCurve(
        edges=np.column_stack([edges[filled], edges[filled + 1]]),
        mean_probability=np.bincount(places, probabilities, bins)[filled] / pairs[filled],
        share_entailed=np.bincount(places, entailed, bins)[filled] / pairs[filled],
        pairs=pairs[filled],
    )


def bin_places(probabilities: FloatArray, bins: int = BINS) -> IntArray:
    """Return the bin of each probability, from 0 to bins - 1.

    Parameters are those of `reliability_curve`.
    """
    inner_edges = np.linspace(0, 1, bins + 1)[1:-1]
    return np.searchsorted(inner_edges, probabilities, side="left")
