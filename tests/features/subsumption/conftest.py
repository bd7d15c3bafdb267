import pytest

from rte_baselines.analysis.predicates.predications import Status
from rte_baselines.features.subsumption.concept_graph import (
    BEFORE,
    CONTAINS,
    ConceptGraph,
    Edge,
    Level,
    Node,
)


@pytest.fixture(scope="session")
def status():
    """A function that makes the status of a predicate, by default of what happened."""

    def make(tense="past", modality="none", negated=False, commitment="factual"):
        return Status(tense, modality, negated, commitment, None)

    return make


@pytest.fixture(scope="session")
def clause(status):
    """A function that makes the graph of one clause.

    Words are given as "form", or as "form:lemma" where the lemma is another one. The verb is
    the one at `verb`; each argument is the place of its only word and the names of its edge.
    """

    def make(words, verb, arguments, **of_status):
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

    return make


@pytest.fixture(scope="session")
def predicates_of():
    """A function of a graph to its predicates: lemma and {name of an edge: head it leads to}."""

    def read(graph):
        found = []
        for position in graph.of_level(Level.PREDICATE):
            arguments = {
                "/".join(sorted(edge.names)): graph.nodes[edge.target].lemmas[0]
                for edge in graph.arguments(position)
            }
            found.append((graph.nodes[position].lemmas[0], arguments))
        return found

    return read
