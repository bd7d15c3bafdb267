"""Term statistics: document frequencies and collection frequencies of a corpus."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
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
    in_documents = {level: Counter[str]() for level in levels}
    in_all = {level: Counter[str]() for level in levels}
    count = 0
    for terms_at in document_terms(documents, list(in_all), workers=workers):
        count += 1
        for level, terms in terms_at.items():
            in_documents[level].update(set(terms))
            in_all[level].update(terms)
    arrays: dict[str, NDArray[Any]] = {}
    summaries = {}
    for level, occurrences in in_all.items():
        kept = [term for term, number in in_documents[level].items() if number >= min_documents]
        require_terms(len(kept), min_documents)
        # The most frequent first, of equal ones in alphabetical order.
        kept.sort()
        kept.sort(key=occurrences.__getitem__, reverse=True)
        arrays |= vocabulary_arrays(kept, level)
        for name, counter in (("document", in_documents[level]), ("collection", occurrences)):
            numbers = [counter[term] for term in kept]
            arrays[f"{level}_{name}_frequencies"] = np.array(numbers, np.uint32)
        summaries[level] = {
            "terms": len(kept),
            "terms_seen": len(occurrences),
            "occurrences_seen": occurrences.total(),
        }
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
        levels=summaries,
    )
