"""Precision, recall and F1 of the entailed class.

All three are undefined where no gold label is ENTAILMENT, for then there is nothing to
find; where the run labels no pair ENTAILMENT although some are, all three are 0.
"""

from abc import abstractmethod

import numpy as np
from scipy.special import gammaln, xlog1py, xlogy

from rte_baselines.evaluation.judgments import ENTAILMENT, Codes, Judgments
from rte_baselines.evaluation.measure import Measure
from rte_baselines.kernels.ragged import FloatArray
from rte_baselines.registry import registry


class _EntailedClassMeasure(Measure):
    """A measure that follows from how many entailments there are, are said, are found."""

    range = (0.0, 1.0)

    @abstractmethod
    def of_counts(self, found: FloatArray, said: FloatArray, there: float) -> FloatArray:
        """Return the value for these counts, of which `there` is at least 1."""

    def why_undefined(self, judgments: Judgments) -> str | None:
        """Say if there is nothing to find."""
        if not judgments.gold_entails.any():
            return "no gold label is ENTAILMENT"
        return super().why_undefined(judgments)

    def score(self, judgments: Judgments) -> float:
        """Return the value for the counts of a run."""
        said, there = judgments.labels_entail, judgments.gold_entails
        found = np.array([np.sum(said & there)], dtype=np.float64)
        said_count = np.array([np.sum(said)], dtype=np.float64)
        return float(self.of_counts(found, said_count, float(there.sum()))[0])

    def expected(self, gold: Codes, probabilities: FloatArray) -> float:
        """Return the mean over how many pairs may be said to be entailed.

        Of k pairs chosen blindly, a share equal to that of all pairs is entailed in
        expectation, and each measure is linear in that number when k is given.
        """
        size = len(gold)
        there = float(np.sum(gold == ENTAILMENT))
        said = np.arange(size + 1, dtype=np.float64)
        values = self.of_counts(said * there / size, said, there)
        return float(values @ _binomial(said, size, probabilities[ENTAILMENT]))


@registry.measures("precision.v1")
class Precision(_EntailedClassMeasure):
    """The share of the pairs labelled ENTAILMENT that are; 0 where none is so labelled."""

    name = "precision"
    description = "share of the pairs labelled ENTAILMENT that are entailed"
    citation = "jijkoun2006, section 2.3; bergmair2009, section 3"

    def of_counts(self, found: FloatArray, said: FloatArray, there: float) -> FloatArray:
        """Return found / said."""
        return found / np.maximum(said, 1)


@registry.measures("recall.v1")
class Recall(_EntailedClassMeasure):
    """The share of the entailed pairs that are labelled ENTAILMENT."""

    name = "recall"
    description = "share of the entailed pairs that are labelled ENTAILMENT"
    citation = "jijkoun2006, section 2.3; bergmair2009, section 3"

    def of_counts(self, found: FloatArray, said: FloatArray, there: float) -> FloatArray:
        """Return found / there."""
        return found / there


@registry.measures("f1.v1")
class F1(_EntailedClassMeasure):
    """The harmonic mean of precision and recall of ENTAILMENT."""

    name = "f1"
    description = "harmonic mean of the precision and the recall of ENTAILMENT"
    citation = "van Rijsbergen 1979, Information Retrieval, chapter 7"

    def of_counts(self, found: FloatArray, said: FloatArray, there: float) -> FloatArray:
        """Return 2 found / (said + there)."""
        return 2 * found / (said + there)


def _binomial(successes: FloatArray, trials: int, probability: float) -> FloatArray:
    """Return the probability of each number of successes."""
    arrangements = gammaln(trials + 1) - gammaln(successes + 1) - gammaln(trials - successes + 1)
    chances = xlogy(successes, probability) + xlog1py(trials - successes, -probability)
    likelihood = np.exp(arrangements + chances)
    shares: FloatArray = likelihood / likelihood.sum()
    return shares
