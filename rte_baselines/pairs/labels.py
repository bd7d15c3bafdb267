"""The entailment labels, their two schemes, and the many names they have in files."""

import re
from collections.abc import Iterable, Sequence
from enum import Enum
from numbers import Real

from rte_baselines.errors import InputError
from rte_baselines.quoting import quoted


class Label(str, Enum):
    """A judgment on a text and a hypothesis.

    ``NO_ENTAILMENT`` belongs to the two-way scheme, ``CONTRADICTION`` and
    ``UNKNOWN`` to the three-way scheme, ``ENTAILMENT`` to both.
    """

    ENTAILMENT = "ENTAILMENT"
    CONTRADICTION = "CONTRADICTION"
    UNKNOWN = "UNKNOWN"
    NO_ENTAILMENT = "NO_ENTAILMENT"

    # NumPy and f-strings take str() of an element, which must be the bare name.
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


_LABEL_NAMES = {
    "entailment": Label.ENTAILMENT,
    "entailed": Label.ENTAILMENT,
    "yes": Label.ENTAILMENT,
    "true": Label.ENTAILMENT,
    "contradiction": Label.CONTRADICTION,
    "contradicted": Label.CONTRADICTION,
    "unknown": Label.UNKNOWN,
    "neutral": Label.UNKNOWN,
    "no entailment": Label.NO_ENTAILMENT,
    "non entailment": Label.NO_ENTAILMENT,
    "not entailment": Label.NO_ENTAILMENT,
    "not entailed": Label.NO_ENTAILMENT,
    "no": Label.NO_ENTAILMENT,
    "false": Label.NO_ENTAILMENT,
    "supports": Label.ENTAILMENT,
    "refutes": Label.CONTRADICTION,
    "not enough info": Label.UNKNOWN,
}

# As many digits as any scheme can need, and int() can take.
_NUMBER = re.compile(r"(?:label_)?(-?[0-9]{1,9})(?:\.0*)?", re.IGNORECASE)
_NO_AGREEMENT = "-"
_NO_AGREEMENT_NUMBER = -1

_EXPECTED_NAME = "expected a name, such as 'ENTAILMENT', 'NO ENTAILMENT' or 'neutral'"

HOW_TO_STATE_AN_ORDER = (
    "state the order of the labels: label_order=('entailment', 'neutral', 'contradiction'), "
    "or --label-order entailment,neutral,contradiction"
)


def parse_label(name: str | float, order: Sequence[Label] = ()) -> Label:
    """Return the label that a file or an array calls `name`.

    Parameters
    ----------
    name : str, int, float or bool
        Any of the names in use, in any case, words joined by a space, "_" or "-":
        ENTAILMENT, YES, TRUE; CONTRADICTION; UNKNOWN, neutral; NO ENTAILMENT,
        not_entailment, non-entailment, NO, FALSE; and FEVER's SUPPORTS, REFUTES,
        NOT ENOUGH INFO. Or a number, if an order is given: 1, 1.0 (as pandas writes it)
        or LABEL_1 (as Hugging Face does); False and True are 0 and 1.
    order : sequence of Label, optional
        What the numbers 0, 1, 2 stand for.

    Returns
    -------
    Label

    Raises
    ------
    InputError
        If the name is none of them, or a number that the order does not reach or that
        comes without one.
    """
    name = label_name(name)
    number = label_number(name)
    if number is not None:
        return _numbered(number, order)
    label = label_called(name)
    if label is None:
        raise InputError(
            f"unknown label {quoted(name)}; expected one of ENTAILMENT, CONTRADICTION, UNKNOWN, "
            "NO ENTAILMENT, YES, NO, TRUE, FALSE, neutral, not_entailment, non-entailment, "
            "SUPPORTS, REFUTES, NOT ENOUGH INFO"
        )
    return label


def label_called(name: str) -> Label | None:
    """Return the label that a word stands for, as in `parse_label`, or None if it is no label."""
    return _LABEL_NAMES.get(" ".join(name.replace("_", " ").replace("-", " ").casefold().split()))


def as_label(value: object) -> Label:
    """Return the label that a value means where no order of labels is known.

    Parameters
    ----------
    value : Label or str
        A label, or any name that `parse_label` knows.

    Raises
    ------
    InputError
        If it is a name of no label, ``-`` (no agreement), a number, or no name at all.
    """
    if isinstance(value, Label):
        return value
    name = plain(value)
    if not isinstance(name, str):
        raise InputError(f"label {quoted(value)} is not a string; {_EXPECTED_NAME}")
    if is_without_agreement(name):
        raise InputError(
            f"label {quoted(name)} says that the annotators did not agree; leave the pair out, "
            "or give None for its label"
        )
    if label_number(name) is not None:
        raise InputError(f"label {quoted(name)} is a number; {_EXPECTED_NAME}")
    return parse_label(name)


def label_name(value: object) -> str:
    """Return a label of an array as a file would write it: 1 as "1", True as "1", too.

    Raises
    ------
    InputError
        If it is neither a string nor a number.
    """
    value = value if isinstance(value, str) else plain(value)
    if isinstance(value, str):
        # Of an enumeration of strings, too, the string.
        return str.__str__(value)
    if isinstance(value, bool):
        return str(int(value))
    if isinstance(value, Real):
        return str(value)
    raise InputError(f"label {quoted(value)} is neither a string nor a number; {_EXPECTED_NAME}")


def plain(value: object) -> object:
    """Return what a scalar of NumPy or an array without dimensions holds; else the value."""
    is_scalar = getattr(value, "ndim", None) == 0
    held: object = getattr(value, "item", lambda: value)() if is_scalar else value
    return held


def label_number(name: str) -> int | None:
    """Return the number that a label is given as (1, 1.0 or LABEL_1), or None if it is a word."""
    found = _NUMBER.fullmatch(name.strip())
    return int(found[1]) if found else None


def is_without_agreement(name: str, order: Sequence[Label] = ()) -> bool:
    """Whether a gold label says that the annotators did not agree.

    Parameters
    ----------
    name : str
        ``-``, as SNLI writes, or the number -1, as Hugging Face's edition does.
    order : sequence of Label, optional
        What the numbers 0, 1, 2 stand for; -1 is read only where this is stated.
    """
    if name.strip() == _NO_AGREEMENT:
        return True
    return bool(order) and label_number(name) == _NO_AGREEMENT_NUMBER


def _numbered(number: int, order: Sequence[Label]) -> Label:
    if not order:
        raise InputError(f"label {number} is a number; {HOW_TO_STATE_AN_ORDER}")
    if not 0 <= number < len(order):
        meanings = ", ".join(f"{place} {label}" for place, label in enumerate(order))
        raise InputError(f"label {number} is not in the stated order; expected {meanings}")
    return order[number]


def conflate(label: Label | str) -> Label:
    """Map a three-way label to the two-way scheme; two-way labels stay as they are.

    "In the case of three-way runs the pairs tagged as CONTRADICTION and UNKNOWN will
    be conflated and automatically re-tagged as NO ENTAILMENT" (RTE-4 guidelines).

    Parameters
    ----------
    label : Label or str
        A label, or any name of one.

    Raises
    ------
    InputError
        If it is no label.
    """
    entailed = as_label(label) is Label.ENTAILMENT
    return Label.ENTAILMENT if entailed else Label.NO_ENTAILMENT


def scheme_of(labels: Iterable[Label | str]) -> Scheme | None:
    """Return the scheme that `labels` are written in.

    Parameters
    ----------
    labels : iterable of Label or str
        Labels, or any names of them.

    Returns
    -------
    Scheme or None
        None when every label is ENTAILMENT, which belongs to both schemes, or when
        there is none.

    Raises
    ------
    InputError
        If NO_ENTAILMENT stands beside CONTRADICTION or UNKNOWN, or one is no label.
    """
    found = set(map(as_label, labels)) - {Label.ENTAILMENT}
    if not found:
        return None
    if Label.NO_ENTAILMENT not in found:
        return Scheme.THREE_WAY
    if len(found) == 1:
        return Scheme.TWO_WAY
    others = " and ".join(sorted(label.value for label in found - {Label.NO_ENTAILMENT}))
    raise InputError(f"labels mix two schemes: NO_ENTAILMENT (two-way) with {others} (three-way)")
