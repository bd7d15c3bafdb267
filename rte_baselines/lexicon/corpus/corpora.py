"""Corpora: the documents of files and folders of text."""

import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import compress, islice, repeat
from pathlib import Path
from typing import Any, TypeVar

from rte_baselines.analysis import Analysis
from rte_baselines.analysis.analyzer import default_analyzer
from rte_baselines.core.errors import InputError, InputWarning
from rte_baselines.core.files.reading import open_input
from rte_baselines.core.processes.workers import Pool, pool_of
from rte_baselines.lexicon.corpus.formats import (
    FORMATS,
    ColumnNames,
    Document,
    TextLines,
    ending_of,
    reader_of,
)

__all__ = ["Corpus", "Document"]

Result = TypeVar("Result")


class Corpus:
    """The documents of files and folders, read again in each iteration.

    The format of a file is determined by its extension, before an optional ``.gz`` or ``.zst``:

    - ``.sgm``, ``.sgml``: documents in ``<REUTERS>`` (Reuters-21578) or ``<DOC>`` (TREC);
    - ``.csv``, ``.tsv``: one document per row;
    - ``.jsonl``: one document per line;
    - anything else: plain text, one document without a title. In a folder, only files with
      the extension ``.txt``, a number or no extension are plain text.

    Files are read once, in the order of their paths; folders are searched recursively, and hidden
    files are skipped. Bytes that are not UTF-8 are replaced, with one warning per file. Documents
    without text are skipped.

    In CSV, TSV and JSON Lines, `text_column` is the name of a column or field, or the number of a
    column, from 1, in a table without a header; `title_column` likewise, by default ``title``, if
    there is such a column.
    """

    def __init__(
        self,
        paths: Sequence[str | Path],
        *,
        text_column: str = "text",
        title_column: str | None = None,
    ) -> None:
        self._columns = ColumnNames(text_column, title_column)
        files = {file.resolve(): file for path in paths for file in _files_of(Path(path))}
        self.files = tuple(files.values())
        self._name = ", ".join(map(str, paths)) or "corpus"
        self._warned: set[Path] = set()
        if not self.files:
            raise InputError(f"{self._name}: no files to read; expected {', '.join(FORMATS)}")

    def __iter__(self) -> Iterator[Document]:
        is_empty = True
        for file in self.files:
            for document in self._read(file):
                if any(map(str.isalnum, document.title + document.text)):
                    is_empty = False
                    yield document
        if is_empty:
            raise InputError(f"{self._name}: there is no text in the corpus")

    def _read(self, file: Path) -> Iterator[Document]:
        with open_input(file) as stream:
            lines = TextLines(stream)
            try:
                yield from reader_of(file)(lines, self._columns)
            except InputError as error:
                raise InputError(f"{file}: {error}") from None
        if lines.broken and file not in self._warned:
            self._warned.add(file)
            message = f"{file}: {lines.broken} broken characters (not UTF-8) were replaced"
            warnings.warn(message, InputWarning, stacklevel=2)


def _files_of(path: Path) -> Iterator[Path]:
    """Yield the file itself, or the files of a folder that can be read."""
    try:
        exists = path.exists()
    except OSError:  # the name is too long
        exists = False
    if not exists:
        raise InputError(f"{path}: no such file or folder")
    if not path.is_dir():
        yield path
        return
    ignored = set()
    for file in sorted(path.rglob("*")):
        is_hidden = any(part.startswith(".") for part in file.relative_to(path).parts)
        if is_hidden or not file.is_file():
            continue
        ending = ending_of(file)
        if ending in FORMATS or ending[1:].isdecimal() or not ending:
            yield file
        else:
            ignored.add(ending)
    if ignored:
        message = f"{path}: files ending in {', '.join(sorted(ignored))} were skipped"
        warnings.warn(message, InputWarning, stacklevel=2)


LEVELS = ("norms", "stems", "porter_stems", "lemmas", "content_tokens")
"""The layers of analysis whose strings can be counted."""


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

    Only the level ``lemmas`` needs a parser. `stop_words` includes stop words. The terms do not
    depend on the number of workers.
    """
    return in_batches(_terms_of_batch, documents, levels, stop_words, workers=workers)


def _terms_of_batch(
    documents: Sequence[Document], levels: Sequence[str], stop_words: bool
) -> list[Mapping[str, list[str]]]:
    layers = levels if stop_words else (*levels, "is_stop_word")
    parts = (part for document in documents for part in document.parts)
    analyses = iter(default_analyzer().analyze(parts, layers))
    by_document = (list(islice(analyses, len(document.parts))) for document in documents)
    return [
        {level: _terms(analyzed, level, stop_words) for level in levels} for analyzed in by_document
    ]


def _terms(analyses: Iterable[Analysis], level: str, stop_words: bool) -> list[str]:
    terms: list[str] = []
    for analysis in analyses:
        kept = repeat(True) if stop_words else (~analysis.is_stop_word).tolist()
        terms += compress(analysis.layer(level), kept)
    return [term for term in terms if not is_mark(term)]


def is_mark(term: str) -> bool:
    """Whether a term has neither a letter nor a digit, like punctuation."""
    return not any(map(str.isalnum, term))


def in_batches(
    function: Callable[..., Iterable[Result]],
    items: Iterable[Any],
    *given: Any,
    workers: int | Pool = 1,
) -> Iterator[Result]:
    """Yield the results of a function of lists of items, in order; `given` follows the list."""
    remaining = iter(items)
    # Enough together for frequent words to repeat.
    batches = iter(lambda: list(islice(remaining, 256)), [])
    with pool_of(workers) as pool:
        for results in pool.stream(function, (("", (batch, *given)) for batch in batches)):
            yield from results
