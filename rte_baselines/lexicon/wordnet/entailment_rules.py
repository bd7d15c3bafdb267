"""Entailment rules with probabilities, by how ambiguous their words are."""

import numpy as np

from rte_baselines.kernels.ragged import FloatArray, Ragged
from rte_baselines.lexicon.wordnet.chains import Chain, Chains
from rte_baselines.lexicon.wordnet.database import WordNet
from rte_baselines.lexicon.wordnet.relations import HYPERNYMS, Relation


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
