"""Entropies of the gold labels, in bits: with and without the labels of the system known."""

from functools import partial
from math import log

import numpy as np

from rte_baselines.core.registry import registry
from rte_baselines.evaluation.inputs.judgments import LABELS, Codes, Judgments
from rte_baselines.evaluation.measures.contingency import blind_labels, likely_successes
from rte_baselines.evaluation.measures.information import (
    Information,
    InformationMeasure,
    entropy,
    expected_conditional_entropy,
)
from rte_baselines.kernels.distributions import entropy_terms
from rte_baselines.kernels.ragged import FloatArray
from rte_baselines.pairs import Label


@registry.measures("entropy_gold.v1")
class EntropyGold(InformationMeasure):
    """H(G): the entropy of the gold labels (equation 5).

    It does not depend on the system, and is the upper bound of the mutual information: at most
    1 bit two-way and log2 3 = 1.585 bits three-way. Labels are three-way if gold labels and the
    run are. Defined for one pair or more.

    Formula: H(G) = -sum_g P(G = g) log2 P(G = g).

    When to use: as the upper bound to compare `mutual_information` and `conditional_entropy`
    with.
    """

    name = part = "entropy_gold"
    description = "H(G): entropy of the gold labels, in bits"
    direction = "neither"

    def expected(self, gold: Codes, probabilities: FloatArray) -> float:
        """Return H(G), whatever the system does."""
        return float(entropy(blind_labels(gold, probabilities)[0]))


@registry.measures("conditional_entropy.v1")
class ConditionalEntropy(InformationMeasure):
    """H(G|L): the entropy of the gold labels given the system's labels (equation 7).

    It is between 0 and `entropy_gold`. Labels are three-way if gold labels and the run are.
    Defined for one pair or more.

    Formula: H(G|L) = sum_l P(L = l) H(G|L = l).

    When to use: to see how uncertain a gold label remains once the system's label is known. On
    one dataset it puts systems in the same order as `mutual_information`, which is the figure to
    report. Samples underestimate it.
    """

    name = part = "conditional_entropy"
    description = "H(G|L): entropy of the gold labels given the run's labels, in bits"
    direction = "lower"

    def expected(self, gold: Codes, probabilities: FloatArray) -> float:
        """Return the expected H(G|L), a little below H(G)."""
        return expected_conditional_entropy(*blind_labels(gold, probabilities))


class LabelEntropy(InformationMeasure):
    """H(G|L = l): the entropy of the gold labels where the system gives l (equation 6).

    It is at most 1 bit two-way and log2 3 = 1.585 bits three-way. Labels are three-way if gold
    labels and the run are: NO ENTAILMENT is a label of the two-way scheme only, CONTRADICTION and
    UNKNOWN of the three-way scheme. Undefined if the system never gives the label, or the label is
    not in the scheme.

    Formula: H(G|L = l) = -sum_g P(G = g|L = l) log2 P(G = g|L = l).

    When to use: to see which of the system's labels leaves the least uncertainty about the gold
    label. A label that is always wrong in the same way also has 0; its precision shows whether it
    is right.
    """

    direction = "lower"

    def __init__(self, label: Label) -> None:
        self.label = label
        self.name = f"conditional_entropy_{label.lower()}"
        shown = label.replace("_", " ")
        self.description = f"entropy of the gold labels where the run says {shown}, in bits"
        self.why_nan = f"as it is scored, the run never says {shown}"

    def pairs_averaged(self, judgments: Judgments) -> int:
        """Return the number of pairs that are given the label."""
        return int(self.table(judgments)[:, LABELS.index(self.label)].sum())

    def of_information(self, entropies: Information) -> FloatArray:
        """Return H(G|L = l), NaN where l is not given."""
        conditional: FloatArray = entropies.conditional_entropies[..., LABELS.index(self.label)]
        return conditional

    def expected(self, gold: Codes, probabilities: FloatArray) -> float | None:
        """Return the expectation given that l is given to a pair, None if it never is."""
        gold_counts, given = blind_labels(gold, probabilities)
        return expected_label_entropy(gold_counts, float(given[LABELS.index(self.label)]))


for _label in Label:
    registry.measures(f"{LabelEntropy(_label).name}.v1")(partial(LabelEntropy, _label))


def expected_label_entropy(gold_counts: FloatArray, probability: float) -> float | None:
    """Return the expected H(G|L = l) in bits, given that at least one pair gets the label l.

    `gold_counts`, shape (labels,), are of one pair or more; None if l is never given. If l is given
    to X pairs with a gold label and to Y other pairs, that gold label adds -X/(X+Y) log X/(X+Y).
    The sum over gold labels is log M - sum X log X / (X+Y), with M the number of pairs that get l.
    X and Y are binomial and independent.
    """
    size = gold_counts.sum()
    p_ever_given = float(1 - (1 - probability) ** size)
    if p_ever_given == 0:
        return None
    given, chances = likely_successes(size, probability)
    entropy = float(chances @ np.log(np.maximum(given, 1)))
    for count in gold_counts:
        hits, chances = likely_successes(count, probability)
        others, other_chances = likely_successes(size - count, probability)
        # The expected 1 / (X + Y) for each X, 1/0 as 1; both are consecutive numbers.
        sums = np.arange(hits[0] + others[0], hits[-1] + others[-1] + 1)
        inverse = np.correlate(1 / np.maximum(sums, 1), other_chances, mode="valid")
        entropy += float((chances * entropy_terms(hits)) @ inverse)
    return max(entropy / p_ever_given / log(2), 0.0)
