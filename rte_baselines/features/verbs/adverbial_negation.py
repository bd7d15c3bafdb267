"""Counts of adverbial negations, which negate verbs."""

import math
from collections.abc import Sequence

import numpy as np

from rte_baselines.analysis import Analysis
from rte_baselines.core.registry import registry
from rte_baselines.features.base import Output, PairFeature
from rte_baselines.kernels.ragged import BoolArray

ADVERBIAL_LAYERS = ("is_negation", "pos")
"""The layers of analysis that `is_adverbial_negation` reads."""


def is_adverbial_negation(analysis: Analysis) -> BoolArray:
    """Mark the negations that are adverbs, particles or conjunctions, shape (words,).

    Examples are "not", "never", "nor", "hardly" and the "no" of "no longer". The "no" of
    "no ferry", "nobody" and "without" are excluded: they negate nouns or replace them. The
    paper names "nor" and "not" as examples of words that modify the meaning of the verb.

    Source: newman2006 section 3.1.
    """
    is_adverbial = [part in {"ADV", "PART", "CCONJ"} for part in analysis.pos]
    return analysis.is_negation & np.array(is_adverbial, dtype=np.bool_)


@registry.features("negation_counts.v1")
class NegationCounts(PairFeature):
    """The number of adverbial negations in text and hypothesis, and their difference.

    The paper calls them negation_t, negation_h and negdiff = negation_t - negation_h.
    `is_adverbial_negation` defines which words count.
    """

    source = "newman2006 section 3.1"
    layers = ADVERBIAL_LAYERS
    outputs = (
        Output("text", 0, math.inf),
        Output("hypothesis", 0, math.inf),
        Output("difference", -math.inf, math.inf),
    )
    """Two counts, and the first minus the second."""

    def compute_pair(self, text: Analysis, hypothesis: Analysis) -> Sequence[float]:
        """Count the negations."""
        in_text, in_hypothesis = (
            int(is_adverbial_negation(analysis).sum()) for analysis in (text, hypothesis)
        )
        return in_text, in_hypothesis, in_text - in_hypothesis
