"""What depends on a verb, with what a parser often attaches amiss put right.

Each rule holds for English whatever the parser; see `attached`.
"""

from collections.abc import Collection, Iterator
from typing import NamedTuple

from rte_baselines.analysis.clauses import Clause, intransitive_verbs
from rte_baselines.analysis.dependency_tree import DependencyTree
from rte_baselines.analysis.roles import is_time
from rte_baselines.analysis.word_lists import word_lists

_WHERE = frozenset({"in", "at", "near", "off", "outside"})
_WHEN = frozenset({"on", "in", "at", "by", "since", "until", "before", "after"})


class Attached(NamedTuple):
    """A word and the relation in which it depends on a verb."""

    word: int
    relation: str


def attached(tree: DependencyTree, clause: Clause, heads: Collection[int]) -> list[Attached]:
    """Return what depends on the head of a clause, from left to right.

    - A date after an object or an oblique tells when it happened, and the name of a place
      after an object without "the" tells where: "sank two ferries on Friday", "met miners
      in Essen". "To" after the object of "link" and its like belongs to the verb, and "by"
      after the object of a passive tells who did it.
    - What looks like an object and is an adverb is one: "fell sharply".
    - Of two objects of "give" and its like, the first is the receiver.
    - In the passive of "give" and its like, a bare noun is the object and no measure.
    - An object behind two coordinated verbs is that of both, unless the first cannot have
      one: "reject or delay the appeal".

    Parameters
    ----------
    tree : DependencyTree
    clause : Clause
    heads : collection of int
        The heads of all clauses.
    """
    own = [Attached(word, _corrected(tree, clause, word)) for word in tree.dependents(clause.head)]
    if clause.kind != "verb":
        return own
    found = [one for one in own if not _belongs_to_conjunct(tree, clause, one, heads)]
    found += _shared_objects(tree, clause, found, heads)
    behind = [one for one in found if one.word > clause.head]
    has_agent = any(one.relation == "obl:agent" for one in found)
    for noun in (one.word for one in behind if one.relation.partition(":")[0] in ("obj", "obl")):
        found += _times(tree, noun)
    for noun in (one.word for one in behind if one.relation == "obj"):
        found += [*_places(tree, noun), *_destinations(tree, clause.head, noun)]
        if clause.voice == "passive" and not has_agent:
            found += [Attached(agent, "obl:agent") for agent in _agents(tree, noun)]
    return sorted(found, key=lambda one: one.word)


def _corrected(tree: DependencyTree, clause: Clause, word: int) -> str:
    relation = tree.relations[word]
    gives = tree.lemmas[clause.head] in word_lists("role_words.txt")["transferring"]
    if relation == "obj" and _is_adverb(tree, clause.head, word):
        return "advmod"
    if relation == "obj" and gives and _is_followed_by_object(tree, clause.head, word):
        return "iobj"
    is_bare_noun = relation == "obl:unmarked" and not is_time(tree, word)
    return "obj" if is_bare_noun and gives and clause.voice == "passive" else relation


def _is_adverb(tree: DependencyTree, verb: int, word: int) -> bool:
    """Whether an object is an adverb: by its tag, or alone in -ly behind "fall" and its like."""
    undergoes = tree.lemmas[verb] in word_lists("role_words.txt")["undergoing"]
    may_stand_alone = undergoes or tree.lemmas[verb] in intransitive_verbs()
    ends_so = tree.tags[word] == "NN" and tree.norms[word].endswith("ly")
    return tree.pos[word] == "ADV" or (may_stand_alone and ends_so and not tree.dependents(word))


def _is_followed_by_object(tree: DependencyTree, verb: int, word: int) -> bool:
    return any(verb < word < other for other in tree.dependents(verb, "obj"))


def _times(tree: DependencyTree, noun: int) -> Iterator[Attached]:
    """Yield when it happened, as far as that hangs on a noun behind the verb."""
    for word in tree.dependents(noun, "nmod"):
        if tree.preposition(word) in _WHEN and is_time(tree, word):
            yield Attached(word, "obl")


def _places(tree: DependencyTree, noun: int) -> Iterator[Attached]:
    """Yield where it happened, as far as that hangs on an object that is not "the" one."""
    is_definite = any(tree.lemmas[word] == "the" for word in tree.dependents(noun, "det"))
    if is_definite or tree.dependents(noun, "nmod:poss"):
        return
    for word in tree.dependents(noun, "nmod"):
        is_name = tree.pos[word] == "PROPN" and not is_time(tree, word)
        if tree.preposition(word) in _WHERE and is_name:
            yield Attached(word, "obl")


def _destinations(tree: DependencyTree, verb: int, noun: int) -> Iterator[Attached]:
    """Yield what an object is linked to, where the verb says that it is."""
    if tree.lemmas[verb] in word_lists("role_words.txt")["linking_up"]:
        for word in tree.dependents(noun, "nmod"):
            if tree.preposition(word) == "to":
                yield Attached(word, "obl")


def _agents(tree: DependencyTree, noun: int) -> Iterator[int]:
    for word in tree.dependents(noun, "nmod"):
        if tree.preposition(word) == "by" and not is_time(tree, word):
            yield word


def _belongs_to_conjunct(
    tree: DependencyTree, clause: Clause, dependent: Attached, heads: Collection[int]
) -> bool:
    """Whether an object is that of a later verb alone, as in "resign or call an election"."""
    is_behind = any(
        clause.head < verb < dependent.word for verb in _coordinated(tree, clause.head, heads)
    )
    return dependent.relation == "obj" and is_behind and _is_intransitive(tree, clause.head)


def _shared_objects(
    tree: DependencyTree, clause: Clause, own: Collection[Attached], heads: Collection[int]
) -> list[Attached]:
    """Return the objects that a verb shares with those it is coordinated with."""
    if any(one.relation == "obj" for one in own) or _is_intransitive(tree, clause.head):
        return []
    first = tree.heads[clause.head]
    if tree.is_in(clause.head, "conj") and first in heads:
        behind = (word for word in tree.dependents(first, "obj") if word > clause.head)
    else:
        verbs = _coordinated(tree, clause.head, heads)
        adjacent = (verb for verb in verbs if verb == clause.head + 2)
        behind = (word for verb in adjacent for word in tree.dependents(verb, "obj"))
    return [Attached(word, "obj") for word in behind]


def _coordinated(tree: DependencyTree, verb: int, heads: Collection[int]) -> list[int]:
    return [word for word in tree.dependents(verb, "conj") if word in heads]


def _is_intransitive(tree: DependencyTree, verb: int) -> bool:
    return tree.lemmas[verb] in intransitive_verbs()
