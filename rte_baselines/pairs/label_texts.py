"""The check that numbers of labels mean what a column beside them says in words.

Some editions of datasets have a column ``label`` with numbers and ``label_text`` with their names.
Read in another order, the numbers would give wrong labels.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import permutations
from typing import Any

from rte_baselines.errors import InputError
from rte_baselines.pairs.labels import (
    Label,
    are_compatible,
    label_called,
    label_number,
    order_in_words,
)
from rte_baselines.quoting import quoted

_SUFFIXES = ("text", "name", "string", "str")


class LabelTexts:
    """Compares numbers of labels with the names of labels in a column called ``label_text``.

    So are ``label_name``, ``label_str`` and ``label_string``, after the name of any column of
    labels. Cells that are not the name of a label say nothing.

    Parameters
    ----------
    order : sequence of Label
        The labels that the numbers 0, 1, 2 stand for; without it, nothing is compared.
    unit : str
        The unit of positions in messages.
    """

    def __init__(self, order: Sequence[Label], unit: str = "line") -> None:
        self._order, self._unit = order, unit
        self._said: set[tuple[int, Label]] = set()
        self._example = ""
        self._is_text: dict[tuple[str, str], bool] = {}
        self._keys: dict[str, set[str]] = {}

    def fields_of(self, column: str, names: Iterable[str]) -> Iterator[str]:
        """Yield those of the names that are of names of the labels in a column."""
        if column not in self._keys:
            self._keys[column] = {_key(column) + suffix for suffix in _SUFFIXES}
        keys = self._keys[column]
        for name in names:
            pair = (column, name)
            if pair not in self._is_text:
                self._is_text[pair] = _key(name) in keys
            if self._is_text[pair]:
                yield name

    def add(self, position: int, column: str, label: str, row: Mapping[str, Any]) -> None:
        """Compare a label with the other columns of its row.

        Parameters
        ----------
        position : int
        column : str
            The column of the label.
        label : str
            As it is written.
        row : mapping of str to Any
            The other columns, with or without that of the label.
        """
        number = label_number(label) if self._order else None
        if number is None or not 0 <= number < len(self._order):
            return
        for name in self.fields_of(column, row):
            said = label_called(value) if isinstance(value := row[name], str) else None
            if said is None:
                continue
            self._said.add((number, said))
            if not self._example and not are_compatible(self._order[number], said):
                self._example = (
                    f"{self._unit} {position}: {quoted(column)} is {label.strip()}, "
                    f"{self._order[number]} in the stated order, and {quoted(name)} is "
                    f"{quoted(value)}"
                )

    def finish(self) -> None:
        """Raise an error if a name was not that of the number beside it.

        Raises
        ------
        InputError
            The message has the first such row and, if all rows agree on one, the right order.
        """
        if not self._example:
            return
        orders = list(self._orders_that_fit())
        advice = (
            f"all rows agree on another order: {order_in_words(orders[0])}"
            if len(orders) == 1
            else "expected the same label"
        )
        raise InputError(f"{self._example}; {advice}")

    def _orders_that_fit(self) -> Iterator[Sequence[Label]]:
        for order in permutations(self._order):
            if all(are_compatible(order[number], said) for number, said in self._said):
                yield order


def _key(name: str) -> str:
    return name.strip().casefold().replace(" ", "").replace("_", "").replace("-", "")
