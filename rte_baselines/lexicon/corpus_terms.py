"""Which terms stand in the documents of a corpus."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, compress, islice
from typing import TypeVar

from rte_baselines.analysis import Analysis, Analyzer
from rte_baselines.errors import InputError
from rte_baselines.lexicon.corpora import Document

Item = TypeVar("Item")

LEVELS = ("norms", "stems", "porter_stems", "lemmas", "content_tokens")
"""The layers of analysis that terms are counted at."""

_BATCH = 256
"""Documents analysed together: enough to look at common words once, little to hold."""


def check_levels(levels: Iterable[str]) -> None:
    """Refuse, before anything is read, levels that nothing can be counted at.

    Raises
    ------
    InputError
        Naming the level and those that there are.
    """
    for level in levels:
        if level not in LEVELS:
            raise InputError(f"{level!r} is no level to count at; expected {', '.join(LEVELS)}")


def document_terms(
    documents: Iterable[Document], levels: Sequence[str], *, stop_words: bool = True
) -> Iterator[Mapping[str, list[str]]]:
    """Yield for each document its terms at every level, in order, marks left out.

    Parameters
    ----------
    documents : iterable of Document
    levels : sequence of str
        Of `LEVELS`; only lemmas need a parser.
    stop_words : bool
        Whether the words on the stop list are terms too.
    """
    analyzer = Analyzer()
    layers = levels if stop_words else (*levels, "is_stop_word")
    for batch in _batches(documents, _BATCH):
        parts = (part for document in batch for part in document.parts)
        analyses = iter(analyzer.analyze(parts, layers))
        for document in batch:
            of_document = list(islice(analyses, len(document.parts)))
            yield {level: _terms(of_document, level, stop_words) for level in levels}


def _terms(analyses: Sequence[Analysis], level: str, stop_words: bool) -> list[str]:
    terms = chain.from_iterable(
        analysis.layer(level) if stop_words else _unstopped(analysis, level)
        for analysis in analyses
    )
    return [term for term in terms if not is_mark(term)]


def _unstopped(analysis: Analysis, level: str) -> Iterator[str]:
    return compress(analysis.layer(level), (~analysis.is_stop_word).tolist())


def is_mark(term: str) -> bool:
    """Whether a term has no letter and no digit, as punctuation has none."""
    return not any(map(str.isalnum, term))


def _batches(items: Iterable[Item], size: int) -> Iterator[list[Item]]:
    iterator = iter(items)
    while batch := list(islice(iterator, size)):
        yield batch
