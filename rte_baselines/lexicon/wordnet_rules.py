"""Entailment rules between words by WordNet, as a similarity."""

from functools import lru_cache

import numpy as np

from rte_baselines.errors import ConfigError
from rte_baselines.kernels.ragged import FloatArray
from rte_baselines.lexicon.word_similarity import Lemmas, WordSimilarity
from rte_baselines.lexicon.wordnet.database import WordNet, wordnet_in_use
from rte_baselines.lexicon.wordnet.disambiguation import senses_of_lemmas
from rte_baselines.lexicon.wordnet.entailment_rules import EntailmentRules
from rte_baselines.registry import registry


@registry.word_similarities("wordnet_rules.v1")
class WordNetRules(WordSimilarity):
    """The probability that a word of the text entails one of the hypothesis, by WordNet.

    kouylekov2006 section 5.1, equation 7; see `EntailmentRules`. A noun, proper noun, verb,
    auxiliary, adjective or adverb is looked up as what it is, in all its senses.

    Parameters
    ----------
    minimum : float
        Rules count whose probability is greater, in [0, 1); 0.2 in system 6 of the paper.
        Equal lemmas need no rule.
    """

    relation = "WordNet rule"
    reads = ("wordnet",)

    def __init__(self, minimum: float = 0.0) -> None:
        self.minimum = minimum

    def check_fields(self, path: str) -> None:
        """Check the fields, and `minimum` further; see `Component.check_fields`."""
        super().check_fields(path)
        if not 0 <= self.minimum < 1:
            raise ConfigError(f"{path}.minimum: {self.minimum!r} is not from 0 to below 1")

    @property
    def maximum(self) -> float:
        """One."""
        return 1.0

    def matrix(self, hypothesis: Lemmas, text: Lemmas) -> FloatArray:
        """Look all pairs up, shape (words of the hypothesis, words of the text).

        Raises
        ------
        ResourceError
            If WordNet is missing or damaged.
        """
        rules = _rules(wordnet_in_use())
        senses = (senses_of_lemmas(rules.wordnet, side) for side in (text, hypothesis))
        probabilities = rules.probabilities(*senses)
        probabilities[probabilities <= self.minimum] = 0.0
        probabilities[np.equal.outer(hypothesis.ids, text.ids)] = self.maximum
        return probabilities


# Components are copied and sent to other processes, which what they read should not be.
@lru_cache(maxsize=4)
def _rules(wordnet: WordNet) -> EntailmentRules:
    return EntailmentRules(wordnet)
