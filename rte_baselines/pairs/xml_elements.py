"""Elements of XML, one by one."""

from collections.abc import Collection, Iterator, Mapping
from typing import Any, NamedTuple, TextIO

from defusedxml.common import DefusedXmlException, EntitiesForbidden
from defusedxml.ElementTree import DefusedXMLParser, ParseError

from rte_baselines.core.errors import InputError
from rte_baselines.core.quoting import quoted

_CHUNK = 1 << 16


class Element(NamedTuple):
    """An element: the line that it starts on, its attributes, and the texts inside by tag."""

    line: int
    attributes: Mapping[str, str]
    snippets: dict[str, list[str]]


def elements_of(text: TextIO, tag: str, snippets: Collection[str] = ()) -> Iterator[Element]:
    """Yield the elements with a tag, read chunk by chunk, with the texts of those inside.

    Raises
    ------
    InputError
        If the XML is not well-formed or declares entities, or such elements are nested; the
        message starts with the line.
    """
    target = _Target(tag, snippets)
    parser = DefusedXMLParser(target=target)
    target.expat = parser.parser
    try:
        while chunk := text.read(_CHUNK):
            parser.feed(chunk)
            yield from target.found
            target.found.clear()
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
    yield from target.found


class _Target:
    """Receives tags and texts from a parser; `expat` gives the parser's position."""

    def __init__(self, tag: str, snippets: Collection[str]) -> None:
        self._tag, self._snippets = tag, snippets
        self.expat: Any = None
        self.found: list[Element] = []
        self._open: Element | None = None
        self._pieces: list[str] | None = None

    def start(self, tag: str, attributes: Mapping[str, str]) -> None:
        if tag == self._tag:
            line = self.expat.CurrentLineNumber
            if self._open is not None:
                raise InputError(
                    f"line {line}: a <{tag}> inside the <{tag}> of line {self._open.line}"
                )
            self._open = Element(line, dict(attributes), {})
        elif tag in self._snippets and self._open is not None:
            self._pieces = []

    def data(self, content: str) -> None:
        if self._pieces is not None:
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
