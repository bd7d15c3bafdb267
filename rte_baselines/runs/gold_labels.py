"""Gold labels: of pairs, or of ids alone where their texts are not passed on."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import BinaryIO

from rte_baselines.errors import InputError
from rte_baselines.files import input_name, open_input, utf8_text
from rte_baselines.pairs import Columns, Label, Pair, PairStream, named_dataset, read_pairs
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


class GoldLabels(Iterator[Pair]):
    """Pairs without texts, of which the id, the label and maybe the task are known.

    Like a `PairStream`, it is a context manager as well, though nothing is left open.

    Parameters
    ----------
    records : iterable of RunRecord
        Read to the end at once.
    label_order : sequence of Label
        What numbers stand for; empty if no order is stated.

    Attributes
    ----------
    skipped_ids : list of str
        The ids of the pairs left out because their annotators did not agree: their label
        is ``-``, or -1 where an order of labels is stated.
    """

    def __init__(self, records: Iterable[RunRecord], label_order: Sequence[Label]) -> None:
        self.skipped_ids: list[str] = []
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

    @property
    def skipped(self) -> int:
        """How many pairs are left out; see `skipped_ids`."""
        return len(self.skipped_ids)

    def count(self) -> int:
        """Return the number of pairs, those left out included."""
        return self._total

    def _agreed(self, records: Iterable[RunRecord]) -> Iterator[RunRecord]:
        for record in records:
            if is_without_agreement(record.judgment or "", self._label_order):
                self.skipped_ids.append(record.id)
                continue
            self._tasks.append(record.task)
            yield record

    def __next__(self) -> Pair:
        return next(self._pairs)

    def __enter__(self) -> "GoldLabels":
        return self

    def __exit__(self, *error: object) -> None:
        pass


def read_gold(
    source: str | Path,
    *,
    data_dir: str | Path | None = None,
    format: str | None = None,  # noqa: A002 - the name that users expect
    columns: Columns | None = None,
    label_order: Sequence[str] | None = None,
) -> PairStream | GoldLabels:
    """Read the pairs that runs are scored against, or their ids and labels alone.

    Whatever `read_pairs` reads is read so. A file of no format of pairs is read as
    `read_run` would, except that of two columns with labels that of the gold labels wins.

    Parameters
    ----------
    source, data_dir, format, columns
        As in `read_pairs`; a `format` or `columns` says that the source holds pairs.
    label_order : sequence of str, optional
        What the numbers 0, 1, 2 stand for, as in `read_run`; -1 then marks pairs without
        an agreed label.

    Returns
    -------
    PairStream or GoldLabels
        Iterators of `Pair` and context managers, which count in ``skipped`` the pairs
        without an agreed label and keep their ids in ``skipped_ids``.

    Raises
    ------
    InputError
        As `read_pairs` does, or if the file holds neither pairs nor labels, is damaged
        or repeats an id.
    """
    order = parse_label_order(label_order)
    if format is not None or columns is not None or named_dataset(source) is not None:
        return read_pairs(
            source, data_dir=data_dir, format=format, columns=columns, label_order=order
        )
    name = input_name(source)
    with ExitStack() as closing:
        file = closing.enter_context(open_input(source))
        try:
            head = read_head(file)
            pair_format = recognize_format(head)
        except UnknownFormatError as why_no_pairs:
            return _gold_labels(file, head, name, order, str(why_no_pairs))
        except InputError as error:
            raise InputError(f"{name}: {error}") from None
        closing.pop_all()
        return PairStream(file, pair_format, source=str(source), name=name, label_order=order)


def _gold_labels(
    file: BinaryIO, head: str, name: str, label_order: Sequence[Label], why_no_pairs: str
) -> GoldLabels:
    with utf8_text(file, name) as text:
        try:
            run_format = recognize_run_format(head, FieldNames.of_gold_labels(label_order))
            return GoldLabels(run_format.read(text), label_order)
        except InputError as error:
            raise InputError(f"{name}: {why_no_pairs}; read as ids with labels: {error}") from None


def _refuse_repeated(ids: Sequence[str]) -> None:
    if len(set(ids)) < len(ids):
        repeated = next(pair_id for pair_id, times in Counter(ids).items() if times > 1)
        raise InputError(f"id {quoted(repeated)} is repeated")
