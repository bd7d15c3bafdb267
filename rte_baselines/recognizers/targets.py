"""Targets, scikit-learn's y: labels by name, or by numbers of which an order says the meaning."""

import warnings
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from rte_baselines.core.errors import InputError, InputWarning
from rte_baselines.core.quoting import counted, quoted
from rte_baselines.core.representing import brief
from rte_baselines.features.samples import SAMPLE_NAMES, label_of_sample
from rte_baselines.heads.base import LabelArray
from rte_baselines.pairs import Label, Pair, Scheme, conflate

Value: TypeAlias = str | bool | int | float
"""A value of y."""
Meanings: TypeAlias = Mapping[Value, Label]
"""What values of y mean."""

# What the booleans 0 and 1 mean if no order says it.
_WORDS = (Label.NO_ENTAILMENT, Label.ENTAILMENT)
_HOW_TO_STATE = (
    "state what 0, 1, 2 stand for: set_params(label_order=['not_entailment', 'entailment']), "
    "or another order"
)


@brief
@dataclass(frozen=True)
class Classes:
    """The classes of a recognizer, as in scikit-learn: sorted values, and the label of each."""

    values: NDArray[Any]
    labels: LabelArray

    @classmethod
    def of(cls, scheme: Scheme, meanings: Meanings, order: Sequence[Label] = ()) -> "Classes":
        """Return the classes of a recognizer of that scheme.

        A label of the scheme has the value that means it, if this is one value only. If the values
        are numbers, every label has to have one.
        """
        are_numbers = bool(meanings) and not any(isinstance(value, str) for value in meanings)
        value_of = _number_of if are_numbers else _name_of
        found = {value_of(label, scheme, meanings, order): label.value for label in scheme.labels}
        values = sorted(found)
        return cls(np.array(values), np.array([found[value] for value in values]))

    @property
    def meanings(self) -> Meanings:
        """What each value means."""
        pairs = zip(self.values.tolist(), self.labels.tolist(), strict=True)
        return {value: Label(label) for value, label in pairs}

    @property
    def by_label(self) -> dict[str, Any] | None:
        """The value of each label; None if the values are the labels themselves."""
        if self.values.tolist() == self.labels.tolist():
            return None
        return dict(zip(self.labels.tolist(), self.values.tolist(), strict=True))


def labelled(pairs: Iterable[Pair]) -> Iterator[Pair]:
    """Yield the pairs that have a label; a warning says how many have none."""
    without: list[str] = []
    kept = 0
    for pair in pairs:
        if pair.label is None:
            without.append(pair.id)
        else:
            kept += 1
            yield pair
    if without and not kept:
        how = SAMPLE_NAMES.how_to_give({"label": "COLUMN"})
        raise InputError(
            f"pair {quoted(without[0])} has no label, nor has any other; training and "
            f"scoring need labels; their column is named by {how}"
        )
    if without:
        warnings.warn(
            f"left out {counted(len(without), 'pair')} without a label, such as "
            f"{quoted(without[0])}",
            InputWarning,
            stacklevel=2,
        )


def read_targets(
    given: ArrayLike | None,
    own: Sequence[Label | None],
    order: Sequence[Label] = (),
    known: Meanings | None = None,
) -> tuple[Sequence[Label], Meanings]:
    """Return the labels that an array means, and what each value of it means.

    Without an array, they are the pairs' own labels, and no value means anything.

    Labels are given by any of their names, or as numbers, of which `order` or `known` says the
    meaning; booleans are the words true and false, and 1 and 0 if an order is stated. It is an
    error if there is not one label for each pair, or one has no meaning.
    """
    if given is None:
        return [label for label in own if label is not None], {}
    array = np.asarray(given, dtype=np.object_)
    if array.ndim != 1 and array.shape[1:] != (1,):
        raise InputError(f"labels have the shape {array.shape}; expected one for each pair")
    values = list(map(_plain, array.reshape(-1).tolist()))
    if len(values) != len(own):
        raise InputError(
            f"{counted(len(values), 'label')} for {counted(len(own), 'pair')}; expected as many"
        )
    meanings = {value: _meaning(value, order, known or {}) for value in dict.fromkeys(values)}
    return [meanings[value] for value in values], meanings


def in_scheme(labels: Sequence[Label], scheme: Scheme) -> LabelArray:
    """Return the labels as an array in the scheme, conflating three-way labels for two-way."""
    if scheme is Scheme.TWO_WAY:
        return np.array([conflate(label).value for label in labels], dtype=np.str_)
    if Label.NO_ENTAILMENT in labels:
        raise InputError(
            "this recognizer needs three-way labels (ENTAILMENT, CONTRADICTION, UNKNOWN), "
            "and the pairs have NO_ENTAILMENT"
        )
    return np.array([label.value for label in labels], dtype=np.str_)


def _plain(value: object) -> Value:
    """Return a value of an array as one of Python, and a label as its name."""
    value = value.item() if isinstance(value, np.generic) else value
    if isinstance(value, str):
        return str.__str__(value)
    if isinstance(value, (bool, int, float)):
        return value
    raise InputError(f"label {quoted(value)} is neither a string nor a number; expected labels")


def _meaning(value: Value, order: Sequence[Label], known: Meanings) -> Label:
    if value in known:
        return known[value]
    if not isinstance(value, (str, bool)) and not order:
        raise InputError(f"the labels are numbers; {_HOW_TO_STATE}")
    is_number = isinstance(value, bool) and order
    return label_of_sample(str(int(value) if is_number else value), order)


def _number_of(label: Label, scheme: Scheme, meanings: Meanings, order: Sequence[Label]) -> Value:
    """Return the number of a label: the one that was given, or else that of the order."""
    found = _values_of(label, scheme, meanings)
    if not found:
        kind = type(next(iter(meanings)))
        in_order = enumerate(order or _WORDS)
        stated = {kind(number): meant for number, meant in in_order if kind(number) == number}
        found = _values_of(label, scheme, stated)
    if not found:
        raise InputError(f"no number stands for {label}; {_HOW_TO_STATE}")
    if len(found) > 1:
        raise InputError(
            f"the numbers {found[0]} and {found[1]} both mean {label} for this {scheme} "
            f"recognizer; give it {scheme} numbers, or labels by name"
        )
    return found[0]


def _name_of(label: Label, scheme: Scheme, meanings: Meanings, order: Sequence[Label]) -> Value:
    """Return the name of a label: the one that was given, or else the usual one."""
    names: dict[Any, Label] = {
        name: meant for name, meant in meanings.items() if isinstance(name, str)
    }
    found = _values_of(label, scheme, names)
    if len(found) == 1:
        return found[0]
    if all(map(str.isupper, names)):
        return label.value
    return "not_entailment" if label is Label.NO_ENTAILMENT else label.value.lower()


def _values_of(label: Label, scheme: Scheme, meanings: Meanings) -> list[Value]:
    """Return the values that mean a label in the scheme."""
    conflated = conflate if scheme is Scheme.TWO_WAY else Label
    return [value for value, meant in meanings.items() if conflated(meant) is label]
