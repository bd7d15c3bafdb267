"""Nouns that stand for what a verb says, read as that verb."""

from collections import defaultdict
from collections.abc import Collection, Iterator
from typing import NamedTuple

from rte_baselines.analysis.clauses import is_negation
from rte_baselines.analysis.dependency_tree import DependencyTree
from rte_baselines.analysis.predications import Modality
from rte_baselines.analysis.roles import is_time
from rte_baselines.features.graph_matching.dependency_graph import (
    Constituent,
    Dependency,
    DependencyGraph,
    DependencyType,
    SimpleConstituent,
)
from rte_baselines.lexicon.nominalizations import nominalizations

_Arguments = dict[DependencyType, Collection[int]]
"""The constituents that are the subjects, and the objects, of a verb."""


class _Reading(NamedTuple):
    """What a noun says when it is read as a verb."""

    modality: Modality
    negated: bool
    arguments: _Arguments


def with_nominalizations(graph: DependencyGraph, tree: DependencyTree) -> DependencyGraph:
    """Return a graph with a verb phrase for each verb that a noun with arguments is made of.

    - "The killing of the mouse by the cat", "the cat's killing of the mouse": the cat is the
      subject of "kill", the mouse its object. With one of the two only, which it is depends
      on the verb ("the arrival of the cat"), and it stands as both. A date or time is neither
      ("yesterday's killing", "the arrival by Monday").
    - "The cat is the killer of the mouse", "the cat, killer of the mouse": likewise.

    The verb phrase is negated, and has the modality, as the copula of which the agent is the
    attribute ("the cat may be the killer"), or the "be" that says that there is the event
    ("there was no killing"). Any other event is negated by "no" before its noun.

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
            for verb, reading in reader.readings(noun):
                number = len(graph.constituents) + len(constituents)
                constituents.append(_verb_phrase(verb, phrase.place, reading))
                dependencies += _dependencies(number, reading.arguments)
    return graph.extended(constituents, dependencies)


def _verb_phrase(verb: str, place: int, reading: _Reading) -> Constituent:
    return Constituent(
        "verb",
        SimpleConstituent(verb, verb, verb, "VERB"),
        others=(),
        place=place,
        words=(),
        modality=reading.modality,
        negated=reading.negated,
        is_nominalization=True,
    )


def _dependencies(head: int, arguments: _Arguments) -> Iterator[Dependency]:
    for type_, modifiers in arguments.items():
        yield from (Dependency(head, modifier, type_) for modifier in modifiers)


class _Reader:
    """Reads the nouns of one graph as verbs."""

    def __init__(self, graph: DependencyGraph, tree: DependencyTree) -> None:
        self._graph = graph
        self._tree = tree
        self._below: defaultdict[int, list[Dependency]] = defaultdict(list)
        self._above: defaultdict[int, list[Dependency]] = defaultdict(list)
        for dependency in graph.dependencies:
            self._below[dependency.head].append(dependency)
            self._above[dependency.modifier].append(dependency)

    def readings(self, noun: int) -> Iterator[tuple[str, _Reading]]:
        """Yield the verbs that a noun is made of, with what it says if it has arguments."""
        for verb, kind in nominalizations(self._graph.constituents[noun].governor.lemma):
            readings = [self._as_event(noun)] if kind == "event" else self._as_agent(noun)
            for reading in readings:
                if any(reading.arguments.values()):
                    yield verb, reading

    # Events

    def _as_event(self, noun: int) -> _Reading:
        arguments = self._arguments_of_event(noun)
        existential = self._existential(noun)
        if existential is not None:
            return _Reading(existential.modality, existential.negated, arguments)
        determiners = self._tree.dependents(self._graph.constituents[noun].place, "det")
        negated = any(is_negation(self._tree, word) for word in determiners)
        return _Reading("none", negated, arguments)

    def _existential(self, noun: int) -> Constituent | None:
        """Return the "be" that says of a noun only that there is such a thing, if any.

        Parsers take the noun for its subject, or for an attribute of nothing.
        """
        for dependency in self._above[noun]:
            verb = self._graph.constituents[dependency.head]
            types = {each.type for each in self._below[dependency.head]}
            is_alone = len(types & {"subject", "attribute"}) == 1
            if verb.governor.lemma == "be" and is_alone:
                return verb
        return None

    def _arguments_of_event(self, noun: int) -> _Arguments:
        by, of, genitive = (self._marked(noun, mark) for mark in ("by", "of", "'s"))
        # "By the cat" seldom belongs to "the mouse", to which parsers attach it.
        by += [each for one in of for each in self._marked(one, "by")]
        by, genitive = (list(filter(self._is_no_time, each)) for each in (by, genitive))
        if by:
            return {"subject": by, "object": [*of, *genitive]}
        if of and genitive:
            return {"subject": genitive, "object": of}
        either = [*of, *genitive]
        return {"subject": either, "object": either}

    def _is_no_time(self, modifier: int) -> bool:
        return not is_time(self._tree, self._graph.constituents[modifier].place)

    # Agents

    def _as_agent(self, noun: int) -> Iterator[_Reading]:
        """Yield what each copula says of whom."""
        objects = [*self._marked(noun, "of"), *self._marked(noun, "'s")]
        for dependency in self._above[noun]:
            copula, below = self._graph.constituents[dependency.head], self._below[dependency.head]
            subjects = [each.modifier for each in below if each.type == "subject"]
            if dependency.type == "attribute" and subjects:
                arguments: _Arguments = {"subject": subjects, "object": objects}
                yield _Reading(copula.modality, copula.negated, arguments)

    # Modifiers

    def _marked(self, noun: int, mark: str) -> list[int]:
        """Return what modifies a noun with a preposition, or as a genitive ("'s")."""
        return [
            dependency.modifier
            for dependency in self._below[noun]
            if dependency.type == "modifier" and self._mark(dependency.modifier) == mark
        ]

    def _mark(self, modifier: int) -> str:
        word = self._graph.constituents[modifier].place
        own, first = self._tree.marker(word), self._tree.first_conjunct(word)
        is_genitive = self._tree.is_in(first, "nmod:poss")
        return "'s" if is_genitive else own or self._tree.marker(first)
