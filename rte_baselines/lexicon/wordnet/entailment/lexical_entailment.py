"""Lexical entailment: synonyms, hyponyms, entailed verbs, and antonyms under negation."""

import numpy as np

from rte_baselines.kernels.ragged import BoolArray, FloatArray, IntArray, Ragged
from rte_baselines.lexicon.wordnet.database.database import WordNet
from rte_baselines.lexicon.wordnet.database.relations import HYPERNYMS, Relation
from rte_baselines.lexicon.wordnet.entailment.chains import Bridge, Chain, Chains, Path
from rte_baselines.lexicon.wordnet.entailment.lexical_relations import antonym_pointers
from rte_baselines.lexicon.wordnet.senses.disambiguation import first_senses

_SIMILARITY = Chain((Relation.SIMILAR, Relation.VERB_GROUP), longest=1)
_HYPONYMY_AND_ENTAILMENT = Chain((*HYPERNYMS, Relation.ENTAILMENT))


class LexicalEntailment:
    """Whether a word of the text entails one of the hypothesis.

    It does if they share a synset, if a sense of one is similar to a sense of the other, or
    if a chain of hypernyms and entailments, of any length, leads from a sense of the first
    to a sense of the second (`MultiwordUnits` finds units that count as one word). If
    exactly one of them is negated, it is replaced by its antonyms, in all their senses. A
    word never entails its own negation.

    What the paper leaves open:

    - *Similarity*. WordNet has pointers of that name between adjectives only, but the
      examples of the paper are verbs. So verb groups count too, which WordNet's manual
      describes as senses of similar meaning. Neither relation is transitive.
    - *Negation of the word of the hypothesis only* is treated like that of the text. If both
      are negated, they are compared as if neither were.
    - "Kill" entails "death" in the paper, but not by an entailment pointer of WordNet 3.0,
      where "kill" causes "die" and "death" is a derivation of "die".

    Source: Herrera, Peñas and Verdejo 2006, "Textual entailment recognition based on dependency
    analysis and WordNet", sections 3.1, 3.2 and 3.4.
    """

    def __init__(self, wordnet: WordNet) -> None:
        self.wordnet = wordnet
        self._chains = Chains(wordnet, _SIMILARITY, _HYPONYMY_AND_ENTAILMENT)

    def lengths(
        self,
        text: Ragged,
        hypothesis: Ragged,
        text_negated: BoolArray | None = None,
        hypothesis_negated: BoolArray | None = None,
    ) -> FloatArray:
        """Return the lengths of the shortest chains from words of the text to the hypothesis.

        The words are given by their senses, as `WordNet.senses_of_words` returns them, and may be
        negated. The lengths, shape (words of the hypothesis, words of the text), are in relations,
        antonymy not counted; infinite if there is no entailment.
        """
        text_flags = _flags(text_negated, text)
        hypothesis_flags = _flags(hypothesis_negated, hypothesis)[:, None]
        lengths = self._chains.lengths(text, hypothesis)
        if text_flags.any():
            by_antonyms = self._chains.lengths(self._antonyms(text), hypothesis)
            lengths = np.where(text_flags & ~hypothesis_flags, by_antonyms, lengths)
        if hypothesis_flags.any():
            by_antonyms = self._chains.lengths(text, self._antonyms(hypothesis))
            lengths = np.where(~text_flags & hypothesis_flags, by_antonyms, lengths)
        text_words, hypothesis_words = (
            self.wordnet.words_of_senses(first_senses(senses)) for senses in (text, hypothesis)
        )
        same_word = np.equal.outer(hypothesis_words, text_words)
        lengths[same_word & (text_flags != hypothesis_flags)] = np.inf
        return lengths

    def path(
        self,
        text: IntArray,
        hypothesis: IntArray,
        *,
        text_negated: bool = False,
        hypothesis_negated: bool = False,
    ) -> Path | None:
        """Return the shortest path from a word of the text to one of the hypothesis, if any.

        The words are given by their senses. The path of a negated word goes through its antonym.
        """
        if text_negated == hypothesis_negated:
            return self._chains.path(text, hypothesis)
        if np.isin(text, hypothesis).any():
            return None
        paths = []
        for sense, antonym in antonym_pointers(self.wordnet, text if text_negated else hypothesis):
            negated, by_antonym = Path((sense,), ()), Path((antonym,), ())
            senses = self._all_senses(antonym)
            if text_negated:
                path = self._chains.path(senses, hypothesis)
                if path is not None:
                    paths.append(negated.then(Relation.ANTONYM, _joined(by_antonym, path)))
            else:
                path = self._chains.path(text, senses)
                if path is not None:
                    paths.append(_joined(path, by_antonym).then(Relation.ANTONYM, negated))
        return min(paths, key=lambda path: path.length, default=None)

    def _antonyms(self, senses: Ragged) -> Ragged:
        """Return the senses of the antonyms of each word."""
        none = np.empty(0, np.int64)
        pointers = [antonym_pointers(self.wordnet, senses[word]) for word in range(len(senses))]
        return Ragged.concatenate(
            np.concatenate([none, *(self._all_senses(antonym) for _, antonym in antonyms)])
            for antonyms in pointers
        )

    def _all_senses(self, sense: int) -> IntArray:
        """Return all senses of the word of a sense, with its part of speech."""
        part = self.wordnet.part(int(self.wordnet.sense_synsets[sense]))
        return self.wordnet.senses(self.wordnet.word_of_sense(sense), part)


def _flags(negated: BoolArray | None, words: Ragged) -> BoolArray:
    return np.zeros(len(words), np.bool_) if negated is None else negated


def _joined(first: Path, second: Path) -> Path:
    """Return two paths as one; the second starts with the last word of the first."""
    if first.senses[-1] != second.senses[0]:
        return first.then(Bridge.OTHER_SENSE, second)
    return Path(first.senses + second.senses[1:], first.steps + second.steps)
