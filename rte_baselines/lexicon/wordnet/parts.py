"""The parts of speech that WordNet knows."""

from collections.abc import Mapping, Sequence
from enum import IntEnum
from types import MappingProxyType

import numpy as np

from rte_baselines.kernels.ragged import IntArray

NO_PART = -1
"""Stands for words of a part of speech that WordNet has not, such as prepositions."""


class Part(IntEnum):
    """A part of speech; the numbers are those of the arrays."""

    NOUN = 0
    VERB = 1
    ADJECTIVE = 2
    ADVERB = 3

    @property
    def letter(self) -> str:
        """What WordNet and NLTK call it: n, v, a or r."""
        return "nvar"[self]

    @classmethod
    def of_letter(cls, letter: str) -> "Part":
        """Return the part of a letter; s, an adjective satellite, is an adjective too.

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
"""Which part the words of a Universal Dependencies tag are; all other tags have none."""


def parts_of_tags(tags: Sequence[str]) -> IntArray:
    """Return the part of each Universal Dependencies tag, `NO_PART` where there is none."""
    return np.array([PARTS_OF_TAGS.get(tag, NO_PART) for tag in tags], dtype=np.int64)
