"""Run files in the XML of the challenges, with judgments in place of gold labels."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TextIO

from rte_baselines.errors import InputError
from rte_baselines.pairs import Record, parse_label
from rte_baselines.pairs.digest import beginnings_digest
from rte_baselines.pairs.rte_xml import LABEL_ATTRIBUTES, Rte4Xml
from rte_baselines.quoting import quoted
from rte_baselines.runs.fields import LabelCheck, first_present
from rte_baselines.runs.format import RunFormat, RunRecord
from rte_baselines.runs.prediction import number_called


class RteXmlRuns(RunFormat):
    """A ``<pair>`` for each judgment, optionally with a ``confidence`` and the pair's texts.

    Another attribute or element of the ``<pair>`` with labels makes the judgments ambiguous,
    as another column does in a table: then the file is refused, unless the user names the
    label.
    """

    description = "RTE XML"

    def recognizes(self, first_line: str) -> bool:
        """Whether the line starts markup."""
        return first_line.startswith("<")

    def read(self, text: TextIO) -> Iterator[RunRecord]:
        """Yield a record for each ``<pair>``; see `RunFormat.read`."""
        wanted: Sequence[str] = ()
        # Pairs with the same attributes are checked together, like the rows of a table.
        checks: dict[tuple[str, ...], LabelCheck] = {}
        for pair in _JudgmentXml().read(text):
            wanted = wanted or self._label_names(pair)
            try:
                label_name = _label_name(pair, wanted)
                record = _record(pair, label_name)
            except InputError as error:
                raise InputError(f"line {pair.line}: {error}") from None
            # The reader has already compared `entailment` with `value`.
            others = tuple(name for name in pair.attributes if name not in LABEL_ATTRIBUTES)
            if others not in checks:
                checks[others] = self._label_check(label_name, others)
            checks[others].add(pair.attributes)
            yield record
        for check in checks.values():
            check.finish()

    def _label_names(self, first: Record) -> Sequence[str]:
        """Return the name that the user states, if the first pair has it, or the format's.

        One name may be stated for several runs, some of them in formats without names.
        """
        stated = self.names.labels if self.names.needs_label else ()
        return stated if first_present(stated, first.attributes) else LABEL_ATTRIBUTES

    def _label_check(self, label_name: str, others: Sequence[str]) -> LabelCheck:
        """Return the check of a label; predictions share the format's names with gold labels."""
        is_stated = self.names.needs_label and first_present(self.names.labels, [label_name])
        names = replace(self.names, ambiguous=() if is_stated else LABEL_ATTRIBUTES)
        return LabelCheck(names, label_name, others)


class _JudgmentXml(Rte4Xml):
    """The reader for all versions of RTE XML, with all that may be a label."""

    keeps_all = True


def _label_name(pair: Record, wanted: Sequence[str]) -> str:
    """Return the attribute or element of a pair that holds the judgment."""
    name = first_present(wanted, pair.attributes)
    if name is None or not pair.attributes[name].strip():
        expected = " or ".join(f"{name}=..." for name in wanted)
        raise InputError(f"pair {quoted(pair.id)} has no judgment; expected {expected}")
    return name


def _record(pair: Record, label_name: str) -> RunRecord:
    if not pair.id or not pair.id.strip():
        raise InputError("the pair has no id")
    # The reader of pairs has already decided what NO means among the format's own labels.
    is_own = label_name in LABEL_ATTRIBUTES
    judgment = str(parse_label(pair.label or "")) if is_own else pair.attributes[label_name].strip()
    return RunRecord(
        pair.line,
        pair.id.strip(),
        judgment,
        _confidence(pair.attributes.get("confidence")),
        task=pair.task,
        beginnings=beginnings_digest(pair.text or "", pair.hypothesis or ""),
    )


def _confidence(attribute: str | None) -> float | None:
    if attribute is None:
        return None
    number = number_called(attribute)
    if number is None:
        raise InputError(f"confidence is {quoted(attribute)}; expected a number")
    return number
