"""Entailment rules with probabilities, by how ambiguous their words are."""

from functools import lru_cache

import numpy as np

from rte_baselines.errors import ConfigError
from rte_baselines.kernels.ragged import FloatArray, Ragged
from rte_baselines.lexicon.word_similarity import Lemmas, WordSimilarity
from rte_baselines.lexicon.wordnet.chains import Chain, Chains
from rte_baselines.lexicon.wordnet.database import WordNet, wordnet_in_use
from rte_baselines.lexicon.wordnet.disambiguation import senses_of_lemmas
from rte_baselines.lexicon.wordnet.relations import HYPERNYMS, Relation
from rte_baselines.registry import registry


class EntailmentRules(Chains):
    """The probability that a word of the text entails one of the hypothesis.

    If a sense of the first is a synonym of a sense of the second, has it as a hypernym,
    entails it or pertains to it, then it is the product of one over the number of senses
    of each, else 0: each sense is as likely as any other.

    What the paper leaves open:

    - *Direction*. By its words, "A is hypernym of B" lets A entail B, as if every animal
      were a dog; here A entails its hypernyms.
    - *Chains*. As equation 7 is said not to look at the length of the chain between the
      synsets, there may be more than one relation: hypernyms of hypernyms, and what is
      entailed by what is entailed, but not both in one chain.
    - *Several senses that are related* count once.

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
        """Return the probability that each word entails each other.

        Parameters
        ----------
        text, hypothesis : Ragged
            The senses of each word that are taken into account, and counted.

        Returns
        -------
        ndarray of float64, shape (words of the hypothesis, words of the text)
            From 0 to 1. A word of several senses does not surely entail itself: whether
            two lemmas are equal is for the caller to say.
        """
        related = np.isfinite(self.lengths(text, hypothesis))
        pairs_of_senses = np.multiply.outer(hypothesis.lengths, text.lengths)
        return np.where(related, 1 / np.maximum(pairs_of_senses, 1), 0.0)


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
