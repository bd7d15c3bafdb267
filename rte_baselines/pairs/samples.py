"""Pairs as they are at hand in Python: as `Pair`, tuples, dictionaries or rows of a table."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, TypeAlias

import numpy as np

from rte_baselines.errors import InputError
from rte_baselines.pairs.labels import Label, parse_label
from rte_baselines.pairs.pair import Pair, is_missing
from rte_baselines.quoting import quoted

Sample: TypeAlias = Pair | Sequence[str] | Mapping[str, Any]
"""A pair, a text and a hypothesis, or a mapping that holds them under names in use."""

# Under which names a mapping may hold each part of a pair, in any case.
_NAMES = {
    "id": ("id", "pairID", "pair_id", "idx"),
    "text": ("text", "premise", "sentence1"),
    "hypothesis": ("hypothesis", "sentence2"),
    "task": ("task",),
    "label": ("label", "gold_label"),
}
_EXPECTED = (
    "expected a Pair, a (text, hypothesis) or a mapping such as {'text': ..., 'hypothesis': ...}"
)

# Pairs analysed together: enough to amortise what a batch costs, few enough for memory.
_BATCH = 1_000


def as_pairs(
    samples: Iterable[Sample], *, labelled: bool = False, label_order: Sequence[Label] = ()
) -> Iterator[Pair]:
    """Yield each sample as a pair.

    Parameters
    ----------
    samples : iterable of Pair, (text, hypothesis) or mapping, or DataFrame
        A mapping, or a row of a DataFrame, holds the text as ``text``, ``premise`` or
        ``sentence1``, the hypothesis as ``hypothesis`` or ``sentence2``, and maybe ``id``,
        ``task`` and ``label``; other keys are passed over. Where there is no id, it is
        the number of the sample, from 1.
    labelled : bool
        Whether labels of mappings are read.
    label_order : sequence of Label, optional
        What the numbers 0, 1, 2 stand for where labels of mappings are numbers.

    Raises
    ------
    InputError
        If a sample is none of these or its label has no meaning; the message names the
        sample.
    """
    for number, sample in enumerate(_rows(samples), start=1):
        if isinstance(sample, Pair):
            yield sample
            continue
        try:
            yield _to_pair(sample, number, label_order if labelled else None)
        except InputError as error:
            raise InputError(f"sample {number}: {error}") from None


def batches(pairs: Iterable[Pair]) -> Iterator[list[Pair]]:
    """Yield pairs in lists of as many as are analysed together."""
    iterator = iter(pairs)
    while batch := list(islice(iterator, _BATCH)):
        yield batch


def _rows(samples: Any) -> Iterable[Any]:
    if isinstance(samples, (Pair, str, Mapping)) or not isinstance(samples, Iterable):
        raise InputError(f"{quoted(samples)} is no list of samples; {_EXPECTED} for each pair")
    if hasattr(samples, "columns") and hasattr(samples, "to_dict"):
        # A DataFrame, which would be read as its columns' names.
        rows: Iterable[Any] = samples.to_dict("records")
        return rows
    return samples


def _to_pair(sample: Any, number: int, label_order: Sequence[Label] | None) -> Pair:
    """Make a pair of a sample; its label is read only if there is an order, maybe empty."""
    if isinstance(sample, Mapping):
        return _from_mapping(sample, number, label_order)
    if not isinstance(sample, (tuple, list, np.ndarray)):
        raise InputError(f"{quoted(sample)} is no pair; {_EXPECTED}")
    if len(sample) != 2:
        raise InputError(f"it has {len(sample)} parts; {_EXPECTED}")
    text, hypothesis = sample
    return Pair(str(number), text, hypothesis)


def _from_mapping(
    sample: Mapping[str, Any], number: int, label_order: Sequence[Label] | None
) -> Pair:
    found = {part: _part(sample, part) for part in ("id", "text", "hypothesis", "task")}
    for part in ("text", "hypothesis"):
        if found[part] is None:
            expected = " or ".join(map(repr, _NAMES[part]))
            raise InputError(f"it has no {part}; expected it as {expected}")
    found["id"] = number if is_missing(found["id"]) else found["id"]
    label: Any = None if label_order is None else _part(sample, "label")
    if not is_missing(label) and label != "":
        found["label"] = parse_label(label, label_order or ())
    return Pair(**found)


def _part(sample: Mapping[str, Any], part: str) -> Any:
    """Return a part of a pair, or None if it is not there."""
    known = {name.casefold() for name in _NAMES[part]}
    present = [name for name in sample if isinstance(name, str) and name.casefold() in known]
    if len(present) > 1:
        both = " and ".join(map(quoted, present))
        raise InputError(f"{both} may both be the {part}; expected one of them")
    return sample[present[0]] if present else None
