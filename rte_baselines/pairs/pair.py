"""The pair of a text and a hypothesis."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from numbers import Integral
from pathlib import Path

from rte_baselines.core.errors import InputError
from rte_baselines.core.quoting import quoted
from rte_baselines.core.representing import brief
from rte_baselines.pairs.labels import Label, as_label
from rte_baselines.records.rows import is_missing


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
        If the label has no meaning, or another part is of the wrong type. NaN and pandas' NA count
        as None for `task` and `label`.
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
        object.__setattr__(self, "id", pair_id)
        try:
            for part in ("text", "hypothesis", "task", "label"):
                value = getattr(self, part)
                if part in ("task", "label") and is_missing(value):
                    value = None
                else:
                    value = as_label(value) if part == "label" else _string(part, value)
                object.__setattr__(self, part, value)
        except InputError as error:
            raise InputError(f"pair {quoted(pair_id)}: {error}") from None


def only_pairs(pairs: Iterable[Pair]) -> Iterator[Pair]:
    """Yield the pairs, and refuse what is no `Pair`, or no iterable of pairs."""
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
    """Return a pair's id as a string, also of an integer, or refuse other values."""
    if isinstance(value, str):
        return str.__str__(value)
    if isinstance(value, Integral) and not isinstance(value, bool):
        return str(int(value))
    raise InputError(f"id {quoted(value)} of a pair is not an id; expected a string or an integer")


def _string(part: str, value: object) -> str:
    if not isinstance(value, str):
        raise InputError(f"{part} {quoted(value)} is not a string; expected one")
    return str.__str__(value)
