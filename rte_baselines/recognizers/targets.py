"""Targets, scikit-learn's y: labels by name, or numbers whose meaning is stated or inferred."""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import permutations
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from rte_baselines.errors import InputError
from rte_baselines.heads.base import LabelArray
from rte_baselines.pairs import Label, Pair, Scheme, conflate, scheme_of
from rte_baselines.pairs.judgments import JudgmentParser
from rte_baselines.pairs.labels import (
    are_compatible,
    check_boolean,
    label_name,
    label_number,
    number_of_boolean,
    plain,
)
from rte_baselines.quoting import counted, quoted
from rte_baselines.representing import brief

Meaning = Mapping[int, Label]
"""What numbers stand for."""

_HOW_TO_STATE = (
    "state what 0, 1, 2 stand for: set_params(label_order=['not_entailment', 'entailment']), "
    "or another order"
)

# The labels of at least so many pairs show that numbers are in another order, if at most one
# in `_ONE_IN` disagrees with it; see `read_targets`.
_MIN_PAIRS = 2
_ONE_IN = 5
# The source of the meaning of numbers, for messages.
_STATED, _LEARNED = "label_order says", "the recognizer has learned"
_SHOWN = "the pairs' own labels say"


@brief
@dataclass(frozen=True)
class Targets:
    """Gold labels, and the meaning of the numbers if they were given as numbers.

    Parameters
    ----------
    labels : sequence of Label
    meaning : mapping of int to Label, or None
        What each number stands for; None if the labels were given by name.
    kind : dtype
        The type of the numbers.
    """

    labels: Sequence[Label]
    meaning: Meaning | None = None
    kind: np.dtype[Any] = np.dtype(np.int64)  # noqa: RUF009 - never changed


@brief
@dataclass(frozen=True)
class Classes:
    """The classes of a recognizer, in scikit-learn's sense.

    Parameters
    ----------
    values : ndarray, shape (classes,)
        The names of the labels, or the numbers that stand for them, sorted.
    labels : ndarray of str, shape (classes,)
        The label that each value is or stands for.
    """

    values: NDArray[Any]
    labels: LabelArray

    @classmethod
    def of(cls, scheme: Scheme, targets: Targets) -> "Classes":
        """Return the classes of a recognizer of that scheme, trained on these targets.

        Raises
        ------
        InputError
            If the labels were given as numbers, and not every label of the scheme has one
            number.
        """
        names = sorted(label.value for label in scheme.labels)
        if targets.meaning is None:
            return cls(np.array(names), np.array(names))
        numbers: dict[str, int] = {}
        for number, meant in sorted(targets.meaning.items()):
            label = in_scheme([meant], scheme)[0].item()
            if label in numbers:
                raise InputError(
                    f"the numbers {numbers[label]} and {number} both mean {label} for this "
                    f"{scheme} recognizer; give it {scheme} numbers, or labels by name"
                )
            numbers[label] = number
        for name in names:
            if name not in numbers:
                raise InputError(f"no number stands for {name}; {_HOW_TO_STATE}")
        in_order = sorted(numbers, key=numbers.__getitem__)
        values = np.array([numbers[label] for label in in_order]).astype(targets.kind)
        if len(np.unique(values)) < len(values):
            raise InputError(f"booleans can stand for two labels, not for {len(values)}")
        return cls(values, np.array(in_order))

    @property
    def are_names(self) -> bool:
        """Whether the values are the labels themselves."""
        return self.values.dtype.kind == "U"

    @property
    def meaning(self) -> Meaning | None:
        """What each number stands for; None if the values are names."""
        if self.are_names:
            return None
        pairs = zip(self.values.astype(np.int64).tolist(), self.labels.tolist(), strict=True)
        return {number: Label(label) for number, label in pairs}

    @property
    def by_label(self) -> dict[str, Any] | None:
        """The number of each label; None if the values are names."""
        if self.are_names:
            return None
        return dict(zip(self.labels.tolist(), self.values.tolist(), strict=True))


def own_labels(pairs: Sequence[Pair]) -> list[Label]:
    """Return the labels of the pairs.

    Raises
    ------
    InputError
        If a pair has none.
    """
    labels = []
    for pair in pairs:
        if pair.label is None:
            raise InputError(f"pair {quoted(pair.id)} has no label; training and scoring need one")
        labels.append(pair.label)
    return labels


def read_targets(
    given: ArrayLike | None,
    own: Sequence[Label | None],
    order: Sequence[Label] = (),
    known: Meaning | None = None,
) -> Targets:
    """Return the labels that an array means.

    Parameters
    ----------
    given : array_like of Label, str or int, shape (pairs,), or None
        Labels by any of their names, or numbers; booleans are 0 and 1 where these mean what
        the words false and true do. None for the pairs' own labels.
    own : sequence of (Label or None)
        The pairs' own labels.
    order : sequence of Label, optional
        What the numbers 0, 1, 2 stand for. Without it, each number means the own label of
        the pairs that it is given for, if they all have the same one.
    known : mapping of int to Label, optional
        What numbers stand for, if that was learned before.

    Raises
    ------
    InputError
        If there is not one label for each pair, or one has no meaning: an unknown name, or
        a number whose meaning is not known, or a boolean of another meaning. Also if the pairs'
        own labels show that numbers are in another order than stated or learned; see Notes.

    Notes
    -----
    The numbers may differ from the pairs' own labels, for example if noise is added to them.
    They are refused if there is another order for which the following holds, for the pairs
    with numbers that it gives another meaning: two or more have labels of their own; at least
    four in five of these labels agree with it; and at most one in five agrees with the order
    stated or learned.
    """
    if given is None:
        return Targets([label for label in own if label is not None])
    array = given if isinstance(given, np.ndarray) else np.asarray(given, dtype=np.object_)
    if array.ndim != 1 and array.shape[1:] != (1,):
        raise InputError(f"labels have the shape {array.shape}; expected one for each pair")
    values = array.reshape(-1).tolist()
    if len(values) != len(own):
        raise InputError(
            f"{counted(len(values), 'label')} for {counted(len(own), 'pair')}; expected as many"
        )
    numbers = _whole_numbers(values)
    if numbers is None:
        names = [label_name(value, order) for value in values]
        written = list(map(label_number, names))
        _check_meaning(dict(enumerate(order)), written, own, _STATED)
        return Targets(_parsed(names, order))
    meaning = known or dict(enumerate(order)) or _inferred_meaning(numbers, own)
    _refuse_booleans(values, meaning, order, _LEARNED if known else _SHOWN)
    if meaning is None:
        raise InputError(f"the labels are numbers; {_HOW_TO_STATE}")
    for number in numbers:
        if number not in meaning:
            raise InputError(
                f"label {number} is a number without a meaning; expected one of "
                + ", ".join(f"{index} ({label})" for index, label in meaning.items())
            )
    _check_meaning(meaning, numbers, own, _STATED if known is None else _LEARNED)
    kind = np.asarray(values).dtype
    return Targets([meaning[number] for number in numbers], meaning, kind)


def in_scheme(labels: Sequence[Label], scheme: Scheme) -> LabelArray:
    """Return the labels as an array in the scheme, conflating three-way labels for two-way.

    Raises
    ------
    InputError
        If three-way labels are needed and two-way labels are given.
    """
    if scheme is Scheme.TWO_WAY:
        return np.array([conflate(label).value for label in labels], dtype=np.str_)
    if Label.NO_ENTAILMENT in labels:
        raise InputError(
            "this recognizer needs three-way labels (ENTAILMENT, CONTRADICTION, UNKNOWN), "
            "and the pairs have NO_ENTAILMENT"
        )
    return np.array([label.value for label in labels], dtype=np.str_)


def _whole_numbers(values: Sequence[Any]) -> list[int] | None:
    """Return the values if all of them are whole numbers, or None."""
    if not values or any(isinstance(value, str) for value in values):
        return None
    try:
        numbers = [int(value) for value in values]
    except (TypeError, ValueError, OverflowError):
        return None
    return numbers if numbers == list(values) else None


def _parsed(names: Sequence[str], order: Sequence[Label]) -> Sequence[Label]:
    """Return the labels that names mean; the meaning of NO depends on all of them."""
    parser = JudgmentParser(order, may_mix_spellings=True)
    return parser.resolve_no(list(map(parser.parse, names)))


def _refuse_booleans(
    values: Sequence[Any], meaning: Meaning | None, order: Sequence[Label], source: str
) -> None:
    """Refuse booleans that do not mean what the words true and false do."""
    boolean = next((value for value in map(plain, values) if isinstance(value, bool)), None)
    if boolean is None:
        return
    if order or meaning is None:
        number_of_boolean(boolean, order)
    if meaning is not None:
        check_boolean(boolean, meaning, source)


def _inferred_meaning(numbers: Sequence[int], own: Sequence[Label | None]) -> Meaning | None:
    """Return the own label, if need be conflated, of the pairs with each number, if unique."""
    own_by_number: dict[int, set[Label | None]] = defaultdict(set)
    for number, label in zip(numbers, own, strict=True):
        own_by_number[number].add(label)
    if any(None in labels for labels in own_by_number.values()):
        return None
    if any(len(labels) > 1 for labels in own_by_number.values()):
        own_by_number = {
            number: {conflate(label) for label in labels if label}
            for number, labels in own_by_number.items()
        }
    if any(len(labels) > 1 for labels in own_by_number.values()):
        return None
    return {number: label for number, labels in own_by_number.items() for label in labels if label}


def _check_meaning(
    meaning: Meaning, numbers: Sequence[int | None], own: Sequence[Label | None], source: str
) -> None:
    """Refuse numbers if the pairs' own labels show that they are in another order."""
    counts = Counter(
        (number, label)
        for number, label in zip(numbers, own, strict=True)
        if number is not None and label is not None
    )
    scheme = scheme_of(meaning.values()) or Scheme.TWO_WAY
    for labels in permutations(scheme.labels, len(meaning)):
        other = dict(zip(meaning, labels, strict=True))
        differing = [number for number in meaning if other[number] is not meaning[number]]
        affected = {cell: count for cell, count in counts.items() if cell[0] in differing}
        pairs = sum(affected.values())
        if (
            pairs >= _MIN_PAIRS
            and _agreeing(other, affected) * _ONE_IN >= (_ONE_IN - 1) * pairs
            and _agreeing(meaning, affected) * _ONE_IN <= pairs
        ):
            raise InputError(f"{source} that {_contradiction(meaning, other, affected)}")


def _agreeing(meaning: Meaning, counts: Mapping[tuple[int, Label], int]) -> int:
    """Return the number of pairs whose own label agrees with the meaning of their number."""
    return sum(
        count for (number, own), count in counts.items() if are_compatible(meaning[number], own)
    )


def _contradiction(
    meaning: Meaning, other: Meaning, counts: Mapping[tuple[int, Label], int]
) -> str:
    """Return a message that the pairs' own labels contradict the meaning of numbers."""
    number, own = max(counts, key=counts.__getitem__)
    with_number = sum(count for (given, _), count in counts.items() if given == number)
    order = ", ".join(f"{number} {label}" for number, label in sorted(other.items()))
    return (
        f"{number} stands for {meaning[number]}, and {counts[number, own]} of "
        f"{counted(with_number, 'pair')} for which it is given have the label {own} themselves; "
        f"expected numbers that agree with the pairs' own labels, which say {order} (some of "
        "scikit-learn's meta-estimators number labels alphabetically); to differ from them, give "
        "samples without labels"
    )
