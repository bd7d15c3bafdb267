"""Exact and approximate matching of WordNet's multiword units in text."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate

import numpy as np

from rte_baselines.kernels.ragged import offsets_of
from rte_baselines.kernels.words.edit_distance import dictionary_of, nearest_strings
from rte_baselines.lexicon.wordnet.database.database import WordNet

_TOLERANCE = 0.1
# In strings up to this length, a single edit already reaches the tolerance.
_TOO_SHORT = 9
# A digit, or a part between underscores that is only punctuation. Joined words match if one of the
# words does.
_DIGIT_OR_PUNCTUATION = re.compile(r"\d|(?:^|_)[\W_]*(?:_|$)")


@dataclass(frozen=True)
class MultiwordUnit:
    """Words of a snippet, from `start` to `stop`, that are one multiword unit in WordNet.

    `word` is the unit as spelled in WordNet, such as ``come_down``, `distance` the edit distance
    between the unit and the words.
    """

    start: int
    stop: int
    word: str
    distance: int


class MultiwordUnits:
    """Finds multiword units by the lemmas and forms of words, exactly or approximately.

    Words are joined by underscores and compared with the multiword units of WordNet. They match if
    their edit distance is less than a tenth of the length of the longer: one edit in 11 to 20
    characters, two in 21 to 30, none in fewer than 11. (Herrera, Peñas and Verdejo 2006, "Textual
    entailment recognition based on dependency analysis and WordNet", section 3.3; Levenshtein 1966,
    "Binary codes capable of correcting deletions, insertions and reversals".)

    The paper leaves open which of several overlapping units is chosen, and how digits and
    punctuation are compared. Here, an exact match has priority over an approximate one, the nearer
    over the less near, and the longer over the shorter. Words with digits or punctuation only match
    exactly, because another day of the month is one edit away, and a comma is not part of a unit.
    Units have at most 4 words, as 99% of those of WordNet 3.0 have.
    """

    def __init__(self, wordnet: WordNet) -> None:
        self.wordnet = wordnet
        characters = wordnet.arrays["words_characters"]
        offsets = wordnet.arrays["words_offsets"].astype(np.int64)
        has_underscore = np.logical_or.reduceat(characters == ord("_"), offsets[:-1])
        rows = np.flatnonzero(has_underscore)
        lengths = np.diff(offsets)[rows]
        self._dictionary = dictionary_of(characters, offsets[rows], lengths, _TOLERANCE)
        self._units = [wordnet.words.string(row) for row in rows.tolist()]
        # Most words are in no unit. A set of strings rules them out faster than digests would.
        self._exact = frozenset(self._units)

    def find(self, lemmas: Sequence[str], forms: Sequence[str]) -> tuple[MultiwordUnit, ...]:
        """Return the non-overlapping units of a snippet, from left to right.

        Parameters
        ----------
        lemmas, forms : sequence of str
            The lemmas and the norms of the words of the snippet, in lower case.
        """
        spans = list(_spans(len(lemmas)))
        candidates, varies = [], []
        for words in (lemmas, forms):
            candidates += ["_".join(words[start:stop]) for start, stop in spans]
            is_exact = (bool(_DIGIT_OR_PUNCTUATION.search(word)) for word in words)
            exact = [0, *accumulate(is_exact)]
            varies += [exact[start] == exact[stop] for start, stop in spans]
        match_of = self._matches(candidates, varies)
        units = [
            MultiwordUnit(*span, *match_of[candidate])
            for span, candidate in zip(spans * 2, candidates, strict=True)
            if candidate in match_of
        ]
        # The best of overlapping units is chosen.
        taken: set[int] = set()
        chosen = []
        for unit in sorted(units, key=_rank):
            positions = range(unit.start, unit.stop)
            if taken.isdisjoint(positions):
                taken.update(positions)
                chosen.append(unit)
        return tuple(sorted(chosen, key=lambda unit: unit.start))

    def _matches(
        self, candidates: Sequence[str], varies: Sequence[bool]
    ) -> dict[str, tuple[str, int]]:
        """Return the nearest units with distances; strings may differ from them if `varies`."""
        # Most forms are equal to their lemmas.
        distinct = dict(zip(candidates, varies, strict=True))
        matches = self._approximate(
            [
                candidate
                for candidate, may_differ in distinct.items()
                if may_differ and len(candidate) > _TOO_SHORT and candidate not in self._exact
            ]
        )
        matches.update((unit, (unit, 0)) for unit in distinct if unit in self._exact)
        return matches

    def _approximate(self, candidates: Sequence[str]) -> dict[str, tuple[str, int]]:
        """Return the nearest units of strings that are not units, with the edit distances."""
        if not candidates:
            return {}
        # WordNet's words are ASCII, so any other character is a mismatch.
        joined = "".join(candidates).encode("ascii", "replace")
        offsets = offsets_of(np.array([len(candidate) for candidate in candidates]))
        nearest, distances = nearest_strings(
            np.frombuffer(joined, np.uint8), offsets, self._dictionary
        )
        return {
            candidates[index]: (self._units[nearest[index]], int(distances[index]))
            for index in np.flatnonzero(nearest >= 0).tolist()
        }


def _spans(size: int) -> Iterator[tuple[int, int]]:
    for start in range(size):
        for stop in range(start + 2, min(start + 4, size) + 1):
            yield start, stop


def _rank(unit: MultiwordUnit) -> tuple[float, int, int]:
    return unit.distance / len(unit.word), unit.start - unit.stop, unit.start
