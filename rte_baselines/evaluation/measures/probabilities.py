"""Measures of a system's predicted probabilities of ENTAILMENT.

All measures are two-way: the probability of ENTAILMENT is p, that of any other label is
1 - p, and three-way gold labels are conflated.
"""

from abc import abstractmethod

import numpy as np

from rte_baselines.core.quoting import counted
from rte_baselines.core.registry import registry
from rte_baselines.evaluation.inputs.judgments import ENTAILMENT, Codes, Judgments
from rte_baselines.evaluation.measures.base import Measure
from rte_baselines.evaluation.resampling.bootstrap import Resamples, wilson_interval
from rte_baselines.kernels.ragged import FloatArray


class ProbabilityMeasure(Measure):
    """A measure that depends only on the probabilities of ENTAILMENT and the gold labels."""

    needs = ("probabilities",)

    def expected(self, gold: Codes, probabilities: FloatArray) -> float | None:
        """Return the value for these probabilities of every pair, None if undefined."""
        repeated = np.tile(probabilities, (len(gold), 1))
        judgments = Judgments(gold, gold, probabilities=repeated)
        return None if self.why_undefined(judgments) else self.score(judgments)


class MeanOverPairs(ProbabilityMeasure):
    """The mean of a loss or gain over pairs, undefined if it is infinite for a pair."""

    @abstractmethod
    def of_pairs(self, judgments: Judgments) -> FloatArray:
        """Return the loss or gain of each pair, shape (n,)."""

    def score(self, judgments: Judgments) -> float:
        """Return the mean over all pairs."""
        return float(np.mean(self.of_pairs(judgments)))

    def why_undefined(self, judgments: Judgments) -> str | None:
        """Return why, if the value is infinite for some pairs."""
        if reason := super().why_undefined(judgments):
            return reason
        if infinite := int(np.isinf(self.of_pairs(judgments)).sum()):
            return (
                "it is infinite, as the probability of the gold label is 0 for "
                f"{infinite} of {counted(len(judgments.gold), 'pair')}; nlp_clipped is finite"
            )
        return None

    def resampled(self, resamples: Resamples) -> FloatArray:
        """Return the mean of each resample, NaN where it is infinite."""
        values = self.of_pairs(resamples.judgments)
        infinite = np.isinf(values)
        means = resamples.sums(np.where(infinite, 0.0, values)) / resamples.sizes
        return np.where(resamples.sums(infinite.astype(np.float64)) > 0, np.nan, means)


@registry.measures("classification_error.v1")
class ClassificationError(MeanOverPairs):
    """The error rate of labelling pairs with a probability of at least 0.5 ENTAILMENT.

    It follows from the probabilities alone, which may disagree with the system's labels.
    Defined for one pair or more.

    Formula: 1/n sum_i [(p_i >= 0.5) differs from y_i], where p_i is the probability of
    ENTAILMENT and y_i is 1 for an entailed pair, else 0.

    When to use: next to the other measures of probabilities, to separate wrong decisions from
    bad probabilities. It is 1 - `accuracy_2way` where labels follow from the probabilities; the
    accuracy is then the figure to report.
    """

    name = "classification_error"
    description = "share of wrong labels if a probability of at least 0.5 means ENTAILMENT"
    range = (0.0, 1.0)
    direction = "lower"
    citation = "quinonero-candela2006, section 4.1, equation 11"

    def of_pairs(self, judgments: Judgments) -> FloatArray:
        """Return 1 for each wrong pair, else 0."""
        predicted = entailment_probabilities(judgments) >= 0.5
        return np.not_equal(predicted, judgments.gold_entails).astype(np.float64)

    def closed_interval(self, judgments: Judgments) -> tuple[float, float]:
        """Return Wilson's 95% interval."""
        errors = int(self.of_pairs(judgments).sum())
        return wilson_interval(errors, len(judgments.gold))


@registry.measures("nlp.v1")
class NegativeLogProbability(MeanOverPairs):
    """The mean negative decimal logarithm of the probability of the gold label.

    Undefined if a gold label has a probability of 0, since the value is then infinite.

    Formula: -1/n sum_i log10 p(gold label of i).

    When to use: to score probabilities by a proper rule that punishes confident errors heavily,
    and to compare with the predictive uncertainty challenge. `log_loss` and `information_gain` are
    the same on other scales, so that they put systems in the same order: report one of the three.

    Notes
    -----
    The paper writes log without a base. The figures of its section 6 show that logarithms
    are decimal: the baseline that predicts the class frequencies for all pairs has 0.2940 on
    Catalysis, with an error rate of 40.9%, and 0.1314 on Gatineau, with "about only 9%" of
    the rarer class. The entropies of these frequencies are 0.2938 and 0.1314 in decimal
    logarithms, 0.676 and 0.303 in natural and 0.976 and 0.436 in binary ones. A constant
    prediction of 0.5 has 0.301. `log_loss` has natural logarithms.
    """

    name = "nlp"
    description = "mean negative decimal logarithm of the probability of the gold label"
    range = (0.0, np.inf)
    direction = "lower"
    by_default = True
    citation = "quinonero-candela2006, section 4.1, equation 12"

    def of_pairs(self, judgments: Judgments) -> FloatArray:
        """Return the negative logarithms, infinite where a probability is 0."""
        probabilities = entailment_probabilities(judgments)
        return negative_log_probabilities(gold_probabilities(probabilities, judgments))


@registry.measures("log_loss.v1")
class LogLoss(NegativeLogProbability):
    """The mean negative natural logarithm of the probability of the gold label.

    It is ln 10 = 2.303 times `nlp`; a constant prediction of 0.5 has 0.693. Undefined if a
    gold label has a probability of 0.

    Formula: -1/n sum_i ln p(gold label of i).

    When to use: as `nlp`, to compare with other papers and toolkits: scikit-learn's `log_loss` and
    the cross-entropy of neural networks have natural logarithms.
    """

    name = "log_loss"
    description = "mean negative natural logarithm of the probability of the gold label"
    by_default = False

    def of_pairs(self, judgments: Judgments) -> FloatArray:
        """Return the negative logarithms, infinite where a probability is 0."""
        return np.asarray(super().of_pairs(judgments) * np.log(10))


@registry.measures("nlp_clipped.v1")
class ClippedNegativeLogProbability(MeanOverPairs):
    """The negative log probability of clipped probabilities.

    Probabilities are clipped to [1/n, 1 - 1/n] for n pairs, so that no loss is infinite: the value
    is between -log10(1 - 1/n) and log10 n. In a bootstrap, n is the number of original pairs.
    Undefined for a single pair, where the range is empty.

    Formula: -1/n sum_i log10 q_i, where q_i is p(gold label of i) clipped to [1/n, 1 - 1/n].

    When to use: instead of `nlp` if a system gives probabilities of 0 or 1. Compare it only on
    equally many pairs, as the limits depend on their number.
    """

    name = "nlp_clipped"
    description = "nlp with probabilities of n pairs clipped to [1/n, 1 - 1/n]"
    range = (0.0, np.inf)
    direction = "lower"
    citation = "quinonero-candela2006, section 4.3"

    def why_undefined(self, judgments: Judgments) -> str | None:
        """Return why, if there is only one pair."""
        if len(judgments.gold) == 1:
            return "there is one pair, and the range from 1/n to 1 - 1/n is empty"
        return super().why_undefined(judgments)

    def of_pairs(self, judgments: Judgments) -> FloatArray:
        """Return the negative logarithms of the clipped probabilities."""
        least = 1 / (len(judgments.gold) - judgments.pseudo_pairs)
        clipped = np.clip(entailment_probabilities(judgments), least, 1 - least)
        return negative_log_probabilities(gold_probabilities(clipped, judgments))


@registry.measures("information_gain.v1")
class InformationGain(MeanOverPairs):
    """The mean information gain in bits over a constant prediction of 0.5.

    A constant prediction of 0.5 has 0, perfect certainty has 1, and confident errors have
    no lower bound. It is 1 - 3.322 times `nlp`, with 3.322 = log2 10. Undefined, as `nlp` is, if a
    gold label has a probability of 0.

    Formula: 1/n sum_i (1 + log2 p(gold label of i)).

    When to use: as `nlp`, on a scale that needs no explanation: 0 is no knowledge, 1 certainty.
    """

    name = "information_gain"
    description = "mean gain in bits over giving every pair a probability of 0.5"
    range = (-np.inf, 1.0)
    direction = "higher"
    citation = "quinonero-candela2006, section 4.1"

    def of_pairs(self, judgments: Judgments) -> FloatArray:
        """Return 1 + log2 of the gold labels' probabilities."""
        probabilities = gold_probabilities(entailment_probabilities(judgments), judgments)
        with np.errstate(divide="ignore"):
            return np.asarray(1 + np.log2(probabilities))


@registry.measures("brier.v1")
class BrierScore(MeanOverPairs):
    """The mean squared error of the probability of ENTAILMENT.

    The target is 1 for an entailed pair and 0 for any other. Brier summed over all classes;
    for two classes, this is half of that sum, as is now usual. Defined for one pair or more.

    Formula: 1/n sum_i (p_i - y_i)^2, where p_i is the probability of ENTAILMENT and y_i is 1
    for an entailed pair, else 0.

    When to use: to score probabilities by a proper rule that is bounded, so that a single
    confident error does not decide. Figures that are summed over both classes are twice as high.
    """

    name = "brier"
    description = "mean squared error of the probability of ENTAILMENT, whose target is 1 or 0"
    range = (0.0, 1.0)
    direction = "lower"
    by_default = True
    citation = "Brier 1950, Verification of forecasts expressed in terms of probability"

    def of_pairs(self, judgments: Judgments) -> FloatArray:
        """Return the squared errors."""
        errors = entailment_probabilities(judgments) - judgments.gold_entails
        return np.square(errors)


def entailment_probabilities(judgments: Judgments) -> FloatArray:
    """Return the predicted probability of ENTAILMENT of each pair, shape (n,)."""
    assert judgments.probabilities is not None
    return judgments.probabilities[:, ENTAILMENT]


def gold_probabilities(probabilities: FloatArray, judgments: Judgments) -> FloatArray:
    """Return the probability of each two-way gold label, given that of ENTAILMENT."""
    return np.where(judgments.gold_entails, probabilities, 1 - probabilities)


def negative_log_probabilities(probabilities: FloatArray) -> FloatArray:
    """Return the negative decimal logarithms, infinite for 0."""
    with np.errstate(divide="ignore"):
        # The absolute value, since the negative of log 1 would be printed as -0.
        return np.asarray(np.abs(np.log10(probabilities)))
