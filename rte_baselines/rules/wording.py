"""The words of a template in the order of English, for people to read."""

from collections.abc import Sequence
from typing import NamedTuple

# Where dependents stand, from left to right, around their head.
_BEFORE = ("csubj", "nsubj", "nmod:poss", "nummod", "amod", "compound")
_AFTER = ("iobj", "obj", "xcomp", "nmod", "acl", "advmod", "obl", "ccomp", "advcl")
_POSSESSIVE = "nmod:poss"
_COPULA = "nsubj:cop"
_WITH_MARKERS = frozenset({"nmod", "obl", "acl", "advcl", "xcomp"})
_NO_MARKER = "unmarked"


class Words(NamedTuple):
    """A dependency tree of strings.

    Parameters
    ----------
    words : sequence of str
    heads : sequence of int
        -1 for the root.
    relations : sequence of str
        As in a template.
    """

    words: Sequence[str]
    heads: Sequence[int]
    relations: Sequence[str]


def worded(tree: Words) -> str:
    """Return the words of a tree as a phrase, uninflected and in the active voice."""
    return " ".join(_phrase(tree, tree.heads.index(-1)))


def _phrase(tree: Words, node: int) -> list[str]:
    """Return the words of a node and of everything below it."""
    dependents = [other for other, head in enumerate(tree.heads) if head == node]
    before = [other for other in dependents if _rank(tree.relations[other], _BEFORE) >= 0]
    after = [other for other in dependents if other not in before]
    before.sort(key=lambda other: _rank(tree.relations[other], _BEFORE))
    after.sort(key=lambda other: _rank(tree.relations[other], _AFTER))
    words = []
    for other in before:
        words += _with_markers(tree, other)
        if tree.relations[other] == _COPULA:
            words.append("be")
    words.append(tree.words[node])
    for other in after:
        words += _with_markers(tree, other)
    return words


def _with_markers(tree: Words, node: int) -> list[str]:
    """Return a dependent with its preposition, conjunction or possessive ending."""
    *words, last = _phrase(tree, node)
    if tree.relations[node] == _POSSESSIVE:
        return [*words, f"{last}'s"]
    base, _, subtype = tree.relations[node].partition(":")
    if base in _WITH_MARKERS and subtype and subtype != _NO_MARKER:
        return [*subtype.split("_"), *words, last]
    return [*words, last]


def _rank(relation: str, order: Sequence[str]) -> int:
    """Return the place of a relation, or else of its base, in an order; -1 if it has none."""
    known = (name for name in (relation, relation.partition(":")[0]) if name in order)
    return next(map(order.index, known), -1)
