"""The check that no column which is not read may hold the ids.

Ids are found by the known names of their columns. A column with another name may hold them as
well, and pairs and predictions that are matched by anything else would give wrong figures.
"""

import re

from rte_baselines.errors import InputError
from rte_baselines.pairs.columns import how_to_give
from rte_baselines.pairs.format import Record
from rte_baselines.quoting import quoted

# Fewer values are often distinct by chance.
_FEWEST = 3
# So many values are compared with each other; later ones with none.
_COMPARED = 1_000
# Digests of sets are sums, those of sequences polynomials, modulo the first number.
_DIGESTS = 1 << 64
_MULTIPLIER = 0x9E3779B97F4A7C15
_WITHOUT_SPACES = re.compile(r"\S{1,200}")
_FRACTION = re.compile(r"[-+]?\d*\.\d*(?:[eE][-+]?\d+)?")


class ColumnOfIds:
    """What is known of a column that may hold ids, in constant memory.

    Attributes
    ----------
    may_hold_ids : bool
        Whether no value is missing, has spaces, is a number with decimals, or was repeated among
        the first 1,000.
    counts_rows : bool
        Whether the values are the numbers of the rows, from 0 or 1.
    """

    def __init__(self) -> None:
        self.may_hold_ids = True
        self.counts_rows = True
        self._digest_of_set = self._digest_of_sequence = 0
        self._values: set[str] = set()
        self._rows = 0
        self._first = ""

    def add(self, value: str | None) -> None:
        """Add the value of the next row."""
        if not self.may_hold_ids:
            return
        if value is None or not _is_like_an_id(value) or value in self._values:
            self.may_hold_ids = False
            return
        if self._rows < _COMPARED:
            self._values.add(value)
        if not self._rows:
            self._first = value
            self.counts_rows = value in ("0", "1")
        elif self.counts_rows:
            self.counts_rows = value == str(int(self._first) + self._rows)
        self._rows += 1
        # Within a process, equal strings have equal hashes.
        digest = hash(value)
        self._digest_of_set = (self._digest_of_set + digest) % _DIGESTS
        self._digest_of_sequence = (self._digest_of_sequence * _MULTIPLIER + digest) % _DIGESTS

    @property
    def may_be_other_ids(self) -> bool:
        """Whether the values may be ids, and are not only the numbers of the rows."""
        return self.may_hold_ids and not self.counts_rows and self._rows >= _FEWEST

    def is_reordered(self, other: "ColumnOfIds") -> bool:
        """Whether both have the same values in different orders."""
        return (
            self.may_hold_ids
            and other.may_hold_ids
            and self._digest_of_set == other._digest_of_set
            and self._digest_of_sequence != other._digest_of_sequence
        )

    def numbers_rows_in_another_order(self) -> bool:
        """Whether the values are the numbers of the rows, from 0 or 1, but not in order."""
        return self.may_be_other_ids and self._digest_of_set in (
            sum(hash(str(number)) for number in range(start, start + self._rows)) % _DIGESTS
            for start in (0, 1)
        )


class UnreadIds:
    """Looks for the ids of pairs in columns that are read as attributes."""

    def __init__(self) -> None:
        self._read = ColumnOfIds()
        self._unread: dict[str, ColumnOfIds] | None = None

    def add(self, record: Record) -> None:
        """Add the next pair as it was read, with or without a label."""
        if self._unread is None:
            self._unread = {name: ColumnOfIds() for name in record.attributes}
        if not self._unread:
            return
        self._read.add((record.id or "").strip())
        for name, column in list(self._unread.items()):
            column.add(record.attributes.get(name))
            if not column.may_hold_ids:
                del self._unread[name]

    def finish(self, id_name: str | None) -> str | None:
        """Refuse a column with the same ids in another order.

        Parameters
        ----------
        id_name : str or None
            The column that was read as the id; None if the pairs were numbered.

        Returns
        -------
        str or None
            A warning if the pairs were numbered, and a column may hold ids.

        Raises
        ------
        InputError
            If a column has the ids that were read in another order.
        """
        others = {
            name: column for name, column in (self._unread or {}).items() if column.may_be_other_ids
        }
        if id_name is None:
            return next(map(_warning_of_numbers, others), None)
        for name, column in others.items():
            if column.is_reordered(self._read):
                raise InputError(
                    f"{quoted(id_name)} and {quoted(name)} have the same values in different "
                    "orders, and either may hold the ids; name the right one: "
                    f"{how_to_give({'id': name})} or {how_to_give({'id': id_name})}"
                )
        return None


def _warning_of_numbers(name: str) -> str:
    return (
        f"pairs are numbered from 1, as no column has a known name of ids; {quoted(name)} may hold "
        f"them: {how_to_give({'id': name})} (or {how_to_give({'id': ''})}, if it does not)"
    )


def _is_like_an_id(value: str) -> bool:
    return _WITHOUT_SPACES.fullmatch(value) is not None and _FRACTION.fullmatch(value) is None
