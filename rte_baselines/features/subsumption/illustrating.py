"""Subsumption as lines of text: rules that were applied, and what unified with what."""

from rte_baselines.features.base import Illustration
from rte_baselines.features.illustrating import clipped
from rte_baselines.features.subsumption.concept_graph import ConceptGraph, Edge, Level, Node
from rte_baselines.features.subsumption.contradiction import Contradiction
from rte_baselines.features.subsumption.unification import Subsumption

_TITLES = {Level.PREDICATE: "Predicates", Level.PHRASE: "Phrases", Level.WORD: "Words"}


def rules_applied(text: ConceptGraph, found: Subsumption) -> Illustration:
    """List the rules that led to something, those with a star to what was then unified."""
    used = {met.text_node for met in found.nodes}
    of_nodes = ((node.applied, place in used) for place, node in enumerate(text.nodes))
    used_edges = {met.text_edge for met in found.edges}
    of_edges = ((edge.applied, edge in used_edges) for edge in text.edges)
    is_used: dict[str, bool] = {}
    for applied, counts in (*of_nodes, *of_edges):
        for rule in applied:
            is_used[rule] = is_used.get(rule, False) or counts
    lines = [f"{'*' if is_used[rule] else ' '} {rule}" for rule in is_used]
    return _illustration("Rewrite rules applied to the text (* to what was unified)", lines)


def unified(text: ConceptGraph, hypothesis: ConceptGraph, found: Subsumption) -> list[Illustration]:
    """Say of each level what became of the hypothesis's nodes and edges, and what it cost."""
    lines: dict[Level, list[str]] = {level: [] for level in Level}
    partners = {met.node: met for met in found.nodes}
    edges = {hypothesis.edges[met.edge]: met.unification for met in found.edges}
    for place, node in enumerate(hypothesis.nodes):
        met = partners.get(place)
        if met is None:
            lines[node.level].append(f"1.00  {_label(node)}: nothing")
        else:
            other = text.nodes[met.text_node]
            how = met.unification.how + (", by rule" if other.applied else "")
            lines[node.level].append(
                f"{met.unification.cost:.2f}  {_label(node)}: {_label(other)} ({how})"
            )
        for edge in hypothesis.outgoing(place):
            cost, how = (edges[edge].cost, edges[edge].how) if edge in edges else (1.0, "nothing")
            lines[node.level].append(f"{cost:.2f}    {_edge_label(edge, hypothesis)}: {how}")
    return [
        _illustration(f"{_TITLES[level]}: cost {cost:.2f}", lines[level])
        for level, cost in sorted(found.level_costs.items())
    ]


def contradicted(
    text: ConceptGraph, hypothesis: ConceptGraph, found: Contradiction
) -> Illustration:
    """Name the two predicates that contradict each other."""
    one, other = hypothesis.nodes[found.node], text.nodes[found.text_node]
    line = f"{found.share:.2f}  {_label(one)}: {_label(other)} ({found.how})"
    return _illustration("Contradiction", [line])


def _illustration(title: str, lines: list[str]) -> Illustration:
    return Illustration(title, tuple(map(clipped, lines)) or ("none",))


def _label(node: Node) -> str:
    """Return a node with what else unification looks at."""
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
