"""Headlines and leads of news stories, used as hypotheses and texts in bayer2006."""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import compress
from typing import Final, NamedTuple

import numpy as np

from rte_baselines.analysis import Analysis
from rte_baselines.analysis.analyzer import default_analyzer
from rte_baselines.analysis.english.sentence_boundaries import sentence_starts, word_spacing
from rte_baselines.core.processes.workers import Pool, pool_of
from rte_baselines.kernels.ragged import IntArray
from rte_baselines.lexicon.corpus.corpora import Document
from rte_baselines.lexicon.corpus.terms import batches_of

LEVEL: Final = "norms"
"""The layer of analysis of the words; punctuation is excluded."""

LONGEST_LEAD = 100
"""The maximum length of a lead in words, as in GIZA++; longer ones are mostly tables."""

# Web stories have their agency at the end of the headline, "(Reuters)", and before the lead,
# "Reuters - ", or a place before the lead, "NEW YORK - ". The rules of sentence boundaries do not
# recognize these as datelines.
_AGENCY_AFTER = re.compile(r"\s*\(([A-Z][\w. ]{1,20})\)\s*$")
_NAME_BEFORE = re.compile(r"([A-Z][\w.]*(?: [A-Z][\w.]*){0,2}) --? +")
# An empty line or an indented one starts a paragraph.
_PARAGRAPH = re.compile(r"\n\s*\n|\n[ \t]{2,}")
_DATELINE_ENDS = frozenset({"-", "--", "---", "\u2013", "\u2014"})


class Headline(NamedTuple):
    """The words of the headline and of the lead of a story."""

    words: tuple[str, ...]
    lead: tuple[str, ...]


def headlines(
    documents: Iterable[Document], *, workers: int | Pool = 1
) -> Iterator[Headline | None]:
    """Yield the headline and the lead of each document; None if either is missing.

    The lead is the first sentence of the first paragraph, without the dateline and the name
    of the agency. It has at most `LONGEST_LEAD` words.

    Parameters
    ----------
    documents : iterable of Document
        Read lazily.
    workers : int or Pool
        The number of processes; the words do not depend on it.
    """
    calls = (("", (batch,)) for batch in batches_of(documents))
    with pool_of(workers) as pool:
        for of_batch in pool.stream(_headlines_of_batch, calls):
            yield from of_batch


def _headlines_of_batch(documents: Sequence[Document]) -> list[Headline | None]:
    snippets = [part for document in documents for part in _title_and_paragraph(document)]
    analyses = default_analyzer().analyze(snippets, (LEVEL, "is_punctuation", "word_offsets"))
    return [_headline(*parts) for parts in zip(analyses[::2], analyses[1::2], strict=True)]


def _headline(title: Analysis, paragraph: Analysis) -> Headline | None:
    words = _words(title, np.arange(len(title)))
    lead = _words(paragraph, _first_sentence(paragraph))
    return Headline(words, lead) if words and 0 < len(lead) <= LONGEST_LEAD else None


def _title_and_paragraph(document: Document) -> tuple[str, str]:
    """Return the headline and the first paragraph, without the agency or place."""
    title = document.title
    paragraph = _PARAGRAPH.split(document.text.strip(), maxsplit=1)[0]
    agency, name = _AGENCY_AFTER.search(title), _NAME_BEFORE.match(paragraph)
    if name and (name[1].isupper() or (agency and name[1] == agency[1])):
        paragraph = paragraph[name.end() :]
    return title[: agency.start()] if agency else title, paragraph


def _first_sentence(paragraph: Analysis) -> IntArray:
    """Return the positions of the words of the first sentence that is not a dateline."""
    spaces, paragraph_starts = word_spacing(paragraph.text, paragraph.words, paragraph.word_offsets)
    starts = np.flatnonzero(sentence_starts(paragraph.words, spaces, paragraph_starts)).tolist()
    starts.append(len(paragraph))
    has_dateline = len(starts) > 2 and paragraph.words[starts[1] - 1] in _DATELINE_ENDS
    return np.arange(*starts[has_dateline : has_dateline + 2])


def _words(analysis: Analysis, positions: IntArray) -> tuple[str, ...]:
    kept = (~analysis.is_punctuation[positions]).tolist()
    norms = analysis.layer(LEVEL)
    return tuple(compress((norms[position] for position in positions.tolist()), kept))
