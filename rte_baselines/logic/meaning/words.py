"""The words with a meaning of their own."""

from functools import cache

from rte_baselines.analysis.tokens.word_classes import word_lists


@cache
def words(heading: str) -> frozenset[str]:
    """Return the words under a heading of ``meaning_words.txt``."""
    return word_lists("meaning_words.txt", "rte_baselines.logic.meaning")[heading]
