"""Columns or fields that each have the probability, or the logit, of one label."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from rte_baselines.errors import InputError
from rte_baselines.pairs import Label, Scheme, parse_label
from rte_baselines.pairs.labels import label_called, label_number
from rte_baselines.quoting import quoted
from rte_baselines.runs.logits import Given, softmax

_PROBABILITY = re.compile(r"(?:p|prob|probs|probability)_(.+)", re.IGNORECASE)
_LOGIT = re.compile(r"logits?_(.+)", re.IGNORECASE)


@dataclass(frozen=True)
class ShareFields:
    """Where the probabilities or logits of labels stand, each in a field of its own.

    Parameters
    ----------
    names : mapping of str to str
        The fields, by the names of the labels; empty if there are none.
    are_logits : bool
    """

    names: Mapping[str, str]
    are_logits: bool = False

    @classmethod
    def among(cls, names: Sequence[str], order: Sequence[Label]) -> "ShareFields":
        """Find the fields among these names.

        Bare names of labels count only where all labels of a scheme have one: a single
        ``entailment`` is where some tables have the label itself.

        Raises
        ------
        InputError
            If they number labels, and no order is stated or it does not reach.
        """
        for pattern, are_logits in ((_PROBABILITY, False), (_LOGIT, True)):
            if found := _named(names, pattern):
                return cls(_by_label(found, order), are_logits)
        return cls(_bare(names))

    def read(self, number: Callable[[str], float | None]) -> Given | None:
        """Return what a row says of the labels, None if it says nothing.

        Parameters
        ----------
        number : callable
            Returns the number of a field, None where it is empty.

        Raises
        ------
        InputError
            If the logit of a label is missing beside others, or as `softmax` does.
        """
        numbers = {label: number(name) for label, name in self.names.items()}
        given = {label: share for label, share in numbers.items() if share is not None}
        if not given:
            return None
        if self.are_logits and len(given) < len(numbers):
            empty = next(name for label, name in self.names.items() if label not in given)
            raise InputError(f"column {quoted(empty)} is empty; expected a logit of each label")
        return softmax(given) if self.are_logits else given


def are_named(names: Iterable[str]) -> bool:
    """Whether any of these names says which label's probability or logit it has."""
    listed = list(names)
    return any(_named(listed, pattern) for pattern in (_PROBABILITY, _LOGIT))


def are_labels(names: Iterable[str]) -> bool:
    """Whether these names hold those of all labels of a scheme."""
    return bool(_bare(names))


def _named(names: Iterable[str], pattern: re.Pattern[str]) -> Mapping[str, str]:
    """Return the fields whose names end in a label or its number, by these."""
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


def _bare(names: Iterable[str]) -> Mapping[str, str]:
    bare = {label: name for name in names if (label := label_called(name))}
    if set(bare) not in [set(scheme.labels) for scheme in Scheme]:
        return {}
    return {label.value: name for label, name in bare.items()}
