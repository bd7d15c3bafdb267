"""Answers that are no labels: abstentions, and answers that could not be read."""

from collections import Counter
from collections.abc import Mapping
from enum import Enum


class Withheld(str, Enum):
    """What stands in the place of a label where a system gave none.

    ``ABSTAIN`` means that it declined to answer, ``UNPARSEABLE`` that it answered with
    something that is no label, as chat models do, or that its answer was lost.
    """

    ABSTAIN = "ABSTAIN"
    UNPARSEABLE = "UNPARSEABLE"

    def __str__(self) -> str:
        return self.value


WithheldAnswers = Mapping[str, Withheld]
"""Answers that are not labels, by the id of the pair."""


def withheld_called(name: str) -> Withheld | None:
    """Return the kind of withheld answer that a judgment names, in any case; None for others."""
    return _NAMES.get(name.strip().upper())


def withheld_counts(withheld: WithheldAnswers) -> dict[str, int]:
    """Return how many answers are of each kind, in the order of kinds."""
    counts = Counter(withheld.values())
    return {str(kind): counts[kind] for kind in Withheld if kind in counts}


def withheld_text(counts: Mapping[str, int]) -> str:
    """Return the numbers of answers by kind as a part of a sentence."""
    return ", ".join(f"{count} {kind}" for kind, count in counts.items())


_NAMES = {kind.value: kind for kind in Withheld}
