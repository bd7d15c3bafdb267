"""Graded entailment: how surely, and in how many steps, one word generalizes another."""

import numpy as np

from rte_baselines.errors import InputError
from rte_baselines.kernels.ragged import FloatArray, Ragged
from rte_baselines.kernels.taxonomy import one_by_one
from rte_baselines.lexicon.wordnet.chains import ANY_LENGTH, Chain, Chains
from rte_baselines.lexicon.wordnet.database import WordNet
from rte_baselines.lexicon.wordnet.relations import HYPERNYMS


class Generalization(Chains):
    """How far a word of the text entails one of the hypothesis, that is, is less general.

    A concept entails itself, and what is above it in the hierarchy of hypernyms, the
    less the further it is away: by ``C ** (length - 1)`` (equation 2). Two words do so as
    far as, on average over what they may mean, their concepts do (equation 1, added up
    over the pairs of their senses).

    What the paper leaves open:

    - *Length* counts the concepts on the path, both ends included: that way alone a
      concept's score with itself is 1, and all are "between zero and one".
    - *From concepts to words*. Equation 1 is about one concept of each word. That the
      results are added up agrees with the paper's Figure 3, where the relatedness of two
      verbs is more than the product of two probabilities allows one pair of senses.
    - *Probabilities* come from a disambiguation that is not described. By default all
      senses of a word are equally likely.

    Parameters
    ----------
    wordnet : WordNet
    constant : float
        The C of equation 2, above 0 and at most 1. It "has to be chosen empirically", and
        the paper does not give its own; 0.5 is no more than a place to begin.
    longest : int
        The most hypernyms on a path; by default there is no limit. Figure 3 mentions a
        "maximum path length" of 3, which are 2 hypernyms.

    References
    ----------
    Akhmatova and Mollá 2006, "Recognizing textual entailment via atomic propositions",
    section 5.2, equations 1 and 2.
    """

    def __init__(self, wordnet: WordNet, constant: float = 0.5, longest: int = ANY_LENGTH) -> None:
        if not 0 < constant <= 1:
            raise InputError(f"constant is {constant}; expected above 0 and at most 1")
        super().__init__(wordnet, Chain(HYPERNYMS, longest))
        self.constant = constant

    def degrees(
        self,
        text: Ragged,
        hypothesis: Ragged,
        text_probabilities: FloatArray | None = None,
        hypothesis_probabilities: FloatArray | None = None,
    ) -> FloatArray:
        """Return how far each word entails each other.

        Parameters
        ----------
        text, hypothesis : Ragged
            The senses of each word.
        text_probabilities, hypothesis_probabilities : ndarray of float64, optional
            Of each of these senses, parallel to the values, for each word adding up to 1.

        Returns
        -------
        ndarray of float64, shape (words of the hypothesis, words of the text)
            From 0 to 1.
        """
        sources, source_places = np.unique(text.values, return_inverse=True)
        goals, goal_places = np.unique(hypothesis.values, return_inverse=True)
        links = self.lengths(one_by_one(sources), one_by_one(goals))
        scores = np.where(np.isfinite(links), self.constant**links, 0.0)
        of_text = _weights(text, text_probabilities)
        of_hypothesis = _weights(hypothesis, hypothesis_probabilities)
        by_sense = scores[np.ix_(goal_places, source_places)]
        degrees: FloatArray = of_hypothesis @ by_sense @ of_text.T
        return degrees


def _weights(words: Ragged, probabilities: FloatArray | None) -> FloatArray:
    """Return the probability of each sense for each word, shape (words, senses)."""
    if probabilities is None:
        probabilities = np.repeat(1 / np.maximum(words.lengths, 1), words.lengths)
    weights = np.zeros((len(words), len(words.values)))
    owners = np.repeat(np.arange(len(words)), words.lengths)
    weights[owners, np.arange(len(words.values))] = probabilities
    return weights
