"""Run files in the XML of the challenges, with judgments in place of gold labels."""

from collections.abc import Iterator
from dataclasses import replace
from typing import TextIO

from rte_baselines.errors import InputError
from rte_baselines.pairs import Record, parse_label
from rte_baselines.pairs.digest import beginnings_digest
from rte_baselines.pairs.rte_xml import LABEL_ATTRIBUTES, Rte4Xml
from rte_baselines.quoting import quoted
from rte_baselines.runs.fields import FieldNames, LabelCheck, first_present
from rte_baselines.runs.format import RunFormat, RunRecord


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
        # Pairs with the same attributes are checked together, like the rows of a table.
        checks: dict[tuple[str, ...], LabelCheck] = {}
        for pair in _JudgmentXml().read(text):
            try:
                label_name = self._label_name(pair)
                record = _record(pair, label_name)
            except InputError as error:
                raise InputError(f"line {pair.line}: {error}") from None
            # The reader has already compared `entailment` with `value`.
            others = tuple(name for name in pair.attributes if name not in LABEL_ATTRIBUTES)
            if others not in checks:
                checks[others] = LabelCheck(self._names, label_name, others)
            checks[others].add(pair.attributes)
            yield record
        for check in checks.values():
            check.finish()

    @property
    def _names(self) -> FieldNames:
        """The names with those of the format, which predictions share with gold labels."""
        ambiguous = () if self.names.needs_label else LABEL_ATTRIBUTES
        return replace(self.names, ambiguous=ambiguous)

    def _label_name(self, pair: Record) -> str:
        """Return the attribute or element with the judgment: the stated one, or the format's."""
        is_stated = self.names.needs_label
        wanted = self.names.labels if is_stated else LABEL_ATTRIBUTES
        name = first_present(wanted, pair.attributes)
        if name is None or not pair.attributes[name].strip():
            expected = " or ".join(f"{name}=..." for name in wanted)
            raise InputError(f"pair {quoted(pair.id)} has no judgment; expected {expected}")
        return name


class _JudgmentXml(Rte4Xml):
    """The reader for all versions of RTE XML, with all that may be a label."""

    keeps_all = True


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
    try:
        return float(attribute)
    except ValueError:
        raise InputError(f"confidence is {quoted(attribute)}; expected a number") from None
