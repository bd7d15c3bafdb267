"""Samples, pairs given in Python: as `Pair`, tuples, dictionaries or rows of a data frame."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, TypeAlias

from rte_baselines.core.advice import are_options_advised
from rte_baselines.core.errors import InputError
from rte_baselines.core.quoting import quoted, shortened
from rte_baselines.pairs.format import TEXTS
from rte_baselines.pairs.labels import (
    Label,
    is_no_label,
    label_called,
    label_name,
    label_number,
    parse_label,
)
from rte_baselines.pairs.pair import Pair
from rte_baselines.records.columns import PAIR_NAMES, Columns, Names, find_columns
from rte_baselines.records.rows import is_frame, is_missing

Sample: TypeAlias = Pair | Sequence[str] | Mapping[str, Any]
"""A pair, a text and a hypothesis, or a mapping that has them under default names."""

_EXPECTED = (
    "expected a Pair, a (text, hypothesis) or a mapping such as {'text': ..., 'hypothesis': ...}"
)

# The number of pairs analysed together: amortises the cost of a batch, limits memory use.
_BATCH = 1_000


class _SampleNames(Names):
    """Default names; `fit` and `predict` take no others, and `load_pairs` does."""

    def how_to_give(self, columns: Columns) -> str:
        named = super().how_to_give({part: path for part, path in columns.items() if path})
        if are_options_advised():
            return named
        return f"load_pairs(frame, {named}), or rename the columns"


SAMPLE_NAMES = _SampleNames(PAIR_NAMES.by_part, PAIR_NAMES.parameter, PAIR_NAMES.option)


def label_of_sample(name: str, order: Sequence[Label] = ()) -> Label:
    """Return the label that a name or number means, as in `parse_label`."""
    if label_number(name) is None and label_called(name) is None:
        entry = {shortened(name): "LABEL"}
        raise InputError(
            f"unknown label {quoted(name)}; state what it means: load_pairs(frame, "
            f"labels={entry}), or replace it in y"
        )
    return parse_label(name, order)


class SampleLabels:
    """Reads the labels of samples, where numbers may stand for the labels of an order."""

    def __init__(self, order: Sequence[Label] = ()) -> None:
        self._order = order

    def read(self, label: object) -> Label | None:
        """Return the label that a value means, None if there is none."""
        if is_missing(label):
            return None
        name = label_name(label, self._order)
        return None if is_no_label(name) else label_of_sample(name, self._order)


def as_pairs(
    samples: Iterable[Sample],
    *,
    labels: SampleLabels | None = None,
    ids: list[str | None] | None = None,
) -> Iterator[Pair]:
    """Yield each sample as a pair.

    `samples`: a mapping or row has the parts of a pair under their default names (`PAIR_NAMES`).
    Without an id, it is the number of the sample, from 1. `labels`: reads the labels of mappings,
    which are otherwise ignored. `ids`: the id of each sample is appended to it, None if the sample
    has none of its own.
    """
    for number, sample in enumerate(_rows(samples), start=1):
        try:
            pair, has_id = _to_pair(sample, number, labels)
        except InputError as error:
            raise InputError(f"sample {number}: {error}") from None
        if ids is not None:
            ids.append(pair.id if has_id else None)
        yield pair


def batches(pairs: Iterable[Pair], size: int = _BATCH) -> Iterator[list[Pair]]:
    """Yield lists of the pairs that are analysed together."""
    iterator = iter(pairs)
    while batch := list(islice(iterator, size)):
        yield batch


def _rows(samples: Any) -> Iterable[Any]:
    if is_frame(samples):
        from rte_baselines.records.memory import MemoryRows

        # Iterating a data frame yields the names of its columns.
        return (row.fields for row in MemoryRows(samples))
    if isinstance(samples, (Pair, str, Mapping)) or not isinstance(samples, Iterable):
        raise InputError(f"{quoted(samples)} is not a list of samples; {_EXPECTED} for each pair")
    return samples


def _to_pair(sample: Any, number: int, labels: SampleLabels | None) -> tuple[Pair, bool]:
    """Return a sample as a pair, and whether it has an id of its own."""
    if isinstance(sample, Pair):
        return sample, True
    if (fields := _named_parts(sample)) is not None:
        return _from_mapping(fields, number, labels)
    # A row of a NumPy array; NumPy is not imported only to check its class.
    sample = sample.tolist() if hasattr(sample, "tolist") else sample
    if not isinstance(sample, (tuple, list)):
        raise InputError(f"{quoted(sample)} is not a pair; {_EXPECTED}")
    if len(sample) != 2:
        raise InputError(f"it has {len(sample)} parts; {_EXPECTED}")
    text, hypothesis = sample
    return Pair(str(number), text, hypothesis), False


def _named_parts(sample: Any) -> Mapping[str, Any] | None:
    """Return the parts of a sample by name, None if they have no names.

    What has names is never read by position: rows of pandas and of databases, named tuples, and
    records of NumPy.
    """
    if isinstance(sample, Mapping) or hasattr(sample, "keys"):
        return dict(sample)
    names = getattr(sample, "_fields", None) or getattr(sample, "__fields__", None)
    names = names or getattr(getattr(sample, "dtype", None), "names", None)
    return dict(zip(names, sample, strict=True)) if names else None


def _from_mapping(
    sample: Mapping[str, Any], number: int, labels: SampleLabels | None
) -> tuple[Pair, bool]:
    names = [name for name in sample if isinstance(name, str)]
    # Labels that are not read may be in several columns.
    given = {} if labels is not None else {"label": ""}
    columns = find_columns(names, SAMPLE_NAMES, given, TEXTS)
    values = {part: sample[name] for part, name in columns.items()}
    has_id = not is_missing(values.get("id"))
    if labels is not None:
        values["label"] = labels.read(values.get("label"))
    return Pair(**{**values, "id": values["id"] if has_id else number}), has_id
