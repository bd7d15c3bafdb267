"""The XML of the RTE challenges, of which there are three kinds, and that of FraCaS."""

import codecs
import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any, ClassVar, NamedTuple, TextIO

from defusedxml.common import DefusedXmlException, EntitiesForbidden
from defusedxml.ElementTree import DefusedXMLParser, ParseError

from rte_baselines.core.errors import InputError
from rte_baselines.core.limits import LARGEST_ROW
from rte_baselines.core.quoting import quoted
from rte_baselines.core.registry import registry
from rte_baselines.pairs.format import PairFormat, Record, WritableFormat
from rte_baselines.pairs.labels import Label, are_compatible, label_called, scheme_of
from rte_baselines.pairs.pair import Pair

LABEL_ATTRIBUTES = ("entailment", "value")
_OWN_ATTRIBUTES = {"id", "task", *LABEL_ATTRIBUTES}
_NO = "NO"

_PAIR_TAG = re.compile(r"<pair\b[^<>]*")
_PAIR_START = re.compile(r"<pair[\s/>]")
_LABEL = re.compile(r"""\b(entailment|value)\s*=\s*["']\s*([^"']*?)\s*["']""")
# Names starting with "xml" are reserved, and a colon would need a namespace.
_ATTRIBUTE_NAME = re.compile(r"(?!xml)[A-Za-z_][A-Za-z0-9_.-]*", re.IGNORECASE)

# A parser reads "\r" as "\n" and, in attributes, any white space as a space.
_ESCAPES = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", "\r": "&#13;"})
_ATTRIBUTE_ESCAPES = {**_ESCAPES, **str.maketrans({'"': "&quot;", "\n": "&#10;", "\t": "&#9;"})}

_CHUNK = 1 << 16
_DECLARED = re.compile(r"""\s*<\?xml\b[^>]*\bencoding\s*=\s*["']([^"']*)""")

_ANSWER = "fracas_answer"
_LABELS = {"yes": "ENTAILMENT", "no": "CONTRADICTION", "unknown": "UNKNOWN", "undef": ""}
_FURTHER = {"q": "question", "a": "answer"}


class Element(NamedTuple):
    """An element: the line that it starts on, its attributes, and the texts inside by tag."""

    line: int
    attributes: Mapping[str, str]
    snippets: dict[str, list[str]]


def elements_of(text: TextIO, tag: str, snippets: Collection[str] = ()) -> Iterator[Element]:
    """Yield the elements with a tag, read chunk by chunk, with the texts of those inside.

    XML that is not well-formed, declares entities or another encoding than it has, nested elements
    and elements beyond `LARGEST_ROW` are an `InputError` that starts with the line.
    """
    target = _Target(tag, snippets)
    parser = DefusedXMLParser(target=target)
    target.expat = parser.parser
    most, size, start = LARGEST_ROW.most, 0, ""
    try:
        while chunk := text.read(_CHUNK):
            start = start or chunk
            _check_encoding(start, chunk, text.encoding)
            parser.feed(chunk)
            size += len(chunk.encode())
            # The parser keeps a tag, a comment and the like until it has all of it.
            if size - target.expat.CurrentByteIndex > most:
                raise LARGEST_ROW.exceeded(f"line {target.expat.CurrentLineNumber}: a tag has")
            yield from target.found
            target.found.clear()
        parser.close()
    except ParseError as error:
        line, column = error.position
        reason = str(error).rpartition(": line ")[0]
        raise InputError(f"line {line}, column {column + 1}: malformed XML ({reason})") from None
    except EntitiesForbidden as error:
        line = parser.parser.CurrentLineNumber
        name = quoted(error.name)
        raise InputError(f"line {line}: declares an entity, {name}; expected none") from None
    except DefusedXmlException as error:
        raise InputError(f"refused XML ({error})") from None
    yield from target.found


def _check_encoding(start: str, chunk: str, encoding: str | None) -> None:
    """Refuse a part of a document whose declaration, at the start, names another encoding.

    ASCII is the same in most encodings. Texts in memory, which have no encoding, may declare any.
    """
    declared = _DECLARED.match(start)
    if declared is None or encoding is None:
        return
    actual = encoding.removesuffix("-sig")
    try:
        is_same = codecs.lookup(declared[1]).name.startswith(actual)
        is_same = is_same or (chunk.isascii() and "<".encode(declared[1]) == b"<")
    except (LookupError, UnicodeError):
        is_same = False
    if not is_same:
        known = f"is {actual.upper()} and declares the encoding {quoted(declared[1])}"
        raise InputError(f"line 1: {known}; expected one")


class _Target:
    """Receives tags and texts from a parser; `expat` gives the parser's position."""

    def __init__(self, tag: str, snippets: Collection[str]) -> None:
        self._tag, self._snippets = tag, snippets
        self.expat: Any = None
        self._most, self._size = LARGEST_ROW.most, 0
        self.found: list[Element] = []
        self._open: Element | None = None
        self._pieces: list[str] | None = None

    def start(self, tag: str, attributes: Mapping[str, str]) -> None:
        if tag == self._tag:
            line = self.expat.CurrentLineNumber
            if self._open is not None:
                opened = self._open.line
                raise InputError(f"line {line}: a <{tag}> inside the <{tag}> of line {opened}")
            self._open, self._size = Element(line, dict(attributes), {}), 0
        elif tag in self._snippets and self._open is not None:
            self._pieces = []

    def data(self, content: str) -> None:
        if self._pieces is not None:
            self._size += len(content)
            if self._open is not None and self._size > self._most:
                raise LARGEST_ROW.exceeded(f"line {self._open.line}: a <{self._tag}> has")
            self._pieces.append(content)

    def end(self, tag: str) -> None:
        if self._open is None:
            return
        if tag == self._tag:
            self.found.append(self._open)
            self._open = None
        elif tag in self._snippets and self._pieces is not None:
            self._open.snippets.setdefault(tag, []).append("".join(self._pieces))
            self._pieces = None


class RteXml(WritableFormat):
    """XML with a ``<pair>`` of ``<t>`` and ``<h>``; the kinds differ in the label.

    All kinds are read in the same way. If any label in a file is UNKNOWN, by any of its
    names, NO means CONTRADICTION, as in the three-way pilot of RTE-3.
    """

    label_attribute: ClassVar[str] = "entailment"
    cannot_hold: ClassVar[re.Pattern[str]] = re.compile(
        "[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]"
    )

    def recognizes(self, head: str) -> bool:
        """Whether `head` looks like XML with pairs, and their labels are of this kind."""
        return _kind(head) == self.name

    def read(self, text: TextIO) -> Iterator[Record]:
        """Read the ``<pair>`` elements one by one; see `PairFormat.read`."""
        labels = (label_called(_label(pair)) for pair in elements_of(text, "pair"))
        no = "CONTRADICTION" if Label.UNKNOWN in labels else _NO
        text.seek(0)
        for pair in elements_of(text, "pair", ("t", "h")):
            given = [pair.attributes.get(name, "") for name in LABEL_ATTRIBUTES]
            meant = [value for name in given if (value := label_called(name)) is not None]
            if len(meant) == len(given) and not are_compatible(*meant):
                said = "entailment={!r} and value={!r}".format(*given)
                raise InputError(f"line {pair.line}: the pair has {said}; expected one label")
            attributes, label = dict(pair.attributes), _label(pair)
            yield Record(
                pair.line,
                id=attributes.pop("id", None),
                text=_snippet(pair, "t"),
                hypothesis=_snippet(pair, "h"),
                task=attributes.pop("task", None),
                label=no if label == _NO else label,
                attributes={k: v for k, v in attributes.items() if k not in LABEL_ATTRIBUTES},
            )

    def count(self, text: TextIO) -> int:
        """Return the number of ``<pair>`` tags; see `PairFormat.count`."""
        return sum(len(_PAIR_START.findall(line)) for line in text)

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
            attributes[self.label_attribute] = self.label_names[pair.label]
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
    label_attribute = "value"
    label_names: ClassVar = {Label.ENTAILMENT: "TRUE", Label.NO_ENTAILMENT: "FALSE"}


@registry.formats("rte2_xml")
class Rte2Xml(RteXml):
    """RTE-2 and RTE-3: ``entailment="YES|NO"``, or ``"YES|NO|UNKNOWN"`` in RTE-3's pilot."""

    name = "rte2_xml"
    description = 'RTE-2 and RTE-3 XML: entailment="YES|NO" or "YES|NO|UNKNOWN", length'
    label_names: ClassVar[Mapping[Label, str]] = {
        Label.ENTAILMENT: "YES",
        Label.NO_ENTAILMENT: "NO",
        Label.CONTRADICTION: "NO",
        Label.UNKNOWN: "UNKNOWN",
    }

    def write(self, pairs: Iterable[Pair], text: TextIO) -> None:
        """Write a whole document, refusing labels whose NO would be read as another label."""
        labels: set[Label | None] = set()

        def noted(pair: Pair) -> Pair:
            labels.add(pair.label)
            return pair

        super().write(map(noted, pairs), text)
        scheme_of(filter(None, labels))
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
    label_names: ClassVar[Mapping[Label, str]] = {
        label: label.value.replace("_", " ") for label in Label
    }


def _kind(head: str) -> str | None:
    """Return the name of the format of a file, judged by the first labels in it."""
    tags = _PAIR_TAG.findall(head)
    if not head.lstrip().startswith("<") or not (tags or "<entailment-corpus" in head):
        return None
    labels = {match.groups() for tag in tags for match in _LABEL.finditer(tag)}
    names = {name.upper() for _, name in labels}
    if "value" in {attribute for attribute, _ in labels}:
        return Rte1Xml.name
    if names & {"YES", _NO} or (not names and any("length=" in tag for tag in tags)):
        return Rte2Xml.name
    return Rte4Xml.name


def _label(pair: Element) -> str:
    found = (pair.attributes[name] for name in LABEL_ATTRIBUTES if name in pair.attributes)
    return next(found, "").strip().upper()


def _snippet(element: Element, tag: str) -> str | None:
    found = element.snippets.get(tag, [])
    if len(found) > 1:
        raise InputError(f"line {element.line}: the pair has more than one <{tag}>")
    return found[0] if found else None


@registry.formats("fracas_xml")
class FracasXml(PairFormat):
    """The FraCaS problems, as MacCartney distributes them.

    The text of a pair is all premises, in their order. A problem whose answer is undefined has no
    label. The question, the answer in words and other attributes are attributes of the pair.
    """

    name = "fracas_xml"
    description = 'FraCaS XML: <problem id="1" fracas_answer="yes"> with <p> and <h>'

    def recognizes(self, head: str) -> bool:
        """Whether a file begins with XML that has problems of FraCaS."""
        return head.lstrip().startswith("<") and "<fracas-problems" in head

    def read(self, text: TextIO) -> Iterator[Record]:
        """Read the problems one by one; see `PairFormat.read`."""
        for problem in elements_of(text, "problem", ("p", "h", *_FURTHER)):
            snippets = {
                tag: " ".join(" ".join(found).split()) for tag, found in problem.snippets.items()
            }
            attributes = dict(problem.attributes)
            pair_id, answer = attributes.pop("id", None), attributes.pop(_ANSWER, "").strip()
            if answer.casefold() not in _LABELS:
                known = f"expected one of {', '.join(_LABELS)}"
                raise InputError(f"line {problem.line}: {_ANSWER} is {quoted(answer)}; {known}")
            further = {name: snippets[tag] for tag, name in _FURTHER.items() if snippets.get(tag)}
            yield Record(
                problem.line,
                id=pair_id,
                text=snippets.get("p", ""),
                hypothesis=snippets.get("h", ""),
                label=_LABELS[answer.casefold()],
                attributes={**attributes, **further},
            )
