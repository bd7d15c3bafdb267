"""Synonymous and antonymous verbs, by WordNet and VerbOcean."""

from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Literal

from rte_baselines.analysis.layer import KEPT_WORDS
from rte_baselines.lexicon.verbs.verbocean import VerbOcean
from rte_baselines.lexicon.wordnet.database.database import WordNet, wordnet_in_use
from rte_baselines.lexicon.wordnet.database.relations import Part
from rte_baselines.lexicon.wordnet.entailment.antonymy import antonyms

VerbMeaning = Literal["synonym", "antonym"]

_OF_VERBOCEAN: Mapping[str, VerbMeaning] = MappingProxyType(
    {"similar": "synonym", "opposite-of": "antonym"}
)


def verb_meaning(first: str, second: str, verbocean: VerbOcean | None) -> VerbMeaning | None:
    """Return whether two verbs are synonyms or antonyms; None if neither or unknown.

    Verbs are synonyms if they are equal, share a synset of WordNet, or are "similar" in
    VerbOcean. They are antonyms if any of their senses are antonyms in WordNet, or if they
    are "opposite-of" in VerbOcean. WordNet, which was made by hand, takes precedence; if
    VerbOcean lists both relations, the stronger one counts.

    Source: newman2006 section 3.1, which leaves the order open.

    Parameters
    ----------
    first, second : str
        Lemmas in lower case.
    verbocean : VerbOcean or None
        None to use WordNet only.
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
