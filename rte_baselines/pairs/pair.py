"""The pair of a text and a hypothesis."""

import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from numbers import Integral, Real
from pathlib import Path

from rte_baselines.errors import InputError
from rte_baselines.pairs.labels import Label, as_label, plain
from rte_baselines.quoting import quoted
from rte_baselines.representing import brief


@brief
@dataclass(frozen=True)
class Pair:
    """A text T and a hypothesis H; the question is whether T entails H.

    Parameters
    ----------
    id : str
        Unique within its dataset. An integer is kept as a string.
    text, hypothesis : str
        The two snippets, as read, with outer white space removed.
    task : str or None
        The application the pair comes from, such as IE, IR, QA or SUM.
    label : Label or None
        The gold label, if there is one. Any name that `parse_label` knows is converted to
        the `Label` that it means.
    attributes : mapping of str to str
        Further fields of the pair in the file, such as RTE-3's ``length`` or the
        sample's ``phenomenon``. Writers keep them; the hash ignores them.

    Raises
    ------
    InputError
        If the label has no meaning (a number has none without an order of labels), or
        another part is of the wrong type. NaN and pandas' NA, which mean a missing value,
        count as None for `task` and `label`.
    """

    id: str
    text: str
    hypothesis: str
    task: str | None = None
    label: Label | None = None
    attributes: Mapping[str, str] = field(default_factory=dict, hash=False)

    def __post_init__(self) -> None:
        is_plain = (
            type(self.id) is str
            and type(self.text) is str
            and type(self.hypothesis) is str
            and (self.task is None or type(self.task) is str)
            and (self.label is None or type(self.label) is Label)
        )
        if not is_plain:
            self._normalize()

    def _normalize(self) -> None:
        """Convert every part to its type, or refuse it."""
        pair_id = as_pair_id(self.id)
        try:
            normalized = {
                "id": pair_id,
                "text": _string("text", self.text),
                "hypothesis": _string("hypothesis", self.hypothesis),
                "task": None if is_missing(self.task) else _string("task", self.task),
                "label": None if is_missing(self.label) else as_label(self.label),
            }
        except InputError as error:
            raise InputError(f"pair {quoted(pair_id)}: {error}") from None
        for part, value in normalized.items():
            object.__setattr__(self, part, value)


def only_pairs(pairs: Iterable[Pair]) -> Iterator[Pair]:
    """Yield the pairs, each of which must be a `Pair`.

    Raises
    ------
    InputError
        If they are the name of a dataset or file, not iterable, or one is not a `Pair`.
    """
    if isinstance(pairs, (str, Path)):
        name = quoted(str(pairs))
        raise InputError(f"{name} is a name; expected pairs, as of load_pairs({name})")
    if not isinstance(pairs, Iterable):
        raise InputError(f"{quoted(pairs)} is not a list of pairs; expected one")
    for number, pair in enumerate(pairs, start=1):
        if not isinstance(pair, Pair):
            raise InputError(f"pair {number}: {quoted(pair)} is not a Pair; expected one")
        yield pair


def as_pair_id(value: object) -> str:
    """Return a pair's id as a string; an integer is converted.

    Raises
    ------
    InputError
        If it is neither a string nor an integer.
    """
    if isinstance(value, str):
        return str.__str__(value)
    if isinstance(value, Integral) and not isinstance(value, bool):
        return str(int(value))
    raise InputError(f"id {quoted(value)} of a pair is not an id; expected a string or an integer")


def _string(part: str, value: object) -> str:
    if not isinstance(value, str):
        raise InputError(f"{part} {quoted(value)} is not a string; expected one")
    return str.__str__(value)


def is_missing(value: object) -> bool:
    """Whether a value is None, NaN, or pandas' NA or NaT."""
    if value is None or isinstance(value, str):
        return value is None
    # If pandas is not imported, there are no values of its types.
    pandas = sys.modules.get("pandas")
    if pandas is not None and (value is pandas.NA or value is pandas.NaT):
        return True
    number = plain(value)
    return isinstance(number, Real) and bool(number != number)
