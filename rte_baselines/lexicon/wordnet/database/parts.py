"""The parts of speech of WordNet."""

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


def parts_of_tags(tags: Sequence[str]) -> IntArray:
    """Return the part of each Universal Dependencies tag; `NO_PART` if there is none."""
    return np.array([PARTS_OF_TAGS.get(tag, NO_PART) for tag in tags], dtype=np.int64)
