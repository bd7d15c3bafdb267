"""The relations of WordNet between synsets and between senses."""

from collections.abc import Mapping, Sequence
from enum import IntEnum
from types import MappingProxyType

import numpy as np

from rte_baselines.kernels.ragged import IntArray

NO_PART = -1
"""The part of speech of words that WordNet does not cover, such as prepositions."""


class Part(IntEnum):
    """A part of speech; the numbers are those in the arrays."""

    NOUN = 0
    VERB = 1
    ADJECTIVE = 2
    ADVERB = 3

    @property
    def letter(self) -> str:
        """The letter that WordNet and NLTK use: n, v, a or r."""
        return "nvar"[self]

    @classmethod
    def of_letter(cls, letter: str) -> "Part":
        """Return the part of a letter; s (adjective satellite) is an adjective too.

        Raises
        ------
        KeyError
            If WordNet uses no such letter.
        """
        return _OF_LETTER[letter]


_OF_LETTER: Mapping[str, Part] = MappingProxyType(
    {"s": Part.ADJECTIVE, **{part.letter: part for part in Part}}
)

PARTS_OF_TAGS: Mapping[str, Part] = MappingProxyType(
    {
        "NOUN": Part.NOUN,
        "PROPN": Part.NOUN,
        "VERB": Part.VERB,
        "AUX": Part.VERB,
        "ADJ": Part.ADJECTIVE,
        "ADV": Part.ADVERB,
    }
)
"""The part of each Universal Dependencies tag; other tags have none."""

# NumPy reads plain numbers much faster than members of an enumeration.
_NUMBERS_OF_TAGS = {tag: int(part) for tag, part in PARTS_OF_TAGS.items()}


def parts_of_tags(tags: Sequence[str]) -> IntArray:
    """Return the part of each Universal Dependencies tag; `NO_PART` if there is none."""
    return np.array([_NUMBERS_OF_TAGS.get(tag, NO_PART) for tag in tags], dtype=np.int64)


class Relation(IntEnum):
    """The relation of a pointer's target to its source: a hypernym pointer leads to a hypernym.

    The numbers are those in the arrays. Hypernyms must have the lowest numbers: the pointers
    of a synset are in the order of their relations, and kernels expect those to hypernyms
    first.
    """

    HYPERNYM = 0
    INSTANCE_HYPERNYM = 1
    HYPONYM = 2
    INSTANCE_HYPONYM = 3
    MEMBER_HOLONYM = 4
    SUBSTANCE_HOLONYM = 5
    PART_HOLONYM = 6
    MEMBER_MERONYM = 7
    SUBSTANCE_MERONYM = 8
    PART_MERONYM = 9
    ENTAILMENT = 10
    CAUSE = 11
    VERB_GROUP = 12
    SIMILAR = 13
    ATTRIBUTE = 14
    ALSO_SEE = 15
    ANTONYM = 16
    DERIVATION = 17
    PERTAINYM = 18
    PARTICIPLE = 19
    TOPIC_DOMAIN = 20
    REGION_DOMAIN = 21
    USAGE_DOMAIN = 22
    IN_TOPIC_DOMAIN = 23
    IN_REGION_DOMAIN = 24
    IN_USAGE_DOMAIN = 25


HYPERNYMS = (Relation.HYPERNYM, Relation.INSTANCE_HYPERNYM)
HYPONYMS = (Relation.HYPONYM, Relation.INSTANCE_HYPONYM)
HOLONYMS = (Relation.MEMBER_HOLONYM, Relation.SUBSTANCE_HOLONYM, Relation.PART_HOLONYM)
MERONYMS = (Relation.MEMBER_MERONYM, Relation.SUBSTANCE_MERONYM, Relation.PART_MERONYM)

RELATIONS_OF_SYMBOLS: Mapping[str, Relation] = MappingProxyType(
    {
        "@": Relation.HYPERNYM,
        "@i": Relation.INSTANCE_HYPERNYM,
        "~": Relation.HYPONYM,
        "~i": Relation.INSTANCE_HYPONYM,
        "#m": Relation.MEMBER_HOLONYM,
        "#s": Relation.SUBSTANCE_HOLONYM,
        "#p": Relation.PART_HOLONYM,
        "%m": Relation.MEMBER_MERONYM,
        "%s": Relation.SUBSTANCE_MERONYM,
        "%p": Relation.PART_MERONYM,
        "*": Relation.ENTAILMENT,
        ">": Relation.CAUSE,
        "$": Relation.VERB_GROUP,
        "&": Relation.SIMILAR,
        "=": Relation.ATTRIBUTE,
        "^": Relation.ALSO_SEE,
        "!": Relation.ANTONYM,
        "+": Relation.DERIVATION,
        # From an adverb, it leads to the adjective that the adverb is derived from.
        "\\": Relation.PERTAINYM,
        "<": Relation.PARTICIPLE,
        ";c": Relation.TOPIC_DOMAIN,
        ";r": Relation.REGION_DOMAIN,
        ";u": Relation.USAGE_DOMAIN,
        "-c": Relation.IN_TOPIC_DOMAIN,
        "-r": Relation.IN_REGION_DOMAIN,
        "-u": Relation.IN_USAGE_DOMAIN,
    }
)
"""The symbols of relations in the database files (wninput(5WN), "Pointers")."""
