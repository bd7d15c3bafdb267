"""What scikit-learn calls y: labels by name, or numbers whose meaning is stated or seen."""

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
from rte_baselines.pairs.labels import label_name, label_number
from rte_baselines.quoting import quoted
from rte_baselines.representing import brief

Meaning = Mapping[int, Label]
"""What numbers stand for."""

_HOW_TO_STATE = (
    "state what 0, 1, 2 stand for: set_params(label_order=['not_entailment', 'entailment']), "
    "or in whichever order they are"
)

# Labels of as many pairs show that numbers are meant in another order, if at most one in so
# many speaks against it; see `read_targets`.
_FEWEST_PAIRS = 2
_ONE_IN = 5
# What says the meaning of numbers, for messages.
_STATED, _LEARNED = "label_order says", "the recognizer has learned"


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
    given: ArrayLike | None,
    own: Sequence[Label | None],
    order: Sequence[Label] = (),
    known: Meaning | None = None,
) -> Targets:
    """Return the labels that an array means.

    Parameters
    ----------
    given : array_like of Label, str or int, shape (pairs,), or None
        Labels by any of their names in use, or numbers; truth values are 0 and 1. None for
        the labels that the pairs have themselves.
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
        label, or a number that nothing says the meaning of. Also if the pairs' own labels
        show that numbers were meant in another order than stated or learned; see Notes.

    Notes
    -----
    The numbers may differ from the pairs' own labels, as where noise is added to them. They
    are refused if there is another order of which the following holds for the pairs with
    numbers that it gives another meaning: there are two or more with labels of their own; by
    it, at least four in five of these labels agree; and by the order stated or learned, at
    most one in five.
    """
    if given is None:
        return Targets([label for label in own if label is not None])
    array = given if isinstance(given, np.ndarray) else np.asarray(given, dtype=np.object_)
    if array.ndim != 1 and array.shape[1:] != (1,):
        raise InputError(f"labels have the shape {array.shape}; expected one for each pair")
    values = array.reshape(-1).tolist()
    if len(values) != len(own):
        raise InputError(f"{len(values)} labels were given for {len(own)} pairs")
    numbers = _whole_numbers(values)
    if numbers is None:
        names = list(map(label_name, values))
        written = list(map(label_number, names))
        _check_meaning(dict(enumerate(order)), written, own, _STATED)
        return Targets(_named(names, order))
    meaning = known or dict(enumerate(order)) or _seen(numbers, own)
    if meaning is None:
        raise InputError(f"the labels are numbers; {_HOW_TO_STATE}")
    for number in numbers:
        if number not in meaning:
            raise InputError(
                f"label {number} is a number that stands for nothing; expected one of "
                + ", ".join(f"{place} ({label})" for place, label in meaning.items())
            )
    _check_meaning(meaning, numbers, own, _STATED if known is None else _LEARNED)
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


def _named(names: Sequence[str], order: Sequence[Label]) -> Sequence[Label]:
    """Return the labels that names mean, with NO as all of them together mean it."""
    parser = JudgmentParser(order, may_mix_spellings=True)
    return parser.settled(list(map(parser.parse, names)))


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


def _check_meaning(
    meaning: Meaning, numbers: Sequence[int | None], own: Sequence[Label | None], source: str
) -> None:
    """Refuse numbers that the pairs' own labels show to be meant in another order."""
    counts = Counter(
        (number, label)
        for number, label in zip(numbers, own, strict=True)
        if number is not None and label is not None
    )
    scheme = scheme_of(meaning.values()) or Scheme.TWO_WAY
    for labels in permutations(scheme.labels, len(meaning)):
        other = dict(zip(meaning, labels, strict=True))
        differing = [number for number in meaning if other[number] is not meaning[number]]
        beside = {cell: count for cell, count in counts.items() if cell[0] in differing}
        pairs = sum(beside.values())
        if (
            pairs >= _FEWEST_PAIRS
            and _agreeing(other, beside) * _ONE_IN >= (_ONE_IN - 1) * pairs
            and _agreeing(meaning, beside) * _ONE_IN <= pairs
        ):
            raise InputError(f"{source} that {_contradiction(meaning, other, beside)}")


def _agreeing(meaning: Meaning, beside: Mapping[tuple[int, Label], int]) -> int:
    """Return how many pairs have labels of their own that agree with their numbers."""
    return sum(count for (number, own), count in beside.items() if _agree(meaning[number], own))


def _contradiction(
    meaning: Meaning, other: Meaning, beside: Mapping[tuple[int, Label], int]
) -> str:
    """Say that the pairs' own labels contradict the meaning of numbers."""
    number, own = max(beside, key=beside.__getitem__)
    with_number = sum(count for (given, _), count in beside.items() if given == number)
    order = ", ".join(f"{place} {label}" for place, label in sorted(other.items()))
    return (
        f"{number} stands for {meaning[number]}, and {beside[number, own]} of {with_number} pairs "
        f"for which it is given have the label {own} themselves; expected numbers that agree with "
        f"the pairs' own labels, which say {order} (some of scikit-learn's meta-estimators number "
        "labels by the alphabet); to differ from them, give samples without labels"
    )


def _agree(label: Label, other: Label) -> bool:
    """Whether two labels may be of one pair: NO_ENTAILMENT is either of the other two."""
    if Label.NO_ENTAILMENT in (label, other):
        return conflate(label) is conflate(other)
    return label is other
