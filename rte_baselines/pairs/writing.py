"""Writing pairs to a file, one by one; the file appears complete or not at all."""

import json
import re
import warnings
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import ClassVar, TextIO

from rte_baselines.core.advice import did_you_mean, how_to_state
from rte_baselines.core.errors import InputError, InputWarning
from rte_baselines.core.files.reading import without_compression
from rte_baselines.core.files.writing import atomic_output
from rte_baselines.core.quoting import path_name, quoted
from rte_baselines.pairs.format import PairWriter, format_names, formats
from rte_baselines.pairs.labels import Label, conflate
from rte_baselines.pairs.pair import Pair, SeenIds, only_pairs
from rte_baselines.records.columns import PAIR_NAMES

_PARTS = PAIR_NAMES.parts
_QUOTE = '"'
_IN_QUOTATION_MARKS = re.compile(r'[",;\t\r\n]')
_REPLACEMENT = "\N{REPLACEMENT CHARACTER}"


def write_pairs(
    pairs: Iterable[Pair],
    path: str | Path,
    format: str | None = None,  # noqa: A002 - the name that users expect
    *,
    two_way: bool = False,
) -> None:
    """Write pairs to a file; together with `read_pairs`, it converts between formats.

    Parameters
    ----------
    pairs : iterable of Pair
        Read one by one and not kept.
    path : str or Path
        A path, or ``-`` for standard output. A file whose name ends in ``.gz`` or ``.zst``
        is compressed. If anything fails, nothing is written, and an existing file is unchanged.
    format : str, optional
        One of ``format_names(writable=True)``; by default it is taken from the file name:
        ``.jsonl``, ``.csv`` or ``.parquet``, the first two optionally with ``.gz`` or ``.zst``.
    two_way : bool, optional
        Whether CONTRADICTION and UNKNOWN are written as NO ENTAILMENT. Otherwise they
        are an error in a format that has only two labels.

    Raises
    ------
    InputError
        If the format is unknown or cannot be written, it does not have a pair's label,
        there is no pair, an id is missing, repeated or cannot be read back, or the path
        cannot be written.

    Warns
    -----
    InputWarning
        If attributes are left out, white space around texts is, or characters are replaced.
    """
    name = format or _format_by_name(path)
    pair_format = _writer(name)
    with atomic_output(path, as_parquet=name == ParquetWriter.name) as text:
        output = "standard output" if str(path) == "-" else path_name(path)
        pair_format.write(_Writable(pair_format, output, two_way=two_way).pairs(pairs), text)


class _RowWriter(PairWriter):
    label_names: ClassVar[Mapping[Label, str]] = {label: label.value for label in Label}

    def can_write_attribute(self, name: str) -> bool:
        """Whether a column of that name would be read as an attribute."""
        # The column called id comes before others with ids.
        others = (part for part in _PARTS if part != "id" and PAIR_NAMES.called(part, [name]))
        return name not in ("", "id") and not any(others) and not self.cannot_hold.search(name)


class JsonLinesWriter(_RowWriter):
    """JSON Lines; attributes are written as further fields."""

    name = "jsonl"

    def write(self, pairs: Iterable[Pair], text: TextIO) -> None:
        """Write one object a line, without the parts that a pair does not have."""
        for pair in pairs:
            fields = {**_parts_of(pair), **pair.attributes}
            text.write(json.dumps(fields, ensure_ascii=False) + "\n")


class ParquetWriter(JsonLinesWriter):
    """Parquet, which is written from JSON Lines."""

    name = "parquet"


class CsvWriter(_RowWriter):
    """A table with commas."""

    name = "csv"
    # The csv module of Python 3.10 reads no NUL.
    cannot_hold: ClassVar[re.Pattern[str]] = re.compile("[\0\ud800-\udfff]")

    def can_write_attribute(self, name: str) -> bool:
        """Whether the separator would still be read from the header with such a column."""
        return super().can_write_attribute(name) and set(name).isdisjoint("\t;")

    def write(self, pairs: Iterable[Pair], text: TextIO) -> None:
        """Write a header and a row for each pair.

        There is a column for each attribute of the first pair. Other attributes of later
        pairs are left out, and missing ones are empty, both with a warning.
        """
        header: list[str] = []
        warned: set[str] = set()
        for pair in pairs:
            if not header:
                header = [*_PARTS, *pair.attributes]
                text.write(_csv_line(header))
            # Attributes that only the first pair or only another has.
            for name in sorted((set(header[len(_PARTS) :]) ^ set(pair.attributes)) - warned):
                warned.add(name)
                effect = "is left out" if name in pair.attributes else "is empty"
                _warn(
                    f"not all pairs have the attribute {quoted(name)}: in CSV, whose columns are "
                    f"those of the first pair, it {effect} for pair {quoted(pair.id)} and others "
                    "like it"
                )
            fields = {**pair.attributes, **_parts_of(pair)}
            text.write(_csv_line(fields.get(name, "") for name in header))


def _parts_of(pair: Pair) -> dict[str, str]:
    return {part: str(value) for part in _PARTS if (value := getattr(pair, part)) is not None}


def _csv_line(fields: Iterable[str]) -> str:
    quoting = (
        f'"{field.replace(_QUOTE, _QUOTE * 2)}"' if _IN_QUOTATION_MARKS.search(field) else field
        for field in fields
    )
    return ",".join(quoting) + "\n"


_OF_ROWS: dict[str, type[PairWriter]] = {
    writer.name: writer for writer in (CsvWriter, JsonLinesWriter, ParquetWriter)
}


def _writer(name: str) -> PairWriter:
    found = _OF_ROWS.get(name) or formats().get(name)
    if found is None or not issubclass(found, PairWriter):
        problem = f"unknown format {quoted(name)}" if found is None else f"{name} is only read"
        writable = format_names(writable=True)
        hint = did_you_mean(name, writable)
        raise InputError(f"{problem}; {hint}formats to write are {', '.join(writable)}")
    return found()


def _format_by_name(path: str | Path) -> str:
    ending = without_compression(path).suffix.lower()[1:]
    writable = format_names(writable=True)
    if ending not in writable:
        raise InputError(
            f"{path_name(path)}: the name does not determine the format; state it "
            f"({how_to_state('format=FORMAT', '--to FORMAT')}), one of {', '.join(writable)}"
        )
    return ending


class _Writable:
    """Reduces pairs to what a format can hold, so that they are read back the same."""

    def __init__(self, pair_format: PairWriter, name: str, *, two_way: bool) -> None:
        self._format, self._name, self._two_way = pair_format, name, two_way
        self._warned: set[str] = set()

    def pairs(self, pairs: Iterable[Pair]) -> Iterator[Pair]:
        """Yield the pairs one by one; only digests of their ids are kept in memory."""
        seen, number = SeenIds(), 0
        for number, pair in enumerate(only_pairs(pairs), 1):
            try:
                if not pair.id.strip() or pair.id != pair.id.strip():
                    problem = "is empty or has white space around it, which is not read back"
                    raise InputError(f"the id {problem}")
                if self._format.cannot_hold.search(pair.id):
                    raise InputError(f"the id has characters that {self._format.name} cannot hold")
                writable = self._writable(pair)
            except InputError as error:
                raise InputError(f"pair {quoted(pair.id)}: {error}") from None
            seen.add(pair.id, self._name, "pair", number)
            yield writable
        seen.check()
        if not number:
            raise InputError("there is no pair to write; expected at least one")

    def _writable(self, pair: Pair) -> Pair:
        text, hypothesis = self._stripped(pair.text, pair), self._stripped(pair.hypothesis, pair)
        task = None if pair.task is None else self._stripped(pair.task, pair)
        if task == "":
            self._warn_once("an empty task is written as none", pair)
        return replace(
            pair,
            text=text,
            hypothesis=hypothesis,
            task=task or None,
            label=self._label(pair.label),
            attributes={
                name: self._without_illegal(value, pair)
                for name, value in pair.attributes.items()
                if self._can_write(name)
            },
        )

    def _stripped(self, content: str, pair: Pair) -> str:
        if content != content.strip():
            self._warn_once("white space around a text, hypothesis or task is not written", pair)
        return self._without_illegal(content.strip(), pair)

    def _warn_once(self, message: str, pair: Pair) -> None:
        if message not in self._warned:
            self._warned.add(message)
            _warn(f"pair {quoted(pair.id)}: {message}, here and perhaps elsewhere")

    def _without_illegal(self, content: str, pair: Pair) -> str:
        legal = self._format.cannot_hold.sub(_REPLACEMENT, content)
        if legal != content:
            cannot = f"characters that {self._format.name} cannot hold are written as U+FFFD"
            _warn(f"pair {quoted(pair.id)}: {cannot}")
        return legal

    def _label(self, label: Label | None) -> Label | None:
        label = conflate(label) if self._two_way and label is not None else label
        if label is not None and label not in self._format.label_names:
            raise InputError(
                f"{self._format.name} has no label {label}; write two-way labels, or another format"
            )
        return label

    def _can_write(self, attribute: str) -> bool:
        can = self._format.can_write_attribute(attribute)
        if not can and attribute not in self._warned:
            self._warned.add(attribute)
            name = quoted(attribute)
            _warn(f"attribute {name} cannot be written in {self._format.name} and is left out")
        return can


def _warn(message: str) -> None:
    warnings.warn(message, InputWarning, stacklevel=2)
