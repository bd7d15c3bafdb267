"""Negation that bears on a verb."""

import math
from collections.abc import Sequence

import numpy as np

from rte_baselines.analysis import Analysis
from rte_baselines.features.base import Output, PairFeature
from rte_baselines.kernels.ragged import BoolArray
from rte_baselines.registry import registry

ADVERBIAL_LAYERS = ("is_negation", "pos")
"""The layers of analysis that `is_adverbial_negation` reads."""

_ADVERBIAL_PARTS = frozenset({"ADV", "PART", "CCONJ"})


def is_adverbial_negation(analysis: Analysis) -> BoolArray:
    """Mark the words that negate and are adverb, particle or conjunction, shape (words,).

    Those are "not", "never", "nor", "hardly", the "no" of "no longer" and so on. The "no" of
    "no ferry", "nobody" and "without" negate nouns, or stand for them. The paper names "nor"
    and "not" as examples of words that modify the meaning of the verb.

    Source: newman2006 section 3.1.
    """
    is_adverbial = [part in _ADVERBIAL_PARTS for part in analysis.pos]
    return analysis.is_negation & np.array(is_adverbial, dtype=np.bool_)


@registry.features("negation_counts.v1")
class NegationCounts(PairFeature):
    """How many adverbial negations text and hypothesis have, and the difference.

    In the paper these are negation_t, negation_h and negdiff, negation_t less negation_h;
    see `is_adverbial_negation` for what counts.
    """

    source = "newman2006 section 3.1"

    @property
    def layers(self) -> tuple[str, ...]:
        """Negation and parts of speech."""
        return ADVERBIAL_LAYERS

    @property
    def outputs(self) -> tuple[Output, ...]:
        """Two counts and the first less the second."""
        return (
            Output("text", 0, math.inf),
            Output("hypothesis", 0, math.inf),
            Output("difference", -math.inf, math.inf),
        )

    def compute_pair(self, text: Analysis, hypothesis: Analysis) -> Sequence[float]:
        """Count."""
        in_text, in_hypothesis = (
            int(is_adverbial_negation(analysis).sum()) for analysis in (text, hypothesis)
        )
        return in_text, in_hypothesis, in_text - in_hypothesis
