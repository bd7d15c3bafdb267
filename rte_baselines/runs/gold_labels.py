"""Gold labels, of pairs or of ids without texts."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import BinaryIO

from rte_baselines.errors import InputError
from rte_baselines.files import input_name, open_input, utf8_text
from rte_baselines.pairs import (
    Columns,
    Label,
    Pair,
    PairIterator,
    PairStream,
    named_dataset,
    read_pairs,
)
from rte_baselines.pairs.format import UnknownFormatError, recognize_format
from rte_baselines.pairs.judgments import parse_label_order
from rte_baselines.pairs.labels import is_without_agreement
from rte_baselines.pairs.reading import read_head
from rte_baselines.quoting import quoted
from rte_baselines.runs.collecting import collect
from rte_baselines.runs.columns import LABELS
from rte_baselines.runs.fields import FieldNames
from rte_baselines.runs.format import RunRecord
from rte_baselines.runs.parsing import recognize_run_format
from rte_baselines.runs.shards import ShardRecords
from rte_baselines.shard_names import shard_paths


class GoldLabels(PairIterator):
    """Pairs without texts: id, label and, optionally, task.

    Like a `PairStream`, it is also a context manager, although no file is left open.

    Parameters
    ----------
    records : iterable of RunRecord
        All of them are read immediately.
    label_order : sequence of Label
        The labels that numbers stand for; empty if no order is stated.
    """

    def __init__(self, records: Iterable[RunRecord], label_order: Sequence[Label]) -> None:
        super().__init__()
        self._label_order = label_order
        self._tasks: list[str | None] = []
        columns = collect(self._agreed(records), label_order).columns
        _refuse_repeated(columns.ids)
        self._total = len(columns.ids) + self.skipped
        self._pairs = (
            Pair(pair_id, "", "", task, LABELS[code])
            for pair_id, task, code in zip(
                columns.ids, self._tasks, columns.codes.tolist(), strict=True
            )
        )

    def count(self) -> int:
        """Return the number of pairs, including those left out."""
        return self._total

    def _agreed(self, records: Iterable[RunRecord]) -> Iterator[RunRecord]:
        for record in records:
            if is_without_agreement(record.judgment or "", self._label_order):
                self.skipped_ids.append(record.id)
                continue
            self._tasks.append(record.task)
            yield record


def read_gold(
    source: str | Path,
    *,
    data_dir: str | Path | None = None,
    format: str | None = None,  # noqa: A002 - the name that users expect
    columns: Columns | None = None,
    label_order: Sequence[str] | None = None,
) -> PairIterator:
    """Read the pairs that runs are scored against, or only their ids and labels.

    A file in a format of pairs is read as by `read_pairs`. Other files are read as by `read_run`,
    except that the gold labels are used if a file has two columns with labels.

    Parameters
    ----------
    source, data_dir, format, columns
        As in `read_pairs`; with `format` or `columns`, the source must have pairs.
    label_order : sequence of str, optional
        The labels that the numbers 0, 1, 2 stand for, as in `read_run`; -1 then marks pairs
        without an agreed label.

    Returns
    -------
    PairIterator
        A `PairStream`, `PairShards` or `GoldLabels`: iterators of `Pair` and context managers.
        ``skipped`` is the number of pairs without an agreed label, and ``skipped_ids`` has their
        ids.

    Raises
    ------
    InputError
        As in `read_pairs`, or if the file has neither pairs nor labels, is damaged
        or has a repeated id.
    """
    order = parse_label_order(label_order)
    if format is not None or columns is not None or named_dataset(source) is not None:
        return read_pairs(
            source, data_dir=data_dir, format=format, columns=columns, label_order=order
        )
    shards = shard_paths(source)
    if shards is not None:
        return _gold_of_shards(source, shards, order)
    name = input_name(source)
    with ExitStack() as closing:
        file = closing.enter_context(open_input(source))
        try:
            head = read_head(file)
            pair_format = recognize_format(head)
        except UnknownFormatError as why_not_pairs:
            return _gold_labels(file, head, name, order, str(why_not_pairs))
        except InputError as error:
            raise InputError(f"{name}: {error}") from None
        closing.pop_all()
        return PairStream(file, pair_format, source=str(source), name=name, label_order=order)


def _gold_of_shards(
    source: str | Path, paths: Sequence[str | Path], label_order: Sequence[Label]
) -> PairIterator:
    with open_input(paths[0]) as file:
        head = read_head(file)
    try:
        recognize_format(head)
    except UnknownFormatError:
        records = ShardRecords(paths, FieldNames.of_gold_labels(label_order))
        with records.naming_files():
            return GoldLabels(records, label_order)
    except InputError as error:
        raise InputError(f"{input_name(paths[0])}: {error}") from None
    return read_pairs(source, label_order=label_order)


def _gold_labels(
    file: BinaryIO, head: str, name: str, label_order: Sequence[Label], why_not_pairs: str
) -> GoldLabels:
    with utf8_text(file, name) as text:
        try:
            run_format = recognize_run_format(head, FieldNames.of_gold_labels(label_order))
            return GoldLabels(run_format.read(text), label_order)
        except InputError as error:
            raise InputError(f"{name}: {why_not_pairs}; read as ids with labels: {error}") from None


def _refuse_repeated(ids: Sequence[str]) -> None:
    if len(set(ids)) < len(ids):
        repeated = next(pair_id for pair_id, times in Counter(ids).items() if times > 1)
        raise InputError(f"id {quoted(repeated)} is repeated")
