"""Words of snippets, given as strings."""

import numpy as np

from rte_baselines.analysis.analyzer import TokenIds
from rte_baselines.lexicon.word_similarity import Lemmas


def lemmas(*words):
    """Return lemmas from words with tags, such as ``dog/NOUN``."""
    strings, parts = (
        zip(*(word.rsplit("/", 1) for word in words), strict=True) if words else ((), ())
    )
    return Lemmas(strings, parts, TokenIds()(strings))


def similarity(thesaurus, word, other, part):
    """Return the similarity of two words of a part of speech of a thesaurus."""
    tag = {"noun": "NOUN", "verb": "VERB", "adjective": "ADJ"}[part]
    only = np.zeros(1, np.int64)
    found = thesaurus.similarities(lemmas(f"{word}/{tag}"), lemmas(f"{other}/{tag}"), only, only)
    return float(found[0])
