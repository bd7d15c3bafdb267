"""Runs in several files, read as one."""

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from rte_baselines.errors import InputError
from rte_baselines.files import input_name, open_input, utf8_text
from rte_baselines.pairs.reading import read_head
from rte_baselines.runs.chat import ChatRuns
from rte_baselines.runs.fields import FieldNames
from rte_baselines.runs.format import RunFormat, RunRecord
from rte_baselines.runs.parsing import recognize_run_format


class ShardRecords(Iterator[RunRecord]):
    """The records of all files, one after the other.

    Parameters
    ----------
    paths : sequence of Path, or of str for URLs
    names : FieldNames

    Attributes
    ----------
    file_name : str
        The name of the file that is being read, for messages.
    """

    def __init__(self, paths: Sequence[str | Path], names: FieldNames) -> None:
        if names.in_order:
            _refuse_unpadded_numbers(paths)
        self.file_name = input_name(paths[0])
        self._paths = paths
        self._names = names
        self._formats: list[RunFormat] = []
        self._records = self._read()

    def __next__(self) -> RunRecord:
        return next(self._records)

    def format(self) -> RunFormat:
        """Return the format, with what is known of it when all files have been read."""
        first, *others = self._formats
        first.has_confidences |= any(other.has_confidences for other in others)
        return first

    @contextmanager
    def naming_files(self) -> Iterator[None]:
        """Put the name of the file that is being read before errors of the block.

        Raises
        ------
        InputError
        """
        try:
            yield
        except InputError as error:
            message = str(error)
            # A file that cannot be opened is already named.
            is_named = message.startswith(f"{self.file_name}: ")
            raise InputError(message if is_named else f"{self.file_name}: {message}") from None

    def _read(self) -> Iterator[RunRecord]:
        for path in self._paths:
            self.file_name = input_name(path)
            with open_input(path) as stream:
                run_format = recognize_run_format(read_head(stream), self._names)
                self._check(run_format)
                self._formats.append(run_format)
                with utf8_text(stream, self.file_name) as text:
                    yield from run_format.read(text)

    def _check(self, run_format: RunFormat) -> None:
        if run_format.has_sidecar:
            raise InputError(
                "TAC run files have no scores to rank the pairs of several files by; expected "
                "JSON Lines, tables or Parquet"
            )
        if isinstance(run_format, ChatRuns):
            raise InputError("is of a chat model, whose answers are read from one file; join them")
        if self._formats and type(run_format) is not type(self._formats[0]):
            raise InputError(
                f"is {run_format.description}, and {input_name(self._paths[0])} is "
                f"{self._formats[0].description}; expected files of one format"
            )


def _refuse_unpadded_numbers(paths: Sequence[str | Path]) -> None:
    """Refuse files in the order of their names if that of the numbers in these is another one."""
    by_number = sorted(paths, key=_with_numbers)
    for path, wanted in zip(paths, by_number, strict=True):
        if path != wanted:
            raise InputError(
                f"{input_name(path)} is read before {input_name(wanted)}, as files are sorted by "
                "name, so that the predictions may not be in the order of the pairs; expected "
                "numbers with leading zeros"
            )


def _with_numbers(path: str | Path) -> list[tuple[int, str]]:
    parts = re.split(r"(\d+)", str(path))
    return [(int(part), "") if part.isdecimal() else (-1, part) for part in parts]
