"""The feature of the subsumption of the hypothesis's concept graph by the text's."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import Literal

from rte_baselines.analysis import Analysis
from rte_baselines.core.errors import ConfigError
from rte_baselines.core.registry import registry
from rte_baselines.features.base import Alignment, Illustration, Output, PairFeature
from rte_baselines.features.describing import aligned, clipped
from rte_baselines.features.subsumption.concept_graph import ConceptGraph, Level, Node
from rte_baselines.features.subsumption.contradiction import Contradiction, contradiction
from rte_baselines.features.subsumption.costs import Costs, GraphPair
from rte_baselines.features.subsumption.expansion import expand
from rte_baselines.features.subsumption.functional import subsuming_verbs
from rte_baselines.features.subsumption.graph_building import LAYERS, concept_graph
from rte_baselines.features.subsumption.rules import (
    NOTATION,
    RewriteRule,
    read_rules,
    shipped_rules,
)
from rte_baselines.features.subsumption.unification import Subsumption, best_partners, subsumption
from rte_baselines.lexicon.wordnet.database.database import wordnet_in_use
from rte_baselines.rendering.drawings.shapes import Edge as DrawnEdge
from rte_baselines.rendering.drawings.shapes import Matching
from rte_baselines.rules.rule_base import UsesRuleBase


@dataclass(frozen=True)
class _Compared:
    text: ConceptGraph
    hypothesis: ConceptGraph
    subsumption: Subsumption
    contradiction: Contradiction | None


@registry.features("subsumption.v1")
@dataclass(eq=False, repr=False)
class ConceptSubsumption(UsesRuleBase, PairFeature):
    """The cost of subsuming the hypothesis's concept graph by the text's.

    A concept graph has predicates with their semantic roles, phrases and words (sections 4
    and 5.1). The text's graph is expanded by rewrite rules (section 3.2). Integer programming
    then finds the cheapest unification of the hypothesis's nodes and edges with nodes and edges
    of the text (section 5.2). The outputs are

    - cost: the cost of that unification, from 0 to 1, the cost if nothing unifies or if the
      pair is rejected;
    - contradiction: the largest share of common arguments between a predicate of the
      hypothesis and a predicate of the text that is the same except for negation, or an
      antonym; 0 if there is none. It is not in the paper.

    The verb phrase and discourse modules (sections 3.1.1 and 3.1.2) are the layer
    ``statuses``, which provides the attributes of predicates, and ``verb_phrases.py``. The
    modifier module (section 3.1.3) is part of unification: modifiers of the text may be
    dropped; modifiers of the hypothesis have to be in the text, and quantifiers of the
    hypothesis may be entailed by others. Here the paper contradicts itself: section 7.1.2 allows
    adjectives of the hypothesis that the text lacks ("full of women", "full of intelligent
    women"). This implementation follows section 3.1.3.

    What the paper leaves open:

    - *Nodes that cannot be unified* cost infinity in section 5.1, so that one parser error
      rejects a pair. Section 7.3 weights the levels, which requires finite costs. Here a phrase,
      a word or an edge that unifies with nothing costs 1. A predicate either rejects the pair,
      to the letter of section 5.1, or costs 1 as well: `unmatched_predicates`.
    - *G*. Attributes that do not match have a uniform cost, which the paper does not give; nor
      does it give the cost of applied rules (section 7.3.1). Both are 0.1 here, so that several
      of them cost less than a missing node. `node_unifications` lists the attributes.
    - *Weights*. "Balanced between all three levels" (section 7.3.1) is taken to mean that each
      level has an equal share, regardless of its number of nodes and edges. Section 7.1.3 says
      that higher levels dominate on the same data. The values were "set by hand" in the paper;
      here they are in the configs.
    - *Reports*. On the PASCAL pairs reported statements count as true (section 7.2.2.4), on the
      PARC pairs they do not.
    - *Coreferent* phrases are one node with the words of all mentions. Because unifications are
      one to one, predicative mentions also have a node of their own; see `concept_graph`.
    - *Words* that are nodes are content words and quantifiers; the paper does not say which.
      Prepositions are names of edges; negation and auxiliaries are attributes of predicates.
    - *Roles and prepositions* (section 5.1) are both compared if both are known, but equal
      prepositions imply equal roles. Opposites such as "from" and "to" do not unify, which is
      the toolkit's own rule; see `edge_unification`.

    To limit the time, a hypothesis is cut after 100 content words, with a warning, and a node is
    compared with at most 10 nodes of the text.

    Parameters
    ----------
    weights : sequence of three float
        The weights of predicates (with their arguments), phrases (with their parts) and words
        (with their order).
    trust_reports : bool
        Whether reported statements count as facts.
    rules : sequence of str, optional
        Your own rules, in addition to those of ``rewrite_rules.txt``, whose header explains the
        notation. They are part of the config, so that a model is self-contained.
    rule_base : str, optional
        Entailment rules between templates, in addition: ``shipped`` or the name of a file
        (docs/rules.md), which is not part of a saved model. The paper took most of its rules
        from DIRT. Those with one verb on each side are used.
    min_score : float
        Rules of the rule base with lower scores are not used, in [0, 1].
    rounds : int
        The maximum number of rules in a chain; 0 for no rules.
    longest_chain : int
        The maximum number of WordNet relations from a word of the text to a more general word
        of the hypothesis; 0 for synonyms only.
    attribute_cost : float
        The cost of an attribute that does not match, in [0, 1].
    rule_cost : float
        The cost of each rule that was applied to derive a node, in [0, 1].
    unmatched_predicates : {"cost", "reject"}
        Whether a predicate of the hypothesis that unifies with nothing costs 1, as other nodes
        do, or rejects the pair, whose total cost is then 1.
    """

    source = "desalvobraz2006 sections 3 to 5 and 7.3"
    reads = ("wordnet",)
    layers = LAYERS
    outputs = (Output("cost", direction=-1), Output("contradiction", direction=-1))
    """The cost, 1 for a hypothesis without nodes, and the contradiction."""

    field_ranges = (
        *((name, 0, math.inf) for name in ("rounds", "longest_chain")),
        *((name, 0, 1) for name in ("attribute_cost", "rule_cost")),
    )

    weights: Sequence[float] = (1.0, 1.0, 1.0)
    trust_reports: bool = False
    rules: Sequence[str] | None = None
    rule_base: str | None = None
    min_score: float = 0.0
    rounds: int = 3
    longest_chain: int = 3
    attribute_cost: float = 0.1
    rule_cost: float = 0.1
    unmatched_predicates: Literal["cost", "reject"] = "cost"

    def check_fields(self, path: str) -> None:
        """Check the fields and their ranges; see `Component.check_fields`."""
        super().check_fields(path)
        if len(self.weights) != len(Level) or min(self.weights) < 0 or not any(self.weights):
            raise ConfigError(
                f"{path}.weights: {list(self.weights)} is not three weights, of predicates, "
                "phrases and words, none negative and not all 0"
            )
        try:
            read_rules(self.rules or ())
        except ValueError as error:
            raise ConfigError(f"{path}.rules: {error}") from None

    def compute_pair(self, text: Analysis, hypothesis: Analysis) -> Sequence[float]:
        """Expand the text's graph, and unify the two graphs."""
        compared = self._compare(text, hypothesis)
        contradiction = compared.contradiction
        return [compared.subsumption.cost, 0.0 if contradiction is None else contradiction.share]

    def align(self, text: Analysis, hypothesis: Analysis) -> Sequence[Alignment]:
        """Align the words that unify; added words have the position the rule was applied at."""
        compared = self._compare(text, hypothesis)
        partners = {unified.node: unified for unified in compared.subsumption.nodes}
        aligned = []
        for node in compared.hypothesis.of_level(Level.WORD):
            position, unified = compared.hypothesis.nodes[node].position, partners.get(node)
            if unified is None:
                aligned.append(Alignment(position, None, "missing"))
            else:
                partner = compared.text.nodes[unified.text_node]
                relation = "by rule" if partner.applied else unified.unification.relation
                aligned.append(Alignment(position, partner.position, relation))
        return aligned

    def describe(self, text: Analysis, hypothesis: Analysis) -> str:
        """Count the words that unify, and say whether the pair is rejected."""
        words = aligned(self.align(text, hypothesis), hypothesis, "word", "unified with the text's")
        if not self._compare(text, hypothesis).subsumption.is_rejected:
            return words
        return f"{words}; a predicate is not unified, and so the pair is rejected"

    def illustrate(self, text: Analysis, hypothesis: Analysis) -> Sequence[Illustration]:
        """Show the rules, the unification by level and the contradiction."""
        compared = self._compare(text, hypothesis)
        graphs = compared.text, compared.hypothesis
        illustrations = [rules_applied(compared.text, compared.subsumption)]
        illustrations += unified_by_level(*graphs, compared.subsumption)
        found = compared.contradiction
        if found is not None:
            node, text_node = graphs[1].nodes[found.node], graphs[0].nodes[found.text_node]
            line = f"{found.share:.2f}  {_label(node)}: {_label(text_node)} ({found.relation})"
            illustrations.append(_illustration("Contradiction", [line]))
        return illustrations

    def _compare(self, text: Analysis, hypothesis: Analysis) -> _Compared:
        rules, verbs = _rules(tuple(self.rules or ()))
        costs = Costs(
            self.attribute_cost,
            self.rule_cost,
            self.longest_chain,
            self.trust_reports,
            rejects=self.unmatched_predicates == "reject",
        )
        subsuming = partial(subsuming_verbs, wordnet_in_use(), verbs)
        target = concept_graph(hypothesis, most_words=100, merges_attributes=False)
        rules = (*rules, *self._template_rules(target))
        source = expand(concept_graph(text), rules, self.rounds, subsuming)
        pair = GraphPair(source, target, costs)
        unifications = best_partners(pair, pair.node_unifications())
        weights = [weight / max(self.weights) for weight in self.weights]
        return _Compared(
            source,
            target,
            subsumption(pair, unifications, weights),
            contradiction(pair, unifications),
        )

    def _template_rules(self, hypothesis: ConceptGraph) -> tuple[RewriteRule, ...]:
        nodes = (hypothesis.nodes[node] for node in hypothesis.of_level(Level.PREDICATE))
        verbs = {lemma for node in nodes for lemma in node.lemmas}
        return tuple(dict.fromkeys(rule for _, rule in self.one_word_rules(verbs, NOTATION)))


@lru_cache(maxsize=16)
def _rules(own: tuple[str, ...]) -> tuple[tuple[RewriteRule, ...], tuple[str, ...]]:
    """Return all rules, and the verbs in their bodies."""
    rules = (*shipped_rules(), *read_rules(own))
    return rules, tuple(sorted({lemma for rule in rules for lemma in rule.body.lemmas}))


def rules_applied(text: ConceptGraph, result: Subsumption) -> Illustration:
    """List the applied rules; a star marks those whose nodes or edges were unified."""
    used = {unified.text_node for unified in result.nodes}
    node_rules = ((node.applied, index in used) for index, node in enumerate(text.nodes))
    used_edges = {unified.text_edge for unified in result.edges}
    edge_rules = ((edge.applied, edge in used_edges) for edge in text.edges)
    is_used: dict[str, bool] = {}
    for applied, is_unified in (*node_rules, *edge_rules):
        for rule in applied:
            is_used[rule] = is_used.get(rule, False) or is_unified
    lines = [f"{'*' if is_used[rule] else ' '} {rule}" for rule in is_used]
    return _illustration("Rewrite rules applied to the text (* to what was unified)", lines)


def unified_by_level(
    text: ConceptGraph, hypothesis: ConceptGraph, result: Subsumption
) -> list[Illustration]:
    """List, by level, the partners and costs of the hypothesis's nodes and edges."""
    lines: dict[Level, list[str]] = {level: [] for level in Level}
    partners = {pair.node: pair for pair in result.nodes}
    edges = {hypothesis.edges[pair.edge]: pair.unification for pair in result.edges}
    for index, node in enumerate(hypothesis.nodes):
        pair = partners.get(index)
        cost, found = 1.0, "nothing"
        if pair is not None:
            cost, partner = pair.unification.cost, text.nodes[pair.text_node]
            by_rule = ", by rule" if partner.applied else ""
            found = f"{_label(partner)} ({pair.unification.relation}{by_rule})"
        lines[node.level].append(f"{cost:.2f}  {_label(node)}: {found}")
        for edge in hypothesis.outgoing(index):
            cost, relation = (
                (edges[edge].cost, edges[edge].relation) if edge in edges else (1.0, "nothing")
            )
            target = f"{'/'.join(sorted(edge.names))} {_label(hypothesis.nodes[edge.target])}"
            lines[node.level].append(f"{cost:.2f}    {target}: {relation}")
    return [
        _illustration(
            f"{level.name.capitalize()}s: cost {cost:.2f}",
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
