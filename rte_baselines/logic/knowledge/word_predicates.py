"""Predicates that stand for words."""

from typing import NamedTuple

from rte_baselines.kernels.ragged import IntArray
from rte_baselines.lexicon.wordnet.database.database import WordNet
from rte_baselines.lexicon.wordnet.database.relations import Part

NAME = "name"
"""The ending of predicates that stand for names."""

_PARTS = {**{part.letter: part for part in Part}, NAME: Part.NOUN}


class WordPredicate(NamedTuple):
    """A predicate of one argument that stands for a word, such as ``possible:fly.v``.

    Its name consists of an optional prefix for words in the scope of a modal, which ends with a
    colon; the lemma; a dot; and WordNet's letter of the part of speech, or ``name``.
    """

    predicate: str
    world: str
    lemma: str
    ending: str

    def senses(self, wordnet: WordNet) -> IntArray:
        """Return the senses of the word, the most frequent first."""
        return wordnet.senses(self.lemma.lower().replace(" ", "_"), _PARTS[self.ending])


def word_of(predicate: str) -> WordPredicate | None:
    """Return the word that a predicate stands for, or None if it stands for none."""
    world, colon, plain = predicate.rpartition(":")
    lemma, _, ending = plain.rpartition(".")
    if not lemma or ending not in _PARTS:
        return None
    return WordPredicate(predicate, world + colon, lemma, ending)
