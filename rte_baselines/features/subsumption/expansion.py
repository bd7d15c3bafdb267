"""Expansion of the text's graph: what its predicates and phrases imply by rules is added."""

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product

from rte_baselines.analysis.predications import Status
from rte_baselines.features.subsumption.concept_graph import (
    CONTAINS,
    ConceptGraph,
    Edge,
    Level,
    Node,
)
from rte_baselines.features.subsumption.rules import Pattern, PatternEdge, Rule

SubsumingVerbs = Callable[[str], frozenset[str]]
"""Which of the verbs that rules look for a verb of the text counts as."""

_ASSERTED = Status("none", "none", negated=False, commitment="factual", embedded_by=None)
# The copula is a predicate, but no word that a hypothesis could have for itself.
_WITHOUT_WORD = "be"


@dataclass(frozen=True)
class _Match:
    """Where a pattern was found.

    Parameters
    ----------
    bindings : mapping of str to int
        The node that each variable stands for.
    applied : tuple of str
        The rules that what was found is owed to.
    """

    bindings: Mapping[str, int]
    applied: tuple[str, ...] = ()


def expand(
    graph: ConceptGraph,
    rules: Sequence[Rule],
    rounds: int,
    subsuming: SubsumingVerbs = lambda verb: frozenset({verb}),
) -> ConceptGraph:
    """Return a graph with what rules add to it, and to what they added, for so many rounds.

    desalvobraz2006 sections 2 and 3: a rule whose body subsumes the text adds its head, and
    nothing is taken away. It ends early "when no new rules can be applied without duplicating
    a previous application"; what is there already is not added again. A new predicate has
    the tense, modality and negation of the one that the rule was applied to; rules that hold
    in one direction only are not applied to what is negated.

    Parameters
    ----------
    graph : ConceptGraph
    rules : sequence of Rule
    rounds : int
        How many rules may follow each other in a chain.
    subsuming : function, optional
        By default a verb counts as itself only.
    """
    by_lemma: defaultdict[str, list[Rule]] = defaultdict(list)
    for rule in rules:
        for lemma in rule.body.lemmas or ("",):
            by_lemma[lemma].append(rule)
    for _ in range(rounds):
        expanded = _expanded_once(graph, by_lemma, subsuming)
        if len(expanded.edges) == len(graph.edges):
            break
        graph = expanded
    return graph


def _expanded_once(
    graph: ConceptGraph, by_lemma: Mapping[str, Sequence[Rule]], subsuming: SubsumingVerbs
) -> ConceptGraph:
    growing = _GrowingGraph(graph)
    for place, node in enumerate(graph.nodes):
        for rule in _applicable(node, by_lemma, subsuming):
            for match in _below(rule.body, place, graph):
                _add_head(growing, rule, place, match)
    return ConceptGraph(growing.nodes, growing.edges)


def _applicable(
    node: Node, by_lemma: Mapping[str, Sequence[Rule]], subsuming: SubsumingVerbs
) -> Iterator[Rule]:
    """Yield the rules that look for a node of this kind, whatever else they look for."""
    if node.level is Level.PHRASE:
        yield from by_lemma.get("", ())
    if node.level is Level.PREDICATE and node.status is not None:
        for verb in sorted(subsuming(node.lemmas[0])):
            for rule in by_lemma.get(verb, ()):
                if rule.is_equivalence or not node.status.negated:
                    yield rule


# Looking for a body


def _below(pattern: Pattern, place: int, graph: ConceptGraph) -> Iterator[_Match]:
    """Yield the matches of a pattern with a node that is known to be of the right kind."""
    own = {pattern.variable: place} if pattern.variable else {}
    matches = (list(_along(edge, place, graph)) for edge in pattern.edges)
    for chosen in product(*matches):
        bindings = dict(own)
        applied = list(graph.nodes[place].applied)
        for match in chosen:
            bindings.update(match.bindings)
            applied += match.applied
        yield _Match(bindings, tuple(dict.fromkeys(applied)))


def _along(edge: PatternEdge, place: int, graph: ConceptGraph) -> list[_Match]:
    """Return the matches of what hangs on a node; one of nothing if it may be lacking."""
    found = [
        replace(match, applied=(*one.applied, *match.applied))
        for one in graph.outgoing(place)
        if edge.name in one.names and _has_lemma(edge.target, graph.nodes[one.target])
        for match in _below(edge.target, one.target, graph)
    ]
    return found or ([_Match({})] if edge.is_optional else [])


def _has_lemma(pattern: Pattern, node: Node) -> bool:
    return not pattern.lemmas or not set(pattern.lemmas).isdisjoint(node.lemmas)


# Adding a head


class _GrowingGraph(ConceptGraph):
    """A graph to which nodes and edges are added, in time that does not depend on its size."""

    def __init__(self, graph: ConceptGraph) -> None:
        super().__init__()
        self.nodes: list[Node] = []
        self.edges: list[Edge] = []
        self._predicates: defaultdict[tuple[str, Status | None], list[int]] = defaultdict(list)
        self.add(graph.nodes, graph.edges)

    def add(self, nodes: Sequence[Node], edges: Sequence[Edge]) -> None:
        """Add nodes after those that there are, and edges."""
        for place, node in enumerate(nodes, start=len(self.nodes)):
            self._outgoing.append([])
            if node.level is Level.PREDICATE:
                for lemma in dict.fromkeys(node.lemmas):
                    self._predicates[lemma, node.status].append(place)
        self.nodes += nodes
        self.edges += edges
        for edge in edges:
            self._outgoing[edge.source].append(edge)

    def predicates(self, lemma: str, status: Status) -> Sequence[int]:
        """Return the predicates with a lemma and a status."""
        return self._predicates.get((lemma, status), ())


def _add_head(graph: _GrowingGraph, rule: Rule, place: int, match: _Match) -> None:
    """Add the head of a rule, unless the graph has that already."""
    head = _bound(rule.head, match.bindings)
    if not head.edges:
        return
    origin = graph.nodes[place]
    status = origin.status or _ASSERTED
    holders = [place] if head.variable else graph.predicates(head.lemmas[0], status)
    if any(_is_there(head, holder, match, graph) for holder in holders):
        return
    addition = _Addition(len(graph.nodes), origin.place, (*match.applied, rule.text), match)
    if head.variable:
        addition.add_edges(place, head)
    else:
        predicate = Node(Level.PREDICATE, head.lemmas, origin.place, status=status)
        addition.add_edges(addition.add_node(predicate), head)
    graph.add(addition.nodes, addition.edges)


def _bound(pattern: Pattern, bindings: Mapping[str, int]) -> Pattern:
    """Return a pattern without what its unbound variables hang on."""
    kept = tuple(
        replace(edge, is_optional=False, target=_bound(edge.target, bindings))
        for edge in pattern.edges
        if not edge.target.variable or edge.target.variable in bindings
    )
    return replace(pattern, edges=kept)


def _is_there(head: Pattern, place: int, match: _Match, graph: ConceptGraph) -> bool:
    """Whether a node has what a head says, of the nodes that its variables stand for."""
    return any(
        all(match.bindings[name] == node for name, node in found.bindings.items())
        for found in _below(head, place, graph)
    )


class _Addition:
    """The nodes and edges that one application of a rule adds.

    Parameters
    ----------
    first : int
        How many nodes there are before.
    place : int
        Where in the snippet the new nodes are taken to stand.
    applied : tuple of str
    match : _Match
    """

    def __init__(self, first: int, place: int, applied: tuple[str, ...], match: _Match) -> None:
        self.nodes: list[Node] = []
        self.edges: list[Edge] = []
        self._first = first
        self._place = place
        self._applied = applied
        self._match = match

    def add_node(self, node: Node) -> int:
        """Add a predicate or a phrase, with its word."""
        number = self._append(node)
        if node.lemmas[0] != _WITHOUT_WORD:
            part = "VERB" if node.level is Level.PREDICATE else "NOUN"
            word = node.lemmas[0].partition("_")[0]
            self._connect(number, self._append(self._word(word, part)), CONTAINS)
        return number

    def add_edges(self, source: int, pattern: Pattern) -> None:
        """Add the edges of a pattern, with the phrases that it brings along."""
        for edge in pattern.edges:
            if edge.target.variable:
                target = self._match.bindings[edge.target.variable]
            else:
                phrase = Node(Level.PHRASE, edge.target.lemmas, self._place, type="NP")
                target = self.add_node(phrase)
            self._connect(source, target, edge.name)
            self.add_edges(target, edge.target)

    def _word(self, lemma: str, part: str) -> Node:
        return Node(Level.WORD, (lemma,), self._place, type=part)

    def _append(self, node: Node) -> int:
        self.nodes.append(replace(node, applied=self._applied))
        return self._first + len(self.nodes) - 1

    def _connect(self, source: int, target: int, name: str) -> None:
        self.edges.append(Edge(source, target, frozenset({name}), self._applied))
