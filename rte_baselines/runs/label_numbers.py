"""Numbers for each label of a pair: probabilities, and logits, of which softmax gives them."""

import json
from collections.abc import Iterable, Mapping
from math import exp, fsum, isfinite
from typing import Any

from rte_baselines.core.errors import InputError
from rte_baselines.core.quoting import counted, quoted
from rte_baselines.pairs import Label, LabelReader, Scheme
from rte_baselines.pairs.labels import label_called, normalized
from rte_baselines.runs.prediction import exact_float, number_called

_PREFIXES = ("probability ", "p ")


def probability_columns(names: Iterable[str]) -> dict[Label, str]:
    """Return the columns with the probability of one label each, such as ``probability_neutral``.

    Names are compared as labels are. Two of one label are an error.
    """
    found: dict[Label, str] = {}
    for name in names:
        whole = normalized(name)
        for prefix in _PREFIXES:
            label = label_called(whole.removeprefix(prefix)) if whole.startswith(prefix) else None
            if label in found:
                raise InputError(
                    f"{quoted(found[label])} and {quoted(name)} are probabilities of one label, "
                    f"{label}; expected one column for each label"
                )
            if label is not None:
                found[label] = name
    return found


def numbers_by_label(value: Any, name: str, labels: LabelReader) -> dict[Label, float] | None:
    """Return the number of each label.

    Parameters
    ----------
    value : object
        An object of labels and numbers, a list of ``{"label", "score"}``, or a list of the numbers
        of labels 0, 1, 2; or their text as JSON, as in cells of tables. None, or a list of None, if
        there are none.
    name : str
        The column, for messages.
    labels : LabelReader

    Raises
    ------
    InputError
        If it is of another form, or what the numbers of labels stand for is not stated.
    """
    if isinstance(value, str):
        value = _parsed(value)
    if value is None or (isinstance(value, list) and all(each in (None, "") for each in value)):
        return None
    if isinstance(value, list) and all(isinstance(each, Mapping) for each in value):
        words = [str(each.get("label")) for each in value]
        value = [each.get("score") for each in value]
    elif isinstance(value, Mapping):
        words = list(map(str, value))
        value = list(value.values())
    elif isinstance(value, list):
        words = list(map(str, range(max(len(value), len(labels.order)))))
    else:
        raise InputError(
            f"{quoted(name)} is {quoted(value)}; expected an object of labels and numbers, or a "
            "list of numbers"
        )
    stated = [labels.called(word) for word in words]
    if len(value) != len(stated):
        raise InputError(
            f"{quoted(name)} has {counted(len(value), 'number')}, and "
            f"{counted(len(stated), 'label')} are stated; expected one number for each"
        )
    numbers = [number_of(number, name) for number in value]
    found = {
        label: number
        for label, number in zip(stated, numbers, strict=True)
        if label is not None and number is not None
    }
    if len(found) < len(value):
        raise InputError(f"{quoted(name)} does not have one number for each label")
    return found


def number_of(value: Any, name: str) -> float | None:
    """Return a number, None if a cell is empty; an integer that no float equals is an error."""
    if value is None or (isinstance(value, str) and not value.strip()):
        return None
    number = number_called(value.strip()) if isinstance(value, str) else value
    if isinstance(number, bool) or not isinstance(number, int | float):
        raise InputError(f"{quoted(name)} is {quoted(value)}; expected a number")
    return number if isinstance(number, float) else exact_float(quoted(name), number)


def softmax(logits: Mapping[Label, float]) -> dict[Label, float]:
    """Return the probabilities of logits, which have to be finite, one for each of a scheme."""
    if set(logits) not in [set(scheme.labels) for scheme in Scheme]:
        raise InputError(f"logits of {', '.join(logits)}; expected one of each label of a scheme")
    wrong = next((value for value in logits.values() if not isfinite(value)), None)
    if wrong is not None:
        raise InputError(f"a logit is {quoted(wrong)}; expected finite numbers")
    highest = max(logits.values())
    powers = {label: exp(value - highest) for label, value in logits.items()}
    total = fsum(powers.values())
    return {label: power / total for label, power in powers.items()}


def _parsed(text: str) -> Any:
    try:
        return json.loads(text) if text.strip() else None
    except (ValueError, RecursionError):
        return text
