"""Columns or fields with the probability or the logit of one label each."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from rte_baselines.errors import InputError
from rte_baselines.pairs import Label, Scheme, parse_label
from rte_baselines.pairs.labels import label_called, label_number
from rte_baselines.quoting import quoted
from rte_baselines.runs.logits import LabelNumbers, softmax

_PROBABILITY = re.compile(r"(?:p|prob|probs|probability)_(.+)", re.IGNORECASE)
_LOGIT = re.compile(r"logits?_(.+)", re.IGNORECASE)


@dataclass(frozen=True)
class ProbabilityFields:
    """The fields of the probabilities or logits of labels, one for each label.

    Parameters
    ----------
    names : mapping of str to str
        The fields, by the names of the labels; empty if there are none.
    are_logits : bool
    """

    names: Mapping[str, str]
    are_logits: bool = False

    @classmethod
    def among(cls, names: Sequence[str], order: Sequence[Label]) -> "ProbabilityFields":
        """Find the fields among these names.

        Names of labels without a prefix count only if all labels of a scheme have one: in
        some tables, a single ``entailment`` is the column of the label.

        Raises
        ------
        InputError
            If labels are numbered, and no order is stated or a number is too large for it.
        """
        for pattern, are_logits in ((_PROBABILITY, False), (_LOGIT, True)):
            if found := _with_suffix(names, pattern):
                return cls(_by_label(found, order), are_logits)
        return cls(_named_as_labels(names))

    def read(self, number: Callable[[str], float | None]) -> LabelNumbers | None:
        """Return the probabilities of a row, None if it has none.

        Parameters
        ----------
        number : callable
            Returns the number of a field, None if it is empty.

        Raises
        ------
        InputError
            If only some labels have a logit, or as in `softmax`.
        """
        numbers = {label: number(name) for label, name in self.names.items()}
        given = {label: value for label, value in numbers.items() if value is not None}
        if not given:
            return None
        if self.are_logits and len(given) < len(numbers):
            empty = next(name for label, name in self.names.items() if label not in given)
            raise InputError(f"column {quoted(empty)} is empty; expected a logit of each label")
        return softmax(given) if self.are_logits else given


def have_probabilities(names: Iterable[str]) -> bool:
    """Whether any of the names is that of the probability or logit of one label."""
    listed = list(names)
    return any(_with_suffix(listed, pattern) for pattern in (_PROBABILITY, _LOGIT))


def include_all_labels(names: Iterable[str]) -> bool:
    """Whether the names include all labels of a scheme."""
    return bool(_named_as_labels(names))


def _with_suffix(names: Iterable[str], pattern: re.Pattern[str]) -> Mapping[str, str]:
    """Return the fields whose names end in a label or its number, by this suffix."""
    found = {match[1]: name for name in names if (match := pattern.fullmatch(name))}
    return {
        label: name
        for label, name in found.items()
        if label_number(label) is not None or label_called(label)
    }


def _by_label(found: Mapping[str, str], order: Sequence[Label]) -> Mapping[str, str]:
    numbered = {label for label in found if label_number(label) is not None}
    return {
        str(parse_label(label, order)) if label in numbered else label: name
        for label, name in found.items()
    }


def _named_as_labels(names: Iterable[str]) -> Mapping[str, str]:
    bare = {label: name for name in names if (label := label_called(name))}
    if set(bare) not in [set(scheme.labels) for scheme in Scheme]:
        return {}
    return {label.value: name for label, name in bare.items()}
