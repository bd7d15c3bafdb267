"""The seven features of NLTK's `rte_classify`."""

import math
import re
from collections.abc import Sequence
from functools import cache
from typing import Any

from rte_baselines.analysis import Analysis
from rte_baselines.core.registry import registry
from rte_baselines.features.base import Output, PairFeature

# NLTK's extractor defines these inside its constructor, which builds a tokenizer for every
# pair; the tests compare them with NLTK's.
_WORD_PATTERN = re.compile(r"[\w.@:/]+|\w+|\$[\d.]+")
_STOP_WORDS = frozenset("a the it they of in to is have are were and very . ,".split())
_NEGATIONS = frozenset("no not never failed rejected denied".split())


@registry.features("nltk_rte.v1")
class NltkRte(PairFeature):
    """Counts of common words, extra words and negations, equal to NLTK's output for each pair.

    All counts are over distinct words without a short list of stop words. They are the number
    of the hypothesis's words, and of its names (words with a capital), that are in the text;
    the number that are not; the number of negations on each side; and a constant 1. NLTK does
    not normalize case, so that "The" is not a stop word but a name.
    """

    source = "NLTK, nltk.classify.rte_classify"
    layers = ()
    """No layers: NLTK has its own tokenizer."""

    @property
    def outputs(self) -> tuple[Output, ...]:
        """Outputs with NLTK's names."""
        counts = "word_overlap word_hyp_extra ne_overlap ne_hyp_extra".split()
        return (
            Output("alwayson", 1.0, 1.0),
            *(Output(name, 0.0, math.inf) for name in counts),
            Output("neg_txt", 0.0, len(_NEGATIONS)),
            Output("neg_hyp", 0.0, len(_NEGATIONS)),
        )

    def compute_pair(self, text: Analysis, hypothesis: Analysis) -> Sequence[float]:
        """Count the words."""
        text_words, words = _words(text), _words(hypothesis)
        names = {word for word in words if word.istitle() or word.isupper()}
        return (
            1,
            len((words & text_words) - names),
            len((words - text_words) - names),
            len(names & text_words),
            len(names - text_words),
            len(_NEGATIONS & text_words),
            len(_NEGATIONS & words),
        )


def _words(analysis: Analysis) -> set[str]:
    # NLTK's tokenizer matches with the package `regex`, which differs from `re` on non-ASCII
    # letters only and is slower. To import NLTK itself would take longer than 800 pairs.
    pattern = _WORD_PATTERN if analysis.text.isascii() else _pattern_of_nltk()
    return set(pattern.findall(analysis.text)) - _STOP_WORDS


@cache
def _pattern_of_nltk() -> Any:
    import regex

    return regex.compile(_WORD_PATTERN.pattern)
