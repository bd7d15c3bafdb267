"""How much the system's labels say about the gold labels, in bits.

bergmair2009, section 5: the answers of a system that guesses, or always gives the same
label, say nothing, however many of them happen to be right; and a system loses if it hides
what it does not know (see `degradation`). The labels are of the scheme that gold labels and
the run's share: three-way if both can be read so, else two-way.
"""

from abc import abstractmethod
from dataclasses import dataclass
from functools import partial
from math import log, log2

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import entr

from rte_baselines.evaluation.judgments import LABELS, Codes, Judgments
from rte_baselines.evaluation.measures.blind_information import (
    expected_conditional_entropy,
    expected_label_entropy,
)
from rte_baselines.evaluation.measures.contingency import ratio
from rte_baselines.evaluation.measures.scheme_tables import SchemeMeasure, blind_labels
from rte_baselines.evaluation.measures.weighting import WeightedByConfidence, WeightedByRank
from rte_baselines.kernels.ragged import FloatArray
from rte_baselines.pairs import Label
from rte_baselines.registry import registry
from rte_baselines.representing import brief


@brief
@dataclass(frozen=True)
class Information:
    """What there is to know of the gold labels G, and what the system's L say of it, in bits.

    Parameters
    ----------
    entropy_gold : ndarray of float64, shape (...,)
        H(G), equation 5: how hard it is to guess a gold label; 0 if all are alike.
    conditional_entropies : ndarray of float64, shape (..., labels)
        H(G|L = l), equation 6: how hard that still is where the system says l. NaN for a
        label that it never gives.
    conditional_entropy : ndarray of float64, shape (...,)
        H(G|L), equation 7: their mean over pairs, from 0 to H(G).

    Notes
    -----
    bergmair2009, section 5, Figure 1.
    """

    entropy_gold: FloatArray
    conditional_entropies: FloatArray
    conditional_entropy: FloatArray

    @property
    def mutual_information(self) -> FloatArray:
        """I(G;L) = H(G) - H(G|L), equation 8, shape (...,); from 0 to H(G)."""
        return self.entropy_gold - self.conditional_entropy


def information(tables: ArrayLike) -> Information:
    """Return the entropies of gold labels, with and without the system's labels known.

    Parameters
    ----------
    tables : array_like of float, shape (..., gold labels, labels)
        How much the pairs weigh that have each gold label (rows) and each of the
        system's (columns); divided by its sum, P(G = g, L = l) of equation 1. Any number
        of labels; a table of zeros has NaN for everything.

    Returns
    -------
    Information

    Notes
    -----
    bergmair2009, section 5, Figure 1. In Figure 2, whose UNKNOWN are then labelled
    ENTAILMENT, the text has the information drop "to" 0.0262 bits, from 0.0836. By the
    figure's own numbers, 1.4277 - 1.3703, it drops to 0.0574, which is by 0.0262.
    """
    weights = np.asarray(tables, dtype=np.float64)
    of_labels = weights.sum(axis=-2)
    shares = ratio(of_labels, of_labels.sum(axis=-1, keepdims=True))
    entropy_gold = entropy(weights.sum(axis=-1))
    conditional = entropy(np.swapaxes(weights, -1, -2))
    mean = np.where(shares == 0, 0, shares * conditional).sum(axis=-1)
    # Without information, rounding might leave a little less than none.
    return Information(entropy_gold, conditional, np.minimum(mean, entropy_gold))


def entropy(weights: ArrayLike) -> FloatArray:
    """Return the entropy of distributions, in bits.

    Parameters
    ----------
    weights : array_like of float, shape (..., outcomes)
        How much each outcome weighs, none below 0; they need not sum to 1.

    Returns
    -------
    ndarray of float64, shape (...,)
        -sum p log2 p, from 0 to the logarithm of the number of outcomes; NaN where all
        weigh 0 (bergmair2009, section 5, equation 5).
    """
    array = np.asarray(weights, dtype=np.float64)
    shares = ratio(array, array.sum(axis=-1, keepdims=True))
    # Adding 0 makes -0, the entropy of what is certain, 0.
    bits: FloatArray = entr(shares).sum(axis=-1) / log(2) + 0
    return bits


class InformationMeasure(SchemeMeasure):
    """A measure in bits, of what is known of the gold labels."""

    range = (0.0, log2(3))
    citation = "bergmair2009, section 5"
    # A sample has less entropy than what it is drawn from, and a resample less still; of
    # labels that tell nothing, every sample makes some information.
    resampling = "shifted"

    @abstractmethod
    def of_information(self, found: Information) -> FloatArray:
        """Return the value of each table from what is known of it."""

    def of_tables(self, tables: FloatArray) -> FloatArray:
        """Return the value of each table in the scheme of its judgments."""
        return np.clip(self.of_information(information(tables)), *self.range)


@registry.measures("entropy_gold.v1")
class EntropyGold(InformationMeasure):
    """H(G): how hard it is to guess a gold label without looking at the pair (equation 5).

    It says nothing of the system, but is what its information is measured against.
    Defined for one pair or more.
    """

    name = "entropy_gold"
    description = "H(G): entropy of the gold labels, in bits"
    direction = "neither"

    def of_information(self, found: Information) -> FloatArray:
        """Return H(G)."""
        return found.entropy_gold

    def expected(self, gold: Codes, probabilities: FloatArray) -> float:
        """Return H(G), whatever the system does."""
        return float(entropy(blind_labels(gold, probabilities)[0]))


@registry.measures("conditional_entropy.v1")
class ConditionalEntropy(InformationMeasure):
    """H(G|L): how hard a gold label is to guess once the system's is known (equation 7).

    Defined for one pair or more.
    """

    name = "conditional_entropy"
    description = "H(G|L): entropy of the gold labels once the run's are known, in bits"
    direction = "lower"

    def of_information(self, found: Information) -> FloatArray:
        """Return H(G|L)."""
        return found.conditional_entropy

    def expected(self, gold: Codes, probabilities: FloatArray) -> float:
        """Return the expected H(G|L), a little below H(G)."""
        return expected_conditional_entropy(*blind_labels(gold, probabilities))


@registry.measures("mutual_information.v1")
class MutualInformation(InformationMeasure):
    """I(G;L): what the system's label tells of the gold label (equation 8).

    Labels given blindly have none in the limit, but seldom exactly none in a sample.
    Defined for one pair or more.
    """

    name = "mutual_information"
    description = "I(G;L): what the run's labels tell of the gold labels, in bits"
    by_default = True

    def of_information(self, found: Information) -> FloatArray:
        """Return I(G;L)."""
        return found.mutual_information

    def best(self, judgments: Judgments) -> float:
        """Return H(G): all that there is to know."""
        return float(information(self.table(judgments)).entropy_gold)

    def expected(self, gold: Codes, probabilities: FloatArray) -> float:
        """Return H(G) less the expected H(G|L)."""
        gold_counts, given = blind_labels(gold, probabilities)
        known = float(entropy(gold_counts)) - expected_conditional_entropy(gold_counts, given)
        return max(known, 0.0)


@registry.measures("information_share.v1")
class InformationShare(InformationMeasure):
    """I(G;L) / H(G): the share of what there is to know that the system's labels tell.

    Undefined where all gold labels are alike, so that there is nothing to know.
    """

    name = "information_share"
    description = "I(G;L) / H(G): share of the entropy of the gold labels that the run's explain"
    range = (0.0, 1.0)

    def why_undefined(self, judgments: Judgments) -> str | None:
        """Say if there is nothing to know."""
        reason = super().why_undefined(judgments)
        if reason is None and np.isnan(self.score(judgments)):
            return "all gold labels are alike, and their entropy is 0"
        return reason

    def of_information(self, found: Information) -> FloatArray:
        """Return I(G;L) / H(G), NaN where H(G) is 0."""
        return ratio(found.mutual_information, found.entropy_gold)

    def expected(self, gold: Codes, probabilities: FloatArray) -> float | None:
        """Return the expected I(G;L) / H(G), None where H(G) is 0."""
        there = EntropyGold().expected(gold, probabilities)
        return MutualInformation().expected(gold, probabilities) / there if there else None


class LabelEntropy(InformationMeasure):
    """H(G|L = l): how hard a gold label is to guess where the system says l (equation 6).

    Undefined where the system never gives the label, or it is not in the scheme.

    Parameters
    ----------
    label : Label
    """

    direction = "lower"

    def __init__(self, label: Label) -> None:
        self.label = label
        self.name = f"conditional_entropy_{label.lower()}"
        spoken = label.replace("_", " ")
        self.description = f"entropy of the gold labels where the run says {spoken}, in bits"

    def why_undefined(self, judgments: Judgments) -> str | None:
        """Say if the label is not in the scheme, or never given."""
        reason = super().why_undefined(judgments)
        if reason:
            return reason
        spoken, scheme = self.label.replace("_", " "), judgments.scheme
        if scheme and self.label not in scheme.labels:
            return f"labels are {scheme}, without {spoken}"
        is_given = self.table(judgments)[:, LABELS.index(self.label)].any()
        return None if is_given else f"the run never says {spoken}"

    def of_information(self, found: Information) -> FloatArray:
        """Return H(G|L = l), NaN where l is not given."""
        entropies: FloatArray = found.conditional_entropies[..., LABELS.index(self.label)]
        return entropies

    def expected(self, gold: Codes, probabilities: FloatArray) -> float | None:
        """Return the mean over the labellings in which l is given; None if it never is."""
        gold_counts, given = blind_labels(gold, probabilities)
        return expected_label_entropy(gold_counts, float(given[LABELS.index(self.label)]))


@registry.measures("entropy_gold_weighted.v1")
class WeightedEntropyGold(WeightedByConfidence, EntropyGold):
    """H(G) of pairs that weigh as much as the system is sure of their labels.

    "How effective a system was at using its confidence weighting as a tool to make the
    task easier on itself." Undefined where confidences are negative or all 0.
    """

    name = "entropy_gold_weighted"
    description = "H(G) of pairs weighted by confidence, in bits"
    citation = "bergmair2009, section 5.3"


@registry.measures("mutual_information_weighted.v1")
class WeightedMutualInformation(WeightedByConfidence, MutualInformation):
    """I(G;L) of pairs that weigh as much as the system is sure of their labels.

    "How successful the system ultimately was at the task it set for itself": to be read
    beside `entropy_gold_weighted`. Undefined where confidences are negative or all 0.
    """

    name = "mutual_information_weighted"
    description = "I(G;L) of pairs weighted by confidence, beside entropy_gold_weighted, in bits"
    citation = "bergmair2009, section 5.3"
    by_default = False


@registry.measures("entropy_gold_by_rank.v1")
class RankedEntropyGold(WeightedByRank, EntropyGold):
    """H(G) of pairs that weigh the more, the surer the system is of their labels.

    Ranked are decisions, by the confidence in their labels as for the confidence-weighted
    score, and not pairs by how surely they are entailed. Defined for one pair or more.
    """

    name = "entropy_gold_by_rank"
    description = "H(G) of pairs weighted by rank of confidence, in bits; ties by mean rank"
    citation = "bergmair2009, section 5.3"


@registry.measures("mutual_information_by_rank.v1")
class RankedMutualInformation(WeightedByRank, MutualInformation):
    """I(G;L) of pairs that weigh the more, the surer the system is of their labels.

    To be read beside `entropy_gold_by_rank`, whose pairs weigh the same.
    """

    name = "mutual_information_by_rank"
    description = "I(G;L) of pairs weighted by rank, beside entropy_gold_by_rank, in bits"
    citation = "bergmair2009, section 5.3"
    by_default = False


for _label in Label:
    registry.measures(f"{LabelEntropy(_label).name}.v1")(partial(LabelEntropy, _label))
