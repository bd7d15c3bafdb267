"""Samples, pairs given in Python: as `Pair`, tuples, dictionaries or rows of a data frame."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, TypeAlias

from rte_baselines.errors import InputError
from rte_baselines.pairs.columns import NAMES, candidate_columns
from rte_baselines.pairs.judgments import JudgmentParser
from rte_baselines.pairs.labels import Label, is_without_agreement, label_name
from rte_baselines.pairs.pair import Pair, is_missing
from rte_baselines.pairs.rows import Rows, is_frame
from rte_baselines.quoting import listed, quoted

Sample: TypeAlias = Pair | Sequence[str] | Mapping[str, Any]
"""A pair, a text and a hypothesis, or a mapping that has them under known names."""

_EXPECTED = (
    "expected a Pair, a (text, hypothesis) or a mapping such as {'text': ..., 'hypothesis': ...}"
)

# The number of pairs analysed together: amortises the cost of a batch, limits memory use.
_BATCH = 1_000


class SampleLabels:
    """Reads the labels of samples; the meaning of NO depends on all of them.

    Parameters
    ----------
    order : sequence of Label, optional
        What the numbers 0, 1, 2 stand for if labels of mappings are numbers.
    are_required : bool
        Whether a label without a meaning is an error. If not, it is read as None, as when
        labels are given separately from the samples.
    """

    def __init__(self, order: Sequence[Label] = (), *, are_required: bool = True) -> None:
        self._order = order
        self._are_required = are_required
        self._parser = JudgmentParser(order, may_mix_spellings=True)

    def read(self, label: object) -> Label | None:
        """Return the label that a value means, None if it is missing or not agreed on.

        Raises
        ------
        InputError
            If it has no meaning.
        """
        if is_missing(label):
            return None
        name = label_name(label, self._order)
        if not name.strip() or is_without_agreement(name, self._order):
            return None
        return self._parser.parse(name)

    def read_of(self, sample: Mapping[str, Any], names: Sequence[str]) -> Label | None:
        """Return the label that a mapping has under one of these names, or None if it has none.

        Raises
        ------
        InputError
            If labels are required, and there are two, or one without a meaning.
        """
        try:
            name = _name_of("label", names)
            return None if name is None else self.read(sample[name])
        except InputError:
            if self._are_required:
                raise
            return None

    def resolve_no(self, labels: Sequence[Label | None]) -> list[Label | None]:
        """Return the labels that were read, with those of NO replaced if it means CONTRADICTION.

        As in files, it does if a label is UNKNOWN, unless other spellings are used, too.
        """
        known = iter(self._parser.resolve_no([label for label in labels if label is not None]))
        return [None if label is None else next(known) for label in labels]


def as_pairs(
    samples: Iterable[Sample],
    *,
    labels: SampleLabels | None = None,
    ids: list[str | None] | None = None,
) -> Iterator[Pair]:
    """Yield each sample as a pair.

    Parameters
    ----------
    samples : iterable of Pair, (text, hypothesis) or mapping, or data frame or dataset
        A mapping, or a row of a data frame or dataset (see `Rows`), has the text, the
        hypothesis and, optionally, id, task and label under any of the names that are known in
        files (`rte_baselines.pairs.columns.NAMES`), such as ``premise`` or ``sentence1`` for
        the text. Other keys are ignored. If there is no id, it is the number of the sample,
        from 1.
    labels : SampleLabels, optional
        Reads the labels of mappings, which are otherwise ignored; the caller has to resolve
        NO once all samples are read.
    ids : list of (str or None), optional
        The id of each sample is appended to it, None if the sample has none of its own.

    Raises
    ------
    InputError
        If a sample is none of these or its label has no meaning; the message names the
        sample.
    """
    for number, sample in enumerate(_rows(samples), start=1):
        if isinstance(sample, Pair):
            if labels is not None:
                labels.read(sample.label)
            pair = sample
        else:
            try:
                pair = _to_pair(sample, number, labels)
            except InputError as error:
                raise InputError(f"sample {number}: {error}") from None
        if ids is not None:
            ids.append(pair.id if _has_id(sample) else None)
        yield pair


def batches(pairs: Iterable[Pair], size: int = _BATCH) -> Iterator[list[Pair]]:
    """Yield lists of the pairs that are analysed together."""
    iterator = iter(pairs)
    while batch := list(islice(iterator, size)):
        yield batch


def _rows(samples: Any) -> Iterable[Any]:
    if is_frame(samples):
        # Iterating a data frame yields the names of its columns.
        return Rows(samples)
    if isinstance(samples, (Pair, str, Mapping)) or not isinstance(samples, Iterable):
        raise InputError(f"{quoted(samples)} is not a list of samples; {_EXPECTED} for each pair")
    return samples


def _to_pair(sample: Any, number: int, labels: SampleLabels | None) -> Pair:
    if isinstance(sample, Mapping):
        return _from_mapping(sample, number, labels)
    # A row of a NumPy array; NumPy is not imported only to check its class.
    sample = sample.tolist() if hasattr(sample, "tolist") else sample
    if not isinstance(sample, (tuple, list)):
        raise InputError(f"{quoted(sample)} is not a pair; {_EXPECTED}")
    if len(sample) != 2:
        raise InputError(f"it has {len(sample)} parts; {_EXPECTED}")
    text, hypothesis = sample
    return Pair(str(number), text, hypothesis)


def _from_mapping(sample: Mapping[str, Any], number: int, labels: SampleLabels | None) -> Pair:
    candidates = candidate_columns(name for name in sample if isinstance(name, str))
    parts = ("id", "text", "hypothesis", "task")
    found = {part: sample[name] for part in parts if (name := _name_of(part, candidates[part]))}
    for part in ("text", "hypothesis"):
        if part not in found:
            raise InputError(f"it has no {part}; expected it as one of {listed(NAMES[part])}")
    if not _has_id(sample):
        found["id"] = number
    if labels is not None:
        found["label"] = labels.read_of(sample, candidates["label"])
    return Pair(**found)


def _has_id(sample: Any) -> bool:
    """Whether a sample has an id of its own, which is not its number."""
    if not isinstance(sample, Mapping):
        return isinstance(sample, Pair)
    names = candidate_columns(name for name in sample if isinstance(name, str))["id"]
    name = _name_of("id", names)
    return name is not None and not is_missing(sample[name])


def _name_of(part: str, names: Sequence[str]) -> str | None:
    """Return the name under which a mapping has a part of a pair, None if it has none."""
    if len(names) > 1 and part != "id":
        raise InputError(f"{listed(names)} may each be the {part}; expected one of them")
    return names[0] if names else None
