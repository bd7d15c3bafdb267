"""Equal pairs with different labels."""

from rte_baselines.core.quoting import counted
from rte_baselines.pairs import Label, Pair
from rte_baselines.pairs.pair import pair_digest


class ConflictingLabels:
    """Finds pairs with equal texts and different labels, by digests of the texts."""

    def __init__(self) -> None:
        self._count = 0
        self._first: dict[int, tuple[Label, int]] = {}
        self._conflicts: dict[int, str] = {}

    def add(self, pair: Pair) -> None:
        """Add a pair; one without texts or label is only counted."""
        self._count += 1
        digest = pair_digest(pair)
        if digest is None or pair.label is None:
            return
        label, position = self._first.setdefault(digest, (pair.label, self._count))
        if label is not pair.label:
            places = f"pairs {position} and {self._count} of the file"
            self._conflicts.setdefault(digest, f"{label} and {pair.label} ({places})")

    def warning(self) -> str | None:
        """Return a warning with an example; None if no equal pairs have different labels."""
        if not self._conflicts:
            return None
        number = len(self._conflicts)
        return (
            f"{counted(number, 'pair')} of text and hypothesis {'is' if number == 1 else 'are'} "
            "given several times with different labels, such as "
            f"{next(iter(self._conflicts.values()))}; correct the labels, or leave these pairs out"
        )
