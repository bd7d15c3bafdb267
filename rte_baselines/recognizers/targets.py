"""What scikit-learn calls y: labels by name, or numbers whose meaning is stated or seen."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from rte_baselines.errors import InputError
from rte_baselines.heads.base import LabelArray
from rte_baselines.pairs import Label, Pair, Scheme, conflate, parse_label
from rte_baselines.quoting import quoted
from rte_baselines.representing import brief

Meaning = Mapping[int, Label]
"""What numbers stand for."""

_HOW_TO_STATE = (
    "state what 0, 1, 2 stand for: set_params(label_order=['not_entailment', 'entailment']), "
    "or in whichever order they are"
)


@brief
@dataclass(frozen=True)
class Targets:
    """Gold labels, and the numbers that they were given as.

    Parameters
    ----------
    labels : sequence of Label
    meaning : mapping of int to Label, or None
        What each number stands for; None if the labels were given by name.
    kind : dtype
        Of the numbers.
    """

    labels: Sequence[Label]
    meaning: Meaning | None = None
    kind: np.dtype[Any] = np.dtype(np.int64)  # noqa: RUF009 - never changed


@brief
@dataclass(frozen=True)
class Classes:
    """What a recognizer answers, in scikit-learn's sense.

    Parameters
    ----------
    values : ndarray, shape (classes,)
        Sorted: the names of the labels, or the numbers that stand for them.
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
                    f"the numbers {numbers[label]} and {number} both mean {label} to this "
                    f"{scheme} recognizer; give it {scheme} numbers, or labels by their names"
                )
            numbers[label] = number
        for name in names:
            if name not in numbers:
                raise InputError(f"no number stands for {name}; {_HOW_TO_STATE}")
        in_order = sorted(numbers, key=numbers.__getitem__)
        values = np.array([numbers[label] for label in in_order]).astype(targets.kind)
        if len(np.unique(values)) < len(values):
            raise InputError(f"truth values can stand for two labels, not for {len(values)}")
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
        """The number that each label is given as; None if the values are names."""
        if self.are_names:
            return None
        return dict(zip(self.labels.tolist(), self.values.tolist(), strict=True))


def own_labels(pairs: Sequence[Pair]) -> list[Label]:
    """Return the labels that pairs have.

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
    given: ArrayLike,
    own: Sequence[Label | None],
    order: Sequence[Label] = (),
    known: Meaning | None = None,
) -> Targets:
    """Return the labels that an array means.

    Parameters
    ----------
    given : array_like of Label, str or int, shape (pairs,)
        Labels by any of their names in use, or numbers; truth values are 0 and 1.
    own : sequence of (Label or None)
        The labels that the pairs have themselves.
    order : sequence of Label, optional
        What the numbers 0, 1, 2 stand for. Without it, each number stands for the label
        that the pairs have wherever it stands, if that is one label.
    known : mapping of int to Label, optional
        What numbers stand for, where that was learned before.

    Raises
    ------
    InputError
        If there are not as many labels as pairs, or one has no meaning: a name of no
        label, a number that nothing says the meaning of, or that the pairs' own labels
        show to mean another label than stated.
    """
    array = given if isinstance(given, np.ndarray) else np.asarray(given, dtype=np.object_)
    values = array.reshape(-1).tolist()
    if len(values) != len(own):
        raise InputError(f"{len(values)} labels were given for {len(own)} pairs")
    numbers = _whole_numbers(values)
    if numbers is None:
        return Targets([parse_label(value, order) for value in values])
    seen = _seen(numbers, own)
    if known is None and not order and seen is None:
        raise InputError(f"the labels are numbers; {_HOW_TO_STATE}")
    meaning = known or _stated(order, seen) or seen or {}
    for number in numbers:
        if number not in meaning:
            raise InputError(
                f"label {number} is a number that stands for nothing; expected one of "
                + ", ".join(f"{place} ({label})" for place, label in meaning.items())
            )
    kind = np.asarray(values).dtype
    return Targets([meaning[number] for number in numbers], meaning, kind)


def in_scheme(labels: Sequence[Label], scheme: Scheme) -> LabelArray:
    """Return the labels as an array in the scheme, conflating three-way labels for two-way.

    Raises
    ------
    InputError
        If two-way labels are to serve where three-way ones are needed.
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


def _seen(numbers: Sequence[int], own: Sequence[Label | None]) -> Meaning | None:
    """Return the one label that pairs have wherever a number stands, if it is one."""
    beside: dict[int, set[Label | None]] = defaultdict(set)
    for number, label in zip(numbers, own, strict=True):
        beside[number].add(label)
    if any(None in labels for labels in beside.values()):
        return None
    if any(len(labels) > 1 for labels in beside.values()):
        beside = {n: {conflate(label) for label in labels if label} for n, labels in beside.items()}
    if any(len(labels) > 1 for labels in beside.values()):
        return None
    return {number: label for number, labels in beside.items() for label in labels if label}


def _stated(order: Sequence[Label], seen: Meaning | None) -> Meaning:
    """Return what numbers stand for by their order, unless the pairs' labels contradict it."""
    stated = dict(enumerate(order))
    for number, label in (seen or {}).items():
        if number in stated and not _agree(stated[number], label):
            raise InputError(
                f"label_order says that {number} stands for {stated[number]}, and wherever it is "
                f"given the pairs themselves have {label}; expected an order that agrees (some of "
                "scikit-learn's meta-estimators number labels by the alphabet)"
            )
    return stated


def _agree(label: Label, other: Label) -> bool:
    """Whether two labels may be of one pair: NO_ENTAILMENT is either of the other two."""
    if Label.NO_ENTAILMENT in (label, other):
        return conflate(label) is conflate(other)
    return label is other
