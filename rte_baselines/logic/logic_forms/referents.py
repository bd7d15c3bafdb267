"""The variables of a logic form under construction."""

from collections.abc import Iterable

from rte_baselines.logic.formulas import Variable


class Referents:
    """Individuals and events, some of which turn out to be the same."""

    def __init__(self) -> None:
        self._same: list[int] = []
        self._is_event: list[bool] = []

    def new(self, *, is_event: bool = False) -> int:
        """Return the number of a new individual or event."""
        self._same.append(len(self._same))
        self._is_event.append(is_event)
        return len(self._same) - 1

    def merge(self, first: int, second: int) -> None:
        """Note that two are the same."""
        first, second = self._representative(first), self._representative(second)
        self._same[max(first, second)] = min(first, second)
        self._is_event[min(first, second)] &= self._is_event[max(first, second)]

    def named(self, numbers: Iterable[int]) -> dict[int, Variable]:
        """Return the variable of each number: ``x1``, ``x2``, or ``e1`` for events, in order."""
        variables: dict[int, Variable] = {}
        found: dict[int, Variable] = {}
        counts = {"x": 0, "e": 0}
        for number in numbers:
            one = self._representative(number)
            if one not in found:
                letter = "e" if self._is_event[one] else "x"
                counts[letter] += 1
                found[one] = Variable(f"{letter}{counts[letter]}")
            variables[number] = found[one]
        return variables

    def _representative(self, number: int) -> int:
        while self._same[number] != number:
            number = self._same[number]
        return number
