"""Unification of nodes and of edges: the function G of desalvobraz2006 section 5.1."""

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import chain, product
from typing import TypeAlias

from rte_baselines.analysis.coreference.names import same_name
from rte_baselines.analysis.english.labels import PERSON
from rte_baselines.analysis.predicates.predications import Status
from rte_baselines.core.resources.resources import packaged_lines
from rte_baselines.features.subsumption.concept_graph import (
    BEFORE,
    CONTAINS,
    GENITIVE,
    MODIFIER,
    ConceptGraph,
    Edge,
    Level,
    Node,
)
from rte_baselines.features.subsumption.functional import (
    chain_lengths,
    is_light,
    quantifier_entails,
)

Comparison: TypeAlias = tuple[int, str]
"""The number of attributes that do not match, and the relation of the others."""

# Names that match only themselves.
_FIXED = frozenset({"ARG0", "ARG1", GENITIVE, MODIFIER, CONTAINS, BEFORE})

_SAME = (0, "same lemma")


@dataclass(frozen=True)
class Costs:
    """The costs of unification; a node or an edge that is not unified costs 1.

    `attribute`: the cost of each attribute of the hypothesis that does not match. `rule`: the cost
    of each rule that was applied to derive a node or an edge. `longest_chain`: the maximum number
    of WordNet relations between two words. `trusts_reports`: whether reported statements count as
    facts. `rejects`: whether a pair is rejected, at a cost of 1, if a predicate of the hypothesis
    is not unified. As many of them as possible are unified then, whatever the rest costs.
    """

    attribute: float
    rule: float
    longest_chain: int
    trusts_reports: bool
    rejects: bool = False


@dataclass(frozen=True)
class Unification:
    """The unification of two nodes or edges: its cost, below 1, and why, in a word or two."""

    cost: float
    relation: str


NodeUnifications = Mapping[int, Mapping[int, Unification]]
"""For each node of the hypothesis, the nodes of the text that it can unify with."""


@dataclass(frozen=True)
class GraphPair:
    """The graphs of a text, which is expanded, and of a hypothesis, and what unifying costs."""

    text: ConceptGraph
    hypothesis: ConceptGraph
    costs: Costs

    def chains(self, level: Level) -> Iterator[tuple[int, list[tuple[int, float]]]]:
        """Yield each node of the hypothesis of a level, with those of the text.

        Each of these has the length of WordNet's chain to the hypothesis's; see `chain_lengths`.
        """
        nodes, text_nodes = self.hypothesis.of_level(level), self.text.of_level(level)
        lengths = chain_lengths(
            [self.text.nodes[text_node] for text_node in text_nodes],
            [self.hypothesis.nodes[node] for node in nodes],
            self.costs.longest_chain,
        )
        for node, row in zip(nodes, lengths.tolist(), strict=True):
            yield node, list(zip(text_nodes, row, strict=True))

    def node_unifications(self) -> NodeUnifications:
        """Return the nodes that can unify; all other pairs of nodes cannot.

        - Predicates: the same lemma, or functional subsumption of verbs by WordNet. NEGATION must
          be equal. MODALITY must be equal too, except that a fact entails that it is possible,
          reported and so on. TENSE may differ.
        - Phrases: the same PHTYPE, and the first that applies of: names of the same entity, the
          same PHHEAD, a noun of the hypothesis that modifies a name in the text ("a singer" and
          "the singer Ann Berg"), or WordNet. NETYPE may differ.
        - Words: the same WORD or LEMMA, or WordNet; quantifiers unify with those they entail.

        Each attribute that does not match has the same cost: the lemma of a hypernym, the word of a
        synonym, tense, entity type and part of speech.
        """
        comparisons = {
            Level.PREDICATE: self._predicates,
            Level.PHRASE: self._phrases,
            Level.WORD: self._words,
        }
        unifications: dict[int, dict[int, Unification]] = {}
        for level, compare in comparisons.items():
            for node, candidates in self.chains(level):
                for text_node, length in candidates:
                    rules = len(self.text.nodes[text_node].applied)
                    unification = self._at_cost(compare(node, text_node, length), rules)
                    if unification is not None:
                        unifications.setdefault(node, {})[text_node] = unification
        return unifications

    def edge_unification(self, edge: Edge, text_edge: Edge) -> Unification | None:
        """Return the unification of two edges whose ends unify, None if they cannot.

        They are compared on two levels, as in section 5.1: by the semantic role, and by the
        preposition at the level of the parse. If both have a role or a preposition and they differ,
        each difference costs an attribute; opposites such as "from" and "to" do not unify. If the
        prepositions are equal, roles may differ at no cost, because they are less certain. Without
        a common name, ARG0 and ARG1 match only themselves.
        """
        comparison = _compare_names(edge, text_edge)
        # Rules that also added the source are counted in the cost of the source.
        steps = len(text_edge.applied) - len(self.text.nodes[text_edge.source].applied)
        return self._at_cost(comparison, max(steps, 0))

    def _at_cost(self, comparison: Comparison | None, rules: int) -> Unification | None:
        """Return a unification by a number of rules, None if it costs as much as none."""
        if comparison is None:
            return None
        unmatched, relation = comparison
        cost = unmatched * self.costs.attribute + rules * self.costs.rule
        return Unification(cost, relation) if cost < 1 else None

    def _predicates(self, number: int, text_number: int, length: float) -> Comparison | None:
        node, text_node = self.hypothesis.nodes[number], self.text.nodes[text_number]
        comparison = same_predicate(node, text_node, length)
        if comparison is None or node.status is None or text_node.status is None:
            return comparison
        if node.status.negated != text_node.status.negated or not is_status_entailed(
            node.status, text_node.status, trusts_reports=self.costs.trusts_reports
        ):
            return None
        return _further(comparison, differs=not is_tense_matched(node.status, text_node.status))

    def _phrases(self, number: int, text_number: int, length: float) -> Comparison | None:
        node, text_node = self.hypothesis.nodes[number], self.text.nodes[text_number]
        if node.type != text_node.type:
            return None
        comparison = self._heads(node, text_node, text_number, length)
        return _further(comparison, differs=node.entity not in ("", text_node.entity))

    def _heads(
        self, node: Node, text_node: Node, text_number: int, length: float
    ) -> Comparison | None:
        """Apply the first rule of phrase-level subsumption that matches."""
        if node.names and text_node.names:
            # "J. F. Kennedy", "JFK" and "President Kennedy" may be one.
            if not any(same_name(*names) for names in product(node.names, text_node.names)):
                return None
            forms, text_forms = ({name.words for name in side.names} for side in (node, text_node))
            return (0, "same name") if forms & text_forms else (1, "other form of the name")
        if not set(node.lemmas).isdisjoint(text_node.lemmas):
            return _SAME
        words = (self.text.nodes[word] for word in self.text.words_in(text_number))
        nouns = (word.lemmas[0] for word in words if word.type == "NOUN")
        if text_node.names and any(noun in node.lemmas for noun in nouns):
            return 1, "noun modifying the name"
        if node.names or text_node.entity == PERSON:
            return None
        return _by_wordnet(length)

    def _words(self, number: int, text_number: int, length: float) -> Comparison | None:
        node, text_node = self.hypothesis.nodes[number], self.text.nodes[text_number]
        comparison = _same_word(node, text_node, length)
        return _further(comparison, differs=node.type != text_node.type)


def _further(comparison: Comparison | None, *, differs: bool) -> Comparison | None:
    """Add an attribute to those that do not match, if it differs."""
    return None if comparison is None else (comparison[0] + differs, comparison[1])


def same_predicate(node: Node, text_node: Node, length: float) -> Comparison | None:
    """Compare a predicate of the hypothesis with one of the text, regardless of their statuses.

    `length`: that of WordNet's chain from the text's to the hypothesis's; see `chain_lengths`. The
    result: the number of attributes that do not match, and the relation, or None if they
    are different.
    """
    if node.lemmas == text_node.lemmas:
        return _SAME
    if is_light(node.lemmas) or is_light(text_node.lemmas):
        return None
    return _by_wordnet(length)


def is_status_entailed(status: Status, text_status: Status, *, trusts_reports: bool) -> bool:
    """Whether commitment and modality of a text's predicate entail the hypothesis's.

    Negation and tense are not compared.
    """
    facts = ("factual", "reported") if trusts_reports else ("factual",)
    is_fact = text_status.commitment in facts
    is_committed = is_fact or status.commitment == text_status.commitment
    return is_committed and status.modality in (text_status.modality, "possible")


def _same_word(node: Node, text_node: Node, length: float) -> Comparison | None:
    if node.word and node.word == text_node.word:
        return 0, "same word"
    if node.lemmas[0] == text_node.lemmas[0]:
        return 1, "same lemma"
    if quantifier_entails(text_node.lemmas[0], node.lemmas[0]):
        return 2, "quantifier"
    # A common noun does not entail a name; a name such as "Oslo" may entail "city".
    is_name_only_here = node.type == "PROPN" != text_node.type
    return None if is_name_only_here else _by_wordnet(length)


def _by_wordnet(length: float) -> Comparison | None:
    """Return the comparison of two lemmas by a chain: for synonyms, only the word differs."""
    if not math.isfinite(length):
        return None
    return (2, f"WordNet, {length:g} up") if length else (1, "synonym")


def is_tense_matched(status: Status, text_status: Status) -> bool:
    """Whether two predicates have the same tense, or one of them has none."""
    return "none" in (status.tense, text_status.tense) or status.tense == text_status.tense


def _compare_names(edge: Edge, text_edge: Edge) -> Comparison | None:
    common = edge.names & text_edge.names
    if not common and (edge.names | text_edge.names) & _FIXED:
        return None
    prepositions = product(edge.prepositions, text_edge.prepositions)
    if not opposite_prepositions().isdisjoint(map(frozenset, prepositions)):
        return None
    has_other_preposition = _differ(edge.prepositions, text_edge.prepositions)
    if common:
        relation = "another preposition" if has_other_preposition else "same role"
        return int(has_other_preposition), relation
    has_other_role = _differ(edge.roles, text_edge.roles) or not has_other_preposition
    relation = "another role" if has_other_role else "another preposition"
    return has_other_role + has_other_preposition, relation


def _differ(names: frozenset[str], text_names: frozenset[str]) -> bool:
    """Whether both sides have names, but none in common."""
    return bool(names and text_names and names.isdisjoint(text_names))


@cache
def opposite_prepositions() -> frozenset[frozenset[str]]:
    """Return the prepositions and conjunctions that exclude each other, such as "to" and "from"."""
    lines = packaged_lines("rte_baselines.features.subsumption", "opposite_prepositions.txt")
    sides = ([side.split("|") for side in line.split(">")] for line in lines)
    pairs = chain.from_iterable(product(*alternatives) for alternatives in sides)
    return frozenset(frozenset(map(str.strip, pair)) for pair in pairs)
