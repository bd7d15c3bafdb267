"""The pairs of a source, one by one, with checks."""

import warnings
from collections import Counter
from collections.abc import Callable, Generator, Iterator, Sequence
from io import SEEK_END
from typing import TypeAlias

from typing_extensions import Self

from rte_baselines.core.errors import InputError, InputWarning, naming
from rte_baselines.core.files.reading import input_name
from rte_baselines.core.quoting import counted, listed, quoted
from rte_baselines.core.representing import named
from rte_baselines.pairs.format import PairFormat, PairRows, Record, formats
from rte_baselines.pairs.labels import Label, LabelReader
from rte_baselines.pairs.pair import Pair, SeenIds
from rte_baselines.records.columns import PAIR_NAMES, Columns, are_numbers, hint_of_quotes
from rte_baselines.records.rows import Faults
from rte_baselines.records.sources import Source, SourcePart

_LARGEST_COUNTED = 1 << 26  # bytes, counted within a second
_IDENTIFYING = ("id", "text", "hypothesis")

Transform = Callable[[Iterator[Pair]], Iterator[Pair]]
"""A transformation of the pairs of a file, such as giving them other labels."""

Schema: TypeAlias = tuple[str, Columns]
"""The format of a file, and the columns of ids and texts."""


class PairStream(Iterator[Pair]):
    """An iterator of the pairs of a source; also a context manager that closes it.

    Iterating raises `InputError` if the source is not well-formed, a pair lacks its id, text or
    hypothesis, repeats an id or has an unknown label, a file has other columns than the first, or
    there is no pair. An empty text or hypothesis is kept, with a warning; so is a pair without a
    label. `read_pairs` says what most parameters are; `transform` is applied to the pairs, which
    are all of the file if `is_whole_file`.

    Attributes
    ----------
    source : str
        The source as it was given: a name, a path or ``-``.
    check_columns : callable or None
        Refuses columns, given all of them, those of the parts, and whether there are no others.
    """

    def __init__(
        self,
        source: Source,
        *,
        name: str,
        columns: Columns,
        labels: LabelReader,
        quotes: bool = False,
        needs_texts: bool = True,
        transform: Transform = iter,
        is_whole_file: bool = True,
        faults: Faults | None = None,
    ) -> None:
        self.source = name
        self._files, self._given, self._labels = source, columns, labels
        self._of_rows = {"has_header": not are_numbers(columns), "quotes": quotes}
        self._is_whole_file = is_whole_file
        self._faults = faults or Faults()
        self._rows = PairRows(columns, needs_texts=needs_texts)
        self._seen = SeenIds()
        self._has_read = self._is_at_end = False
        self._counts: Counter[Label | None] = Counter()
        self._schema: tuple[str, Schema] | None = None
        self._hint_of_quotes = ""
        if source.single is not None:
            # An unknown format is an error at once, as a missing file is.
            self._format_of(source.single)
        self.check_columns: Callable[[Sequence[str], Columns, bool], None] | None = None
        self._reading = self._read()
        self._pairs = transform(self._reading)

    @property
    def schema(self) -> Schema:
        """The format, and the columns of id and texts; known after the first pair."""
        assert self._schema is not None
        return self._schema[1]

    def count(self) -> int | None:
        """Count the pairs before they are read; None if that takes long or is not possible."""
        part = self._files.single
        if part is None or not self._is_whole_file or part.kind in ("array", "json"):
            return None
        if part.kind == "memory":
            return part.rows_in_memory.count() if part.rows_in_memory else None
        if part.stream.seek(0, SEEK_END) > _LARGEST_COUNTED:
            return None
        found = self._format_of(part)
        try:
            with part.text() as text:
                if found is not None:
                    return found.count(text)
                lines = sum(1 for line in text if line.strip())
        except InputError:
            return None
        return lines - (part.kind == "table" and self._of_rows["has_header"])

    def understood(self) -> str:
        """Return in one line how what has been read was understood."""
        found = {"id": "row number", **self._rows.columns} if self._rows.columns else {}
        columns = [f"{part} = {path}" for part, path in found.items()]
        if stated := self._labels.describe():
            columns.append(f"where {stated}")
        if not columns and self._schema is not None:
            columns = [self._schema[1][0]]
        in_order = sorted(self._counts.items(), key=lambda entry: entry[0] is None)
        labels = [f"{number} {label or 'without a label'}" for label, number in in_order]
        number = counted(self._counts.total(), "pair")
        if not self._is_at_end:
            number = f"the first {number}"
        return f"{input_name(self.source)}: {number}; {', '.join(columns)}: {', '.join(labels)}"

    def close(self) -> None:
        """Close the file that is open; no more pairs can be read."""
        self._reading.close()
        self._files.close()

    def _read(self) -> Generator[Pair, None, None]:
        try:
            for part in self._files.parts:
                yield from self._pairs_of(part)
            self._seen.check()
            if not (self._has_read or self._faults.total):
                raise InputError(f"{self._files.name}: holds no pair")
            if self.check_columns is not None and self._rows.present and not any(self._counts):
                with naming(self._files.name):
                    self.check_columns(self._rows.present, self._rows.columns, True)
            if self._hint_of_quotes:
                message = f"{self._files.name}: all texts are quoted{self._hint_of_quotes}"
                warnings.warn(message, InputWarning, stacklevel=2)
        finally:
            self._files.close()

    def _pairs_of(self, part: SourcePart) -> Iterator[Pair]:
        for record in self._records(part):
            try:
                pair = self._checked(record, part)
            except InputError as error:
                self._faults.add(part.name, f"{part.unit} {record.line}", str(error))
                continue
            if self._hint_of_quotes or not self._has_read:
                self._hint_of_quotes = hint_of_quotes([pair.text, pair.hypothesis])
            self._has_read = True
            yield pair

    def _records(self, part: SourcePart) -> Iterator[Record]:
        found = self._format_of(part)
        with naming(part.name):
            if found is None:
                yield from self._records_of_rows(part)
                return
            with part.text() as text:
                for record in found.read(text):
                    self._check_schema(part, (found.name, {"id": "id"}))
                    yield record

    def _records_of_rows(self, part: SourcePart) -> Iterator[Record]:
        self._rows.start()
        checked: Columns | None = None
        for row in part.rows(**self._of_rows):
            try:
                record = self._rows.record(row)
            except InputError as error:
                if not (row.problem or self._rows.columns):
                    raise InputError(f"{part.unit} {row.line}: {error}") from None
                yield Record(row.line, None, None, None, problem=str(error))
                continue
            if (columns := self._rows.columns) is not checked:
                checked = columns
                if self.check_columns is not None:
                    self.check_columns(self._rows.present, columns, False)
                identifying = {name: columns[name] for name in _IDENTIFYING if name in columns}
                self._check_schema(part, (part.kind, identifying))
            yield record

    def _check_schema(self, part: SourcePart, schema: Schema) -> None:
        """Refuse a file that has another format or other columns than the first."""
        other, seen = self._schema = self._schema or (part.name, schema)
        if schema != seen:
            own, first = (f"{kind} with {listed(paths.values())}" for kind, paths in (schema, seen))
            raise InputError(
                f"{part.name}: is {own}, and {other} is {first}; expected the same columns"
            )

    def _format_of(self, part: SourcePart) -> PairFormat | None:
        """Return the format of a file; None for rows."""
        if part.kind in ("memory", "array"):
            return None
        found = next((kind() for kind in formats().values() if kind().recognizes(part.head)), None)
        if found is None and part.kind == "xml":
            raise InputError(f"{part.name}: is XML without pairs that are known")
        if found is not None and self._given:
            raise InputError(
                f"{part.name}: is {found.name}, which has no columns to name; leave out "
                + PAIR_NAMES.how_to_give(self._given)
            )
        return found

    def _checked(self, record: Record, part: SourcePart) -> Pair:
        """Return the record as a pair, and note its id."""
        if record.problem:
            raise InputError(record.problem)
        pair_id, text, hypothesis = (
            _required(record, name, self._rows.columns) for name in _IDENTIFYING
        )
        try:
            label = self._labels.read(record.label)
        except InputError as error:
            hint = hint_of_quotes([text, hypothesis])
            if not hint and "label" in {*self._rows.columns} - {*self._given}:
                others = [PAIR_NAMES.how_to_give({"label": path}) for path in ("COLUMN", "")]
                hint = (
                    f" (column {quoted(self._rows.columns['label'])}; another one is named by "
                    f"{others[0]}, and none by {others[1]})"
                )
            raise InputError(f"pair {quoted(pair_id)}: {error}{hint}") from None
        try:
            self._seen.add(pair_id, part.name, part.unit, record.line)
        except InputError as error:
            hint = f"; name the column of the ids: {PAIR_NAMES.how_to_give({'id': 'COLUMN'})}"
            raise InputError(f"{error}{hint if 'id' in self._rows.columns else ''}") from None
        if bool(text) != bool(hypothesis):
            what = f"has an empty {'hypothesis' if text else 'text'}; it is kept"
            message = f"{part.name}: {part.unit} {record.line}: pair {quoted(pair_id)} {what}"
            warnings.warn(message, InputWarning, stacklevel=2)
        task = (record.task or "").strip() or None
        return Pair(pair_id, text, hypothesis, task, label, record.attributes)

    def __next__(self) -> Pair:
        try:
            pair = next(self._pairs)
        except StopIteration:
            self._is_at_end = True
            raise
        self._counts[pair.label] += 1
        return pair

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def __repr__(self) -> str:
        return named(self, quoted(self.source))


def _required(record: Record, part: str, columns: Columns) -> str:
    value: str | None = getattr(record, part)
    if value is not None and (value.strip() or part != "id"):
        return value.strip()
    which = "the pair" if part == "id" else f"pair {quoted(record.id)}"
    raise InputError(f"{which} has no {columns.get(part, part)}")
