"""Multiword units of WordNet in running text, wording that differs a little included."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from rte_baselines.errors import InputError
from rte_baselines.kernels.edit_distance import dictionary_of, nearest_strings
from rte_baselines.kernels.ragged import IntArray, offsets_of
from rte_baselines.lexicon.vocabulary import NOT_FOUND
from rte_baselines.lexicon.wordnet.database import WordNet

_UNDERSCORE = ord("_")
# A digit, or nothing but punctuation before, between or after underscores.
_FIGURE_OR_MARK = re.compile(r"\d|(?:^|_)[\W_]*(?:_|$)")


@dataclass(frozen=True)
class MultiwordUnit:
    """Some words of a snippet that WordNet has as one.

    Parameters
    ----------
    start, stop : int
        The place of the first word, and of the first word after it.
    word : str
        As it stands in WordNet, such as ``come_down``.
    distance : int
        The edits between that and the words; 0 if they are equal.
    """

    start: int
    stop: int
    word: str
    distance: int


class MultiwordUnits:
    """Finds multiword units whose words are lemmas, forms, or nearly the one or the other.

    Words are joined by underscores and compared with the multiword units of WordNet. The
    two match if the edit distance between them is less than a share of the length of the
    longer: at 10%, one edit in 11 to 20 characters, two in 21 to 30, none in fewer than
    11. Of units that overlap, the equal ones go before those that differ, the nearer
    before the less near, and the longer before the shorter; the paper does not say. Nor
    does it say that figures and punctuation marks should be equal, but another day of
    the month is one edit away, and a comma is no part of a unit.

    Parameters
    ----------
    wordnet : WordNet
    tolerance : float
        What share of the characters the edits must stay below; 0 finds only equal ones.
    longest : int
        The most words of a unit. Of the units in WordNet 3.0, 99% have no more than 4.

    References
    ----------
    Herrera, Peñas and Verdejo 2006, "Textual entailment recognition based on dependency
    analysis and WordNet", section 3.3; Levenshtein 1966, "Binary codes capable of
    correcting deletions, insertions and reversals".
    """

    def __init__(self, wordnet: WordNet, tolerance: float = 0.1, longest: int = 4) -> None:
        if not 0 <= tolerance <= 0.5:
            raise InputError(f"tolerance is {tolerance}; expected 0 to 0.5")
        self.wordnet = wordnet
        self.tolerance = tolerance
        self.longest = longest
        characters = wordnet.arrays["words_characters"]
        offsets = wordnet.arrays["words_offsets"].astype(np.int64)
        has_underscore = np.logical_or.reduceat(characters == _UNDERSCORE, offsets[:-1])
        self._rows = np.flatnonzero(has_underscore)
        lengths = np.diff(offsets)[self._rows]
        self._dictionary = dictionary_of(characters, offsets[self._rows], lengths, tolerance)

    def find(self, lemmas: Sequence[str], forms: Sequence[str]) -> tuple[MultiwordUnit, ...]:
        """Return the units in a snippet, none of which overlap, in their order.

        Parameters
        ----------
        lemmas, forms : sequence of str
            The words of the snippet, as lemmas and as they stand, both in lower case.
        """
        spans = list(_spans(len(lemmas), self.longest))
        candidates = ["_".join(words[slice(*span)]) for words in (lemmas, forms) for span in spans]
        # Most forms are lemmas.
        distinct = list(dict.fromkeys(candidates))
        found = dict(zip(distinct, self.nearest(distinct), strict=True))
        units = [
            MultiwordUnit(*span, *match)
            for span, candidate in zip(spans * 2, candidates, strict=True)
            if (match := found[candidate]) is not None
        ]
        return _without_overlaps(units)

    def nearest(self, candidates: Sequence[str]) -> list[tuple[str, int] | None]:
        """Return the multiword unit nearest to each string, and the edits between them.

        None where WordNet has none near enough. What is itself a word of WordNet's is
        nearest to itself.
        """
        rows = self.wordnet.words.rows(candidates)
        distances = np.zeros(len(rows), np.int64)
        others = [
            place
            for place in np.flatnonzero(rows == NOT_FOUND).tolist()
            if not _FIGURE_OR_MARK.search(candidates[place])
        ]
        if others:
            rows[others], distances[others] = self._nearest([candidates[i] for i in others])
        return [
            None if row == NOT_FOUND else (self.wordnet.words.string(row), distance)
            for row, distance in zip(rows.tolist(), distances.tolist(), strict=True)
        ]

    def _nearest(self, candidates: Sequence[str]) -> tuple[IntArray, IntArray]:
        # WordNet's words are ASCII; all that is not differs from them alike.
        joined = "".join(candidates).encode("ascii", "replace")
        offsets = offsets_of(np.array([len(candidate) for candidate in candidates]))
        found, distances = nearest_strings(
            np.frombuffer(joined, np.uint8), offsets, self._dictionary
        )
        return np.where(found < 0, NOT_FOUND, self._rows[found]), distances


def _spans(size: int, longest: int) -> Iterator[tuple[int, int]]:
    for start in range(size):
        for stop in range(start + 2, min(start + longest, size) + 1):
            yield start, stop


def _without_overlaps(units: list[MultiwordUnit]) -> tuple[MultiwordUnit, ...]:
    """Choose among units that overlap."""
    taken: set[int] = set()
    chosen = []
    for unit in sorted(units, key=_rank):
        places = range(unit.start, unit.stop)
        if taken.isdisjoint(places):
            taken.update(places)
            chosen.append(unit)
    return tuple(sorted(chosen, key=lambda unit: unit.start))


def _rank(unit: MultiwordUnit) -> tuple[float, int, int]:
    return unit.distance / len(unit.word), unit.start - unit.stop, unit.start
