"""Nodes of dependency trees: their parents, and which of them are negated."""

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
    """Return the parent of each node, -1 for a root; shape (nodes,).

    Dependents of a punctuation mark are attached to the mark's head.
    """
    positions = NODES.positions(analysis)
    above = nearest_kept(analysis.heads, ~analysis.is_punctuation)[positions]
    # The extra, last element is looked up for roots, whose head is -1.
    numbers = np.full(len(analysis) + 1, -1, np.int64)
    numbers[positions] = np.arange(len(positions))
    return numbers[above]


def nearest_kept(heads: IntArray, kept: BoolArray) -> IntArray:
    """Return the nearest kept ancestor of each word, -1 if there is none; shape (words,).

    Parameters
    ----------
    heads : ndarray of int64, shape (words,)
        The head of each word, -1 for a root.
    kept : ndarray of bool, shape (words,)
    """
    above: IntArray = heads.copy()
    while len(dropped := np.flatnonzero((above >= 0) & ~kept[above])):
        above[dropped] = heads[above[dropped]]
    return above


def negated_words(analysis: Analysis) -> BoolArray:
    """Mark the negated words, shape (words,).

    A negation is a leaf attached to its head as an adverb or a determiner: "not", "never",
    "no". Negation is passed on to the head, and from there upwards "until the head", which is
    taken to be the head of the clause. "not" and "no" negate "change" in "will not change" and
    "makes no change", and the latter negates "makes" too, but neither negates the governor of
    the clause. The paper's trees have verbs as heads of clauses; those of Universal
    Dependencies may not. Therefore the head of a clause is negated together with its
    auxiliaries, neg(will) and neg(change), and a copula is negated instead of its predicate,
    neg(be) in "is not a big seller".

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
    """Return the auxiliaries of a clause, and its copula or, if it has none, its head."""
    dependents = np.flatnonzero(heads == clause).tolist()
    auxiliaries = [word for word in dependents if kinds[word] == "aux"]
    copulas = [word for word in dependents if kinds[word] == "cop"]
    return auxiliaries + (copulas or [clause])
