"""Entailment rules from WordNet, with probabilities from the ambiguity of words."""

from functools import lru_cache

import numpy as np

from rte_baselines.core.errors import ConfigError
from rte_baselines.core.registry import registry
from rte_baselines.kernels.ragged import FloatArray, Ragged
from rte_baselines.lexicon.word_similarity import Lemmas, WordSimilarity
from rte_baselines.lexicon.wordnet.database.database import WordNet, wordnet_in_use
from rte_baselines.lexicon.wordnet.database.relations import HYPERNYMS, Relation
from rte_baselines.lexicon.wordnet.entailment.chains import Chain, Chains
from rte_baselines.lexicon.wordnet.senses.disambiguation import senses_of_lemmas


class EntailmentRules(Chains):
    """The probability that a word of the text entails one of the hypothesis.

    It is not 0 if a sense of the first word is a synonym of a sense of the second, or has it
    as a hypernym, an entailed verb or a pertainym. Then it is 1 / (number of senses of the
    first) times 1 / (number of senses of the second), as if all senses were equally likely.

    What the paper leaves open:

    - *Direction*. The paper says that A entails B if "A is hypernym of B", which would make
      every animal a dog. Here A entails its hypernyms.
    - *Chains*. The paper says that equation 7 ignores the length of the chain between the
      synsets. So chains can have several hypernyms, or several entailments, but not both.
    - *Several related senses* count once.

    Parameters
    ----------
    wordnet : WordNet

    References
    ----------
    Kouylekov and Magnini 2006, "Combining lexical resources with tree edit distance for
    recognizing textual entailment", section 5.1, equation 7.
    """

    def __init__(self, wordnet: WordNet) -> None:
        super().__init__(
            wordnet,
            Chain(HYPERNYMS),
            Chain((Relation.ENTAILMENT,)),
            Chain((Relation.PERTAINYM,), longest=1),
        )

    def probabilities(self, text: Ragged, hypothesis: Ragged) -> FloatArray:
        """Return the probability that each word of the text entails each of the hypothesis.

        Parameters
        ----------
        text, hypothesis : Ragged
            The senses of each word.

        Returns
        -------
        ndarray of float64, shape (words of the hypothesis, words of the text)
            From 0 to 1. A word of several senses entails itself with a probability below 1:
            callers have to compare lemmas.
        """
        related = np.isfinite(self.lengths(text, hypothesis))
        pairs_of_senses = np.multiply.outer(hypothesis.lengths, text.lengths)
        return np.where(related, 1 / np.maximum(pairs_of_senses, 1), 0.0)


@registry.word_similarities("wordnet_rules.v1")
class WordNetRules(WordSimilarity):
    """The probability that a word of the text entails one of the hypothesis, by WordNet.

    Source: kouylekov2006 section 5.1, equation 7; see `EntailmentRules`. Nouns, proper nouns,
    verbs, auxiliaries, adjectives and adverbs are looked up by part of speech, in all senses.

    Parameters
    ----------
    minimum : float
        Only rules with a greater probability count, in [0, 1); 0.2 in system 6 of the paper.
        Equal lemmas have 1, without a rule.
    """

    relation = "WordNet rule"
    reads = ("wordnet",)
    maximum = 1.0

    def __init__(self, minimum: float = 0.0) -> None:
        self.minimum = minimum

    def check_fields(self, path: str) -> None:
        """Check the fields and the range of `minimum`; see `Component.check_fields`."""
        super().check_fields(path)
        if not 0 <= self.minimum < 1:
            raise ConfigError(f"{path}.minimum: {self.minimum!r} is not from 0 to below 1")

    def matrix(self, hypothesis: Lemmas, text: Lemmas) -> FloatArray:
        """Return the probabilities, shape (words of the hypothesis, words of the text).

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


# Cached here and not on the component, because components are copied and pickled.
@lru_cache(maxsize=4)
def _rules(wordnet: WordNet) -> EntailmentRules:
    return EntailmentRules(wordnet)
