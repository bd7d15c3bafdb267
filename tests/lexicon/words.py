"""Words of snippets, given as strings."""

from rte_baselines.analysis.analyzer import TokenIds
from rte_baselines.lexicon.word_similarity import Lemmas


def lemmas(*words):
    """Return lemmas from words with tags, such as ``dog/NOUN``."""
    strings, parts = (
        zip(*(word.rsplit("/", 1) for word in words), strict=True) if words else ((), ())
    )
    return Lemmas(strings, parts, TokenIds()(strings))
