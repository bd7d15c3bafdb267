"""The pairs of a file, one by one, with checks."""

import warnings
from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import replace
from functools import partial
from io import SEEK_END
from typing import BinaryIO, ClassVar, Protocol, TextIO

from rte_baselines.errors import InputError, InputWarning
from rte_baselines.files import utf8_text
from rte_baselines.pairs.columns import Columns, how_to_give
from rte_baselines.pairs.format import PairFormat, Record
from rte_baselines.pairs.ids import SeenIds
from rte_baselines.pairs.judgments import is_no, no_means_contradiction
from rte_baselines.pairs.label_texts import LabelTexts
from rte_baselines.pairs.labels import (
    Label,
    is_without_agreement,
    label_number,
    number_of_boolean,
    parse_label,
)
from rte_baselines.pairs.pair import Pair
from rte_baselines.pairs.pair_iterator import PairIterator
from rte_baselines.pairs.unread_ids import UnreadIds
from rte_baselines.quoting import quoted
from rte_baselines.representing import named

_LARGEST_COUNTED = 1 << 26  # bytes, counted within a second

Transform = Callable[[Iterator[Pair]], Iterator[Pair]]
"""A transformation of the pairs of a file, such as giving them other labels."""


class RecordReader(Protocol):
    """The interface of what makes records: a format of pairs, or the reader of a table."""

    takes_columns: ClassVar[bool]
    settles_no: ClassVar[bool]

    given_columns: Columns
    """Those that the user names."""

    @property
    def columns(self) -> Columns:
        """The column of each part of a pair."""


class CheckedPairs(PairIterator):
    """Pairs that are made of records, with checks; the common part of files and tables.

    Iterating raises `InputError` if the source is not well-formed, a pair lacks its id,
    text or hypothesis, repeats an id or has an unknown label, or the source ends without
    any pair. At the end, it also does so if `LabelTexts` finds another meaning of the
    numbers. An empty text or hypothesis is kept, with a warning.

    Parameters
    ----------
    reader : RecordReader
    name : str
        The name of the source in messages.
    unit : str
        The unit of positions in messages.
    label_order : sequence of Label, optional
        What the numbers 0, 1, 2 stand for.
    seen : SeenIds, optional
        The ids of earlier pairs of the same set.
    no_is_contradiction : bool, optional
        Whether the label NO means CONTRADICTION; by default, all labels are read first.
    """

    no_pairs_advice: ClassVar[str] = ""
    """What to do if no pair has an agreed label."""

    def __init__(
        self,
        reader: RecordReader,
        name: str,
        *,
        unit: str = "line",
        label_order: Sequence[Label] = (),
        seen: SeenIds | None = None,
        no_is_contradiction: bool | None = None,
    ) -> None:
        super().__init__()
        self._reader = reader
        self._name = name
        self._unit = unit
        self._label_order = label_order
        self._seen = SeenIds(unit) if seen is None else seen
        self._no_is_contradiction = no_is_contradiction

    def _checked_pairs(self, read: Callable[[], Iterator[Record]]) -> Iterator[Pair]:
        """Yield the pairs of the records that `read` returns, each time from the first one."""
        is_empty = True
        unread = UnreadIds()
        texts = LabelTexts(self._label_order, self._unit)
        for record in self._records(read):
            unread.add(record)
            if is_without_agreement(record.label_name, self._label_order):
                self.skipped_ids.append((record.id or "").strip())
                continue
            yield self._checked(record)
            is_empty = False
            column = self._reader.columns.get("label", "label")
            texts.add(record.line, column, record.label_name, record.attributes)
        self._seen.check()
        self._check_texts(texts)
        if is_empty:
            reason = f" with a label{self.no_pairs_advice}" if self.skipped else ""
            raise self._error(f"holds no pair{reason}")
        self._check_unread(unread)

    def _check_unread(self, unread: UnreadIds) -> None:
        """Check that no other column may hold the ids, unless the user names that of the ids."""
        if "id" in self._reader.given_columns:
            return
        try:
            warning = unread.finish(self._reader.columns.get("id"))
        except InputError as error:
            raise self._error(str(error)) from None
        if warning:
            warnings.warn(f"{self._name}: {warning}", InputWarning, stacklevel=2)

    def _check_texts(self, texts: LabelTexts) -> None:
        try:
            texts.finish()
        except InputError as error:
            raise self._error(str(error)) from None

    def _records(self, read: Callable[[], Iterator[Record]]) -> Iterator[Record]:
        try:
            is_contradiction = not self._reader.settles_no and self._no_means_contradiction(read)
            for record in read():
                if is_contradiction and is_no(record.label_name):
                    yield replace(record, label=Label.CONTRADICTION.value)
                else:
                    yield record
        except InputError as error:
            raise self._error(str(error)) from None

    def _no_means_contradiction(self, read: Callable[[], Iterator[Record]]) -> bool:
        """Whether NO means CONTRADICTION, for which a source of YES or NO is read twice."""
        if self._no_is_contradiction is not None:
            return self._no_is_contradiction
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                return no_means_contradiction(self._labels_of(read))
        except InputError:
            # Reading raises this error again, after any earlier problem.
            return False

    def _labels_of(self, read: Callable[[], Iterator[Record]]) -> Iterator[str]:
        """Yield the labels of all records; none if the source has no column for them."""
        for record in read():
            if "label" not in self._reader.columns:
                return
            yield record.label_name

    def _checked(self, record: Record) -> Pair:
        """Return the record as a pair, and note its id."""
        position = f"{self._name}: {self._unit} {record.line}"
        try:
            pair = _to_pair(record, self._reader, self._label_order)
        except InputError as error:
            raise InputError(f"{position}: {error}") from None
        self._note_id(pair.id, record.line)
        for part in ("text", "hypothesis"):
            if not getattr(pair, part):
                message = f"{position}: pair {quoted(pair.id)} has an empty {part}; it is kept"
                warnings.warn(message, InputWarning, stacklevel=2)
        return pair

    def _note_id(self, pair_id: str, line: int) -> None:
        """Note the id of a pair, which no earlier one may have."""
        try:
            self._seen.add(pair_id, self._name, line)
        except InputError:
            if "id" in self._reader.columns:
                raise
            raise self._error(
                "has no ids, as earlier files, and the pairs of each would be numbered from 1; "
                f"expected a column of ids ({how_to_give({'id': 'COLUMN'})}), or all pairs in one "
                "file"
            ) from None

    def _error(self, message: str) -> InputError:
        return InputError(f"{self._name}: {message}")


class PairStream(CheckedPairs):
    """An iterator of the pairs of a file; also a context manager that closes it.

    Iterating raises `InputError` as `CheckedPairs` says.

    Attributes
    ----------
    source : str
        The source given to `read_pairs`: a name, a path or ``-``.
    format : str
        The name of the file's format.
    skipped_ids : list of str
        The ids of the pairs left out so far because their annotators did not agree:
        their label is ``-``, or -1 if an order of labels is given.
    """

    def __init__(
        self,
        file: BinaryIO,
        pair_format: PairFormat,
        *,
        source: str,
        name: str,
        transform: Transform = iter,
        is_whole_file: bool = True,
        label_order: Sequence[Label] = (),
        seen: SeenIds | None = None,
        no_is_contradiction: bool | None = None,
    ) -> None:
        super().__init__(
            pair_format,
            name,
            label_order=label_order,
            seen=seen,
            no_is_contradiction=no_is_contradiction,
        )
        self.source = source
        self.format = pair_format.name
        self._is_whole_file = is_whole_file
        self._file = file
        self._format = pair_format
        self._reading = self._read()
        self._pairs = transform(self._reading)

    def count(self) -> int | None:
        """Count the pairs, including those left out, if that is cheap; call it before reading.

        Returns
        -------
        int or None
            None for large files, parts of files, formats without a count, and files that are
            not well-formed, which reading reports.
        """
        if not self._is_whole_file or self._file.seek(0, SEEK_END) > _LARGEST_COUNTED:
            return None
        try:
            with utf8_text(self._file, self._name) as text:
                return self._format.count(text)
        except InputError:
            return None

    @property
    def schema(self) -> tuple[str, Columns]:
        """The format, and the columns of id and texts; known after the first pair."""
        parts = ("id", "text", "hypothesis")
        columns = self._format.columns
        return self.format, {part: columns[part] for part in parts if part in columns}

    def labels(self) -> Iterator[str]:
        """Yield all labels as they are written, in place of the pairs; none without a column."""
        with self._file, utf8_text(self._file, self._name) as text:
            yield from self._labels_of(partial(self._format.read, text))

    def close(self) -> None:
        """Close the file; no more pairs can be read."""
        self._reading.close()
        self._file.close()

    def __repr__(self) -> str:
        return named(self, quoted(self.source), f"format={self.format!r}")

    def _read(self) -> Generator[Pair, None, None]:
        with self._file, utf8_text(self._file, self._name) as text:
            yield from self._checked_pairs(partial(self._read_again, text))

    def _read_again(self, text: TextIO) -> Iterator[Record]:
        text.seek(0)
        return self._format.read(text)


def _to_pair(record: Record, reader: RecordReader, label_order: Sequence[Label]) -> Pair:
    pair_id, text, hypothesis = (
        _required(record, part, reader.columns) for part in ("id", "text", "hypothesis")
    )
    try:
        label = _label_of(record, label_order)
    except InputError as error:
        hint = _label_column_advice(record.label, reader)
        raise InputError(f"pair {quoted(pair_id)}: {error}{hint}") from None
    return Pair(
        id=pair_id,
        text=text,
        hypothesis=hypothesis,
        task=(record.task or "").strip() or None,
        label=label,
        attributes=record.attributes,
    )


def _label_of(record: Record, label_order: Sequence[Label]) -> Label | None:
    if isinstance(record.label, bool):
        return parse_label(number_of_boolean(record.label, label_order), label_order)
    return parse_label(record.label_name, label_order) if record.label_name else None


def _label_column_advice(label: str | bool | None, reader: RecordReader) -> str:
    """Return what to do about a label column whose words are not labels."""
    is_word = isinstance(label, str) and label_number(label) is None
    if not (reader.takes_columns and is_word):
        return ""
    return (
        f"; it is in column {quoted(reader.columns['label'])}: if another column holds the "
        f"labels, name it ({how_to_give({'label': 'COLUMN'})}), and if none does, give "
        + how_to_give({"label": ""})
    )


def _required(record: Record, part: str, columns: Columns) -> str:
    value: str | None = getattr(record, part)
    if value is not None and (value.strip() or part != "id"):
        return value.strip()
    which = "the pair" if part == "id" else f"pair {quoted(record.id)}"
    raise InputError(f"{which} has no {columns.get(part, part)}")
