"""Probabilities from logits, as a softmax gives them."""

from collections.abc import Mapping, Sequence
from math import exp, fsum, isfinite

from rte_baselines.errors import InputError
from rte_baselines.quoting import quoted

Given = Mapping[str, float] | Sequence[float]
"""Numbers for the labels of a pair: by their names, or in an order that the user states."""


def softmax(logits: Given) -> Given:
    """Return the probabilities that logits stand for, in the same shape.

    Raises
    ------
    InputError
        If there is only one, or one is not finite.
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
    shares = [power / total for power in powers]
    return dict(zip(logits, shares, strict=True)) if isinstance(logits, Mapping) else shares
