"""Reading pairs from a file or a named dataset, one by one, with checks."""

import warnings
from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import replace
from functools import partial
from io import SEEK_END
from pathlib import Path
from types import TracebackType
from typing import BinaryIO, TextIO

from rte_baselines.errors import InputError, InputWarning
from rte_baselines.files import head_of_text, input_name, open_input, utf8_text
from rte_baselines.pairs.columns import Columns
from rte_baselines.pairs.datasets import find_dataset, named_dataset
from rte_baselines.pairs.format import PairFormat, Record, get_format, recognize_format
from rte_baselines.pairs.judgments import is_no, no_means_contradiction, parse_label_order
from rte_baselines.pairs.labels import Label, is_without_agreement, label_number, parse_label
from rte_baselines.pairs.pair import Pair
from rte_baselines.pairs.three_way import read_labels, relabel
from rte_baselines.quoting import quoted
from rte_baselines.representing import named

# The number of characters that formats are recognized by: enough for a long first document.
_HEAD_SIZE = 1 << 20

_LARGEST_COUNTED = 1 << 26  # bytes, counted within a second

_Transform = Callable[[Iterator[Pair]], Iterator[Pair]]


def read_pairs(
    source: str | Path,
    *,
    data_dir: str | Path | None = None,
    format: str | None = None,  # noqa: A002 - the name that users expect
    columns: Columns | None = None,
    label_order: Sequence[str] | None = None,
) -> "PairStream":
    """Read pairs one by one; only the ids of those that have been read are kept.

    Parameters
    ----------
    source : str or Path
        A named dataset such as ``rte1:dev`` (see `dataset_names`), a path, or ``-`` for
        standard input. The name of a dataset takes precedence over a file of that name; for
        the file, write ``./rte1:dev`` or give a `Path`. A file may be compressed with gzip.
    data_dir : str or Path, optional
        The only folder to search for named datasets; see `find_dataset`.
    format : str, optional
        One of `format_names`; by default it is recognized from the content.
    columns : mapping of str to str, optional
        For a table or JSON: the columns or fields that hold the ``text``, the
        ``hypothesis``, ``id``, ``task`` or ``label``; see `parse_columns`. Those that are
        not named are found by the known names, `rte_baselines.pairs.columns.NAMES`.
    label_order : sequence of str, optional
        The labels that the numbers 0, 1, 2 stand for, by any of their names; -1 then means
        no agreement. Formats that define their numbers ignore it.

    Returns
    -------
    PairStream

    Raises
    ------
    InputError
        If the source is missing or cannot be read, is empty, or of no known format.
        Other errors in the file are raised by the stream.
    """
    pair_format = None if format is None else get_format(format, columns)
    order = parse_label_order(label_order)
    path, transform = _resolve(source, data_dir)
    name = input_name(path)
    file = open_input(path)
    try:
        head = read_head(file)
        pair_format = pair_format or recognize_format(head, columns)
    except InputError as error:
        file.close()
        raise InputError(f"{name}: {error}") from None
    return PairStream(
        file,
        pair_format,
        source=str(source),
        name=name,
        transform=transform,
        label_order=order,
    )


def load_pairs(
    source: str | Path,
    *,
    data_dir: str | Path | None = None,
    format: str | None = None,  # noqa: A002 - the name that users expect
    columns: Columns | None = None,
    label_order: Sequence[str] | None = None,
) -> list[Pair]:
    """Read all pairs into a list; parameters and errors are those of `read_pairs`."""
    return list(
        read_pairs(
            source, data_dir=data_dir, format=format, columns=columns, label_order=label_order
        )
    )


class PairStream(Iterator[Pair]):
    """An iterator of pairs; also a context manager that closes the file.

    Iterating raises `InputError` if the file is not well-formed, a pair lacks its id,
    text or hypothesis, repeats an id or has an unknown label, or the file ends without
    any pair. An empty text or hypothesis is kept, with a warning.

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
        transform: _Transform = iter,
        label_order: Sequence[Label] = (),
    ) -> None:
        self.source = source
        self.format = pair_format.name
        self.skipped_ids: list[str] = []
        self._name = name
        self._label_order = label_order
        self._file = file
        self._format = pair_format
        self._reading = self._read()
        self._pairs = transform(self._reading)

    @property
    def skipped(self) -> int:
        """How many pairs were left out so far; see `skipped_ids`."""
        return len(self.skipped_ids)

    def count(self) -> int | None:
        """Count the pairs, including those left out, if that is cheap; call it before reading.

        Returns
        -------
        int or None
            None for large files, formats without a count, and files that are not
            well-formed, which reading reports.
        """
        if self._file.seek(0, SEEK_END) > _LARGEST_COUNTED:
            return None
        try:
            with utf8_text(self._file, self._name) as text:
                return self._format.count(text)
        except InputError:
            return None

    def close(self) -> None:
        """Close the file; no more pairs can be read."""
        self._reading.close()
        self._file.close()

    def __next__(self) -> Pair:
        return next(self._pairs)

    def __repr__(self) -> str:
        return named(self, quoted(self.source), f"format={self.format!r}")

    def __enter__(self) -> "PairStream":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    def _read(self) -> Generator[Pair, None, None]:
        seen: set[str] = set()
        with self._file, utf8_text(self._file, self._name) as text:
            for record in self._records(text):
                if is_without_agreement(record.label or "", self._label_order):
                    self.skipped_ids.append((record.id or "").strip())
                    continue
                yield self._checked(record, seen)
        if not seen:
            raise self._error("holds no pair" + (" with a label" if self.skipped else ""))

    def _records(self, text: TextIO) -> Iterator[Record]:
        try:
            is_contradiction = not self._format.settles_no and self._has_three_way_no(text)
            for record in self._format.read(text):
                if is_contradiction and is_no(record.label or ""):
                    yield replace(record, label=Label.CONTRADICTION.value)
                else:
                    yield record
        except InputError as error:
            raise self._error(str(error)) from None

    def _has_three_way_no(self, text: TextIO) -> bool:
        """Whether NO means CONTRADICTION, for which a file that says YES or NO is read twice."""
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                return no_means_contradiction(self._labels(text))
        except InputError:
            # Reading raises this error again, after any earlier problem.
            return False
        finally:
            text.seek(0)

    def _labels(self, text: TextIO) -> Iterator[str]:
        """Yield the labels of all records; none if the file has no column for them."""
        for record in self._format.read(text):
            if "label" not in self._format.columns:
                return
            yield record.label or ""

    def _checked(self, record: Record, seen: set[str]) -> Pair:
        """Return the record as a pair, and add its id to those `seen`."""
        position = f"{self._name}: line {record.line}"
        try:
            pair = _to_pair(record, self._format, self._label_order)
        except InputError as error:
            raise InputError(f"{position}: {error}") from None
        if pair.id in seen:
            raise InputError(f"{position}: id {quoted(pair.id)} is repeated")
        seen.add(pair.id)
        for part in ("text", "hypothesis"):
            if not getattr(pair, part):
                message = f"{position}: pair {quoted(pair.id)} has an empty {part}; it is kept"
                warnings.warn(message, InputWarning, stacklevel=2)
        return pair

    def _error(self, message: str) -> InputError:
        return InputError(f"{self._name}: {message}")


def _resolve(source: str | Path, data_dir: str | Path | None) -> tuple[str | Path, _Transform]:
    """Return the path that `source` means, and a transformation of the pairs read from it."""
    dataset = named_dataset(source)
    if dataset is None:
        return source, iter
    files = find_dataset(dataset, data_dir)
    if files.labels is None:
        return files.pairs, iter
    return files.pairs, partial(relabel, labels=read_labels(files.labels), name=dataset.name)


def read_head(file: BinaryIO) -> str:
    """Return the beginning of a file, by which its format is recognized, and rewind it.

    It contains the whole first line of JSON, however long that is.

    Raises
    ------
    InputError
        If the file is in an unsupported encoding; see `utf8_text`.
    """
    return head_of_text(file, _HEAD_SIZE, whole_lines=("{", "["))


def _to_pair(record: Record, pair_format: PairFormat, label_order: Sequence[Label]) -> Pair:
    pair_id, text, hypothesis = (
        _required(record, part, pair_format.columns) for part in ("id", "text", "hypothesis")
    )
    try:
        name = (record.label or "").strip()
        label = parse_label(name, label_order) if name else None
    except InputError as error:
        hint = _label_column_advice(name, pair_format)
        raise InputError(f"pair {quoted(pair_id)}: {error}{hint}") from None
    return Pair(
        id=pair_id,
        text=text,
        hypothesis=hypothesis,
        task=(record.task or "").strip() or None,
        label=label,
        attributes=record.attributes,
    )


def _label_column_advice(label: str, pair_format: PairFormat) -> str:
    """Return what to do about a label column whose words are not labels."""
    if not pair_format.takes_columns or label_number(label) is not None:
        return ""
    return (
        f"; it is in column {quoted(pair_format.columns['label'])}: if another column holds the "
        "labels, name it (--columns label=COLUMN), and if none does, give --columns label="
    )


def _required(record: Record, part: str, columns: Columns) -> str:
    value: str | None = getattr(record, part)
    if value is not None and (value.strip() or part != "id"):
        return value.strip()
    which = "the pair" if part == "id" else f"pair {quoted(record.id)}"
    raise InputError(f"{which} has no {columns.get(part, part)}")
