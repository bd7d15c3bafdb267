"""The terms of the documents of a corpus."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, compress, islice

from rte_baselines.analysis import Analysis
from rte_baselines.analysis.analyzer import default_analyzer
from rte_baselines.core.errors import InputError
from rte_baselines.core.processes.workers import Pool, pool_of
from rte_baselines.lexicon.corpus.corpora import Document

LEVELS = ("norms", "stems", "porter_stems", "lemmas", "content_tokens")
"""The layers of analysis whose strings can be counted."""

_BATCH = 256
"""The number of documents that are analyzed together: enough for frequent words to repeat."""


def check_levels(levels: Iterable[str]) -> None:
    """Check that levels are among `LEVELS`, before anything is read."""
    for level in levels:
        if level not in LEVELS:
            raise InputError(f"unknown level {level!r}; expected {', '.join(LEVELS)}")


def document_terms(
    documents: Iterable[Document],
    levels: Sequence[str],
    *,
    stop_words: bool = True,
    workers: int | Pool = 1,
) -> Iterator[Mapping[str, list[str]]]:
    """Yield the terms of each document at every level, in order, without punctuation.

    Parameters
    ----------
    documents : iterable of Document
    levels : sequence of str
        Some of `LEVELS`; only ``lemmas`` needs a parser.
    stop_words : bool
        Whether stop words are included.
    workers : int or Pool
        The number of processes; the terms do not depend on it.
    """
    calls = (("", (batch, levels, stop_words)) for batch in batches_of(documents))
    with pool_of(workers) as pool:
        for of_batch in pool.stream(_terms_of_batch, calls):
            yield from of_batch


def _terms_of_batch(
    documents: Sequence[Document], levels: Sequence[str], stop_words: bool
) -> list[Mapping[str, list[str]]]:
    layers = levels if stop_words else (*levels, "is_stop_word")
    parts = (part for document in documents for part in document.parts)
    analyses = iter(default_analyzer().analyze(parts, layers))
    by_document = (list(islice(analyses, len(document.parts))) for document in documents)
    return [
        {level: _terms(of_document, level, stop_words) for level in levels}
        for of_document in by_document
    ]


def _terms(analyses: Sequence[Analysis], level: str, stop_words: bool) -> list[str]:
    terms = chain.from_iterable(
        analysis.layer(level) if stop_words else _without_stop_words(analysis, level)
        for analysis in analyses
    )
    return [term for term in terms if not is_mark(term)]


def _without_stop_words(analysis: Analysis, level: str) -> Iterator[str]:
    return compress(analysis.layer(level), (~analysis.is_stop_word).tolist())


def is_mark(term: str) -> bool:
    """Whether a term has neither a letter nor a digit, like punctuation."""
    return not any(map(str.isalnum, term))


def batches_of(documents: Iterable[Document]) -> Iterator[list[Document]]:
    """Yield lists of the documents that are analyzed together."""
    remaining = iter(documents)
    while batch := list(islice(remaining, _BATCH)):
        yield batch
