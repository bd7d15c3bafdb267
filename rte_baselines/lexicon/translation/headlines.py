"""Headlines and leads of news stories, used as hypotheses and texts in bayer2006."""

import re
from array import array
from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

import numpy as np
import scipy

from rte_baselines.analysis import Analysis
from rte_baselines.analysis.analyzer import default_analyzer
from rte_baselines.analysis.english.sentence_boundaries import sentence_starts, word_spacing
from rte_baselines.analysis.tokens.word_classes import is_stop_word
from rte_baselines.core.errors import InputError
from rte_baselines.core.processes.workers import Pool
from rte_baselines.kernels.ragged import FloatArray
from rte_baselines.lexicon.corpus.corpora import Document, document_terms, in_batches

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
    """Yield the headline and the lead of each document, read lazily; None if either is missing.

    The lead is the first sentence of the first paragraph, without the dateline and the name
    of the agency. It has at most `LONGEST_LEAD` words. The words do not depend on the workers.
    """
    return in_batches(_headlines_of_batch, documents, workers=workers)


def _headlines_of_batch(documents: Sequence[Document]) -> list[Headline | None]:
    snippets = [part for document in documents for part in _title_and_paragraph(document)]
    analyses = default_analyzer().analyze(snippets, (LEVEL, "is_punctuation", "word_offsets"))
    pairs = (
        Headline(_words(title, range(len(title))), _words(paragraph, _first_sentence(paragraph)))
        for title, paragraph in zip(analyses[::2], analyses[1::2], strict=True)
    )
    return [pair if pair.words and 0 < len(pair.lead) <= LONGEST_LEAD else None for pair in pairs]


def _title_and_paragraph(document: Document) -> tuple[str, str]:
    """Return the headline and the first paragraph, without the agency or place."""
    title = document.title
    paragraph = _PARAGRAPH.split(document.text.strip(), maxsplit=1)[0]
    agency, name = _AGENCY_AFTER.search(title), _NAME_BEFORE.match(paragraph)
    if name and (name[1].isupper() or (agency and name[1] == agency[1])):
        paragraph = paragraph[name.end() :]
    return title[: agency.start()] if agency else title, paragraph


def _first_sentence(paragraph: Analysis) -> range:
    """Return the positions of the words of the first sentence that is not a dateline."""
    spaces, paragraph_starts = word_spacing(paragraph.text, paragraph.words, paragraph.word_offsets)
    starts = np.flatnonzero(sentence_starts(paragraph.words, spaces, paragraph_starts)).tolist()
    starts.append(len(paragraph))
    has_dateline = len(starts) > 2 and paragraph.words[starts[1] - 1] in _DATELINE_ENDS
    return range(*starts[has_dateline : has_dateline + 2])


def _words(analysis: Analysis, positions: range) -> tuple[str, ...]:
    norms, dropped = analysis.layer(LEVEL), analysis.is_punctuation
    return tuple(norms[position] for position in positions if not dropped[position])


COVERED = 0.5
"""The fraction of a headline's content words that the lead of a positive story has at least: the
median of Reuters-21578 and AG News, so that both classes have enough examples."""

_FOLDS = 5


def entailing_pairs(
    documents: Iterable[Document], share: float, *, workers: int | Pool = 1
) -> list[Headline]:
    """Return the headlines and leads of the stories whose leads most likely entail headlines.

    They keep the order of the documents. `share`, above 0 and at most 1, is the fraction of the
    stories with headline and lead to keep, at least one story; with 1, no SVM is trained. `workers`
    split documents into words; the pairs do not depend on their number.
    """
    if not 0 < share <= 1:
        raise InputError(f"share of stories is {share:g}; expected above 0, at most 1")
    if share == 1:
        return [headline for headline in headlines(documents, workers=workers) if headline]
    pairs, words = _read(documents, workers)
    decisions = _decisions(pairs, words)
    count = max(1, round(share * len(decisions)))
    kept = np.sort(np.argsort(-decisions, kind="stable")[:count])
    return [pairs[index] for index in kept.tolist()]


def _read(
    documents: Iterable[Document], workers: int | Pool
) -> tuple[list[Headline], "scipy.sparse.csr_array"]:
    """Return the stories, and whether each has each word, shape (stories, words)."""
    pairs: list[Headline] = []
    columns: dict[str, int] = {}
    # scikit-learn requires 32-bit indices.
    cells, ends = array("i"), array("i", [0])
    for headline, words in in_batches(_stories_of_batch, documents, workers=workers):
        pairs.append(headline)
        cells.extend(columns.setdefault(word, len(columns)) for word in words)
        ends.append(len(cells))
    shape = len(pairs), len(columns)
    layout = np.ones(len(cells)), np.asarray(cells, np.int32), np.asarray(ends, np.int32)
    return pairs, scipy.sparse.csr_array(layout, shape)


def _stories_of_batch(documents: Sequence[Document]) -> list[tuple[Headline, list[str]]]:
    """Return the headline and lead of each story that has both, and its distinct words."""
    pairs = zip(headlines(documents), document_terms(documents, [LEVEL]), strict=True)
    return [(headline, list(dict.fromkeys(terms[LEVEL]))) for headline, terms in pairs if headline]


def _decisions(stories: Sequence[Headline], words: "scipy.sparse.csr_array") -> FloatArray:
    """Return the cross-validated score of each story as a positive one."""
    # Not above: workers, which read the stories, have no use for it, and it takes seconds to load.
    from sklearn.model_selection import StratifiedKFold, cross_val_predict
    from sklearn.svm import LinearSVC

    covers = np.array([covered_share(*pair) >= COVERED for pair in stories], np.bool_)
    if min(covers.sum(), (~covers).sum()) < _FOLDS:
        raise InputError(
            f"{covers.sum():,} of {len(covers):,} leads cover their headlines; a filter needs "
            f"{_FOLDS} or more that do, and as many that do not"
        )
    folds = StratifiedKFold(_FOLDS, shuffle=True, random_state=0)
    # The best of 1, 0.1, 0.01 and 0.001 in cross-validation, with an accuracy of 75%.
    classifier = LinearSVC(C=0.01, random_state=0)
    decisions: FloatArray = cross_val_predict(
        classifier, words, covers, cv=folds, method="decision_function"
    )
    return decisions


def covered_share(words: Sequence[str], lead: Sequence[str]) -> float:
    """Return the fraction of a headline's content words that are in its lead; 0 if it has none."""
    content = {word for word in words if not is_stop_word(word)}
    return len(content.intersection(lead)) / len(content) if content else 0.0
