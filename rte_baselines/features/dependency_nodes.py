"""The nodes of a snippet's dependency trees: their parents, and which are negated."""

from collections.abc import Sequence

import numpy as np

from rte_baselines.analysis import Analysis
from rte_baselines.features.batch import Selection
from rte_baselines.kernels.ragged import BoolArray, IntArray

NODES = Selection("norms", "punctuation")
"""The words that are nodes: all but punctuation marks."""

_NEGATING = frozenset({"advmod", "det"})
_CLAUSES = frozenset("root csubj ccomp xcomp advcl acl parataxis conj".split())


def parents_of_nodes(analysis: Analysis) -> IntArray:
    """Return which node each node hangs on, -1 at a root; shape (nodes,).

    What hangs on a punctuation mark hangs on what the mark hangs on.
    """
    places = NODES.positions(analysis)
    above = nearest_kept(analysis.heads, ~analysis.is_punctuation)[places]
    # One more than there are words, which is what the head of a root is looked up as.
    numbers = np.full(len(analysis) + 1, -1, np.int64)
    numbers[places] = np.arange(len(places))
    return numbers[above]


def nearest_kept(heads: IntArray, kept: BoolArray) -> IntArray:
    """Return the nearest word above each word that is kept, -1 if there is none; shape (words,).

    Parameters
    ----------
    heads : ndarray of int64, shape (words,)
        The word above each word, -1 for a root.
    kept : ndarray of bool, shape (words,)
    """
    above: IntArray = heads.copy()
    while len(dropped := np.flatnonzero((above >= 0) & ~kept[above])):
        above[dropped] = heads[above[dropped]]
    return above


def negated_words(analysis: Analysis) -> BoolArray:
    """Mark the words that a negation bears on, shape (words,).

    A negation is a leaf that hangs on its head as an adverb or a determiner: "not",
    "never", "no". It is passed on to the head, and from there upwards "until the head",
    which is taken to be that of the clause: "not" and "no" negate "change" in "will not
    change" and "makes no change", the latter "makes" too, but nothing that governs the
    clause. Where the paper's trees have verbs, those of Universal Dependencies may have
    none, so the head of a clause is negated together with its auxiliaries, neg(will) and
    neg(change), and a copula in place of its predicate, neg(be) in "is not a big seller".

    References
    ----------
    Herrera, Peñas and Verdejo 2006, "Textual entailment recognition based on dependency
    analysis and WordNet", section 3.4 and figures 2 and 3.
    """
    negated = np.zeros(len(analysis), np.bool_)
    if not analysis.is_negation.any():
        return negated
    heads = analysis.heads
    kinds = [relation.partition(":")[0] for relation in analysis.relations]
    for word in np.setdiff1d(np.flatnonzero(analysis.is_negation), heads).tolist():
        if kinds[word] not in _NEGATING or heads[word] < 0:
            continue
        *within, clause = _up_to_clause(int(heads[word]), heads, kinds)
        negated[[*within, *_verb_group(clause, heads, kinds)]] = True
        negated[heads[word]] |= kinds[word] == "det"
    return negated


def _up_to_clause(word: int, heads: IntArray, kinds: Sequence[str]) -> list[int]:
    """Return a word and its ancestors up to the head of the clause."""
    path = [word]
    while kinds[path[-1]] not in _CLAUSES and heads[path[-1]] >= 0:
        path.append(int(heads[path[-1]]))
    return path


def _verb_group(clause: int, heads: IntArray, kinds: Sequence[str]) -> list[int]:
    """Return the auxiliaries of a clause with its copula or, without one, its head."""
    dependents = np.flatnonzero(heads == clause).tolist()
    auxiliaries = [word for word in dependents if kinds[word] == "aux"]
    copulas = [word for word in dependents if kinds[word] == "cop"]
    return auxiliaries + (copulas or [clause])
