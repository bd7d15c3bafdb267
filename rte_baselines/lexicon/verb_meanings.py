"""Verbs that mean the same, or the opposite."""

from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Literal

from rte_baselines.analysis.layer import KEPT_WORDS
from rte_baselines.lexicon.antonyms import antonyms
from rte_baselines.lexicon.verbocean import VerbOcean
from rte_baselines.lexicon.wordnet.database import WordNet, wordnet_in_use
from rte_baselines.lexicon.wordnet.parts import Part

VerbMeaning = Literal["synonym", "antonym"]

_OF_VERBOCEAN: Mapping[str, VerbMeaning] = MappingProxyType(
    {"similar": "synonym", "opposite-of": "antonym"}
)


def verb_meaning(first: str, second: str, verbocean: VerbOcean | None) -> VerbMeaning | None:
    """Return whether two verbs are synonyms or antonyms, None if neither or not known.

    Verbs are synonyms if they are equal, if any sense of theirs is in one synset of WordNet,
    or if VerbOcean has them as similar; antonyms if WordNet has them so in any sense, or if
    VerbOcean has them as opposites. WordNet, which was made by hand, is asked first; where
    VerbOcean lists both relations, the stronger holds.

    Source: newman2006 section 3.1, which leaves the order open.

    Parameters
    ----------
    first, second : str
        Lemmas in lower case.
    verbocean : VerbOcean or None
        None to do without.

    Raises
    ------
    ResourceError
        If there is no WordNet, or it is damaged.
    """
    wordnet = wordnet_in_use()
    if first == second or _synsets(wordnet, first) & _synsets(wordnet, second):
        return "synonym"
    if second in antonyms(first, Part.VERB.name):
        return "antonym"
    listed = verbocean.relations(first, second) if verbocean is not None else ()
    meanings = (_OF_VERBOCEAN.get(relation.relation) for relation in listed)
    return next(filter(None, meanings), None)


@lru_cache(maxsize=KEPT_WORDS)
def _synsets(wordnet: WordNet, verb: str) -> frozenset[int]:
    return frozenset(wordnet.synsets(verb, Part.VERB).tolist())
