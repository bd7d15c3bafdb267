"""Columns or fields with the probability or the logit of one label each."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from rte_baselines.errors import InputError
from rte_baselines.pairs import Label, Scheme, parse_label
from rte_baselines.pairs.labels import USUAL_NAMES, label_called, label_number
from rte_baselines.quoting import listed, quoted
from rte_baselines.runs.logits import LabelNumbers, check_all_have_logits, softmax
from rte_baselines.suggestions import did_you_mean

# "p_neutral", "P(neutral)", "probability of neutral" and "neutral_prob".
_PROBABILITY = re.compile(
    r"(?:p|probs?|proba|probability)[\s_-]+(?:of[\s_-]+)?(?P<first>.+)|p\((?P<inside>.+)\)"
    r"|(?P<last>.+?)[\s_-]+(?:p|probs?|proba|probability)",
    re.IGNORECASE,
)
_LOGIT = re.compile(r"logits?[\s_-]+(?P<first>.+)|(?P<last>.+?)[\s_-]+logits?", re.IGNORECASE)


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
            If labels are numbered, and no order is stated or a number is too large for it; if
            two fields stand for one label; or if some labels have no logit, or no probability
            under their number.
        """
        if found := _with_label(names, _PROBABILITY):
            by_label = _by_label(found, order)
            if any(label_number(label) is not None for label, _ in found):
                _check_order_is_complete(by_label, order)
            return cls(by_label)
        if found := _with_label(names, _LOGIT):
            by_label = _by_label(found, order)
            _refuse_unknown_logits(names, by_label)
            check_all_have_logits(tuple(by_label), tuple(order))
            return cls(by_label, are_logits=True)
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
    return any(_with_label(listed, pattern) for pattern in (_PROBABILITY, _LOGIT))


def include_all_labels(names: Iterable[str]) -> bool:
    """Whether the names include all labels of a scheme."""
    return bool(_named_as_labels(names))


def refuse_missing_label(label_name: str | None, numbers: Mapping[str, float | None]) -> None:
    """Refuse probabilities under names of labels of which one is missing.

    Without it, one of them would be read as the label, which it may be called.

    Parameters
    ----------
    label_name : str or None
        The field read as the label.
    numbers : mapping of str to float or None
        The fields of the first record with their numbers, None where there is none.

    Raises
    ------
    InputError
        If the label is a fraction, and has a name of a label, as has another field with a number.
    """
    given = {name: number for name, number in numbers.items() if number is not None}
    number = given.get(label_name or "")
    if number is None or number == number // 1 or label_called(label_name or "") is None:
        return
    found = {label: name for name in given if (label := label_called(name))}
    missing = [
        name
        for label, name in USUAL_NAMES.items()
        if label in Scheme.THREE_WAY.labels and label not in found
    ]
    if len(found) > 1 and missing:
        raise InputError(
            f"{listed(found.values())} are probabilities of some labels only; expected "
            f"{' and '.join(map(quoted, missing))}, too"
        )


def _with_label(names: Iterable[str], pattern: re.Pattern[str]) -> list[tuple[str, str]]:
    """Return the fields whose names have a label or its number, each after this label."""
    matches = ((pattern.fullmatch(name), name) for name in names)
    found = [(next(filter(None, match.groups())), name) for match, name in matches if match]
    return [
        (label, name)
        for label, name in found
        if label_number(label) is not None or label_called(label)
    ]


def _by_label(found: Iterable[tuple[str, str]], order: Sequence[Label]) -> Mapping[str, str]:
    """Return the fields by the names of their labels, refusing two of one label."""
    by_label: dict[str, str] = {}
    earlier: dict[Label, str] = {}
    for written, name in found:
        label = parse_label(written, order)
        if label in earlier:
            raise InputError(
                f"{quoted(earlier[label])} and {quoted(name)} stand for one label, {label}; "
                "expected one column or field for each label"
            )
        earlier[label] = name
        by_label[written if label_number(written) is None else str(label)] = name
    return by_label


def _check_order_is_complete(by_label: Mapping[str, str], order: Sequence[Label]) -> None:
    """Check that probabilities with numbers are those of all labels, or of ENTAILMENT alone."""
    labels = {parse_label(name) for name in by_label}
    missing = [label for label in order if label not in labels]
    if missing and labels != {Label.ENTAILMENT}:
        raise InputError(
            f"{', '.join(map(quoted, by_label.values()))} are probabilities of some labels of the "
            f"stated order only; expected one of {' and '.join(missing)}, too"
        )


def _refuse_unknown_logits(names: Iterable[str], by_label: Mapping[str, str]) -> None:
    """Refuse a misspelt label, whose logit would be left out of the softmax."""
    known = set(by_label.values())
    matches = {name: _LOGIT.fullmatch(name) for name in names if name not in known}
    # "max_logit" may be a name of anything.
    unknown = next((name for name, found in matches.items() if found and found["first"]), None)
    if unknown is not None:
        labels = {parse_label(name) for name in by_label}
        others = [f"logit_{name}" for label, name in USUAL_NAMES.items() if label not in labels]
        raise InputError(
            f"{quoted(unknown)} is the logit of no known label; {did_you_mean(unknown, others)}"
            "rename it if it is not a logit of a label"
        )


def _named_as_labels(names: Iterable[str]) -> Mapping[str, str]:
    bare = {label: name for name in names if (label := label_called(name))}
    if set(bare) not in [set(scheme.labels) for scheme in Scheme]:
        return {}
    return {label.value: name for label, name in bare.items()}
