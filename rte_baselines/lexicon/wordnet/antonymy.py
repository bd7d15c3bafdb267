"""Antonyms of words."""

from rte_baselines.kernels.ragged import IntArray
from rte_baselines.lexicon.wordnet.database import WordNet
from rte_baselines.lexicon.wordnet.relations import Relation


def antonym_pointers(wordnet: WordNet, senses: IntArray) -> list[tuple[int, int]]:
    """Return each of the senses that has an antonym, and the sense that is it.

    Antonymy is between words: other words of the two synsets are no antonyms.
    """
    return [
        (sense, antonym)
        for sense in senses.tolist()
        for antonym in wordnet.related_senses(sense, Relation.ANTONYM).tolist()
    ]
