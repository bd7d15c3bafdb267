"""Pairs given in Python: as `Pair`, tuples, dictionaries or rows of a DataFrame."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, TypeAlias

from rte_baselines.errors import InputError
from rte_baselines.pairs.columns import NAMES, candidate_columns
from rte_baselines.pairs.judgments import JudgmentParser
from rte_baselines.pairs.labels import Label, is_without_agreement, label_name
from rte_baselines.pairs.pair import Pair, is_missing
from rte_baselines.quoting import listed, quoted

Sample: TypeAlias = Pair | Sequence[str] | Mapping[str, Any]
"""A pair, a text and a hypothesis, or a mapping that holds them under names in use."""

_EXPECTED = (
    "expected a Pair, a (text, hypothesis) or a mapping such as {'text': ..., 'hypothesis': ...}"
)

# Pairs analysed together: enough to amortise what a batch costs, few enough for memory.
_BATCH = 1_000


class SampleLabels:
    """Reads the labels of samples, of which all together tell what NO means.

    Parameters
    ----------
    order : sequence of Label, optional
        What the numbers 0, 1, 2 stand for where labels of mappings are numbers.
    are_required : bool
        Whether a label without a meaning is an error. If not, it counts as none, as where
        labels are given apart from the samples.
    """

    def __init__(self, order: Sequence[Label] = (), *, are_required: bool = True) -> None:
        self._order = order
        self._are_required = are_required
        self._parser = JudgmentParser(order, may_mix_spellings=True)

    def read(self, label: object) -> Label | None:
        """Return the label that a value means, None if it means none or no agreed one.

        Raises
        ------
        InputError
            If it has no meaning.
        """
        if is_missing(label):
            return None
        name = label_name(label)
        if not name.strip() or is_without_agreement(name, self._order):
            return None
        return self._parser.parse(name)

    def read_of(self, sample: Mapping[str, Any], names: Sequence[str]) -> Label | None:
        """Return the label of a mapping, which has it under one of these names, if it has any.

        Raises
        ------
        InputError
            If labels are required, and there are two, or one that has no meaning.
        """
        try:
            name = _name_of("label", names)
            return None if name is None else self.read(sample[name])
        except InputError:
            if self._are_required:
                raise
            return None

    def settled(self, labels: Sequence[Label | None]) -> list[Label | None]:
        """Return the labels that were read, with NO as all of them together mean it.

        Beside UNKNOWN it is CONTRADICTION, as in files, unless other spellings are used, too.
        """
        known = iter(self._parser.settled([label for label in labels if label is not None]))
        return [None if label is None else next(known) for label in labels]


def as_pairs(samples: Iterable[Sample], *, labels: SampleLabels | None = None) -> Iterator[Pair]:
    """Yield each sample as a pair.

    Parameters
    ----------
    samples : iterable of Pair, (text, hypothesis) or mapping, or DataFrame
        A mapping, or a row of a DataFrame, holds the text, the hypothesis and, if it has
        them, id, task and label under one of the names that files have for them
        (`rte_baselines.pairs.columns.NAMES`), such as ``premise`` or ``sentence1`` for the
        text. Other keys are ignored. Where there is no id, it is the number of the sample,
        from 1.
    labels : SampleLabels, optional
        Reads the labels of mappings, which are otherwise left out; the caller has to settle
        them once all samples are read.

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
            yield sample
            continue
        try:
            yield _to_pair(sample, number, labels)
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
        names = list(samples.columns)
        twice = next((name for name in names if names.count(name) > 1), None)
        if twice is not None:
            raise InputError(f"two columns are called {quoted(twice)}; expected each name once")
        rows: Iterable[Any] = samples.to_dict("records")
        return rows
    return samples


def _to_pair(sample: Any, number: int, labels: SampleLabels | None) -> Pair:
    if isinstance(sample, Mapping):
        return _from_mapping(sample, number, labels)
    # A row of an array of NumPy's, which is not imported for its class alone.
    sample = sample.tolist() if hasattr(sample, "tolist") else sample
    if not isinstance(sample, (tuple, list)):
        raise InputError(f"{quoted(sample)} is no pair; {_EXPECTED}")
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
    if is_missing(found.get("id")):
        found["id"] = number
    if labels is not None:
        found["label"] = labels.read_of(sample, candidates["label"])
    return Pair(**found)


def _name_of(part: str, names: Sequence[str]) -> str | None:
    """Return the name that a mapping has a part of a pair under, None if it has not."""
    if len(names) > 1 and part != "id":
        raise InputError(f"{listed(names)} may each be the {part}; expected one of them")
    return names[0] if names else None
