"""Trees in which prepositions and copulas are heads, as in Minipar."""

from collections.abc import Mapping, Sequence

import numpy as np

from rte_baselines.kernels.ragged import IntArray

MODIFIER, PREPOSITIONAL, PREDICATE = "mod", "pcomp-n", "pred"
"""Minipar's relations of a preposition, and those to a preposition and to a copula."""

_NOMINAL = frozenset({"nmod", "obl"})
_CLAUSAL = frozenset({"nsubj", "csubj", "expl", "aux", "mark"})


def function_words_as_heads(
    heads: IntArray, relations: Sequence[str], parts: Sequence[str]
) -> tuple[IntArray, list[str]]:
    """Turn trees of Universal Dependencies so that prepositions and copulas are heads.

    A preposition takes the place of its noun, and a copula that of its predicate, with its
    relation; the noun depends on the preposition as "pcomp-n", the predicate on the copula as
    "pred". Prepositions modify nouns and verbs in one relation, "mod". Subjects, expletives,
    auxiliaries and subordinating conjunctions move from the predicate to the copula. Of several
    prepositions or copulas, the first is the head. Each step is a rotation of two nodes, so that
    trees stay trees.

    Parameters
    ----------
    heads : ndarray of int64, shape (words,)
        The head of each word, -1 for a root.
    relations, parts : sequence of str, length words
        The dependency relations to the heads, and the parts of speech.

    Returns
    -------
    heads : ndarray of int64, shape (words,)
    relations : list of str

    References
    ----------
    Lin 1998, "Dependency-based evaluation of MINIPAR": its trees, which kouylekov2006 and
    herrera2006 use.
    """
    turned, names = heads.copy(), list(relations)
    kinds = [relation.partition(":")[0] for relation in relations]
    copulas = _first_of_each_head(heads, [kind == "cop" for kind in kinds])
    for predicate, copula in copulas.items():
        _rotate(turned, names, copula, PREDICATE)
        dependents = np.flatnonzero(heads == predicate).tolist()
        turned[[word for word in dependents if kinds[word] in _CLAUSAL]] = copula
    is_preposition = [
        kind == "case" and part == "ADP" for kind, part in zip(kinds, parts, strict=True)
    ]
    for noun, preposition in _first_of_each_head(heads, is_preposition).items():
        _rotate(turned, names, preposition, PREPOSITIONAL)
        if kinds[noun] in _NOMINAL:
            names[preposition] = MODIFIER
    return turned, names


def _first_of_each_head(heads: IntArray, wanted: Sequence[bool]) -> Mapping[int, int]:
    """Return the first wanted dependent of each head that has one."""
    first: dict[int, int] = {}
    for word in np.flatnonzero(wanted).tolist():
        if heads[word] >= 0:
            first.setdefault(int(heads[word]), word)
    return first


def _rotate(heads: IntArray, relations: list[str], word: int, relation: str) -> None:
    """Put a word in the place of its head, and the head below it in a relation."""
    below = int(heads[word])
    heads[word], relations[word] = heads[below], relations[below]
    heads[below], relations[below] = word, relation
