"""Reading pairs from a file or a named dataset, one by one and checked."""

import warnings
from collections.abc import Callable, Generator, Iterator, Sequence
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import BinaryIO, TextIO

from rte_baselines.errors import InputError, InputWarning
from rte_baselines.files import input_name, open_input, utf8_text
from rte_baselines.pairs.columns import Columns
from rte_baselines.pairs.datasets import find_dataset, named_dataset
from rte_baselines.pairs.format import PairFormat, Record, get_format, recognize_format
from rte_baselines.pairs.labels import Label, is_without_agreement, parse_label
from rte_baselines.pairs.pair import Pair
from rte_baselines.pairs.three_way import read_labels, relabel
from rte_baselines.quoting import quoted
from rte_baselines.representing import named

# The bytes that a format is recognized by: enough for a long document in the first pair.
_HEAD_SIZE = 1 << 20
_UTF16_MARKS = (b"\xff\xfe", b"\xfe\xff")

_Revision = Callable[[Iterator[Pair]], Iterator[Pair]]


def read_pairs(
    source: str | Path,
    *,
    data_dir: str | Path | None = None,
    format: str | None = None,  # noqa: A002 - the name that users expect
    columns: Columns | None = None,
    label_order: Sequence[Label] = (),
) -> "PairStream":
    """Read pairs one by one; of those that have been read, only the ids are kept.

    Parameters
    ----------
    source : str or Path
        A named dataset such as ``rte1:dev`` (see `dataset_names`), a path, or ``-`` for
        standard input. The name of a dataset wins over a file of that name; to mean the
        file, write ``./rte1:dev`` or give a `Path`. A file may be compressed with gzip.
    data_dir : str or Path, optional
        The only folder to look for named datasets in; see `find_dataset`.
    format : str, optional
        One of `format_names`; by default the content tells.
    columns : mapping of str to str, optional
        For a table or JSON Lines: the columns or fields that hold the ``text``, the
        ``hypothesis`` and maybe ``id``, ``task`` and ``label``; see `parse_columns`.
    label_order : sequence of Label, optional
        What the numbers 0, 1, 2 stand for where labels are numbers, and that -1 means no
        agreement; formats that define their numbers keep to their definition.

    Returns
    -------
    PairStream

    Raises
    ------
    InputError
        If the source is missing or cannot be read, is empty, or of no known format.
        Other errors in the file come from the stream.
    """
    pair_format = None if format is None else get_format(format, columns)
    path, revise = _resolve(source, data_dir)
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
        revise=revise,
        label_order=label_order,
    )


def load_pairs(
    source: str | Path,
    *,
    data_dir: str | Path | None = None,
    format: str | None = None,  # noqa: A002 - the name that users expect
    columns: Columns | None = None,
    label_order: Sequence[Label] = (),
) -> list[Pair]:
    """Read all pairs into a list; parameters and errors are those of `read_pairs`."""
    return list(
        read_pairs(
            source, data_dir=data_dir, format=format, columns=columns, label_order=label_order
        )
    )


class PairStream(Iterator[Pair]):
    """Pairs as they are read; also a context manager that closes the file.

    Iterating raises `InputError` where the file is not well-formed, a pair lacks its
    id, text or hypothesis, repeats an id or has an unknown label, and when the file
    ends without any pair. An empty text or hypothesis is kept, with a warning.

    Attributes
    ----------
    source : str
        What was asked for: a name, a path or ``-``.
    format : str
        The name of the file's format.
    skipped_ids : list of str
        The ids of the pairs left out so far because their annotators did not agree:
        their label is ``-``, or -1 where an order of labels is stated.
    """

    def __init__(
        self,
        file: BinaryIO,
        pair_format: PairFormat,
        *,
        source: str,
        name: str,
        revise: _Revision = iter,
        label_order: Sequence[Label] = (),
    ) -> None:
        self.source = source
        self.format = pair_format.name
        self.skipped_ids: list[str] = []
        self._name = name
        self._label_order = label_order
        self._file = file
        self._reading = self._read(pair_format)
        self._pairs = revise(self._reading)

    @property
    def skipped(self) -> int:
        """How many pairs were left out so far; see `skipped_ids`."""
        return len(self.skipped_ids)

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

    def _read(self, pair_format: PairFormat) -> Generator[Pair, None, None]:
        seen: set[str] = set()
        with self._file, utf8_text(self._file, self._name) as text:
            for record in self._records(pair_format, text):
                if is_without_agreement(record.label or "", self._label_order):
                    self.skipped_ids.append((record.id or "").strip())
                    continue
                yield self._checked(record, pair_format.columns, seen)
        if not seen:
            raise self._error("holds no pair" + (" with a label" if self.skipped else ""))

    def _records(self, pair_format: PairFormat, text: TextIO) -> Iterator[Record]:
        try:
            yield from pair_format.read(text)
        except InputError as error:
            raise self._error(str(error)) from None

    def _checked(self, record: Record, columns: Columns, seen: set[str]) -> Pair:
        """Return the record as a pair whose id joins those `seen`."""
        place = f"{self._name}: line {record.line}"
        try:
            pair = _to_pair(record, columns, self._label_order)
        except InputError as error:
            raise InputError(f"{place}: {error}") from None
        if pair.id in seen:
            raise InputError(f"{place}: id {quoted(pair.id)} is repeated")
        seen.add(pair.id)
        for part in ("text", "hypothesis"):
            if not getattr(pair, part):
                message = f"{place}: pair {quoted(pair.id)} has an empty {part}; it is kept"
                warnings.warn(message, InputWarning, stacklevel=2)
        return pair

    def _error(self, message: str) -> InputError:
        return InputError(f"{self._name}: {message}")


def _resolve(source: str | Path, data_dir: str | Path | None) -> tuple[str | Path, _Revision]:
    """Return the path that `source` means, and what is to be done to the pairs read from it."""
    dataset = named_dataset(source)
    if dataset is None:
        return source, iter
    files = find_dataset(dataset, data_dir)
    if files.labels is None:
        return files.pairs, iter
    return files.pairs, partial(relabel, labels=read_labels(files.labels), name=dataset.name)


def read_head(file: BinaryIO) -> str:
    """Return the beginning of a file, by which its format is recognized, and rewind it.

    Raises
    ------
    InputError
        If the file is UTF-16.
    """
    head = file.read(_HEAD_SIZE)
    file.seek(0)
    # Without a mark, the zero byte of an ASCII character tells.
    if head.startswith(_UTF16_MARKS) or b"\0" in head[:2]:
        raise InputError("is UTF-16; only UTF-8 is read")
    return head.decode("utf-8-sig", errors="replace")


def _to_pair(record: Record, columns: Columns, label_order: Sequence[Label]) -> Pair:
    pair_id, text, hypothesis = (
        _required(record, part, columns) for part in ("id", "text", "hypothesis")
    )
    try:
        name = (record.label or "").strip()
        label = parse_label(name, label_order) if name else None
    except InputError as error:
        raise InputError(f"pair {quoted(pair_id)}: {error}") from None
    return Pair(
        id=pair_id,
        text=text,
        hypothesis=hypothesis,
        task=(record.task or "").strip() or None,
        label=label,
        attributes=record.attributes,
    )


def _required(record: Record, part: str, columns: Columns) -> str:
    value: str | None = getattr(record, part)
    if value is not None and (value.strip() or part != "id"):
        return value.strip()
    which = "the pair" if part == "id" else f"pair {quoted(record.id)}"
    raise InputError(f"{which} has no {columns.get(part, part)}")
