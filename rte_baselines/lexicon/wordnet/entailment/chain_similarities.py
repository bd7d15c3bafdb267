"""Similarities of words by chains of WordNet relations: synonymy, derivation, entailment rules."""

from functools import lru_cache

import numpy as np

from rte_baselines.analysis.layer import KEPT_WORDS
from rte_baselines.core.errors import ConfigError
from rte_baselines.core.registry import registry
from rte_baselines.kernels.ragged import FloatArray, IntArray, Ragged
from rte_baselines.kernels.taxonomy.taxonomy import one_by_one
from rte_baselines.lexicon.word_similarity import Lemmas, TypeSimilarity, WordSimilarity
from rte_baselines.lexicon.wordnet.database.database import WordNet, wordnet_in_use
from rte_baselines.lexicon.wordnet.database.relations import HYPERNYMS, Part, Relation
from rte_baselines.lexicon.wordnet.entailment.chains import Chain, Chains
from rte_baselines.lexicon.wordnet.senses.disambiguation import senses_of_lemmas

# Chains are cached here and not on the components, because components are copied and pickled.


@lru_cache(maxsize=4)
def derivational_synonymy(wordnet: WordNet) -> Chains:
    """Return the chains of words that are related by synonymy, derivation, or both.

    "Murder" is related to "slay" by synonymy, to "murderer" by derivation, and to
    "liquidator", a synonym of "murderer", by both. The paper (Bos and Markert 2006, "Recognising
    textual entailment with robust logical inference", section 2.1) uses all senses of a lemma, as
    any part of speech: pass ``wordnet.senses(lemma)``.

    The paper does not say how the two are combined. Here a chain has at most one derivation,
    with or without synonyms before and after it: further derivations would start from senses
    of other words and change the meaning. The relation is symmetric.
    """
    return Chains(wordnet, Chain((Relation.DERIVATION,), longest=1))


@registry.word_similarities("derivational_synonymy.v1")
class DerivationalSynonymySimilarity(TypeSimilarity):
    """1 for equal lemmas and words related by synonymy or derivation, else 0.

    Source: bos2006 section 2.1, where all senses of a lemma count, whatever its part of
    speech. `derivational_synonymy` defines "a combination" of the two.
    """

    relation = "synonym or derivation"
    reads = ("wordnet",)
    maximum = 1.0

    def of_types(
        self, hypothesis: Lemmas, text: Lemmas, rows: IntArray, columns: IntArray
    ) -> FloatArray:
        """Compare some of the lemmas; see `TypeSimilarity.of_types`."""
        synonymy = derivational_synonymy(wordnet_in_use())
        text_senses, hypothesis_senses = (
            _senses(synonymy.wordnet, lemmas) for lemmas in (text, hypothesis)
        )
        lengths = synonymy.lengths_of_pairs(text_senses, hypothesis_senses, columns, rows)
        return np.isfinite(lengths).astype(np.float64)


def _senses(wordnet: WordNet, lemmas: Lemmas) -> Ragged:
    """Return the senses of each lemma, as any part of speech."""
    return wordnet.senses_of_words(wordnet.words.rows_of_ids(lemmas.ids))


@lru_cache(maxsize=4)
def entailment_rules(wordnet: WordNet) -> Chains:
    """Return the chains from a sense of a word to synonyms, hypernyms, entailments or pertainyms.

    What the paper leaves open:

    - *Direction*. The paper says that A entails B if "A is hypernym of B", which would make
      every animal a dog. Here A entails its hypernyms.
    - *Chains*. The paper says that equation 7 ignores the length of the chain between the
      synsets. So chains can have several hypernyms, or several entailments, but not both.

    Source: Kouylekov and Magnini 2006, "Combining lexical resources with tree edit distance for
    recognizing textual entailment", section 5.1, equation 7.
    """
    return Chains(
        wordnet,
        Chain(HYPERNYMS),
        Chain((Relation.ENTAILMENT,)),
        Chain((Relation.PERTAINYM,), longest=1),
    )


def rule_probabilities(rules: Chains, text: Ragged, hypothesis: Ragged) -> FloatArray:
    """Return the probability that each word of the text entails each of the hypothesis.

    It is 1 / (number of senses of the first) times 1 / (number of senses of the second) if there is
    a chain between any of them, as if all senses were equally likely, and else 0. Several related
    senses count once. The result has the shape (words of the hypothesis, words of the text). A word
    of several senses entails itself with a probability below 1: callers have to compare lemmas.
    """
    related = np.isfinite(rules.lengths(text, hypothesis))
    pairs_of_senses = np.multiply.outer(hypothesis.lengths, text.lengths)
    return np.where(related, 1 / np.maximum(pairs_of_senses, 1), 0.0)


@registry.word_similarities("wordnet_rules.v1")
class WordNetRules(WordSimilarity):
    """The probability that a word of the text entails one of the hypothesis, by WordNet.

    Source: kouylekov2006 section 5.1, equation 7; see `entailment_rules`. Nouns, proper nouns,
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
        """Return the probabilities, shape (words of the hypothesis, words of the text)."""
        rules = entailment_rules(wordnet_in_use())
        senses = (senses_of_lemmas(rules.wordnet, side) for side in (text, hypothesis))
        probabilities = rule_probabilities(rules, *senses)
        probabilities[probabilities <= self.minimum] = 0.0
        probabilities[np.equal.outer(hypothesis.ids, text.ids)] = self.maximum
        return probabilities


@lru_cache(maxsize=KEPT_WORDS)
def sense_relatedness(
    wordnet: WordNet,
    first: tuple[str, Part],
    second: tuple[str, Part],
    decay: float,
    longest: int,
) -> float:
    """Return how far a word entails another one, from 0, if there is no path, to 1.

    Each sense of the first word with a path to a sense of the second adds equation (1), ``p(c_i)
    p(c_j) decay ** (length - 1)``, where `decay`, above 0 and at most 1, is the constant C of
    equation (2). Paths lead from hyponyms to hypernyms, and from an adjective to the noun that it
    pertains to, as in the paper's "Brazilian president"; their maximum length is 3 in Figure 3.

    What the paper leaves open:

    - *Probabilities of senses.* All senses of a word are equally probable. In Figure 3, "provide"
      has 7 senses and "give" 44, and the relatedness, 0.0042, is a bit above 1 / (7 * 44).
    - *Synonyms*, whose path has the length 0, score 1 as those with a path of length 1 do:
      otherwise the score would be above 1.
    - *Several paths* between different senses are added up, as the figure lists 7 of them.
    """
    sources, targets = (wordnet.senses(lemma, part) for lemma, part in (first, second))
    if not len(sources) or not len(targets):
        return 0.0
    lengths = _upward_paths(wordnet, longest).lengths(one_by_one(sources), one_by_one(targets))
    finite = lengths[np.isfinite(lengths)]
    scores = decay ** np.maximum(finite - 1, 0)
    return float(scores.sum() / (len(sources) * len(targets)))


@lru_cache(maxsize=4)
def _upward_paths(wordnet: WordNet, longest: int) -> Chains:
    return Chains(wordnet, Chain((*HYPERNYMS, Relation.PERTAINYM), longest))
