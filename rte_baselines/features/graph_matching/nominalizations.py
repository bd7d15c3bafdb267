"""Nominalizations: nouns that are read as the verbs they are derived from."""

from collections import defaultdict
from collections.abc import Collection, Iterator
from typing import NamedTuple

from rte_baselines.analysis.english.dependency_tree import DependencyTree
from rte_baselines.analysis.predicates.clauses import is_negation, is_time
from rte_baselines.analysis.predicates.predications import Modality
from rte_baselines.features.graph_matching.dependency_graph import (
    Constituent,
    Dependency,
    DependencyGraph,
    DependencyType,
    SimpleConstituent,
)
from rte_baselines.lexicon.wordnet.entailment.lexical_relations import nominalizations

_Arguments = dict[DependencyType, Collection[int]]
"""The indices of the subjects and of the objects of a verb."""


class _Reading(NamedTuple):
    """The modality, negation and arguments of a noun that is read as a verb."""

    modality: Modality
    negated: bool
    arguments: _Arguments


def with_nominalizations(graph: DependencyGraph, tree: DependencyTree) -> DependencyGraph:
    """Add a verb phrase for each verb that a noun with arguments is derived from.

    - "The killing of the mouse by the cat", "the cat's killing of the mouse": the cat is the
      subject of "kill", the mouse its object. If there is only one of the two, its function
      depends on the verb ("the arrival of the cat"), so that it is added as both. Dates and
      times are neither ("yesterday's killing", "the arrival by Monday").
    - "The cat is the killer of the mouse", "the cat, killer of the mouse": the same.

    The verb phrase has the negation and the modality of the copula whose attribute is the agent
    noun ("the cat may be the killer"), or of the "be" in existential sentences ("there was no
    killing"). Other event nouns are negated by the determiner "no".

    The noun phrase remains in the graph.

    `tree`: the tree of the same snippet.
    """
    reader = _NounReader(graph, tree)
    constituents: list[Constituent] = []
    dependencies: list[Dependency] = []
    for noun, phrase in enumerate(graph.constituents):
        if phrase.type == "noun" and phrase.governor.part == "NOUN":
            for verb, reading in reader.readings(noun):
                number = len(graph.constituents) + len(constituents)
                constituents.append(_verb_phrase(verb, phrase.position, reading))
                dependencies += [
                    Dependency(number, modifier, type_)
                    for type_, modifiers in reading.arguments.items()
                    for modifier in modifiers
                ]
    return graph.extended(constituents, dependencies)


def _verb_phrase(verb: str, position: int, reading: _Reading) -> Constituent:
    return Constituent(
        "verb",
        SimpleConstituent(verb, verb, verb, "VERB"),
        others=(),
        position=position,
        words=(),
        modality=reading.modality,
        negated=reading.negated,
        is_nominalization=True,
    )


class _NounReader:
    def __init__(self, graph: DependencyGraph, tree: DependencyTree) -> None:
        self._graph = graph
        self._tree = tree
        self._by_head: defaultdict[int, list[Dependency]] = defaultdict(list)
        self._by_modifier: defaultdict[int, list[Dependency]] = defaultdict(list)
        for dependency in graph.dependencies:
            self._by_head[dependency.head].append(dependency)
            self._by_modifier[dependency.modifier].append(dependency)

    def readings(self, noun: int) -> Iterator[tuple[str, _Reading]]:
        """Yield the verbs that a noun is derived from, with its readings that have arguments."""
        for verb, kind in nominalizations(self._graph.constituents[noun].governor.lemma):
            readings = [self._as_event(noun)] if kind == "event" else self._as_agent(noun)
            for reading in readings:
                if any(reading.arguments.values()):
                    yield verb, reading

    # Events

    def _as_event(self, noun: int) -> _Reading:
        arguments = self._arguments_of_event(noun)
        for dependency in self._by_modifier[noun]:
            verb = self._graph.constituents[dependency.head]
            types = {sibling.type for sibling in self._by_head[dependency.head]}
            # "There is": the noun is parsed as its subject, or as its attribute without a subject.
            is_alone = len(types & {"subject", "attribute"}) == 1
            if verb.governor.lemma == "be" and is_alone:
                return _Reading(verb.modality, verb.negated, arguments)
        determiners = self._tree.dependents(self._graph.constituents[noun].position, "det")
        negated = any(is_negation(self._tree, word) for word in determiners)
        return _Reading("none", negated, arguments)

    def _arguments_of_event(self, noun: int) -> _Arguments:
        agents, objects, genitives = (self._marked(noun, mark) for mark in ("by", "of", "'s"))
        # Parsers attach "by the cat" to "the mouse", to which it rarely belongs.
        agents += [agent for modifier in objects for agent in self._marked(modifier, "by")]
        agents, genitives = (
            [
                modifier
                for modifier in modifiers
                if not is_time(self._tree, self._graph.constituents[modifier].position)
            ]
            for modifiers in (agents, genitives)
        )
        if agents:
            return {"subject": agents, "object": [*objects, *genitives]}
        if objects and genitives:
            return {"subject": genitives, "object": objects}
        either = [*objects, *genitives]
        return {"subject": either, "object": either}

    # Agents

    def _as_agent(self, noun: int) -> Iterator[_Reading]:
        """Yield a reading for each copula with the agent noun as its attribute."""
        objects = [*self._marked(noun, "of"), *self._marked(noun, "'s")]
        for dependency in self._by_modifier[noun]:
            copula = self._graph.constituents[dependency.head]
            siblings = self._by_head[dependency.head]
            subjects = [sibling.modifier for sibling in siblings if sibling.type == "subject"]
            if dependency.type == "attribute" and subjects:
                arguments: _Arguments = {"subject": subjects, "object": objects}
                yield _Reading(copula.modality, copula.negated, arguments)

    # Modifiers

    def _marked(self, noun: int, mark: str) -> list[int]:
        """Return the modifiers of a noun with a preposition, or in the genitive ("'s")."""
        return [
            dependency.modifier
            for dependency in self._by_head[noun]
            if dependency.type == "modifier" and self._mark(dependency.modifier) == mark
        ]

    def _mark(self, modifier: int) -> str:
        word = self._graph.constituents[modifier].position
        marker, first = self._tree.marker(word), self._tree.first_conjunct(word)
        is_genitive = self._tree.is_in(first, "nmod:poss")
        return "'s" if is_genitive else marker or self._tree.marker(first)
