"""Run files in the XML of the challenges, with judgments in place of gold labels."""

from collections.abc import Iterator
from typing import TextIO

from rte_baselines.errors import InputError
from rte_baselines.pairs import Record, parse_label
from rte_baselines.pairs.digest import beginnings_digest
from rte_baselines.pairs.rte_xml import Rte4Xml
from rte_baselines.quoting import quoted
from rte_baselines.runs.format import RunFormat, RunRecord


class RteXmlRuns(RunFormat):
    """A ``<pair>`` for each judgment, optionally with a ``confidence`` and the pair's texts."""

    description = "RTE XML"

    def recognizes(self, first_line: str) -> bool:
        """Whether the line starts markup."""
        return first_line.startswith("<")

    def read(self, text: TextIO) -> Iterator[RunRecord]:
        """Yield a record for each ``<pair>``; see `RunFormat.read`."""
        # One reader accepts all versions of RTE XML.
        for pair in Rte4Xml().read(text):
            try:
                yield _record(pair)
            except InputError as error:
                raise InputError(f"line {pair.line}: {error}") from None


def _record(pair: Record) -> RunRecord:
    if not pair.id or not pair.id.strip():
        raise InputError("the pair has no id")
    if not pair.label:
        raise InputError(
            f"pair {quoted(pair.id)} has no judgment; expected entailment=... or value=..."
        )
    return RunRecord(
        pair.line,
        pair.id.strip(),
        # The reader of pairs has already decided what NO means in this file.
        str(parse_label(pair.label)),
        _confidence(pair.attributes.get("confidence")),
        task=pair.task,
        beginnings=beginnings_digest(pair.text or "", pair.hypothesis or ""),
    )


def _confidence(attribute: str | None) -> float | None:
    if attribute is None:
        return None
    try:
        return float(attribute)
    except ValueError:
        raise InputError(f"confidence is {quoted(attribute)}; expected a number") from None
