"""Information measures: entropies of the gold labels and mutual information, in bits.

bergmair2009, section 5: a system that guesses, or always gives the same label, provides no
information, however many of its answers are correct.
"""

from dataclasses import dataclass
from functools import lru_cache
from math import log, log2
from typing import ClassVar

import numpy as np
from numpy.typing import ArrayLike

from rte_baselines.core.registry import registry
from rte_baselines.core.representing import brief
from rte_baselines.evaluation.inputs.judgments import Codes, Judgments
from rte_baselines.evaluation.measures.base import Resampling
from rte_baselines.evaluation.measures.contingency import (
    SchemeMeasure,
    blind_labels,
    likely_successes,
    ratio,
)
from rte_baselines.kernels.distributions import entropy_terms
from rte_baselines.kernels.ragged import FloatArray
from rte_baselines.pairs import Scheme


@brief
@dataclass(frozen=True)
class Information:
    """Entropies of the gold labels G, with and without the system's labels L known, in bits.

    `entropy_gold` is H(G), equation 5, the uncertainty about a gold label, and
    `conditional_entropy` H(G|L), equation 7, the mean of the conditional entropies over pairs, from
    0 to H(G), both of shape (...,). `conditional_entropies`, shape (..., labels), are H(G|L = l),
    equation 6, the uncertainty that is left where the system gives the label l, NaN for a label
    that it never gives.
    """

    entropy_gold: FloatArray
    conditional_entropies: FloatArray
    conditional_entropy: FloatArray

    @property
    def mutual_information(self) -> FloatArray:
        """I(G;L) = H(G) - H(G|L), equation 8, shape (...,); from 0 to H(G)."""
        return self.entropy_gold - self.conditional_entropy


def information(tables: ArrayLike) -> Information:
    """Return the entropies of the gold labels, with and without the system's labels known.

    Contingency tables, shape (..., gold labels, labels), have the total weight of the pairs with
    each gold label (rows) and each label of the system (columns). Divided by its sum, a table is
    P(G = g, L = l) of equation 1 (bergmair2009, section 5). A table of zeros gives NaN. By the
    numbers of Figure 2, relabelling UNKNOWN as ENTAILMENT drops the information by 0.0262 bits, and
    not "to" 0.0262.
    """
    weights = np.asarray(tables, dtype=np.float64)
    label_weights = weights.sum(axis=-2)
    probabilities = ratio(label_weights, label_weights.sum(axis=-1, keepdims=True))
    entropy_gold = entropy(weights.sum(axis=-1))
    conditional = entropy(np.swapaxes(weights, -1, -2))
    mean = np.where(probabilities == 0, 0, probabilities * conditional).sum(axis=-1)
    # Rounding must not make the mutual information negative.
    return Information(entropy_gold, conditional, np.minimum(mean, entropy_gold))


def entropy(weights: ArrayLike) -> FloatArray:
    """Return the entropy of distributions in bits, -sum p log2 p, shape (...,).

    The weights of outcomes, shape (..., outcomes), need not sum to 1; NaN where all are 0
    (bergmair2009, section 5, equation 5).
    """
    array = np.asarray(weights, dtype=np.float64)
    probabilities = ratio(array, array.sum(axis=-1, keepdims=True))
    # Adding 0 turns -0, the entropy of a certain outcome, into 0.
    bits: FloatArray = entropy_terms(probabilities).sum(axis=-1) / log(2) + 0
    return bits


class InformationMeasure(SchemeMeasure):
    """A measure of the entropies of the gold labels, in bits."""

    range = (0.0, log2(3))
    citation = "bergmair2009, section 5"
    # A sample has less entropy than its population, and a resample has less than the sample.
    # Labels without information seem to have some in every sample.
    resampling: ClassVar[Resampling] = "shifted"
    part: ClassVar[str]
    """The attribute of `Information` with its value, unless `of_information` says otherwise."""

    def range_of(self, judgments: Judgments) -> tuple[float, float]:
        """Return the range, up to 1 bit for two labels."""
        lowest, highest = self.range
        is_three_way = judgments.scheme is Scheme.THREE_WAY
        return lowest, highest if is_three_way else min(highest, 1.0)

    def of_information(self, entropies: Information) -> FloatArray:
        """Return the value of each table from its entropies."""
        value: FloatArray = getattr(entropies, self.part)
        return value

    def of_tables(self, tables: FloatArray) -> FloatArray:
        """Return the value of each table in the scheme of its judgments."""
        return np.clip(self.of_information(information(tables)), *self.range)


@registry.measures("mutual_information.v1")
class MutualInformation(InformationMeasure):
    """I(G;L): the mutual information of gold labels and the system's labels (equation 8).

    For labels drawn at random it is 0 in the limit, but seldom exactly 0 in a sample. Labels are
    three-way if gold labels and the run are. Defined for one pair or more.

    Formula: I(G;L) = H(G) - H(G|L).

    When to use: to reward what the labels tell, and not how often they are right: constant
    labels have 0, and conflating two labels never gains, while it may raise accuracy and `kappa`
    (bergmair2009, section 5.2). Read it next to accuracy: a system with exchanged labels scores
    like the system itself.
    """

    name = part = "mutual_information"
    description = "I(G;L): mutual information of the gold labels and the run's, in bits"
    by_default = True

    def expected(self, gold: Codes, probabilities: FloatArray) -> float:
        """Return H(G) less the expected H(G|L)."""
        gold_counts, given = blind_labels(gold, probabilities)
        bits = float(entropy(gold_counts)) - expected_conditional_entropy(gold_counts, given)
        return max(bits, 0.0)


@registry.measures("information_share.v1")
class InformationShare(InformationMeasure):
    """I(G;L) / H(G): the share of the gold labels' entropy that the system's labels explain.

    It is also known as Theil's uncertainty coefficient of the gold labels. Undefined if all gold
    labels are the same, since H(G) is then 0.

    Formula: I(G;L) / H(G).

    When to use: to compare the information of runs on datasets whose gold labels have different
    entropies. On one dataset it puts runs in the same order as `mutual_information`.
    """

    name = "information_share"
    description = "I(G;L) / H(G): share of the entropy of the gold labels that the run's explain"
    range = (0.0, 1.0)
    citation = "bergmair2009, section 5, for I(G;L) and H(G); the ratio: Theil 1970"
    why_nan = "all gold labels are the same, and their entropy is 0"

    def of_information(self, entropies: Information) -> FloatArray:
        """Return I(G;L) / H(G), NaN where H(G) is 0."""
        return ratio(entropies.mutual_information, entropies.entropy_gold)

    def expected(self, gold: Codes, probabilities: FloatArray) -> float | None:
        """Return the expected I(G;L) / H(G), None where H(G) is 0."""
        entropy_gold = float(entropy(blind_labels(gold, probabilities)[0]))
        if not entropy_gold:
            return None
        return MutualInformation().expected(gold, probabilities) / entropy_gold


def expected_conditional_entropy(gold_counts: FloatArray, probabilities: FloatArray) -> float:
    """Return the expected H(G|L) = H(G,L) - H(L), in bits, of labels drawn at random.

    In the limit, such labels have no information about the gold labels, but in a sample there is
    seldom exactly none. The expectation is exact: an entropy is a sum over the cells of a table, so
    that it depends on the distribution of each cell alone. Of n pairs with a gold label, the number
    that get a label with probability p is binomial (n, p).
    """
    size = gold_counts.sum()
    label_terms = [_expected_term(size, p, size) for p in probabilities]
    cell_terms = [_expected_term(n, p, size) for n in gold_counts for p in probabilities]
    return sum(cell_terms) - sum(label_terms)


# Several measures of the same trivial system ask for the same terms.
@lru_cache(maxsize=1 << 10)
def _expected_term(trials: float, probability: float, size: float) -> float:
    """Return the expected -X/size log2 X/size of a binomial X."""
    successes, chances = likely_successes(trials, probability)
    return float(chances @ entropy_terms(successes / size)) / log(2)
