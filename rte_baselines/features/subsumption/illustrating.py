"""Illustrations of subsumption: the applied rules, the unification and the contradiction."""

from rte_baselines.features.base import Illustration
from rte_baselines.features.describing import clipped
from rte_baselines.features.subsumption.concept_graph import ConceptGraph, Edge, Level, Node
from rte_baselines.features.subsumption.contradiction import Contradiction
from rte_baselines.features.subsumption.unification import Subsumption
from rte_baselines.rendering.drawings.shapes import Alignment, Matching
from rte_baselines.rendering.drawings.shapes import Edge as DrawnEdge

_TITLES = {Level.PREDICATE: "Predicates", Level.PHRASE: "Phrases", Level.WORD: "Words"}


def rules_applied(text: ConceptGraph, result: Subsumption) -> Illustration:
    """List the applied rules; a star marks those whose nodes or edges were unified."""
    used = {unified.text_node for unified in result.nodes}
    of_nodes = ((node.applied, index in used) for index, node in enumerate(text.nodes))
    used_edges = {unified.text_edge for unified in result.edges}
    of_edges = ((edge.applied, edge in used_edges) for edge in text.edges)
    is_used: dict[str, bool] = {}
    for applied, is_unified in (*of_nodes, *of_edges):
        for rule in applied:
            is_used[rule] = is_used.get(rule, False) or is_unified
    lines = [f"{'*' if is_used[rule] else ' '} {rule}" for rule in is_used]
    return _illustration("Rewrite rules applied to the text (* to what was unified)", lines)


def unified(
    text: ConceptGraph, hypothesis: ConceptGraph, result: Subsumption
) -> list[Illustration]:
    """List, by level, the partners and costs of the hypothesis's nodes and edges."""
    lines: dict[Level, list[str]] = {level: [] for level in Level}
    partners = {pair.node: pair for pair in result.nodes}
    edges = {hypothesis.edges[pair.edge]: pair.unification for pair in result.edges}
    for index, node in enumerate(hypothesis.nodes):
        pair = partners.get(index)
        if pair is None:
            lines[node.level].append(f"1.00  {_label(node)}: nothing")
        else:
            partner = text.nodes[pair.text_node]
            relation = pair.unification.relation + (", by rule" if partner.applied else "")
            lines[node.level].append(
                f"{pair.unification.cost:.2f}  {_label(node)}: {_label(partner)} ({relation})"
            )
        for edge in hypothesis.outgoing(index):
            cost, relation = (
                (edges[edge].cost, edges[edge].relation) if edge in edges else (1.0, "nothing")
            )
            lines[node.level].append(f"{cost:.2f}    {_edge_label(edge, hypothesis)}: {relation}")
    return [
        _illustration(
            f"{_TITLES[level]}: cost {cost:.2f}",
            lines[level],
            _shape(text, hypothesis, result, level),
        )
        for level, cost in sorted(result.level_costs.items())
    ]


def _shape(
    text: ConceptGraph, hypothesis: ConceptGraph, result: Subsumption, level: Level
) -> Matching:
    """Return the unified nodes of a level, and the edges between them, to be drawn."""
    nodes = hypothesis.of_level(level)
    pairs = [pair for pair in result.nodes if pair.node in nodes]
    partners = list(dict.fromkeys(pair.text_node for pair in pairs))
    places = {node: place for place, node in enumerate(nodes)}
    unified_edges = {hypothesis.edges[pair.edge] for pair in result.edges}
    return Matching(
        tuple(_label(text.nodes[node]) for node in partners),
        tuple(_label(hypothesis.nodes[node]) for node in nodes),
        tuple(
            Alignment(
                places[pair.node],
                partners.index(pair.text_node),
                f"{pair.unification.relation}, cost {pair.unification.cost:.2f}",
            )
            for pair in pairs
        ),
        tuple(
            DrawnEdge(
                places[edge.source],
                places[edge.target],
                "/".join(sorted(edge.names)),
                edge in unified_edges,
            )
            for edge in hypothesis.edges
            if edge.source in places and edge.target in places
        ),
    )


def contradicted(
    text: ConceptGraph, hypothesis: ConceptGraph, result: Contradiction
) -> Illustration:
    """Show the two predicates that contradict each other."""
    node, text_node = hypothesis.nodes[result.node], text.nodes[result.text_node]
    line = f"{result.share:.2f}  {_label(node)}: {_label(text_node)} ({result.relation})"
    return _illustration("Contradiction", [line])


def _illustration(title: str, lines: list[str], drawing: Matching | None = None) -> Illustration:
    return Illustration(title, tuple(map(clipped, lines)) or ("none",), drawing)


def _label(node: Node) -> str:
    """Return a node's word or lemmas, and the status that unification compares."""
    parts = [node.word or "/".join(node.lemmas)]
    if node.status is not None:
        status = node.status
        named = (status.tense, status.modality, status.commitment)
        parts += [part for part in named if part not in ("none", "factual")]
        parts += ["not"] if status.negated else []
    return " ".join(parts)


def _edge_label(edge: Edge, hypothesis: ConceptGraph) -> str:
    names = "/".join(sorted(edge.names))
    return f"{names} {_label(hypothesis.nodes[edge.target])}"
