"""Which stories' leads are likely to entail their headlines: bayer2006 section 4.1.

The authors judged some 900 stories by hand, trained a linear support vector machine on the
words of the whole stories, each of which is there or not, and took from all stories those that
it was surest of: some genres and topics have headlines that are to the point, others whimsical
ones. There are no such judgments here. In their stead a lead counts as entailing the headline
if it has enough of the headline's words. The machine then says in what kind of story that is so;
each story is judged by one that was trained on others, so that it cannot remember it.
"""

from array import array
from collections.abc import Iterable, Sequence
from itertools import islice
from typing import NamedTuple

import numpy as np
from scipy import sparse
from sklearn.model_selection import StratifiedKFold, cross_val_predict
from sklearn.svm import LinearSVC

from rte_baselines.analysis.word_classes import is_stop_word
from rte_baselines.errors import InputError
from rte_baselines.kernels.ragged import BoolArray, FloatArray
from rte_baselines.lexicon.corpora import Document
from rte_baselines.lexicon.corpus_terms import document_terms
from rte_baselines.lexicon.headlines import LEVEL, Headline, headlines

COVERED = 0.5
"""The share of a headline's words, stop words apart, that the lead is to have: the median of
Reuters-21578 and AG News, so that there are examples enough of either kind."""

REGULARIZATION = 0.01
"""The machine's parameter C. Of 1, 0.1, 0.01 and 0.001 it is the one with which machines are
right most often on stories of those corpora that they have not seen: 75 times in 100."""

_FOLDS = 5
_BATCH = 256


def entailing_pairs(documents: Iterable[Document], share: float) -> list[Headline]:
    """Return headlines with leads, of those stories that are likeliest to be entailed.

    Parameters
    ----------
    documents : iterable of Document
    share : float
        How many to keep of the stories with headline and lead, one at the least; above 0 and
        at most 1. With 1 nothing is judged.

    Returns
    -------
    list of Headline
        In the order of the documents.

    Raises
    ------
    InputError
        If the share is not one, or leads that cover their headlines, or such that do not, are
        too few to learn from.
    """
    if not 0 < share <= 1:
        raise InputError(f"{share:g} is no share of stories to keep; expected one above 0, up to 1")
    if share == 1:
        return [headline for headline in headlines(documents) if headline]
    stories = _read(documents)
    decisions = _decisions(stories)
    count = max(1, round(share * len(decisions)))
    kept = np.sort(np.argsort(-decisions, kind="stable")[:count])
    return [stories.pairs[place] for place in kept.tolist()]


class _Stories(NamedTuple):
    pairs: list[Headline]
    words: sparse.csr_array
    """Whether each story has each word, shape (stories, words)."""


def _read(documents: Iterable[Document]) -> _Stories:
    remaining = iter(documents)
    pairs: list[Headline] = []
    columns: dict[str, int] = {}
    # scikit-learn takes no wider numbers.
    cells, ends = array("i"), array("i", [0])
    while batch := list(islice(remaining, _BATCH)):
        of_batch = zip(headlines(batch), document_terms(batch, [LEVEL]), strict=True)
        for headline, terms in of_batch:
            if headline:
                pairs.append(headline)
                words = dict.fromkeys(terms[LEVEL])
                cells.extend(columns.setdefault(word, len(columns)) for word in words)
                ends.append(len(cells))
    shape = len(pairs), len(columns)
    layout = np.ones(len(cells)), np.asarray(cells, np.int32), np.asarray(ends, np.int32)
    return _Stories(pairs, sparse.csr_array(layout, shape))


def _decisions(stories: _Stories) -> FloatArray:
    """Return how sure machines are that each story is one of those with a covering lead."""
    covers = np.array([covered_share(*pair) >= COVERED for pair in stories.pairs], np.bool_)
    _require_examples(covers)
    folds = StratifiedKFold(_FOLDS, shuffle=True, random_state=0)
    machine = LinearSVC(C=REGULARIZATION, random_state=0)
    decisions: FloatArray = cross_val_predict(
        machine, stories.words, covers, cv=folds, method="decision_function"
    )
    return decisions


def _require_examples(covers: BoolArray) -> None:
    if min(covers.sum(), (~covers).sum()) < _FOLDS:
        raise InputError(
            f"{covers.sum():,} of {len(covers):,} leads cover their headlines; a filter needs "
            f"{_FOLDS} or more that do, and as many that do not"
        )


def covered_share(words: Sequence[str], lead: Sequence[str]) -> float:
    """Return the share of a headline's words, stop words apart, that stand in its lead.

    Returns
    -------
    float
        From 0 to 1; 0 for a headline of stop words.
    """
    content = {word for word in words if not is_stop_word(word)}
    return len(content.intersection(lead)) / len(content) if content else 0.0
