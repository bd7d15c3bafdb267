"""Readers of the database files of WordNet, as described in wndb(5WN) and senseidx(5WN)."""

from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple, TypeVar

from rte_baselines.core.errors import ResourceError
from rte_baselines.lexicon.wordnet.database.parts import Part
from rte_baselines.lexicon.wordnet.database.relations import RELATIONS_OF_SYMBOLS, Relation

FILE_NAMES = {
    Part.NOUN: "noun",
    Part.VERB: "verb",
    Part.ADJECTIVE: "adj",
    Part.ADVERB: "adv",
}
_SATELLITE = "s"

Entry = TypeVar("Entry")


class Pointer(NamedTuple):
    """A relation from a synset or one of its words to a synset or one of its words."""

    relation: Relation
    part: Part
    offset: int
    source_word: int
    """Position of the word among those of its synset, from 1; 0 for the synset as a whole."""
    target_word: int


@dataclass(frozen=True)
class SynsetEntry:
    """A line of a data file.

    Parameters
    ----------
    part : Part
    offset : int
        The byte offset of the line in its file, by which pointers refer to a synset.
    lexicographer_file : int
    is_satellite : bool
        Whether it is an adjective satellite.
    words : tuple of str
        In lower case, with underscores for blanks.
    pointers : tuple of Pointer
    gloss : str
        Definition and examples.
    """

    part: Part
    offset: int
    lexicographer_file: int
    is_satellite: bool
    words: tuple[str, ...]
    pointers: tuple[Pointer, ...]
    gloss: str


class SenseEntry(NamedTuple):
    """A line of the sense index."""

    word: str
    part: Part
    number: int
    """The number of the sense; 1 is the most frequent."""
    offset: int
    tag_count: int
    """How often the sense was tagged in the semantic concordances."""


class ExceptionEntry(NamedTuple):
    """A line of an exception list: an inflected form and its lemmas."""

    part: Part
    form: str
    lemmas: tuple[str, ...]


def read_synsets(folder: Path) -> list[SynsetEntry]:
    """Return the synsets of all data files."""
    return [
        entry
        for part, name in FILE_NAMES.items()
        for entry in _entries(folder / f"data.{name}", _synset_parser(part))
    ]


def read_senses(folder: Path) -> list[SenseEntry]:
    """Return the sense index. Raises ResourceError as `read_synsets` does."""
    return list(_entries(folder / "index.sense", _parse_sense))


def read_exceptions(folder: Path) -> list[ExceptionEntry]:
    """Return the exception lists. Raises ResourceError as `read_synsets` does."""
    return [
        entry
        for part, name in FILE_NAMES.items()
        for entry in _entries(folder / f"{name}.exc", _exception_parser(part))
    ]


def read_lexicographer_files(folder: Path) -> list[str]:
    """Return the names of the lexicographer files, such as ``noun.animal``, by number."""
    return list(_entries(folder / "lexnames", lambda line: line.split()[1]))


def read_licence(folder: Path) -> str:
    """Return the licence notice at the head of the data files."""
    notice = []
    for line in _lines(folder / "data.noun"):
        if not line.startswith("  "):
            break
        number, _, text = line.strip().partition(" ")
        notice.append(text.rstrip() if number.isdecimal() else line.strip())
    if not notice:
        raise ResourceError(f"{folder / 'data.noun'}: has no licence notice at its head")
    return "\n".join(notice) + "\n"


def _entries(path: Path, parse: Callable[[str], Entry]) -> Iterator[Entry]:
    """Yield the parsed lines of a file after the licence notice."""
    for number, line in enumerate(_lines(path), start=1):
        if line.startswith("  "):
            continue
        try:
            yield parse(line)
        except (ValueError, KeyError, IndexError):
            raise ResourceError(
                f"{path}, line {number}: is not in the format of WordNet's database files"
            ) from None


def _lines(path: Path) -> Iterator[str]:
    try:
        with path.open(encoding="utf-8") as stream:
            yield from stream
    except FileNotFoundError:
        raise ResourceError(f"{path}: no such file; expected WordNet's database files") from None
    except (OSError, UnicodeDecodeError):
        raise ResourceError(f"{path}: cannot be read") from None


def _synset_parser(part: Part) -> Callable[[str], SynsetEntry]:
    def parse(line: str) -> SynsetEntry:
        columns, _, gloss = line.partition("|")
        fields = deque(columns.split())
        offset, lexicographer_file = int(fields.popleft()), int(fields.popleft())
        letter = fields.popleft()
        words = [(fields.popleft(), fields.popleft())[0] for _ in range(int(fields.popleft(), 16))]
        pointers = [_parse_pointer(fields) for _ in range(int(fields.popleft()))]
        return SynsetEntry(
            part=part,
            offset=offset,
            lexicographer_file=lexicographer_file,
            is_satellite=letter == _SATELLITE,
            words=tuple(map(_without_marker, words)),
            pointers=tuple(pointers),
            gloss=gloss.strip(),
        )

    return parse


def _without_marker(word: str) -> str:
    """Remove the syntactic marker of an adjective, as in ``galore(ip)``, and lower the case."""
    return word.partition("(")[0].lower()


def _parse_pointer(fields: deque[str]) -> Pointer:
    symbol, offset, letter, words = (fields.popleft() for _ in range(4))
    return Pointer(
        relation=RELATIONS_OF_SYMBOLS[symbol],
        part=Part.of_letter(letter),
        offset=int(offset),
        source_word=int(words[:2], 16),
        target_word=int(words[2:], 16),
    )


def _parse_sense(line: str) -> SenseEntry:
    key, offset, number, tag_count = line.split()
    word, _, rest = key.partition("%")
    part = Part.of_letter("nvars"[int(rest[0]) - 1])
    return SenseEntry(word, part, int(number), int(offset), int(tag_count))


def _exception_parser(part: Part) -> Callable[[str], ExceptionEntry]:
    def parse(line: str) -> ExceptionEntry:
        form, first, *others = line.split()
        return ExceptionEntry(part, form, (first, *others))

    return parse
