"""Tables, comma- or tab-separated: those of GLUE, SICK and e-SNLI, and any with named columns."""

import csv
import io
from abc import abstractmethod
from collections.abc import Iterator, Mapping
from itertools import chain
from typing import ClassVar, TextIO

from rte_baselines.errors import InputError
from rte_baselines.pairs.columns import PARTS, Columns, are_numbers
from rte_baselines.pairs.format import PairFormat, Record
from rte_baselines.registry import registry

# The csv module's limit of 131072 characters is too low for a long document as a text;
# without any, a quotation mark that is never closed would take the whole file into memory.
_LONGEST_FIELD = 1 << 24
csv.field_size_limit(max(_LONGEST_FIELD, csv.field_size_limit()))

_Row = tuple[int, list[str]]  # the line it starts on, from 1, and its fields


class _Table(PairFormat):
    """Rows under a header; blank lines are skipped.

    Columns that are no part of the pair become attributes. Without a column for it, the
    id is the row's number, from 1, the header not counted. Columns that the user gives
    by number mean that there is no header; the other columns then have no name and are
    left out.

    Attributes
    ----------
    separator : str
        What stands between fields.
    optional : tuple of str
        The parts whose columns may be absent.
    other_names : mapping of str to str
        Names of columns in some editions of the data, and what they are called here.
    label_numbers : mapping of str to str
        Labels given as numbers, and what they mean.
    """

    separator: ClassVar[str]
    optional: ClassVar[tuple[str, ...]] = ("label",)
    other_names: ClassVar[Mapping[str, str]] = {}
    label_numbers: ClassVar[Mapping[str, str]] = {}

    @abstractmethod
    def _rows(self, text: TextIO) -> Iterator[_Row]:
        """Split into rows of fields, blank lines left out."""

    def recognizes(self, head: str) -> bool:
        """Whether the first line is a header with this format's columns."""
        line = head.lstrip().partition("\n")[0]
        if line.startswith(("<", "{")) or self.separator not in line:
            return False
        if self.separator == "," and "\t" in line:
            return False
        return self.has_named_columns or self._fits(line)

    def read(self, text: TextIO) -> Iterator[Record]:
        """Read a record from each row; see `PairFormat.read`."""
        rows = self._rows(text)
        line, first = next(rows, (1, []))
        has_header = not are_numbers(self.columns)
        if has_header:
            header = self._renamed(first)
        else:
            header = [str(number) for number in range(1, len(first) + 1)]
            rows = chain([(line, first)], rows)
        columns = self._columns_in(header, line)
        further = set(header) - set(columns.values()) if has_header else set()
        for number, (line, fields) in enumerate(rows, start=1):
            if len(fields) != len(header):
                raise InputError(f"line {line}: {len(fields)} columns instead of {len(header)}")
            row = dict(zip(header, fields, strict=True))
            parts = {part: row[name] for part, name in columns.items()}
            attributes = {name: field for name, field in row.items() if name in further}
            yield self._record(line, number, parts, attributes)

    def _record(
        self, line: int, number: int, parts: Mapping[str, str], attributes: Mapping[str, str]
    ) -> Record:
        label = parts.get("label", "").strip()
        return Record(
            line,
            id=parts.get("id", str(number)),
            text=parts["text"],
            hypothesis=parts["hypothesis"],
            task=parts.get("task"),
            label=self.label_numbers.get(label, label),
            attributes=attributes,
        )

    def _fits(self, line: str) -> bool:
        try:
            _, fields = next(self._rows(io.StringIO(line)))
        except InputError:
            return False
        return not self._missing(self._renamed(fields))

    def _columns_in(self, header: list[str], line: int) -> Mapping[str, str]:
        """Return the columns that are there, if all are that must be."""
        if missing := self._missing(header):
            raise InputError(f"line {line}: no column {missing[0]!r}; it has {', '.join(header)}")
        if len(set(header)) < len(header):
            raise InputError(f"line {line}: two columns have the same name")
        return {part: name for part, name in self.columns.items() if name in header}

    def _missing(self, header: list[str]) -> list[str]:
        optional = () if self.has_named_columns else self.optional
        required = (name for part, name in self.columns.items() if part not in optional)
        return [name for name in required if name not in header]

    def _renamed(self, header: list[str]) -> list[str]:
        return [self.other_names.get(name, name) for name in header]


class _TabSeparated(_Table):
    """Fields hold no tab or line break; quotation marks are part of the text."""

    separator = "\t"

    def _rows(self, text: TextIO) -> Iterator[_Row]:
        for line, content in enumerate(text, start=1):
            if row := content.rstrip("\r\n"):
                yield line, row.split("\t")


class _CommaSeparated(_Table):
    """Fields with commas, line breaks or quotation marks stand in quotation marks."""

    separator = ","

    def _rows(self, text: TextIO) -> Iterator[_Row]:
        reader = csv.reader(text, strict=True)
        line = 1
        try:
            for fields in reader:
                if fields:
                    yield line, fields
                line = reader.line_num + 1
        except csv.Error as error:
            raise InputError(f"line {line}: malformed CSV ({error})") from None


@registry.formats("glue")
class Glue(_TabSeparated):
    """The RTE task of GLUE; its test file has no labels."""

    name = "glue"
    description = "GLUE RTE TSV: index, sentence1, sentence2, label (0 is entailment, 1 is not)"
    own_columns: ClassVar[Columns] = {
        "id": "index",
        "text": "sentence1",
        "hypothesis": "sentence2",
        "label": "label",
    }
    label_numbers: ClassVar[Mapping[str, str]] = {"0": "entailment", "1": "not_entailment"}


@registry.formats("sick")
class Sick(_TabSeparated):
    """SICK, in its full edition and in that of SemEval-2014."""

    name = "sick"
    description = "SICK TSV: pair_ID, sentence_A, sentence_B, entailment_label or _judgment"
    own_columns: ClassVar[Columns] = {
        "id": "pair_ID",
        "text": "sentence_A",
        "hypothesis": "sentence_B",
        "label": "entailment_label",
    }
    other_names: ClassVar[Mapping[str, str]] = {"entailment_judgment": "entailment_label"}


@registry.formats("esnli")
class Esnli(_CommaSeparated):
    """e-SNLI; its explanations become attributes."""

    name = "esnli"
    description = "e-SNLI CSV: pairID, gold_label, Sentence1, Sentence2, explanations"
    own_columns: ClassVar[Columns] = {
        "id": "pairID",
        "text": "Sentence1",
        "hypothesis": "Sentence2",
        "label": "gold_label",
    }


@registry.formats("tsv")
class Tsv(_TabSeparated):
    """Any tab-separated table; without named columns, one with those of our JSON Lines."""

    name = "tsv"
    description = "TSV with text, hypothesis and maybe id, task, label, or with columns you name"
    takes_columns = True
    own_columns: ClassVar[Columns] = {part: part for part in PARTS}
    optional = ("id", "task", "label")


@registry.formats("csv")
class Csv(_CommaSeparated):
    """Any comma-separated table; without named columns, one with those of our JSON Lines."""

    name = "csv"
    description = "CSV with text, hypothesis and maybe id, task, label, or with columns you name"
    takes_columns = True
    own_columns: ClassVar[Columns] = Tsv.own_columns
    optional = Tsv.optional
