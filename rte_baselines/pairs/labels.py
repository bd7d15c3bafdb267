"""The entailment labels, their two schemes, their names in files, and what users state of these."""

import re
import shlex
from collections.abc import Iterable, Mapping, Sequence, Set, Sized
from enum import Enum
from numbers import Real

from rte_baselines.core.advice import how_to_state
from rte_baselines.core.errors import InputError, naming
from rte_baselines.core.quoting import quoted, shortened
from rte_baselines.records.rows import plain

LabelMeanings = str | Sequence[str] | Mapping[str, str]
"""What labels mean: the order of those that 0, 1, 2 stand for, or a mapping of words to labels.

As a string, ``entailment,neutral,contradiction`` or ``NotMentioned=neutral,1=entailment``.
"""

_ORDER = "LABEL,LABEL,LABEL"


class Label(str, Enum):
    """A judgment on a text and a hypothesis.

    ``NO_ENTAILMENT`` belongs to the two-way scheme, ``CONTRADICTION`` and
    ``UNKNOWN`` to the three-way scheme, ``ENTAILMENT`` to both.
    """

    ENTAILMENT = "ENTAILMENT"
    CONTRADICTION = "CONTRADICTION"
    UNKNOWN = "UNKNOWN"
    NO_ENTAILMENT = "NO_ENTAILMENT"

    # NumPy and f-strings call str() on an element, which must return the bare name.
    def __str__(self) -> str:
        return self.value


class Scheme(str, Enum):
    """Which labels a dataset, run or head uses."""

    TWO_WAY = "two-way"
    THREE_WAY = "three-way"

    def __str__(self) -> str:
        return self.value

    @property
    def labels(self) -> tuple[Label, ...]:
        """The scheme's labels, in the order used for tables and matrices."""
        if self is Scheme.TWO_WAY:
            return (Label.ENTAILMENT, Label.NO_ENTAILMENT)
        return (Label.ENTAILMENT, Label.CONTRADICTION, Label.UNKNOWN)


_NAMES = {
    Label.ENTAILMENT: "entailment, entailed, entails, yes, true, supports, supported",
    Label.CONTRADICTION: (
        "contradiction, contradicted, contradicts, contradictory, refutes, refuted"
    ),
    Label.UNKNOWN: "neutral, unknown, not enough info, not enough evidence, nei",
    Label.NO_ENTAILMENT: (
        "not entailment, no entailment, non entailment, not entailed, no, false, unsupported, "
        "not supported"
    ),
}
_LABELS_BY_NAME = {name: label for label, names in _NAMES.items() for name in names.split(", ")}

NO_LABEL = ("", "-", "-1", "hidden")
"""What stands for no label: SNLI's and Hugging Face's marks of no agreement, and hidden labels."""

# Enough digits for any scheme, and few enough for int().
_NUMBER = re.compile(r"(?:label_)?(-?[0-9]{1,9})(?:\.0*)?", re.IGNORECASE)

_EXPECTED_NAME = "expected a name, such as 'ENTAILMENT', 'NO ENTAILMENT' or 'neutral'"
_EXPECTED_ORDER = "expected names of labels, such as ('entailment', 'not_entailment')"


def parse_label(name: str | float, order: Sequence[Label] = ()) -> Label:
    """Return the label that `name` means.

    Parameters
    ----------
    name : str, int, float or bool
        Any of the known names, in any case, words joined by a space, "_" or "-". Or, if an order is
        given, a number: 1, 1.0 (as pandas writes it) or LABEL_1 (as Hugging Face does). Booleans
        are the numbers 1 and 0 if an order is given, and otherwise the words true and false.
    order : sequence of Label, optional
        What the numbers 0, 1, 2 stand for.

    Raises
    ------
    InputError
    """
    name = label_name(name, order)
    number, label = label_number(name), label_called(name)
    if number is None:
        if label is None:
            raise InputError(f"unknown label {quoted(name)}; {_EXPECTED_NAME}")
        return label
    if not order:
        how = how_to_state("label_order=[LABEL, LABEL, LABEL]", f"--labels {_ORDER}")
        raise InputError(
            f"label {number} is a number; state the labels of 0, 1, ... in this order: {how}"
        )
    if not 0 <= number < len(order):
        meanings = ", ".join(f"{index} {label}" for index, label in enumerate(order))
        raise InputError(f"label {number} is not in the stated order; expected {meanings}")
    return order[number]


def label_called(name: str) -> Label | None:
    """Return the label that a word means, as in `parse_label`, or None if it is not a label."""
    return _LABELS_BY_NAME.get(normalized(name))


def normalized(name: str) -> str:
    """Return a word without case, and with single spaces in place of ``_``, ``-`` and others."""
    return " ".join(name.replace("_", " ").replace("-", " ").casefold().split())


def as_label(value: object) -> Label:
    """Return a label, or the one that a name means; refuse numbers and other values."""
    if isinstance(value, Label):
        return value
    name = plain(value)
    if not isinstance(name, str):
        raise InputError(f"label {quoted(value)} is not a string; {_EXPECTED_NAME}")
    if label_number(name) is not None:
        raise InputError(f"label {quoted(name)} is a number; {_EXPECTED_NAME}")
    return parse_label(name)


def label_name(value: object, order: Sequence[Label] = ()) -> str:
    """Return a string or number as a label is written in a file: 1 as "1"."""
    value = value if isinstance(value, str) else plain(value)
    if isinstance(value, str):
        # For a member of an enumeration of strings, return the string itself.
        return str.__str__(value)
    if isinstance(value, bool):
        return str(int(value)) if order else str(value).lower()
    if isinstance(value, Real):
        return str(value)
    raise InputError(f"label {quoted(value)} is neither a string nor a number; {_EXPECTED_NAME}")


def label_number(name: str) -> int | None:
    """Return the number of a label such as 1, 1.0 or LABEL_1, or None if it is a word."""
    found = _NUMBER.fullmatch(name.strip())
    return int(found[1]) if found else None


def is_no_label(name: str) -> bool:
    """Whether what stands in the place of a label says that there is none; see `NO_LABEL`."""
    return name.strip().casefold() in NO_LABEL or label_number(name) == -1


def parse_label_order(order: Sequence[str] | None) -> tuple[Label, ...]:
    """Return the labels that the numbers 0, 1, 2 stand for; none if no order is given.

    Labels are given by any of their names; in a single string, they are separated by commas. A
    set, a mapping and an iterator have no stable order, and are refused.
    """
    if order is None:
        return ()
    given = order.split(",") if isinstance(order, str) else order
    with naming("order of labels"):
        if not isinstance(given, Sized) or not is_in_order(given):
            raise InputError(f"{quoted(order)} is not a sequence; {_EXPECTED_ORDER}")
        labels = tuple(map(as_label, given))
        scheme_of(labels)
        if len(set(labels)) < len(labels):
            raise InputError(f"{', '.join(labels)} repeats one; expected each label once")
    return labels


def is_in_order(values: object) -> bool:
    """Whether values come one after another: not those of a set, a mapping or a DataFrame."""
    # Iterating a DataFrame yields the names of its columns.
    is_data_frame = hasattr(values, "columns") and hasattr(values, "to_dict")
    is_unordered = isinstance(values, (Set, Mapping)) or is_data_frame
    return isinstance(values, Iterable) and not is_unordered


def conflate(label: Label | str) -> Label:
    """Map a three-way label, or any of its names, to the two-way scheme.

    "In the case of three-way runs the pairs tagged as CONTRADICTION and UNKNOWN will
    be conflated and automatically re-tagged as NO ENTAILMENT" (RTE-4 guidelines).

    Raises
    ------
    InputError
        If it is not a label.
    """
    entailed = as_label(label) is Label.ENTAILMENT
    return Label.ENTAILMENT if entailed else Label.NO_ENTAILMENT


def are_compatible(label: Label, other: Label) -> bool:
    """Whether two labels may be of one pair: NO_ENTAILMENT is CONTRADICTION or UNKNOWN."""
    if Label.NO_ENTAILMENT in (label, other):
        return conflate(label) is conflate(other)
    return label is other


def scheme_of(labels: Iterable[Label | str]) -> Scheme | None:
    """Return the scheme of labels, or of their names.

    It is None if every label is ENTAILMENT, which belongs to both schemes, or if there are none.

    Raises
    ------
    InputError
        If NO_ENTAILMENT occurs with CONTRADICTION or UNKNOWN, or one is not a label.
    """
    found = set(map(as_label, labels)) - {Label.ENTAILMENT}
    if not found:
        return None
    if Label.NO_ENTAILMENT not in found:
        return Scheme.THREE_WAY
    if len(found) == 1:
        return Scheme.TWO_WAY
    others = " and ".join(sorted(label.value for label in found - {Label.NO_ENTAILMENT}))
    raise InputError(
        f"labels mix two schemes: NO_ENTAILMENT (two-way) with {others} (three-way); if "
        "there are three labels, write contradiction in place of NO_ENTAILMENT"
    )


class LabelReader:
    """Reads the labels of one source, as `LabelMeanings` state them by a parameter or an option.

    In a mapping, an empty meaning is that of no label. `order` has the labels that are stated, in
    their order. A meaning that is no label, and labels of two schemes, are an `InputError`.
    """

    def __init__(
        self,
        stated: LabelMeanings | None = None,
        parameter: str = "labels",
        option: str = "--labels",
    ) -> None:
        self._parameter, self._option = parameter, option
        self._meanings: dict[str, Label | None] = {}
        self._known: dict[str, Label | None] = {}
        self._first: dict[Scheme, str] = {}
        with naming(parameter):
            if isinstance(stated, Mapping) or (isinstance(stated, str) and "=" in stated):
                for word, meaning in _entries(stated):
                    key = _key(word)
                    if not key or key in self._meanings:
                        raise InputError(f"{quoted(word)} is empty or given twice")
                    self._meanings[key] = as_label(meaning) if meaning else None
            else:
                order = parse_label_order(stated)
                self._meanings = {str(number): label for number, label in enumerate(order)}
            self.order = tuple(dict.fromkeys(filter(None, self._meanings.values())))
            scheme_of(self.order)

    def read(self, value: object) -> Label | None:
        """Return the label that a value means; None if it says that there is none.

        Booleans are the words true and false.

        Raises
        ------
        InputError
            If it has no meaning, or the label is of another scheme than an earlier one.
        """
        if value is None:
            return None
        name = label_name(value)
        if name in self._known:
            return self._known[name]
        label = self.called(name)
        scheme = None if label is None else scheme_of([label])
        if scheme is not None and scheme not in self._first and self._first:
            names = {**self._first, scheme: name}
            two, three = names[Scheme.TWO_WAY], names[Scheme.THREE_WAY]
            raise InputError(
                f"{quoted(two)} is a two-way label and {quoted(three)} a three-way one; expected "
                f"labels of one scheme, or what {quoted(two)} means: {self._how_to_state(two)}"
            )
        if scheme is not None:
            self._first.setdefault(scheme, name)
        self._known[name] = label
        return label

    def called(self, name: str) -> Label | None:
        """Return what a word means, as in `read`, in either scheme."""
        key = _key(name)
        if key in self._meanings:
            return self._meanings[key]
        if is_no_label(name):
            return None
        if label_number(name) is not None:
            problem = f"label {name.strip()} is a number of no stated label"
            if self._meanings:
                how = self._how_to_state(name)
                raise InputError(f"{problem} ({self.describe()}); state it, too: {how}")
            how = how_to_state(f"{self._parameter}={_ORDER!r}", f"{self._option} {_ORDER}")
            raise InputError(f"{problem}; state those of 0, 1, ... in this order: {how}")
        label = label_called(name)
        if label is None:
            raise InputError(
                f"{quoted(name)} is no label; expected entailment, neutral, contradiction, "
                "not_entailment or a synonym, or what it means, with all other words of your own: "
                f"{self._how_to_state(name)}"
            )
        return label

    def states(self, word: str) -> bool:
        """Whether it is stated what a word means."""
        return _key(word) in self._meanings

    def describe(self) -> str:
        """Return what is stated in a few words, such as ``0 = ENTAILMENT, 1 = UNKNOWN``."""
        stated = self._meanings.items()
        return ", ".join(f"{word} = {label or 'no label'}" for word, label in stated)

    def _how_to_state(self, word: str) -> str:
        """Return how the reader of a message states a word, beside what is stated."""
        stated = {known: str(label or "") for known, label in self._meanings.items()}
        meanings = {**stated, shortened(word.strip()): "LABEL"}
        option = shlex.quote(",".join(f"{known}={meaning}" for known, meaning in meanings.items()))
        return how_to_state(f"{self._parameter}={meanings}", f"{self._option} {option}")


def _entries(stated: str | Mapping[str, str]) -> list[tuple[str, str | None]]:
    if isinstance(stated, Mapping):
        return [(label_name(word), meaning) for word, meaning in stated.items()]
    entries = [tuple(map(str.strip, entry.partition("="))) for entry in stated.split(",")]
    for word, equals, _ in entries:
        if not equals:
            raise InputError(f"{quoted(word)} is not of the form WORD=LABEL, as e=entailment")
    return [(word, meaning) for word, _, meaning in entries]


def _key(name: str) -> str:
    number = label_number(name)
    return normalized(name) if number is None else str(number)
