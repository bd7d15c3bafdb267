"""Readers of the database files of WordNet, as described in wndb(5WN) and senseidx(5WN)."""

from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from rte_baselines.core.errors import ResourceError, read_error
from rte_baselines.core.resources.arrays import ArrayChecks, ArrayFolder
from rte_baselines.kernels.ragged import IntArray
from rte_baselines.lexicon.corpus.vocabulary import NOT_FOUND, check_vocabulary
from rte_baselines.lexicon.wordnet.database.relations import (
    HYPERNYMS,
    RELATIONS_OF_SYMBOLS,
    Part,
    Relation,
)

FILE_NAMES = {
    Part.NOUN: "noun",
    Part.VERB: "verb",
    Part.ADJECTIVE: "adj",
    Part.ADVERB: "adv",
}

Entry = TypeVar("Entry")

_OFFSETS = "int32"


def check_arrays(folder: ArrayFolder) -> None:
    """Check that the arrays of a folder are those of a WordNet."""
    checks = ArrayChecks(folder)
    words = check_vocabulary(checks, "words")
    sense_synsets, part_starts = _check_senses(checks, words)
    synsets = int(part_starts[-1])
    _check_synsets(checks, sense_synsets, synsets)
    offsets, relations, targets = _check_pointers(checks, "synset_pointers", synsets)
    _check_pointers(checks, "sense_pointers", len(sense_synsets))
    _check_depths(checks, offsets, targets, np.isin(relations, HYPERNYMS), synsets)
    forms = check_vocabulary(checks, "exceptions")
    parts = checks.rows("exception_parts", ["uint8"], below=len(Part))
    checks.offsets("exception_lemmas_offsets", _OFFSETS, forms, len(parts))
    checks.rows("exception_lemmas", ["int32"], len(parts), below=words, least=NOT_FOUND)
    digests = checks.array("gloss_lemma_digests", ["int64"])
    checks.ascending("gloss_lemma_digests", digests)
    lemmas = checks.rows("gloss_lemmas", ["uint16", "int32"], below=len(digests))
    if not len(lemmas):
        checks.refuse("gloss_lemmas", "has no lemma; expected one or more")
    # Each synset has a definition and examples.
    checks.offsets("gloss_offsets", _OFFSETS, 2 * synsets, len(lemmas))


def _check_senses(checks: ArrayChecks, words: int) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """Check the senses; return the synset of each, and the first synset of each part."""
    synsets = len(checks.array("synset_is_satellite", ["bool"]))
    starts = checks.offsets("synset_part_starts", _OFFSETS, len(Part), synsets)
    sense_synsets = checks.rows("sense_synsets", ["int32"], below=synsets)
    senses = len(sense_synsets)
    offsets = checks.offsets("word_senses_offsets", _OFFSETS, words, senses)
    numbers = checks.array("sense_numbers", ["uint8"], (senses,))
    checks.array("sense_tag_counts", ["uint16"], (senses,))
    parts = np.searchsorted(starts, sense_synsets, side="right")
    owners = np.repeat(np.arange(words), np.diff(offsets)) * (len(Part) + 1) + parts
    # The senses of a word are sorted by part of speech.
    checks.require(
        "sense_synsets",
        np.diff(owners, prepend=0) >= 0,
        "expected the senses of a word by part of speech",
    )
    firsts = np.flatnonzero(np.diff(owners, prepend=-1))
    indices = np.arange(senses) - np.repeat(firsts, np.diff(firsts, append=senses))
    is_next = numbers == indices + 1
    checks.require("sense_numbers", is_next, "expected 1, 2, ... for each word and part of speech")
    return sense_synsets, starts


def _check_synsets(checks: ArrayChecks, sense_synsets: NDArray[np.int32], synsets: int) -> None:
    name = "synset_senses"
    members = checks.rows(name, ["int32"], len(sense_synsets), below=len(sense_synsets))
    offsets = checks.offsets(f"{name}_offsets", _OFFSETS, synsets, len(members))
    sizes = np.diff(offsets)
    if not sizes.all():
        checks.refuse(f"{name}_offsets", "has a synset without a sense")
    is_own = sense_synsets[members] == np.repeat(np.arange(synsets), sizes)
    checks.require(name, is_own, "expected a sense of the synset")
    checks.numbers("synset_database_offsets", ["int32"], (synsets,))
    files = checks.entry("lexicographer_files", list)
    for file in files:
        checks.typed(file, "lexicographer_files", str)
    checks.rows("synset_lexicographer_files", ["uint8"], synsets, below=len(files))


def _check_pointers(
    checks: ArrayChecks, prefix: str, rows: int
) -> tuple[NDArray[np.int32], NDArray[np.uint8], NDArray[np.int32]]:
    relations = checks.rows(f"{prefix}_relations", ["uint8"], below=len(Relation))
    offsets = checks.offsets(f"{prefix}_offsets", _OFFSETS, rows, len(relations))
    targets = checks.rows(f"{prefix}_targets", ["int32"], len(relations), below=rows)
    # One key for each pointer: pointers are sorted by relation and then by target.
    checks.ascending(f"{prefix}_targets", relations.astype(np.int64) * rows + targets, offsets)
    return offsets, relations, targets


def _check_depths(
    checks: ArrayChecks,
    offsets: NDArray[np.int32],
    targets: NDArray[np.int32],
    leads_up: NDArray[np.bool_],
    synsets: int,
) -> None:
    """Check that the depth of a synset is one more than its hypernyms', so there is no cycle."""
    sources = np.repeat(np.arange(synsets), np.diff(offsets))[leads_up]
    parents = targets[leads_up]
    for name, further, start in (
        ("synset_max_depths", np.maximum, 0),
        ("synset_min_depths", np.minimum, len(targets)),
    ):
        depths = checks.array(name, ["uint8"], (synsets,))
        expected: IntArray = np.full(synsets, start, np.int64)
        further.at(expected, sources, depths[parents].astype(np.int64) + 1)
        is_root = np.ones(synsets, np.bool_)
        is_root[sources] = False
        expected[is_root] = 0
        checks.require(name, depths == expected, "expected one more than its hypernyms have")


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

    Pointers refer to a synset by `offset`, that of the line in its file in bytes. Words are in
    lower case, with underscores for blanks; the gloss has definition and examples.
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
        for entry in _entries(folder / f"data.{name}", partial(_parse_synset, part))
    ]


def read_senses(folder: Path) -> list[SenseEntry]:
    """Return the sense index. Raises ResourceError as `read_synsets` does."""
    return list(_entries(folder / "index.sense", _parse_sense))


def read_exceptions(folder: Path) -> list[ExceptionEntry]:
    """Return the exception lists. Raises ResourceError as `read_synsets` does."""
    return [
        entry
        for part, name in FILE_NAMES.items()
        for entry in _entries(folder / f"{name}.exc", partial(_parse_exception, part))
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
    except (OSError, UnicodeDecodeError) as error:
        raise read_error(path, error, ResourceError(f"{path}: is not UTF-8")) from None


def _parse_synset(part: Part, line: str) -> SynsetEntry:
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
        is_satellite=letter == "s",
        # Without the syntactic marker of an adjective, as in ``galore(ip)``.
        words=tuple(word.partition("(")[0].lower() for word in words),
        pointers=tuple(pointers),
        gloss=gloss.strip(),
    )


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


def _parse_exception(part: Part, line: str) -> ExceptionEntry:
    form, first, *others = line.split()
    return ExceptionEntry(part, form, (first, *others))
