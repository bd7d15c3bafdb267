"""Concept graphs of one clause, made by hand, and the predicates of graphs."""

from rte_baselines.analysis.predicates.predications import Status
from rte_baselines.features.subsumption.concept_graph import (
    BEFORE,
    CONTAINS,
    ConceptGraph,
    Edge,
    Level,
    Node,
)


def status(tense="past", modality="none", negated=False, commitment="factual"):
    """The status of a predicate, by default of what happened."""
    return Status(tense, modality, negated, commitment, None)


def clause(words, verb, arguments, **of_status):
    """The graph of one clause.

    Words are given as "form", or as "form:lemma" where the lemma is another one. The verb is
    the one at `verb`; each argument is the place of its only word and the names of its edge.
    """
    forms = [part.partition(":")[0] for part in words.split()]
    lemmas = [part.partition(":")[2] or part for part in words.split()]
    nodes = [
        Node(Level.WORD, (lemma,), position, "VERB" if position == verb else "NOUN", form)
        for position, (form, lemma) in enumerate(zip(forms, lemmas, strict=True))
    ]
    edges = [
        Edge(position, position + 1, frozenset({BEFORE})) for position in range(len(nodes) - 1)
    ]
    predicate = len(nodes)
    nodes.append(Node(Level.PREDICATE, (lemmas[verb],), verb, status=status(**of_status)))
    edges.append(Edge(predicate, verb, frozenset({CONTAINS})))
    for position, names in arguments.items():
        edges.append(Edge(predicate, len(nodes), frozenset(names.split())))
        edges.append(Edge(len(nodes), position, frozenset({CONTAINS})))
        nodes.append(Node(Level.PHRASE, (lemmas[position],), position, "NP"))
    return ConceptGraph(nodes, edges)


def predicates_of(graph):
    """The predicates of a graph: lemma and {name of an edge: head it leads to}."""
    found = []
    for position in graph.of_level(Level.PREDICATE):
        arguments = {
            "/".join(sorted(edge.names)): graph.nodes[edge.target].lemmas[0]
            for edge in graph.arguments(position)
        }
        found.append((graph.nodes[position].lemmas[0], arguments))
    return found
