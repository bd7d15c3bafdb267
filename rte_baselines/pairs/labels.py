"""The entailment labels, their two schemes, and their names in files."""

import re
from collections.abc import Iterable, Mapping, Sequence
from enum import Enum
from numbers import Real

from rte_baselines.advice import how_to_state
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
    # Spellings of judges and of later fact-checking data.
    "supported": Label.ENTAILMENT,
    "refuted": Label.CONTRADICTION,
    "nei": Label.UNKNOWN,
    "not enough evidence": Label.UNKNOWN,
    "unsupported": Label.NO_ENTAILMENT,
    "not supported": Label.NO_ENTAILMENT,
}
USUAL_NAMES = {
    Label.ENTAILMENT: "entailment",
    Label.UNKNOWN: "neutral",
    Label.CONTRADICTION: "contradiction",
    Label.NO_ENTAILMENT: "not_entailment",
}
"""The names of labels in Hugging Face's datasets and models."""

# N may be neutral, no entailment or no; only a stated order of labels decides which.
_LETTERS = {
    Label.ENTAILMENT: "E",
    Label.CONTRADICTION: "C",
    Label.UNKNOWN: "NU",
    Label.NO_ENTAILMENT: "N",
}

# Enough digits for any scheme, and few enough for int().
_NUMBER = re.compile(r"(?:label_)?(-?[0-9]{1,9})(?:\.0*)?", re.IGNORECASE)
_NO_AGREEMENT = "-"
_NO_AGREEMENT_NUMBER = -1

_EXPECTED_NAME = "expected a name, such as 'ENTAILMENT', 'NO ENTAILMENT' or 'neutral'"


def how_to_state_an_order() -> str:
    """Return the advice to state the order of the labels."""
    order = _label_order("entailment", "neutral", "contradiction")
    return f"state the order of the labels: {order}"


def order_in_words(order: Sequence[Label]) -> str:
    """Return an order of labels as it may be stated, with commas between."""
    return ",".join(USUAL_NAMES[label] for label in order)


def _label_order(*labels: str) -> str:
    return how_to_state(f"label_order={labels!r}", f"--label-order {','.join(labels)}")


def parse_label(name: str | float, order: Sequence[Label] = ()) -> Label:
    """Return the label that `name` means in a file or an array.

    Parameters
    ----------
    name : str, int, float or bool
        Any of the known names, in any case, words joined by a space, "_" or "-":
        ENTAILMENT, YES, TRUE; CONTRADICTION; UNKNOWN, neutral; NO ENTAILMENT,
        not_entailment, non-entailment, NO, FALSE; and FEVER's SUPPORTS, REFUTES,
        NOT ENOUGH INFO, also as supported, refuted, unsupported or NEI. Or, if an order is
        given, a number: 1, 1.0 (as pandas writes it) or LABEL_1 (as Hugging Face does); a
        boolean, see `number_of_boolean`; or an initial: E, C, and N or U.
    order : sequence of Label, optional
        What the numbers 0, 1, 2 stand for.

    Returns
    -------
    Label

    Raises
    ------
    InputError
        If the name is none of these, or a number or an initial beyond the order or without
        an order.
    """
    name = label_name(name, order)
    number = label_number(name)
    if number is not None:
        return _numbered(number, order)
    if _is_letter(name):
        return _initialled(name.strip().upper(), order)
    label = label_called(name)
    if label is None:
        raise InputError(
            f"unknown label {quoted(name)}; expected one of ENTAILMENT, CONTRADICTION, UNKNOWN, "
            "NO ENTAILMENT, YES, NO, TRUE, FALSE, neutral, not_entailment, non-entailment, "
            "SUPPORTS, REFUTES, NOT ENOUGH INFO, supported, refuted, unsupported"
        )
    return label


def label_called(name: str) -> Label | None:
    """Return the label that a word means, as in `parse_label`, or None if it is not a label."""
    return _LABEL_NAMES.get(" ".join(name.replace("_", " ").replace("-", " ").casefold().split()))


def as_label(value: object) -> Label:
    """Return the label that a value means if no order of labels is known.

    Parameters
    ----------
    value : Label or str
        A label, or any name that `parse_label` knows.

    Raises
    ------
    InputError
        If it is an unknown name, ``-`` (no agreement), a number, or not a string.
    """
    if isinstance(value, Label):
        return value
    name = plain(value)
    if not isinstance(name, str):
        raise InputError(f"label {quoted(value)} is not a string; {_EXPECTED_NAME}")
    if is_without_agreement(name):
        raise InputError(
            f"label {quoted(name)} means that the annotators did not agree; leave the pair out, "
            "or give None as its label"
        )
    if label_number(name) is not None:
        raise InputError(f"label {quoted(name)} is a number; {_EXPECTED_NAME}")
    if _is_letter(name):
        raise InputError(f"label {quoted(name)} is a single letter; {_EXPECTED_NAME}")
    return parse_label(name)


def label_name(value: object, order: Sequence[Label] = ()) -> str:
    """Return a label of an array as it would be written in a file: 1 as "1".

    Raises
    ------
    InputError
        If it is neither a string nor a number, or a boolean that the order does not allow.
    """
    value = value if isinstance(value, str) else plain(value)
    if isinstance(value, str):
        # For a member of an enumeration of strings, return the string itself.
        return str.__str__(value)
    if isinstance(value, bool):
        return number_of_boolean(value, order)
    if isinstance(value, Real):
        return str(value)
    raise InputError(f"label {quoted(value)} is neither a string nor a number; {_EXPECTED_NAME}")


def number_of_boolean(value: bool, order: Sequence[Label]) -> str:
    """Return the number that a boolean in a file, a table or an array stands for.

    Raises
    ------
    InputError
        If no order of labels is stated, or 1 and 0 do not mean in it what the words true and false
        mean, which stand for the same values in a table of text.
    """
    if not order:
        raise InputError(
            f"label {value} is a boolean, which has no fixed meaning; expected a word, such as "
            "'entailment' or 'true', or an order in which True is 1: "
            + _label_order("not_entailment", "entailment")
        )
    check_boolean(value, dict(enumerate(order)), "the stated order says")
    return str(int(value))


def check_boolean(value: bool, meaning: Mapping[int, Label], source: str) -> None:
    """Check that 1 and 0 mean what the words true and false do, where a label is a boolean.

    Parameters
    ----------
    value : bool
    meaning : mapping of int to Label
        What numbers stand for.
    source : str
        The words before the meaning in the message, such as "the stated order says".

    Raises
    ------
    InputError
        If they do not.
    """
    for each in (value, not value):
        if meaning.get(each, parse_label(str(each))) is not parse_label(str(each)):
            raise InputError(
                f"label {value} is a boolean, and {source} that {int(each)} is {meaning[each]}, "
                f"which the word {str(each).lower()} is not; expected words or numbers"
            )


def plain(value: object) -> object:
    """Return the Python value of a NumPy scalar or 0-dimensional array; others unchanged."""
    is_scalar = getattr(value, "ndim", None) == 0
    held: object = getattr(value, "item", lambda: value)() if is_scalar else value
    return held


def label_number(name: str) -> int | None:
    """Return the number of a label such as 1, 1.0 or LABEL_1, or None if it is a word."""
    found = _NUMBER.fullmatch(name.strip())
    return int(found[1]) if found else None


def is_without_agreement(name: str, order: Sequence[Label] = ()) -> bool:
    """Whether a gold label means that the annotators did not agree.

    Parameters
    ----------
    name : str
        ``-``, as in SNLI, or the number -1, as in Hugging Face's edition.
    order : sequence of Label, optional
        What the numbers 0, 1, 2 stand for; -1 is recognized only if this is given.
    """
    if name.strip() == _NO_AGREEMENT:
        return True
    return bool(order) and label_number(name) == _NO_AGREEMENT_NUMBER


def _numbered(number: int, order: Sequence[Label]) -> Label:
    if not order:
        raise InputError(f"label {number} is a number; {how_to_state_an_order()}")
    if not 0 <= number < len(order):
        meanings = ", ".join(f"{index} {label}" for index, label in enumerate(order))
        raise InputError(f"label {number} is not in the stated order; expected {meanings}")
    return order[number]


def _is_letter(name: str) -> bool:
    """Whether this is the initial of a label."""
    letter = name.strip().upper()
    return len(letter) == 1 and any(letter in letters for letters in _LETTERS.values())


def _initialled(letter: str, order: Sequence[Label]) -> Label:
    if not order:
        raise InputError(f"label {letter} is a single letter; {how_to_state_an_order()}")
    for label in order:
        if letter in _LETTERS[label]:
            return label
    meanings = ", ".join(f"{_LETTERS[label][0]} {label}" for label in order)
    raise InputError(f"label {letter} is not in the stated order; expected {meanings}")


def conflate(label: Label | str) -> Label:
    """Map a three-way label to the two-way scheme; two-way labels are unchanged.

    "In the case of three-way runs the pairs tagged as CONTRADICTION and UNKNOWN will
    be conflated and automatically re-tagged as NO ENTAILMENT" (RTE-4 guidelines).

    Parameters
    ----------
    label : Label or str
        A label, or any of its names.

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
    """Return the scheme of `labels`.

    Parameters
    ----------
    labels : iterable of Label or str
        Labels, or any of their names.

    Returns
    -------
    Scheme or None
        None if every label is ENTAILMENT, which belongs to both schemes, or if there are
        no labels.

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
    raise InputError(f"labels mix two schemes: NO_ENTAILMENT (two-way) with {others} (three-way)")
