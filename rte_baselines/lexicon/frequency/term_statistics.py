"""Term statistics: document frequencies and collection frequencies of a corpus."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rte_baselines.core.errors import ResourceError
from rte_baselines.core.processes.workers import Pool
from rte_baselines.core.resources.arrays import ArrayChecks, ArrayFolder, open_arrays
from rte_baselines.kernels.ragged import IntArray
from rte_baselines.lexicon.corpus.array_resources import (
    Provenance,
    check_output,
    require_terms,
    write_corpus_resource,
)
from rte_baselines.lexicon.corpus.corpora import LEVELS, Document, check_levels, document_terms
from rte_baselines.lexicon.corpus.vocabulary import (
    NOT_FOUND,
    Vocabulary,
    check_vocabulary,
    vocabulary_arrays,
)

FORMAT = "term-statistics.v1"


class TermStatistics:
    """Frequencies of the terms of a corpus, at one level."""

    def __init__(self, arrays: ArrayFolder, level: str) -> None:
        self.documents: int = arrays.description["documents"]
        """The number of documents."""
        self._vocabulary = Vocabulary.from_arrays(arrays, level)
        self._document_frequencies = arrays[f"{level}_document_frequencies"]
        self._collection_frequencies = arrays[f"{level}_collection_frequencies"]

    @classmethod
    def open(cls, folder: str | Path, level: str) -> "TermStatistics":
        """Open the statistics of a level; a folder is opened once per process."""
        return _opened(str(folder), level)

    @property
    def highest_collection_frequency(self) -> int:
        """The collection frequency of the most frequent term."""
        return int(self._collection_frequencies[0])

    def counts(self) -> Iterator[tuple[str, int]]:
        """Yield each term with its collection frequency, the most frequent first."""
        for row, count in enumerate(self._collection_frequencies.tolist()):
            yield self._vocabulary.string(row), count

    def document_frequencies(self, terms: Sequence[str]) -> IntArray:
        """Return the number of documents with each term; 0 if unknown; shape (terms,)."""
        return self._look_up(self._document_frequencies, terms)

    def collection_frequencies(self, terms: Sequence[str]) -> IntArray:
        """Return the number of occurrences of each term; 0 if unknown; shape (terms,)."""
        return self._look_up(self._collection_frequencies, terms)

    def _look_up(self, frequencies: NDArray[Any], terms: Sequence[str]) -> IntArray:
        rows = self._vocabulary.rows(terms)
        return np.where(rows == NOT_FOUND, 0, frequencies[rows]).astype(np.int64)

    def __len__(self) -> int:
        return len(self._vocabulary)


@lru_cache(maxsize=16)
def _opened(folder: str, level: str) -> TermStatistics:
    arrays = open_arrays(folder, FORMAT, check_arrays)
    levels = arrays.description["levels"]
    if level not in levels:
        raise ResourceError(
            f"{folder}: has no statistics of {level}, only of {', '.join(levels)}; "
            "build them with `rte-baselines resources build term-statistics`"
        )
    return TermStatistics(arrays, level)


def check_arrays(folder: ArrayFolder) -> None:
    """Check that the arrays of a folder are those of term statistics."""
    checks = ArrayChecks(folder)
    documents = checks.count("documents")
    levels = checks.entry("levels", dict)
    if not levels or not set(levels) <= set(LEVELS):
        checks.refuse_entry("levels", list(levels), f"some of {', '.join(LEVELS)}")
    for level in levels:
        terms = check_vocabulary(checks, level)
        in_documents, in_all = f"{level}_document_frequencies", f"{level}_collection_frequencies"
        frequencies = checks.numbers(in_documents, ["uint32"], (terms,), least=1, most=documents)
        counts = checks.array(in_all, ["uint32"], (terms,))
        if not terms:
            checks.refuse(in_all, "has no term; expected one or more")
        checks.require(in_all, counts >= frequencies, f"expected no fewer than in {in_documents}")
        never_rises = np.append(True, counts[1:] <= counts[:-1])
        checks.require(in_all, never_rises, "expected the commonest term first")


def build_term_statistics(
    documents: Iterable[Document],
    output: str | Path,
    *,
    provenance: Provenance,
    levels: Sequence[str] = ("norms", "stems"),
    min_documents: int = 2,
    workers: int | Pool = 1,
) -> None:
    """Count the terms of a corpus and write their frequencies to a folder.

    The folder is written atomically; existing term statistics are replaced. Levels are ``norms``,
    ``stems``, ``porter_stems``, ``lemmas``. Punctuation marks are not counted, and terms in fewer
    than `min_documents` are treated as unknown. Memory holds the counts and a few documents. The
    result does not depend on the number of workers.
    """
    check_levels(levels)
    check_output(output, FORMAT)
    counts = {level: _Counts() for level in dict.fromkeys(levels)}
    count = 0
    for terms_at in document_terms(documents, list(counts), workers=workers):
        count += 1
        for level, terms in terms_at.items():
            counts[level].add(terms)
    arrays: dict[str, NDArray[Any]] = {}
    for level, counted in counts.items():
        arrays |= _arrays(level, counted, min_documents)
    write_corpus_resource(
        output,
        arrays,
        format_name=FORMAT,
        provenance=provenance,
        title="Term statistics",
        summary=(
            f"Document frequencies and collection frequencies of terms in {count:,} documents; "
            f"terms in fewer than {min_documents} documents are excluded."
        ),
        documents=count,
        min_documents=min_documents,
        levels=_summaries(counts, arrays),
    )


class _Counts:
    """Frequencies during counting."""

    def __init__(self) -> None:
        self.documents: Counter[str] = Counter()
        self.occurrences: Counter[str] = Counter()

    def add(self, terms: Sequence[str]) -> None:
        self.documents.update(set(terms))
        self.occurrences.update(terms)


def _arrays(level: str, counts: _Counts, min_documents: int) -> dict[str, NDArray[Any]]:
    kept = [term for term, documents in counts.documents.items() if documents >= min_documents]
    require_terms(len(kept), min_documents)
    kept.sort(key=lambda term: (-counts.occurrences[term], term))
    return {
        **vocabulary_arrays(kept, level),
        f"{level}_document_frequencies": _numbers(counts.documents, kept),
        f"{level}_collection_frequencies": _numbers(counts.occurrences, kept),
    }


def _numbers(counter: Counter[str], terms: Sequence[str]) -> NDArray[np.uint32]:
    return np.array([counter[term] for term in terms], np.uint32)


def _summaries(
    counts: Mapping[str, _Counts], arrays: Mapping[str, NDArray[Any]]
) -> dict[str, dict[str, int]]:
    return {
        level: {
            "terms": len(arrays[f"{level}_document_frequencies"]),
            "terms_seen": len(counted.documents),
            "occurrences_seen": counted.occurrences.total(),
        }
        for level, counted in counts.items()
    }
