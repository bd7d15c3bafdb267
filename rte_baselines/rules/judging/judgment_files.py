"""Files of one judge's answers: JSON Lines, to which each answer is added as it is given.

The first line names the sheet and the judge. Each other line is an answer, a mark or an undo of
the one before it. A line is on disk before the next question is asked, so that a crash loses at
most the answer in flight; a last line that was cut short is taken off when the file is opened
again.
"""

import json
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO

from rte_baselines.core.errors import InputError, RteBaselinesError
from rte_baselines.core.files.reading import input_name, open_input
from rte_baselines.core.files.writing import locked
from rte_baselines.core.processes.workers import naming
from rte_baselines.core.quoting import path_name, quoted
from rte_baselines.rules.judging.forms import read_form
from rte_baselines.rules.judging.judgments import (
    Entry,
    ExampleAnswer,
    JudgeJudgments,
    Mark,
    Progress,
    check_complete,
)
from rte_baselines.rules.judging.sheet import Sheet

FORMAT = "rte-baselines judgments 1"
_YES, _NO = "yes", "no"
_UNDO: Mapping[str, Any] = {"undo": True}


class JudgmentLog:
    """The file of a judge, open for more answers; see `opened_log`.

    `version` is how many answers, marks and undos are in the file; it grows with each.
    """

    def __init__(
        self, stream: BinaryIO, progress: Progress, judge: str, path: Path, version: int
    ) -> None:
        self._stream = stream
        self.progress = progress
        self.judge = judge
        self.path = path
        self.version = version

    def add(self, entry: Entry) -> None:
        """Write an answer or a mark to disk, then add it to the progress.

        If it cannot be written, nothing has changed.
        """
        self.progress.check(entry)
        self._write(_to_record(entry))
        self.progress.add(entry)

    def undo(self) -> None:
        """Write to disk that the last answer is undone, then take it back.

        If it cannot be written, nothing has changed.
        """
        self.progress.check_undo()
        self._write(_UNDO)
        self.progress.undo()

    def _write(self, record: Mapping[str, Any]) -> None:
        end = self._stream.tell()
        try:
            _append(self._stream, _line(record))
        except OSError as error:
            # Part of the line may be in the file.
            self._stream.truncate(end)
            self._stream.seek(end)
            raise RteBaselinesError(
                f"{path_name(self.path)}: cannot be written ({error.strerror}); the answer is not "
                "saved"
            ) from None
        self.version += 1


@contextmanager
def opened_log(path: str | Path, sheet: Sheet, judge: str) -> Iterator[JudgmentLog]:
    """Open the file of a judge for more answers; it is created if there is none.

    The log has the answers that the file holds. No other process can open it meanwhile.
    """
    sheet.check_texts()
    target = Path(path)
    if target.exists() and not target.is_file():
        raise InputError(f"{path_name(path)}: is a folder, a device or a pipe; name a file")
    try:
        target.touch()
        stream = target.open("r+b", buffering=0)
    except OSError as error:
        raise InputError(f"{path_name(path)}: cannot be opened ({error.strerror})") from None
    with stream:
        if not locked(stream):
            raise InputError(
                f"{path_name(path)}: is open in another process, which judges the same sheet; "
                "continue there, or stop it first"
            )
        content = stream.read()
        kept = _without_cut_line(content)
        name = path_name(path)
        header = _line({"format": FORMAT, "sheet": sheet.digest, "judge": judge})
        if not kept and not header.startswith(content):
            raise _no_judgments(name)
        lines = kept.decode("utf-8", "replace").splitlines()
        progress = _replayed(lines, sheet, name, judge)[1] if kept else Progress(sheet)
        stream.truncate(len(kept))
        stream.seek(len(kept))
        try:
            if not kept:
                _append(stream, header)
            elif not kept.endswith(b"\n"):
                _append(stream, b"\n")
        except OSError as error:
            raise InputError(f"{name}: cannot be written ({error.strerror})") from None
        yield JudgmentLog(stream, progress, judge, target, max(len(lines) - 1, 0))


def read_judgments(path: str | Path, sheet: Sheet, *, partial: bool = False) -> JudgeJudgments:
    """Read what a judge has found; if partial, examples may be without a judgment.

    The file is JSON Lines of `opened_log`, or CSV of `rte_baselines.rules.judging.forms`.
    """
    name = input_name(path)
    with open_input(path) as stream:
        first = stream.read(1)
        content = _without_cut_line(first + stream.read()) if first == b"{" else b""
    if first not in (b"", b"{"):
        return read_form(path, sheet, partial=partial)
    if not content:
        raise _no_judgments(name)
    judge, progress = _replayed(content.decode("utf-8", "replace").splitlines(), sheet, name)
    judgments = progress.judgments(judge)
    if not partial:
        check_complete(judgments, sheet, name)
    return judgments


def _line(record: Mapping[str, Any]) -> bytes:
    return json.dumps(record).encode() + b"\n"


def _append(stream: BinaryIO, line: bytes) -> None:
    """Write a line to disk."""
    while line:
        line = line[stream.write(line) :]
    os.fsync(stream.fileno())


def _without_cut_line(content: bytes) -> bytes:
    """Return the content without its last line if that was cut short."""
    start = content.rfind(b"\n") + 1
    try:
        if content[start:]:
            json.loads(content[start:])
    except ValueError:
        return content[:start]
    return content


def _replayed(
    lines: list[str], sheet: Sheet, name: str, judge: str | None = None
) -> tuple[str, Progress]:
    """Return the judge that lines name, and their progress."""
    progress = Progress(sheet)
    with naming(f"{name}: line 1"):
        header = _record(lines[0])
    named = _checked_header(header, sheet, name, judge)
    for number, line in enumerate(lines[1:], start=2):
        with naming(f"{name}: line {number}"):
            record = _record(line)
            if record == _UNDO:
                progress.undo()
            else:
                progress.add(_to_entry(record))
    return named, progress


def _record(line: str) -> dict[str, Any]:
    try:
        record = json.loads(line)
    except ValueError:
        record = None
    if not isinstance(record, dict):
        raise InputError("is no JSON object; expected an answer")
    return record


def _checked_header(header: Mapping[str, Any], sheet: Sheet, name: str, judge: str | None) -> str:
    """Return the judge that a header names."""
    found = header.get("judge")
    if header.get("format") != FORMAT or not isinstance(found, str):
        raise _no_judgments(name)
    if header.get("sheet") != sheet.digest:
        raise InputError(
            f"{name}: belongs to the sheet {quoted(header.get('sheet'))}; expected "
            f"{quoted(sheet.digest)}, the sheet that is given"
        )
    if judge is not None and found != judge:
        raise InputError(
            f"{name}: holds the judgments of {quoted(found)}; expected those of {quoted(judge)}"
        )
    return found


def _no_judgments(name: str) -> InputError:
    return InputError(
        f"{name}: holds no judgments; expected a file of `rules judge`, or a filled form"
    )


def _to_record(entry: Entry) -> dict[str, str]:
    if isinstance(entry, Mark):
        return {"rule": entry.rule, "relational": _NO}
    answer = _YES if entry.is_yes else _NO
    return {"example": entry.example, "question": entry.question, "answer": answer}


def _to_entry(record: Mapping[str, Any]) -> Entry:
    match record:
        case {"rule": str(rule), "relational": "no"}:
            return Mark(rule)
        case {"example": str(example), "question": str(question), "answer": "yes" | "no" as answer}:
            return ExampleAnswer(example, question, answer == _YES)
    raise InputError(
        "is neither an answer nor a mark; expected example, question and answer (yes or no)"
    )
