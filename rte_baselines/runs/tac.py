"""The run files of the challenges: a line for each pair, with its id and its judgment, or XML.

RTE-4 (TAC 2008 guidelines) has lines ``pair_id judgment``; a ranked run starts with the most
certain entailment. RTE-2 and RTE-3 have a header ``ranked: yes`` or ``ranked: no``; RTE-1 adds
a confidence in [0, 1] to each line.

The lines have no field for the digests of the pairs. For ``my.run``, these are in its sidecar file
``my.run.pairs.json``, a JSON object with ``run_sha256``, the digest of the (decompressed) run
file, so that it is not used for another run file of that name, and ``pair_digests``, 16
hexadecimal digits for each line of the run.
"""

import hashlib
import json
import re
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import BinaryIO, TextIO

import numpy as np

from rte_baselines.core.errors import InputError, read_error
from rte_baselines.core.files.reading import lines_of
from rte_baselines.core.quoting import quoted
from rte_baselines.pairs import LabelReader
from rte_baselines.pairs.labels import label_called, label_number, normalized
from rte_baselines.pairs.pair import beginnings_digest
from rte_baselines.pairs.xml_formats import Rte4Xml
from rte_baselines.records.columns import RUN_NAMES
from rte_baselines.records.sources import first_fields
from rte_baselines.runs.columns import Digests
from rte_baselines.runs.prediction import RunRecord, number_called, withheld_called
from rte_baselines.runs.rows import number_of

_HEADER = re.compile(r"ranked\s*:\s*(?P<answer>yes|no)", re.IGNORECASE)
_OTHER_STARTS = ("{", "[", "<")
# Most lines end with one of a few words.
_number = lru_cache(maxsize=16)(number_called)

SIDECAR = ".pairs.json"
"""What the name of the sidecar file has after that of the run file."""
_DIGITS = re.compile("(?:[0-9a-f]{16})*")


def are_tac_lines(first_line: str, labels: LabelReader | None = None) -> bool:
    """Whether a file that starts with this line is a TAC run file: a header, or id and judgment.

    Those of JSON and XML, and of tables with known columns, are not. Judgments are labels, and
    words whose meaning is stated.
    """
    if _HEADER.fullmatch(first_line.strip()):
        return True
    header = first_fields(first_line)
    if first_line.lstrip().startswith(_OTHER_STARTS) or any(
        RUN_NAMES.called(part, header) for part in RUN_NAMES.parts
    ):
        return False
    _, *words = first_line.split()
    has_confidence = len(words) > 1 and _number(words[-1]) is not None
    judgment = " ".join(words[:-1] if has_confidence else words)
    known = label_called(judgment), withheld_called(judgment), label_number(judgment)
    return known != (None,) * 3 or (labels is not None and labels.states(judgment))


class TacLines:
    """Reads lines of id and judgment, separated by white space.

    If any judgment is UNKNOWN, YES and NO are those of RTE-3's three-way pilot, in which NO means
    CONTRADICTION, unless something else is stated. `ranked` is what the header says of the order.
    """

    def __init__(self, labels: LabelReader) -> None:
        self._labels = labels
        self.ranked: bool | None = None

    def read(self, text: TextIO) -> list[RunRecord]:
        """Return a record for each judgment; refuse a line without one, or some confidences."""
        lines = list(self._lines(text))
        judgments = {judgment for _, _, judgment, _ in lines if not withheld_called(judgment)}
        words = set(map(normalized, judgments))
        is_three_way = "unknown" in words and not self._labels.states("no")
        meaning = {"no": "contradiction"} if is_three_way else {}
        records = []
        for number, pair_id, judgment, confidence in lines:
            try:
                spelled = meaning.get(normalized(judgment), judgment)
                label = withheld_called(judgment) or self._labels.read(spelled)
                if label is None:
                    raise InputError(
                        f"no judgment of {quoted(pair_id)}; expected 'pair_id judgment'"
                    )
            except InputError as error:
                raise InputError(f"line {number}: {error}") from None
            records.append(RunRecord(number, pair_id, label, confidence))
        return records

    def _lines(self, text: TextIO) -> Iterator[tuple[int, str, str, float | None]]:
        first: bool | None = None
        for number, line in enumerate(lines_of(text), start=1):
            fields = line.split()
            if header := _HEADER.fullmatch(line.strip()):
                if self.ranked is not None or first is not None:
                    raise InputError(
                        f"line {number}: a header, {quoted(line.strip())}; expected at most one, "
                        "at the top"
                    )
                self.ranked = header["answer"].lower() == "yes"
                continue
            if not fields:
                continue
            confidence = _number(fields[-1]) if len(fields) > 2 else None
            first = confidence is not None if first is None else first
            if (confidence is not None) != first:
                raise InputError(f"line {number}: expected a confidence for all pairs or for none")
            pair_id, *judgment = fields if confidence is None else fields[:-1]
            yield number, pair_id, " ".join(judgment), confidence

    @staticmethod
    def read_sidecar(
        run_path: str | Path, run: BinaryIO, size: int
    ) -> tuple[Digests | None, str | None]:
        """Return the digests of a run file's pairs, or None and why its sidecar file is ignored.

        Both are None without one; a damaged one is an error. `run` is the seekable content of the
        run file, and `size` the number of its predictions.
        """
        path = Path(f"{run_path}{SIDECAR}")
        if not path.is_file():
            return None, None
        damaged = InputError(
            f"{path}: damaged; remove it to read the run without the digests of its pairs"
        )
        try:
            content = json.loads(path.read_text("utf-8"))
            run_sha256, digits = content["run_sha256"], content["pair_digests"]
        except (OSError, ValueError, KeyError, TypeError, RecursionError) as error:
            raise read_error(path, error, damaged) from None
        run.seek(0)
        if run_sha256 != hashlib.sha256(run.read()).hexdigest():
            return None, f"{path.name} belongs to another run file and is ignored; remove it"
        if not isinstance(digits, str) or not _DIGITS.fullmatch(digits) or len(digits) != 16 * size:
            raise damaged
        return np.frombuffer(bytes.fromhex(digits), dtype=">u8").astype(np.uint64), None


def judgments_of_xml(text: TextIO, labels: LabelReader) -> Iterator[RunRecord]:
    """Yield a record for each ``<pair>`` of XML, which may have a ``confidence`` and texts."""
    for pair in Rte4Xml().read(text):
        try:
            pair_id, label = (pair.id or "").strip(), labels.read(pair.label)
            if not pair_id or label is None:
                raise InputError("expected a pair with an id and entailment=... or value=...")
            confidence = number_of(pair.attributes.get("confidence"), "confidence")
        except InputError as error:
            raise InputError(f"line {pair.line}: {error}") from None
        digest = beginnings_digest(pair.text or "", pair.hypothesis or "")
        yield RunRecord(pair.line, pair_id, label, confidence, beginnings=digest)
