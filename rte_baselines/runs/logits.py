"""Probabilities from logits by softmax."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from math import exp, fsum, isfinite

from rte_baselines.errors import InputError
from rte_baselines.pairs import Label, Scheme, parse_label
from rte_baselines.pairs.judgments import is_no, no_means_contradiction
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


# The objects of a file have the same names, line after line.
@lru_cache(maxsize=16)
def check_all_have_logits(names: tuple[str, ...], order: tuple[Label, ...]) -> None:
    """Check that no label lacks a logit, without which softmax would give wrong probabilities.

    Parameters
    ----------
    names : tuple of str
        The labels that have a logit, by any of their names or by their numbers.
    order : tuple of Label
        The labels that numbers stand for; empty if no order is stated.

    Raises
    ------
    InputError
        If a label is missing, of the scheme and of the stated order; or as in `parse_label`.
    """
    labels = {parse_label(name, order) for name in names}
    if Label.NO_ENTAILMENT in labels and no_means_contradiction(names) and any(map(is_no, names)):
        labels = labels - {Label.NO_ENTAILMENT} | {Label.CONTRADICTION}
    schemes = [set(scheme.labels) for scheme in Scheme]
    if labels in schemes or labels == set(order):
        return
    missing = " or ".join(
        " and ".join(label for label in Label if label in scheme - labels)
        for scheme in schemes
        if labels <= scheme
    )
    raise InputError(
        f"logits of {', '.join(map(quoted, names))}"
        + (f", but not of {missing}" if missing else ", which are labels of two schemes")
        + "; expected a logit of each label of one scheme"
    )
