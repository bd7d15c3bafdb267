"""Answers that are no labels: abstentions, and answers that could not be read."""

from collections.abc import Mapping
from enum import Enum


class Withheld(str, Enum):
    """What stands in the place of a label where a system gave none.

    ``ABSTAIN`` means that it declined to answer, ``UNPARSEABLE`` that it answered with
    something that is no label, as chat models do.
    """

    ABSTAIN = "ABSTAIN"
    UNPARSEABLE = "UNPARSEABLE"

    def __str__(self) -> str:
        return self.value


WithheldAnswers = Mapping[str, Withheld]
"""By the id of the pair."""


def withheld_called(name: str) -> Withheld | None:
    """Return what a judgment says in place of a label, in any case; None if it is none of these."""
    return _NAMES.get(name.strip().upper())


_NAMES = {kind.value: kind for kind in Withheld}
