"""The calibration error: whether probabilities mean what they say."""

import numpy as np

from rte_baselines.core.registry import registry
from rte_baselines.evaluation.curves import BINS, bin_indices, reliability_curve
from rte_baselines.evaluation.inputs.judgments import Judgments
from rte_baselines.evaluation.measures.probabilities import (
    ProbabilityMeasure,
    entailment_probabilities,
)
from rte_baselines.evaluation.resampling.bootstrap import Resamples
from rte_baselines.kernels.ragged import FloatArray


@registry.measures("calibration_error.v1")
class CalibrationError(ProbabilityMeasure):
    """The expected calibration error.

    Probabilities are sorted into ten bins of equal width. The distance between the mean
    probability and the share of entailed pairs in each bin is averaged over the bins, with
    their numbers of pairs as weights. Defined for one pair or more.

    Formula: sum_b n_b / n |mean p in b - share of entailed pairs in b|, over ten bins b of equal
    width, with n_b pairs in bin b.

    When to use: to see whether probabilities mean what they say. It is not a proper score:
    giving every pair the share of entailed pairs has 0. It has no interval, so read it with
    `brier`. Figures for neural networks often follow Guo et al. instead, with the confidence in the
    predicted label and its accuracy in place of the probability of ENTAILMENT and the share of
    entailed pairs: do not compare the two.
    """

    name = "calibration_error"
    description = "mean distance, over 10 bins, of probabilities from the share of entailed pairs"
    range = (0.0, 1.0)
    direction = "lower"
    citation = "Naeini, Cooper and Hauskrecht 2015, Obtaining well calibrated probabilities"
    resampling = "unfit"

    def score(self, judgments: Judgments) -> float:
        """Return the calibration error of the reliability curve."""
        probabilities = entailment_probabilities(judgments)
        return reliability_curve(probabilities, judgments.gold_entails).calibration_error

    def resampled(self, resamples: Resamples) -> FloatArray:
        """Return the error of each resample.

        The distance between two means, times the number of pairs of the bin, is the distance
        between two sums.
        """
        judgments = resamples.judgments
        probabilities = entailment_probabilities(judgments)
        units = resamples.counts.shape[1]
        cells = resamples.units * BINS + bin_indices(probabilities)
        excess = np.bincount(cells, probabilities - judgments.gold_entails, units * BINS)
        by_bin = resamples.float_counts @ excess.reshape(units, BINS)
        errors: FloatArray = np.abs(by_bin).sum(axis=1) / resamples.sizes
        return errors
