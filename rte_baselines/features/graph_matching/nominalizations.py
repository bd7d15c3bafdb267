"""Nouns that stand for what a verb says, read as that verb."""

from collections import defaultdict
from collections.abc import Collection, Iterator

from rte_baselines.analysis.dependency_tree import DependencyTree
from rte_baselines.features.graph_matching.dependency_graph import (
    Constituent,
    Dependency,
    DependencyGraph,
    DependencyType,
    SimpleConstituent,
)
from rte_baselines.features.graph_matching.phrases import first_conjunct
from rte_baselines.lexicon.nominalizations import nominalizations

_Arguments = dict[DependencyType, Collection[int]]
"""The constituents that are the subjects, and the objects, of a verb."""


def with_nominalizations(graph: DependencyGraph, tree: DependencyTree) -> DependencyGraph:
    """Return a graph with a verb phrase for each verb that a noun with arguments is made of.

    - "The killing of the mouse by the cat", "the cat's killing of the mouse": the cat is the
      subject of "kill", the mouse its object. With one of the two only, which it is depends
      on the verb ("the arrival of the cat"), and it stands as both.
    - "The cat is the killer of the mouse", "the cat, killer of the mouse": likewise.

    The noun phrase stays what it is beside the verb phrase.

    Parameters
    ----------
    graph : DependencyGraph
    tree : DependencyTree
        Of the same snippet.
    """
    reader = _Reader(graph, tree)
    constituents: list[Constituent] = []
    dependencies: list[Dependency] = []
    for noun, phrase in enumerate(graph.constituents):
        if phrase.type == "noun" and phrase.governor.part == "NOUN":
            for verb, arguments in reader.readings(noun):
                number = len(graph.constituents) + len(constituents)
                constituents.append(_verb_phrase(verb, phrase.place))
                dependencies += _dependencies(number, arguments)
    return graph.extended(constituents, dependencies)


def _verb_phrase(verb: str, place: int) -> Constituent:
    return Constituent("verb", SimpleConstituent(verb, verb, verb, "VERB"), (), place, ())


def _dependencies(head: int, arguments: _Arguments) -> Iterator[Dependency]:
    for type_, modifiers in arguments.items():
        yield from (Dependency(head, modifier, type_) for modifier in modifiers)


class _Reader:
    """Reads the nouns of one graph as verbs."""

    def __init__(self, graph: DependencyGraph, tree: DependencyTree) -> None:
        self._graph = graph
        self._tree = tree
        self._depending: defaultdict[int, list[Dependency]] = defaultdict(list)
        self._attribute_of: defaultdict[int, list[int]] = defaultdict(list)
        for dependency in graph.dependencies:
            self._depending[dependency.head].append(dependency)
            if dependency.type == "attribute":
                self._attribute_of[dependency.modifier].append(dependency.head)

    def readings(self, noun: int) -> Iterator[tuple[str, _Arguments]]:
        """Yield the verbs that a noun is made of, with their arguments if there are any."""
        for verb, kind in nominalizations(self._graph.constituents[noun].governor.lemma):
            arguments = self._of_event(noun) if kind == "event" else self._of_agent(noun)
            if any(arguments.values()):
                yield verb, arguments

    def _of_event(self, noun: int) -> _Arguments:
        by, of, genitive = (self._marked(noun, mark) for mark in ("by", "of", "'s"))
        # "By the cat" seldom belongs to "the mouse", to which parsers attach it.
        by += [each for one in of for each in self._marked(one, "by")]
        if by:
            return {"subject": by, "object": [*of, *genitive]}
        if of and genitive:
            return {"subject": genitive, "object": of}
        either = [*of, *genitive]
        return {"subject": either, "object": either}

    def _of_agent(self, noun: int) -> _Arguments:
        subjects = [
            dependency.modifier
            for verb in self._attribute_of[noun]
            for dependency in self._depending[verb]
            if dependency.type == "subject"
        ]
        return {
            "subject": subjects,
            "object": [*self._marked(noun, "of"), *self._marked(noun, "'s")] if subjects else [],
        }

    def _marked(self, noun: int, mark: str) -> list[int]:
        """Return what modifies a noun with a preposition, or as a genitive ("'s")."""
        return [
            dependency.modifier
            for dependency in self._depending[noun]
            if dependency.type == "modifier" and self._mark(dependency.modifier) == mark
        ]

    def _mark(self, modifier: int) -> str:
        word = self._graph.constituents[modifier].place
        own, first = self._tree.marker(word), first_conjunct(self._tree, word)
        is_genitive = self._tree.is_in(first, "nmod:poss")
        return "'s" if is_genitive else own or self._tree.marker(first)
