"""The XML of the RTE challenges, of which there are three kinds."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Any, ClassVar, TextIO

from defusedxml.common import DefusedXmlException, EntitiesForbidden
from defusedxml.ElementTree import DefusedXMLParser, ParseError

from rte_baselines.errors import InputError
from rte_baselines.pairs.columns import Columns
from rte_baselines.pairs.format import Record, WritableFormat
from rte_baselines.pairs.judgments import no_means_contradiction
from rte_baselines.pairs.labels import Label, label_called, scheme_of
from rte_baselines.pairs.pair import Pair
from rte_baselines.quoting import quoted
from rte_baselines.registry import registry

_CHUNK = 1 << 16
LABEL_ATTRIBUTES = ("entailment", "value")
_OWN_ATTRIBUTES = {"id", "task", *LABEL_ATTRIBUTES}
_SNIPPET_TAGS = ("t", "h")
_NO = "NO"
# One word of each name of UNKNOWN, such as "not enough info".
_WORDS_OF_UNKNOWN = ("UNKNOWN", "NEUTRAL", "ENOUGH")
_LONGEST_WORD = max(map(len, _WORDS_OF_UNKNOWN))

_PAIR_TAG = re.compile(r"<pair\b[^<>]*")
# What attributes of pairs are written in: tags, and declarations of their defaults.
_WITH_ATTRIBUTES = ("<pair", "<!ATTLIST")
# An attribute may hold a ">", but no "<".
_ATTRIBUTES = re.compile(f"(?:{'|'.join(_WITH_ATTRIBUTES)})[^<]*")
_PAIR_START, _PAIR_START_LENGTH = re.compile(r"<pair[\s/>]"), 6
_LABEL = re.compile(r"""\b(entailment|value)\s*=\s*["']\s*([^"']*?)\s*["']""")
# Names starting with "xml" are reserved, and a colon would need a namespace.
_ATTRIBUTE_NAME = re.compile(r"(?!xml)[A-Za-z_][A-Za-z0-9_.-]*", re.IGNORECASE)

# A parser reads "\r" as "\n" and, in attributes, any white space as a space.
_ESCAPES = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", "\r": "&#13;"})
_ATTRIBUTE_ESCAPES = {**_ESCAPES, **str.maketrans({'"': "&quot;", "\n": "&#10;", "\t": "&#9;"})}


class RteXml(WritableFormat):
    """XML with a ``<pair>`` of ``<t>`` and ``<h>``; the kinds differ in the label.

    All kinds are read in the same way. If any label in a file is UNKNOWN, by any of its
    names, NO means CONTRADICTION, as in the three-way pilot of RTE-3; otherwise it means NO
    ENTAILMENT.

    A document type line is accepted and never fetched, entity declarations are refused.
    Files are read in their actual encoding, whatever they declare; see
    `rte_baselines.files.utf8_text`. XML cannot hold most control characters.

    Attributes
    ----------
    keeps_all : bool
        Whether the attributes of a record also include those with the label, and the
        content of other elements than ``<t>`` and ``<h>`` in the ``<pair>``.
    """

    settles_no = True
    keeps_all: ClassVar[bool] = False
    cannot_hold: ClassVar[re.Pattern[str]] = re.compile(
        "[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]"
    )

    def recognizes(self, head: str) -> bool:
        """Whether `head` looks like XML with pairs, and their labels are of this kind."""
        return _kind(head) == self.name

    def read(self, text: TextIO) -> Iterator[Record]:
        """Read the ``<pair>`` elements one by one; see `PairFormat.read`."""
        is_three_way = _has_three_way_no(text)
        text.seek(0)
        target = _PairTarget(keeps_all=self.keeps_all)
        for _ in _parse(text, target):
            for record in target.take():
                is_contradiction = is_three_way and record.label == _NO
                yield replace(record, label="CONTRADICTION") if is_contradiction else record

    def count(self, text: TextIO) -> int:
        """Return the number of ``<pair>`` tags; see `PairFormat.count`."""
        pairs, overlap = 0, ""
        while chunk := text.read(_CHUNK):
            window = overlap + chunk
            pairs += len(_PAIR_START.findall(window))
            overlap = window[1 - _PAIR_START_LENGTH :]
        return pairs

    def can_write_attribute(self, name: str) -> bool:
        """Whether `name` is an XML name in ASCII that has no other meaning in a ``<pair>``."""
        return bool(_ATTRIBUTE_NAME.fullmatch(name)) and name not in _OWN_ATTRIBUTES

    def write(self, pairs: Iterable[Pair], text: TextIO) -> None:
        """Write a whole document; see `WritableFormat.write`."""
        text.write('<?xml version="1.0" encoding="UTF-8"?>\n<entailment-corpus>\n')
        for pair in pairs:
            text.write(self._element(pair))
        text.write("</entailment-corpus>\n")

    def _element(self, pair: Pair) -> str:
        attributes = {"id": pair.id}
        if pair.label is not None:
            attributes[self.columns["label"]] = self.label_names[pair.label]
        if pair.task is not None:
            attributes["task"] = pair.task
        attributes.update(pair.attributes)
        markup = "".join(
            f' {name}="{value.translate(_ATTRIBUTE_ESCAPES)}"' for name, value in attributes.items()
        )
        text, hypothesis = pair.text.translate(_ESCAPES), pair.hypothesis.translate(_ESCAPES)
        return f"<pair{markup}>\n<t>{text}</t>\n<h>{hypothesis}</h>\n</pair>\n"


@registry.formats("rte1_xml")
class Rte1Xml(RteXml):
    """RTE-1: ``value="TRUE|FALSE"``."""

    name = "rte1_xml"
    description = 'RTE-1 XML: value="TRUE|FALSE"'
    own_columns: ClassVar[Columns] = {
        "id": "id",
        "text": "<t>",
        "hypothesis": "<h>",
        "task": "task",
        "label": "value",
    }
    label_names: ClassVar[Mapping[Label, str]] = {
        Label.ENTAILMENT: "TRUE",
        Label.NO_ENTAILMENT: "FALSE",
    }


@registry.formats("rte2_xml")
class Rte2Xml(RteXml):
    """RTE-2 and RTE-3: ``entailment="YES|NO"``, or ``"YES|NO|UNKNOWN"`` in RTE-3's pilot."""

    name = "rte2_xml"
    description = 'RTE-2 and RTE-3 XML: entailment="YES|NO" or "YES|NO|UNKNOWN", length'
    own_columns: ClassVar[Columns] = {**Rte1Xml.own_columns, "label": "entailment"}
    label_names: ClassVar[Mapping[Label, str]] = {
        Label.ENTAILMENT: "YES",
        Label.NO_ENTAILMENT: "NO",
        Label.CONTRADICTION: "NO",
        Label.UNKNOWN: "UNKNOWN",
    }

    def write(self, pairs: Iterable[Pair], text: TextIO) -> None:
        """Write a whole document, refusing labels whose NO would be read as another label."""
        labels: set[Label] = set()
        super().write(_collecting_labels(pairs, labels), text)
        scheme_of(labels)
        if Label.CONTRADICTION in labels and Label.UNKNOWN not in labels:
            raise InputError(
                f"{self.name} cannot express CONTRADICTION if no pair is UNKNOWN; "
                "write rte4_xml, or two-way labels"
            )


@registry.formats("rte4_xml")
class Rte4Xml(RteXml):
    """RTE-4 and RTE-5: the labels by their full names."""

    name = "rte4_xml"
    description = (
        'RTE-4 and RTE-5 XML: entailment="ENTAILMENT|CONTRADICTION|UNKNOWN" or "NO ENTAILMENT"'
    )
    own_columns: ClassVar[Columns] = Rte2Xml.own_columns
    label_names: ClassVar[Mapping[Label, str]] = {
        label: label.value.replace("_", " ") for label in Label
    }


# All kinds of XML look at the head of a file one after the other.
@lru_cache(maxsize=1)
def _kind(head: str) -> str | None:
    """Return the name of the format of a file, judged by the first labels in it."""
    if not head.lstrip().startswith("<"):
        return None
    tags = _PAIR_TAG.findall(head)
    if not tags and "<entailment-corpus" not in head:
        return None
    labels = {match.groups() for tag in tags for match in _LABEL.finditer(tag)}
    names = {name.upper() for _, name in labels}
    if "value" in {attribute for attribute, _ in labels}:
        return Rte1Xml.name
    if names & {"YES", _NO} or (not names and any("length=" in tag for tag in tags)):
        return Rte2Xml.name
    return Rte4Xml.name


def _collecting_labels(pairs: Iterable[Pair], labels: set[Label]) -> Iterator[Pair]:
    for pair in pairs:
        if pair.label is not None:
            labels.add(pair.label)
        yield pair


class _Target:
    """Receives elements from a parser; `expat` gives the parser's position in the file."""

    expat: Any


class _PairTarget(_Target):
    """Turns each complete ``<pair>`` into a record; `take` them after each chunk."""

    def __init__(self, *, keeps_all: bool = False) -> None:
        self._keeps_all = keeps_all
        self._records: list[Record] = []
        self._line = 0
        self._attributes: dict[str, str] | None = None
        self._snippets: dict[str, str] = {}
        self._others: dict[str, str] = {}
        self._pieces: list[str] | None = None
        self._other_pieces: list[str] | None = None

    def take(self) -> list[Record]:
        """Return the records since the last call, and clear them."""
        records, self._records = self._records, []
        return records

    def start(self, tag: str, attributes: Mapping[str, str]) -> None:
        if tag == "pair":
            line = self.expat.CurrentLineNumber
            if self._attributes is not None:
                raise InputError(f"line {line}: a <pair> inside the <pair> of line {self._line}")
            self._line, self._attributes = line, dict(attributes)
            self._snippets, self._others = {}, {}
        elif tag in _SNIPPET_TAGS and self._attributes is not None:
            self._pieces = []
        elif self._keeps_all and self._pieces is None:
            self._other_pieces = []

    def data(self, content: str) -> None:
        if self._pieces is not None:
            self._pieces.append(content)
        elif self._other_pieces is not None:
            self._other_pieces.append(content)

    def end(self, tag: str) -> None:
        if self._attributes is None:
            return
        if tag in _SNIPPET_TAGS and self._pieces is not None:
            if tag in self._snippets:
                raise InputError(f"line {self._line}: the pair has more than one <{tag}>")
            self._snippets[tag], self._pieces = "".join(self._pieces), None
        elif tag == "pair":
            self._records.append(self._record(self._attributes))
            self._attributes = None
        elif self._other_pieces is not None and self._pieces is None:
            self._others[tag], self._other_pieces = "".join(self._other_pieces).strip(), None

    def _record(self, attributes: Mapping[str, str]) -> Record:
        further = {
            name: value
            for name, value in attributes.items()
            if name not in _OWN_ATTRIBUTES or (self._keeps_all and name in LABEL_ATTRIBUTES)
        }
        try:
            _refuse_contradicting_labels(attributes)
        except InputError as error:
            raise InputError(f"line {self._line}: {error}") from None
        return Record(
            self._line,
            id=attributes.get("id"),
            text=self._snippets.get("t"),
            hypothesis=self._snippets.get("h"),
            task=attributes.get("task"),
            label=_label(attributes),
            attributes={**self._others, **further},
        )


class _LabelTarget(_Target):
    """Collects the labels of the pairs, each once, in the order of the file."""

    def __init__(self) -> None:
        self.labels: dict[str, None] = {}

    def start(self, tag: str, attributes: Mapping[str, str]) -> None:
        if tag == "pair":
            self.labels[_label(attributes)] = None


def _label(attributes: Mapping[str, str]) -> str:
    found = (attributes[name] for name in LABEL_ATTRIBUTES if name in attributes)
    return next(found, "").strip().upper()


def _refuse_contradicting_labels(attributes: Mapping[str, str]) -> None:
    """Refuse an ``entailment`` and a ``value`` that cannot both be right."""
    given = [attributes.get(name, "") for name in LABEL_ATTRIBUTES]
    labels = [label_called(name) for name in given]
    if None in labels or labels[0] == labels[1]:
        return
    # A two-way NO agrees with either of the three-way labels that are not entailment.
    if Label.NO_ENTAILMENT in labels and Label.ENTAILMENT not in labels:
        return
    entailment, value = map(quoted, given)
    raise InputError(
        f"the pair has entailment={entailment} and value={value}, which contradict each other; "
        "expected one label"
    )


def _has_three_way_no(text: TextIO) -> bool:
    """Whether NO means CONTRADICTION; only the different labels are kept in memory."""
    if not _may_have_unknown(text):
        return False
    text.seek(0)
    target = _LabelTarget()
    return any(no_means_contradiction(target.labels) for _ in _parse(text, target))


def _may_have_unknown(text: TextIO) -> bool:
    """Whether a pair's attributes contain a name of UNKNOWN, or a reference that may be part of it.

    This search takes a tenth of the time of parsing, which most files therefore do not need.
    """
    cut_off = ""
    while chunk := text.read(_CHUNK):
        window = cut_off + chunk
        attributes = "".join(_ATTRIBUTES.findall(window)).upper()
        if "&#" in attributes or any(word in attributes for word in _WORDS_OF_UNKNOWN):
            return True
        cut_off = _last_tag(window)
    return False


def _last_tag(window: str) -> str:
    """Return the last tag if it may have attributes, without what needs no second look."""
    tag = window[window.rfind("<") :]
    for start in _WITH_ATTRIBUTES:
        if tag.startswith(start):
            return start + tag.removeprefix(start)[-_LONGEST_WORD:]
        if start.startswith(tag):
            return tag
    return ""


def _parse(text: TextIO, target: _Target) -> Iterator[None]:
    """Parse the text chunk by chunk, passing the elements to `target`."""
    parser = DefusedXMLParser(target=target)
    target.expat = parser.parser
    try:
        while chunk := text.read(_CHUNK):
            parser.feed(chunk)
            yield
        parser.close()
    except ParseError as error:
        line, column = error.position
        reason = str(error).rpartition(": line ")[0]
        raise InputError(f"line {line}, column {column + 1}: malformed XML ({reason})") from None
    except EntitiesForbidden as error:
        line = parser.parser.CurrentLineNumber
        raise InputError(
            f"line {line}: declares an entity, {quoted(error.name)}; entities are not supported"
        ) from None
    except DefusedXmlException as error:
        raise InputError(f"refused XML ({error})") from None
    yield
