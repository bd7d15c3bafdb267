"""Expansion of the text's graph by rewrite rules."""

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product

from rte_baselines.analysis.predicates.predications import Status
from rte_baselines.features.subsumption.concept_graph import (
    CONTAINS,
    ConceptGraph,
    Edge,
    Level,
    Node,
)
from rte_baselines.features.subsumption.rules import Pattern, PatternEdge, RewriteRule

SubsumingVerbs = Callable[[str], frozenset[str]]
"""A function that returns which verbs of rules subsume a verb of the text."""

_ASSERTED = Status("none", "none", negated=False, commitment="factual", embedded_by=None)


@dataclass(frozen=True)
class _PatternMatch:
    """The node that each variable of a pattern is bound to.

    `applied`: the rules that were applied to derive the matched nodes and edges.
    """

    bindings: Mapping[str, int]
    applied: tuple[str, ...] = ()


def expand(
    graph: ConceptGraph,
    rules: Sequence[RewriteRule],
    rounds: int,
    subsuming: SubsumingVerbs = lambda verb: frozenset({verb}),
) -> ConceptGraph:
    """Expand a graph by rules, repeatedly, for a number of rounds.

    desalvobraz2006 sections 2 and 3: a rule whose body subsumes the text adds its head; nothing
    is removed. Expansion ends early "when no new rules can be applied without duplicating a
    previous application"; existing nodes are not added again. A new predicate has the tense,
    modality and negation of the predicate that the rule was applied to. Rules that hold in one
    direction only are not applied to negated predicates.

    `rounds`: the maximum number of rules in a chain. `subsuming`: by default a verb is subsumed by
    itself only.
    """
    by_lemma: defaultdict[str, list[RewriteRule]] = defaultdict(list)
    for rule in rules:
        for lemma in rule.body.lemmas or ("",):
            by_lemma[lemma].append(rule)
    for _ in range(rounds):
        growing = _GrowingGraph(graph)
        for index, node in enumerate(graph.nodes):
            for rule in _applicable(node, by_lemma, subsuming):
                for match in _matches(rule.body, index, graph):
                    _add_head(growing, rule, index, match)
        if len(growing.edges) == len(graph.edges):
            break
        graph = growing
    return graph


def _applicable(
    node: Node, by_lemma: Mapping[str, Sequence[RewriteRule]], subsuming: SubsumingVerbs
) -> Iterator[RewriteRule]:
    """Yield the rules whose body has a root of this kind, regardless of its edges."""
    if node.level is Level.PHRASE:
        yield from by_lemma.get("", ())
    if node.level is Level.PREDICATE and node.status is not None:
        for verb in sorted(subsuming(node.lemmas[0])):
            for rule in by_lemma.get(verb, ()):
                if rule.is_equivalence or not node.status.negated:
                    yield rule


# Matching a body


def _matches(pattern: Pattern, node: int, graph: ConceptGraph) -> list[_PatternMatch]:
    """Return the matches of a pattern whose root is known to match a node."""
    edge_matches = []
    for edge in pattern.edges:
        found = _edge_matches(edge, node, graph)
        if not found:
            return []
        edge_matches.append(found)
    own = {pattern.variable: node} if pattern.variable else {}
    matches = []
    for chosen in product(*edge_matches):
        bindings = dict(own)
        applied = list(graph.nodes[node].applied)
        for match in chosen:
            bindings.update(match.bindings)
            applied += match.applied
        matches.append(_PatternMatch(bindings, tuple(dict.fromkeys(applied))))
    return matches


def _edge_matches(pattern: PatternEdge, node: int, graph: ConceptGraph) -> list[_PatternMatch]:
    """Return the matches of an edge of a node; an empty match if it is optional and missing."""
    lemmas = set(pattern.target.lemmas)
    matches = [
        _PatternMatch(match.bindings, edge.applied + match.applied) if edge.applied else match
        for edge in graph.outgoing(node)
        if pattern.name in edge.names
        and (not lemmas or not lemmas.isdisjoint(graph.nodes[edge.target].lemmas))
        for match in _matches(pattern.target, edge.target, graph)
    ]
    return matches or ([_PatternMatch({})] if pattern.is_optional else [])


# Adding a head


class _GrowingGraph(ConceptGraph):
    """A copy of a graph that is added to, and whose predicates are looked up by their lemmas."""

    def __init__(self, graph: ConceptGraph) -> None:
        self._predicates: defaultdict[tuple[str, Status | None], list[int]] = defaultdict(list)
        super().__init__(graph.nodes, graph.edges)

    def add(self, node: Node) -> int:
        """Append a node, and return its number."""
        number = super().add(node)
        if node.level is Level.PREDICATE:
            for lemma in dict.fromkeys(node.lemmas):
                self._predicates[lemma, node.status].append(number)
        return number

    def predicates(self, lemma: str, status: Status) -> Sequence[int]:
        """Return the predicates with a lemma and a status."""
        return self._predicates.get((lemma, status), ())


def _add_head(graph: _GrowingGraph, rule: RewriteRule, node: int, match: _PatternMatch) -> None:
    """Add the head of a rule to a graph, unless the graph contains it."""
    head = _bound(rule.head, match.bindings)
    if not head.edges:
        return
    origin = graph.nodes[node]
    status = origin.status or _ASSERTED
    candidates = [node] if head.variable else graph.predicates(head.lemmas[0], status)
    if any(_is_present(head, candidate, match, graph) for candidate in candidates):
        return
    position, applied = origin.position, (*match.applied, rule.text)
    if not head.variable:
        predicate = Node(Level.PREDICATE, head.lemmas, position, status=status, applied=applied)
        node = _add_with_word(graph, predicate)
    phrase = Node(Level.PHRASE, (), position, type="NP", applied=applied)
    _add_edges(graph, node, head, match.bindings, phrase)


def _bound(pattern: Pattern, bindings: Mapping[str, int]) -> Pattern:
    """Return a pattern without the edges to unbound variables."""
    kept = tuple(
        replace(edge, is_optional=False, target=_bound(edge.target, bindings))
        for edge in pattern.edges
        if not edge.target.variable or edge.target.variable in bindings
    )
    return replace(pattern, edges=kept)


def _is_present(head: Pattern, node: int, match: _PatternMatch, graph: ConceptGraph) -> bool:
    """Whether a node matches a head with the same bindings of its variables."""
    return any(
        all(match.bindings[name] == bound for name, bound in existing.bindings.items())
        for existing in _matches(head, node, graph)
    )


def _add_with_word(graph: _GrowingGraph, node: Node) -> int:
    """Add a predicate or a phrase with its word, and return its number."""
    number = graph.add(node)
    # The copula is a predicate, but not a content word.
    if node.lemmas[0] != "be":
        part = "VERB" if node.level is Level.PREDICATE else "NOUN"
        lemmas = (node.lemmas[0].partition("_")[0],)
        word = graph.add(Node(Level.WORD, lemmas, node.position, type=part, applied=node.applied))
        graph.connect(Edge(number, word, frozenset({CONTAINS}), node.applied))
    return number


def _add_edges(
    graph: _GrowingGraph, source: int, pattern: Pattern, bindings: Mapping[str, int], phrase: Node
) -> None:
    """Add the edges of a pattern, and new phrases for targets without variable.

    `phrase`: what the new phrases are like, but for their lemmas.
    """
    for edge in pattern.edges:
        if edge.target.variable:
            target = bindings[edge.target.variable]
        else:
            target = _add_with_word(graph, replace(phrase, lemmas=edge.target.lemmas))
        graph.connect(Edge(source, target, frozenset({edge.name}), phrase.applied))
        _add_edges(graph, target, edge.target, bindings, phrase)
