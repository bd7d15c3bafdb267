"""Probabilities from logits by softmax."""

from collections.abc import Mapping, Sequence
from math import exp, fsum, isfinite

from rte_baselines.errors import InputError
from rte_baselines.quoting import quoted

LabelNumbers = Mapping[str, float] | Sequence[float]
"""A number for each label of a pair: by name, or in an order that the user states."""


def softmax(logits: LabelNumbers) -> LabelNumbers:
    """Return the probabilities of logits, in the same form.

    Raises
    ------
    InputError
        If there is only one logit, or one is not finite.
    """
    values = list(logits.values()) if isinstance(logits, Mapping) else list(logits)
    if len(values) < 2:
        raise InputError(f"{len(values)} logit; expected one for each label")
    wrong = next((value for value in values if not isfinite(value)), None)
    if wrong is not None:
        raise InputError(f"a logit is {quoted(wrong)}; expected finite numbers")
    highest = max(values)
    powers = [exp(value - highest) for value in values]
    total = fsum(powers)
    probabilities = [power / total for power in powers]
    return (
        dict(zip(logits, probabilities, strict=True))
        if isinstance(logits, Mapping)
        else probabilities
    )
