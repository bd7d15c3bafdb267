"""Co-occurrence of words in the documents of a corpus."""

from collections import Counter, defaultdict
from collections.abc import Iterable
from pathlib import Path

import numpy as np

from rte_baselines.core.processes.workers import Pool
from rte_baselines.core.resources.arrays import ArrayChecks, ArrayFolder, open_arrays
from rte_baselines.kernels.ragged import FloatArray, IntArray, offsets_of
from rte_baselines.kernels.words.postings import (
    LONGEST_GAP,
    append_gap,
    gap_ends,
    gaps_of,
    shared_documents,
)
from rte_baselines.lexicon.corpus.array_resources import (
    ArrayResource,
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

FORMAT = "cooccurrence.v1"


class Cooccurrence(ArrayResource):
    """The probability of a word in the documents that have another: glickman2006 equation 5.

    P(u | v) = n_uv / n_v, where n_v documents have v and n_uv have both. It is 1 if u and v
    are equal, even unknown words, and else 0 if u or v is unknown.
    """

    resource = "cooccurrence"

    def __init__(self, arrays: ArrayFolder) -> None:
        self.documents: int = arrays.description["documents"]
        """The number of documents."""
        self.level: str = arrays.description["level"]
        """The layer of analysis of the terms."""
        self._vocabulary = Vocabulary.from_arrays(arrays)
        self._postings = arrays["postings"]
        self._offsets = arrays["offsets"]
        self._document_frequencies = arrays["document_frequencies"]

    @classmethod
    def _open_folder(cls, folder: str) -> "Cooccurrence":
        return cls(open_arrays(folder, FORMAT, check_arrays))

    def document_frequencies(self, ids: IntArray) -> IntArray:
        """Return the number of documents with each word; 0 if unknown; shape as `ids`."""
        return self._frequencies(self._vocabulary.rows_of_ids(ids))

    def probability(self, word: str, given: str) -> float:
        """Return P(word | given), the fraction of documents with `given` that have `word`."""
        if word == given:
            return 1.0
        rows = self._vocabulary.rows((word, given))
        return float(self._probabilities(rows[:1], rows[1:])[0, 0])

    def probabilities(self, words: IntArray, given: IntArray) -> FloatArray:
        """Return P(u | v) of each word u given each word v, shape (words, given words).

        Words are digests, such as ``hypothesis.ids(cooccurrence.level)`` and those of the text.
        """
        rows, given_rows = map(self._vocabulary.rows_of_ids, (words, given))
        return np.where(np.equal.outer(words, given), 1.0, self._probabilities(rows, given_rows))

    def _probabilities(self, rows: IntArray, given_rows: IntArray) -> FloatArray:
        shared = shared_documents(self._postings, self._offsets, self.documents, rows, given_rows)
        return np.asarray(shared / np.maximum(self._frequencies(given_rows), 1))

    def _frequencies(self, rows: IntArray) -> IntArray:
        return np.where(rows == NOT_FOUND, 0, self._document_frequencies[rows]).astype(np.int64)


def check_arrays(folder: ArrayFolder) -> None:
    """Check that the arrays of a folder are those of a co-occurrence."""
    checks = ArrayChecks(folder)
    documents = checks.count("documents")
    if (level := checks.entry("level", str)) not in LEVELS:
        checks.refuse_entry("level", level, f"one of {', '.join(LEVELS)}")
    terms = check_vocabulary(checks)
    frequencies = checks.numbers(
        "document_frequencies", ["uint32"], (terms,), least=1, most=documents
    )
    postings = checks.array("postings", ["uint8"])
    offsets = checks.offsets("offsets", "int64", terms, len(postings))
    # Each term has a list of so many documents, none past the last document.
    is_end = gap_ends(postings)
    counted = np.concatenate(([0], np.cumsum(is_end)))[offsets]
    if not np.array_equal(np.diff(counted), frequencies):
        checks.refuse("postings", "has not as many documents as document_frequencies says")
    if not is_end[offsets[1:] - 1].all():
        checks.refuse("postings", "has a list that ends within a document")
    if np.diff(np.flatnonzero(is_end), prepend=-1).max(initial=0) > LONGEST_GAP:
        checks.refuse("postings", "has a document that is out of range")
    gaps = gaps_of(postings)
    lasts = np.add.reduceat(gaps, counted[:-1]) - 1 if len(gaps) else gaps
    if (gaps < 1).any() or (lasts >= documents).any():
        checks.refuse("postings", f"has a document twice, or one after the last of {documents}")


def build_cooccurrence(
    documents: Iterable[Document],
    output: str | Path,
    *,
    provenance: Provenance,
    level: str = "content_tokens",
    min_documents: int = 2,
    workers: int | Pool = 1,
) -> None:
    """Index the documents of a corpus by their words, and write the index to a folder.

    The folder is written atomically; an existing resource of this kind is replaced. Punctuation
    marks are excluded, and so are words in fewer than `min_documents`, as their co-occurrences are
    unreliable. Memory holds the compressed lists and a few documents. The result does not depend on
    the number of workers.
    """
    check_levels([level])
    check_output(output, FORMAT)
    lists: defaultdict[str, bytearray] = defaultdict(bytearray)
    frequencies: Counter[str] = Counter()
    last: dict[str, int] = {}
    count = 0
    for terms_at in document_terms(documents, [level], workers=workers):
        terms = set(terms_at[level])
        frequencies.update(terms)
        for term in terms:
            append_gap(lists[term], count - last.get(term, -1))
            last[term] = count
        count += 1
    kept = sorted(term for term, frequency in frequencies.items() if frequency >= min_documents)
    require_terms(len(kept), min_documents)
    postings = [lists[term] for term in kept]
    write_corpus_resource(
        output,
        {
            **vocabulary_arrays(kept),
            "postings": np.frombuffer(b"".join(postings), np.uint8),
            "offsets": offsets_of(np.array([len(posting) for posting in postings])),
            "document_frequencies": np.array([frequencies[term] for term in kept], np.uint32),
        },
        format_name=FORMAT,
        provenance=provenance,
        title="Document co-occurrence",
        summary=(
            f"The documents of each word, of {count:,} in all; words in fewer than "
            f"{min_documents} documents are excluded."
        ),
        documents=count,
        min_documents=min_documents,
        level=level,
    )
