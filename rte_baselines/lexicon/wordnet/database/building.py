"""Conversion of WordNet's database files to arrays."""

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rte_baselines.analysis.analyzer import TokenIds
from rte_baselines.analysis.tokens.word_classes import closed_class_words
from rte_baselines.core.errors import ResourceError
from rte_baselines.core.resources.arrays import write_arrays
from rte_baselines.kernels.ragged import IntArray, offsets_of
from rte_baselines.lexicon.corpus.vocabulary import NOT_FOUND, vocabulary_arrays
from rte_baselines.lexicon.wordnet.database.database import FORMAT, base_forms
from rte_baselines.lexicon.wordnet.database.database_files import (
    FILE_NAMES,
    ExceptionEntry,
    SenseEntry,
    SynsetEntry,
    read_exceptions,
    read_lexicographer_files,
    read_licence,
    read_senses,
    read_synsets,
)
from rte_baselines.lexicon.wordnet.database.relations import HYPERNYMS, Part, Relation

Arrays = dict[str, NDArray[Any]]
_Key = tuple[Part, int]

# A possessive ending is not part of a word; other apostrophes are.
_POSSESSIVE = re.compile(r"'s\b")
_GLOSS_WORD = re.compile(r"[a-z0-9]+(?:'[a-z]+)?")


def build_wordnet(database: Path, output: Path) -> None:
    """Convert the database files in a folder to arrays in another folder.

    The former has ``data.noun``, ``index.sense`` and the other files. The latter is written
    atomically; an existing built WordNet is replaced.
    """
    licence = read_licence(database)
    version = re.search(r"WordNet (\d+\.\d+)", licence)
    exceptions = read_exceptions(database)
    numbering = _number(read_synsets(database), read_senses(database))
    arrays = {
        **vocabulary_arrays(numbering.words, "words"),
        **_sense_arrays(numbering),
        **_synset_arrays(numbering),
        **_pointer_arrays(numbering),
        **_exception_arrays(exceptions, numbering),
        **_gloss_arrays(numbering, exceptions),
    }
    write_arrays(
        output,
        arrays,
        format_name=FORMAT,
        version=version[1] if version else "unknown",
        source="WordNet, Princeton University, https://wordnet.princeton.edu",
        licence="WordNet licence",
        texts={"LICENSE": licence},
        lexicographer_files=read_lexicographer_files(database),
    )


@dataclass(frozen=True)
class _Numbering:
    """Words, senses and synsets in the order of their rows, with maps from entries to rows."""

    words: Sequence[str]
    senses: Sequence[SenseEntry]
    synsets: Sequence[SynsetEntry]
    word_rows: Mapping[str, int]
    sense_rows: Mapping[tuple[str, _Key], int]
    synset_rows: Mapping[_Key, int]

    def synset_row(self, part: Part, offset: int) -> int:
        """Return the row of a synset that other entries refer to."""
        if (part, offset) not in self.synset_rows:
            raise ResourceError(
                f"the database files refer to a {part.name.lower()} synset at {offset}, "
                f"where data.{FILE_NAMES[part]} has none"
            )
        return self.synset_rows[part, offset]

    def sense(self, word: str, synset: SynsetEntry) -> int:
        """Return the sense of a word of a synset."""
        return self.sense_rows[word, (synset.part, synset.offset)]

    def sense_at(self, synset: SynsetEntry, position: int) -> int:
        """Return the sense of a word of a synset, by its position from 1."""
        if not 1 <= position <= len(synset.words):
            raise ResourceError(
                f"the database files refer to word {position} of the {synset.part.name.lower()} "
                f"synset at {synset.offset}, which has {len(synset.words)}"
            )
        return self.sense(synset.words[position - 1], synset)


def _number(synsets: Sequence[SynsetEntry], senses: Iterable[SenseEntry]) -> _Numbering:
    in_order = sorted(senses, key=lambda sense: (sense.word, sense.part, sense.number))
    numbers = {(sense.word, (sense.part, sense.offset)): sense.number for sense in in_order}

    def by_name(synset: SynsetEntry) -> tuple[Part, str]:
        first, key = synset.words[0], (synset.part, synset.offset)
        letter = "s" if synset.is_satellite else synset.part.letter
        return synset.part, f"{first}.{letter}.{numbers[first, key]:02d}"

    for synset in synsets:
        for word in synset.words:
            if (word, (synset.part, synset.offset)) not in numbers:
                raise ResourceError(
                    f"index.sense lacks {word!r} of the {synset.part.name.lower()} synset "
                    f"at {synset.offset}"
                )
    in_name_order = sorted(synsets, key=by_name)
    words = sorted({sense.word for sense in in_order})
    return _Numbering(
        words=words,
        senses=in_order,
        synsets=in_name_order,
        word_rows={word: row for row, word in enumerate(words)},
        sense_rows={key: row for row, key in enumerate(numbers)},
        synset_rows={(synset.part, synset.offset): row for row, synset in enumerate(in_name_order)},
    )


def _sense_arrays(numbering: _Numbering) -> Arrays:
    senses, counts = numbering.senses, defaultdict[str, int](int)
    for sense in senses:
        counts[sense.word] += 1
    rows = [numbering.synset_row(sense.part, sense.offset) for sense in senses]
    return {
        "word_senses_offsets": _offsets(counts[word] for word in numbering.words),
        "sense_synsets": np.array(rows, dtype=np.int32),
        "sense_numbers": np.array([sense.number for sense in senses], dtype=np.uint8),
        "sense_tag_counts": np.array([sense.tag_count for sense in senses], dtype=np.uint16),
    }


def _synset_arrays(numbering: _Numbering) -> Arrays:
    synsets = numbering.synsets
    # A few synsets have a word twice, with and without capitals.
    members = [
        list(dict.fromkeys(numbering.sense(word, synset) for word in synset.words))
        for synset in synsets
    ]
    parents = [
        [
            numbering.synset_row(pointer.part, pointer.offset)
            for pointer in synset.pointers
            if pointer.relation in HYPERNYMS
        ]
        for synset in synsets
    ]
    return {
        "synset_senses_offsets": _offsets(map(len, members)),
        "synset_senses": np.array([sense for row in members for sense in row], dtype=np.int32),
        "synset_part_starts": _offsets(
            np.bincount([synset.part for synset in synsets], minlength=len(Part))
        ),
        "synset_database_offsets": np.array([s.offset for s in synsets], dtype=np.int32),
        "synset_lexicographer_files": np.array(
            [synset.lexicographer_file for synset in synsets], dtype=np.uint8
        ),
        "synset_is_satellite": np.array([synset.is_satellite for synset in synsets]),
        "synset_max_depths": _depths(max, parents),
        "synset_min_depths": _depths(min, parents),
    }


def _depths(
    choose: Callable[[Iterable[int]], int], parents: Sequence[Sequence[int]]
) -> NDArray[np.uint8]:
    """Return the number of links on the longest or the shortest path up to a root."""

    @cache
    def depth(row: int) -> int:
        return choose(depth(parent) + 1 for parent in parents[row]) if parents[row] else 0

    try:
        return np.array([depth(row) for row in range(len(parents))], dtype=np.uint8)
    except RecursionError:
        raise ResourceError("the hypernyms in the data files form a cycle") from None


def _pointer_arrays(numbering: _Numbering) -> Arrays:
    between_synsets, between_senses = set(), set()
    for row, synset in enumerate(numbering.synsets):
        for pointer in synset.pointers:
            target = numbering.synset_row(pointer.part, pointer.offset)
            if pointer.source_word == 0:
                between_synsets.add((row, pointer.relation, target))
                continue
            source_sense = numbering.sense_at(synset, pointer.source_word)
            target_sense = numbering.sense_at(numbering.synsets[target], pointer.target_word)
            between_senses.add((source_sense, pointer.relation, target_sense))
    return {
        **_links("synset_pointers", between_synsets, len(numbering.synsets)),
        **_links("sense_pointers", between_senses, len(numbering.senses)),
    }


def _links(prefix: str, links: Iterable[tuple[int, Relation, int]], sources: int) -> Arrays:
    source, relation, target = np.array(sorted(links), dtype=np.int64).reshape(-1, 3).T
    return {
        f"{prefix}_offsets": _offsets(np.bincount(source, minlength=sources)),
        f"{prefix}_relations": relation.astype(np.uint8),
        f"{prefix}_targets": target.astype(np.int32),
    }


def _exception_arrays(exceptions: Iterable[ExceptionEntry], numbering: _Numbering) -> Arrays:
    by_form: defaultdict[str, dict[Part, ExceptionEntry]] = defaultdict(dict)
    for entry in exceptions:
        # If a list has a form twice, the last line counts, as in NLTK.
        by_form[entry.form][entry.part] = entry
    # A lemma that WordNet lacks is kept as NOT_FOUND: it still prevents the rules.
    flat = [
        (entry.part, numbering.word_rows.get(lemma, NOT_FOUND))
        for entries in by_form.values()
        for entry in entries.values()
        for lemma in entry.lemmas
    ]
    lengths = [sum(len(entry.lemmas) for entry in entries.values()) for entries in by_form.values()]
    return {
        **vocabulary_arrays(list(by_form), "exceptions"),
        "exception_lemmas_offsets": _offsets(lengths),
        "exception_parts": np.array([part for part, _ in flat], dtype=np.uint8),
        "exception_lemmas": np.array([row for _, row in flat], dtype=np.int32),
    }


def _gloss_arrays(numbering: _Numbering, exceptions: Iterable[ExceptionEntry]) -> Arrays:
    lemma_of = _Lemmatizer(numbering, exceptions)
    # Of each synset the definition, and then the examples, which start with a quotation mark.
    glosses = (synset.gloss.partition('"') for synset in numbering.synsets)
    texts = (text for definition, *examples in glosses for text in (definition, "".join(examples)))
    parts = [[lemma_of[word] for word in _content_words(text)] for text in texts]
    strings = sorted({lemma for part in parts for lemma in part})
    digests = TokenIds()(strings)
    ranks = np.argsort(np.argsort(digests))
    codes = dict(zip(strings, ranks.tolist(), strict=True))
    flat = [codes[lemma] for part in parts for lemma in part]
    return {
        "gloss_lemma_digests": np.sort(digests),
        "gloss_lemmas": np.array(flat, dtype=np.uint16 if len(strings) < 1 << 16 else np.int32),
        "gloss_offsets": _offsets(map(len, parts)),
    }


def _content_words(text: str) -> list[str]:
    """Return the words of the open classes, in lower case."""
    words = _GLOSS_WORD.findall(_POSSESSIVE.sub("", text.lower()))
    return [word for word in words if word not in closed_class_words()]


class _Lemmatizer(dict[str, str]):
    """The lemma of each form, whatever its part of speech.

    It is that of the first part of speech, in the order of `Part`, that has a base form.
    """

    def __init__(self, numbering: _Numbering, exceptions: Iterable[ExceptionEntry]) -> None:
        super().__init__()
        self._parts: defaultdict[str, set[Part]] = defaultdict(set)
        for sense in numbering.senses:
            self._parts[sense.word].add(sense.part)
        self._exceptions = {(entry.form, entry.part): entry.lemmas for entry in exceptions}

    def __missing__(self, form: str) -> str:
        lemmas = (
            base
            for part in Part
            for base in base_forms(form, part, self._exceptions.get((form, part)))
            if part in self._parts.get(base, ())
        )
        self[form] = next(lemmas, form)
        return self[form]


def _offsets(lengths: Iterable[int] | IntArray) -> NDArray[np.int32]:
    return offsets_of(np.array(list(lengths), dtype=np.int64)).astype(np.int32)
