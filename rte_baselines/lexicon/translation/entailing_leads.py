"""Selection of stories whose leads are likely to entail their headlines: bayer2006 section 4.1.

The authors labelled some 900 stories by hand, trained a linear support vector machine (SVM) on
binary word features of the stories, and selected the stories with the highest scores: the
headlines of some genres and topics are factual, those of others whimsical. Those labels are
not available. Here, a story is labelled positive if its lead has enough words of the headline.
The SVM then learns in which kinds of stories that is so. Scores are cross-validated: each story
is scored by an SVM that was trained on other stories.
"""

from array import array
from collections.abc import Iterable, Sequence
from itertools import chain
from typing import NamedTuple

import numpy as np
import scipy

from rte_baselines.analysis.tokens.word_classes import is_stop_word
from rte_baselines.core.errors import InputError
from rte_baselines.core.processes.workers import Pool, pool_of
from rte_baselines.kernels.ragged import BoolArray, FloatArray
from rte_baselines.lexicon.corpus.corpora import Document
from rte_baselines.lexicon.corpus.terms import batches_of, document_terms
from rte_baselines.lexicon.translation.headlines import LEVEL, Headline, headlines

COVERED = 0.5
"""The fraction of a headline's content words that the lead of a positive story has at least: the
median of Reuters-21578 and AG News, so that both classes have enough examples."""

REGULARIZATION = 0.01
"""The parameter C of the SVM: the best of 1, 0.1, 0.01 and 0.001 in cross-validation on those
corpora, with an accuracy of 75%."""

_FOLDS = 5


def entailing_pairs(
    documents: Iterable[Document], share: float, *, workers: int | Pool = 1
) -> list[Headline]:
    """Return the headlines and leads of the stories whose leads most likely entail headlines.

    Parameters
    ----------
    documents : iterable of Document
    share : float
        The fraction of the stories with headline and lead to keep, at least one story; above
        0 and at most 1. With 1, no SVM is trained.
    workers : int or Pool
        The number of processes that split documents into words; the pairs do not depend on it.

    Returns
    -------
    list of Headline
        In the order of the documents.
    """
    if not 0 < share <= 1:
        raise InputError(f"share of stories is {share:g}; expected above 0, at most 1")
    if share == 1:
        return [headline for headline in headlines(documents, workers=workers) if headline]
    stories = _read(documents, workers)
    decisions = _decisions(stories)
    count = max(1, round(share * len(decisions)))
    kept = np.sort(np.argsort(-decisions, kind="stable")[:count])
    return [stories.pairs[index] for index in kept.tolist()]


class _Stories(NamedTuple):
    pairs: list[Headline]
    words: "scipy.sparse.csr_array"
    """Whether each story has each word, shape (stories, words)."""


def _read(documents: Iterable[Document], workers: int | Pool) -> _Stories:
    pairs: list[Headline] = []
    columns: dict[str, int] = {}
    # scikit-learn requires 32-bit indices.
    cells, ends = array("i"), array("i", [0])
    calls = (("", (batch,)) for batch in batches_of(documents))
    with pool_of(workers) as pool:
        for headline, words in chain.from_iterable(pool.stream(_stories_of_batch, calls)):
            pairs.append(headline)
            cells.extend(columns.setdefault(word, len(columns)) for word in words)
            ends.append(len(cells))
    shape = len(pairs), len(columns)
    layout = np.ones(len(cells)), np.asarray(cells, np.int32), np.asarray(ends, np.int32)
    return _Stories(pairs, scipy.sparse.csr_array(layout, shape))


def _stories_of_batch(documents: Sequence[Document]) -> list[tuple[Headline, list[str]]]:
    """Return the headline and lead of each story that has both, and its distinct words."""
    both = zip(headlines(documents), document_terms(documents, [LEVEL]), strict=True)
    return [(headline, list(dict.fromkeys(terms[LEVEL]))) for headline, terms in both if headline]


def _decisions(stories: _Stories) -> FloatArray:
    """Return the cross-validated score of each story as a positive one."""
    # Not above: workers, which read the stories, have no use for it, and it takes seconds to load.
    from sklearn.model_selection import StratifiedKFold, cross_val_predict
    from sklearn.svm import LinearSVC

    covers = np.array([covered_share(*pair) >= COVERED for pair in stories.pairs], np.bool_)
    _require_examples(covers)
    folds = StratifiedKFold(_FOLDS, shuffle=True, random_state=0)
    classifier = LinearSVC(C=REGULARIZATION, random_state=0)
    decisions: FloatArray = cross_val_predict(
        classifier, stories.words, covers, cv=folds, method="decision_function"
    )
    return decisions


def _require_examples(covers: BoolArray) -> None:
    if min(covers.sum(), (~covers).sum()) < _FOLDS:
        raise InputError(
            f"{covers.sum():,} of {len(covers):,} leads cover their headlines; a filter needs "
            f"{_FOLDS} or more that do, and as many that do not"
        )


def covered_share(words: Sequence[str], lead: Sequence[str]) -> float:
    """Return the fraction of a headline's content words that are in its lead.

    Returns
    -------
    float
        From 0 to 1; 0 for a headline of stop words only.
    """
    content = {word for word in words if not is_stop_word(word)}
    return len(content.intersection(lead)) / len(content) if content else 0.0
