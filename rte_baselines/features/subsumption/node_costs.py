"""What it costs to unify two nodes: G of desalvobraz2006 section 5.1."""

from collections.abc import Sequence

import numpy as np

from rte_baselines.analysis.entity_labels import PERSON
from rte_baselines.analysis.predications import Status
from rte_baselines.features.subsumption.concept_graph import ConceptGraph, Level, Node
from rte_baselines.features.subsumption.costs import Costs, Met, NodeUnifications, Unification
from rte_baselines.features.subsumption.functional import (
    are_named_alike,
    chain_lengths,
    is_light,
)
from rte_baselines.features.subsumption.partners import likeliest_partners
from rte_baselines.features.subsumption.quantifiers import quantifier_entails

_SAME = (0, "same lemma")


def node_unifications(
    text: ConceptGraph, hypothesis: ConceptGraph, costs: Costs
) -> NodeUnifications:
    """Return which nodes may unify and how; all others cost infinity, or are too many.

    - Predicates: the same lemma, or WordNet's functional subsumption of verbs. NEGATION must
      be the same; MODALITY as well, but that what holds is also possible, reported and so
      on. TENSE may be another one.
    - Phrases: the same PHTYPE, and the same PHHEAD, or else names of the same; a noun of the
      hypothesis that a name of the text has beside it (a singer: the singer Ann Berg); or
      WordNet. The first that applies counts. NETYPE may be another one.
    - Words: the same WORD, LEMMA, or WordNet; quantifiers those that they entail.

    Each attribute that is not matched has a uniform cost: the lemma of what is subsumed by
    something more special, the word of what is a synonym, tense, type of entity, part of
    speech. Of many partners only the likeliest stay; see `likeliest_partners`.

    Parameters
    ----------
    text, hypothesis : ConceptGraph
    costs : Costs
    """
    unifier = _Unifier(text, hypothesis, costs)
    unifications = {
        node: partners
        for level in Level
        for node, partners in unifier.of_level(level).items()
        if partners
    }
    return likeliest_partners(unifications, text, hypothesis, costs)


class _Unifier:
    """Compares the nodes of two graphs, level by level."""

    def __init__(self, text: ConceptGraph, hypothesis: ConceptGraph, costs: Costs) -> None:
        self._text = text
        self._hypothesis = hypothesis
        self._costs = costs
        self._compare = {
            Level.PREDICATE: self._predicates,
            Level.PHRASE: self._phrases,
            Level.WORD: self._words,
        }

    def of_level(self, level: Level) -> dict[int, dict[int, Unification]]:
        """Return all partners of each node of a level."""
        nodes, text_nodes = self._hypothesis.of_level(level), self._text.of_level(level)
        lengths = chain_lengths(
            [self._text.nodes[one] for one in text_nodes],
            [self._hypothesis.nodes[one] for one in nodes],
            self._costs.longest_chain,
        )
        found = {}
        for node, row in zip(nodes, lengths.tolist(), strict=True):
            found[node] = {
                other: unification
                for other, length in zip(text_nodes, row, strict=True)
                if (unification := self._unification(level, node, other, length)) is not None
            }
        return found

    def _unification(
        self, level: Level, node: int, other: int, length: float
    ) -> Unification | None:
        met = self._compare[level](node, other, length)
        if met is None:
            return None
        unmatched, how = met
        steps = len(self._text.nodes[other].applied)
        cost = unmatched * self._costs.attribute + steps * self._costs.rule
        return Unification(cost, how) if cost < 1 else None

    def _predicates(self, node: int, other: int, length: float) -> Met | None:
        one, another = self._hypothesis.nodes[node], self._text.nodes[other]
        met = same_predicate(one, another, length)
        if met is None or one.status is None or another.status is None:
            return met
        if one.status.negated != another.status.negated or not is_vouched_for(
            one.status, another.status, trusts_reports=self._costs.trusts_reports
        ):
            return None
        unmatched, how = met
        return unmatched + (not is_tense_matched(one.status, another.status)), how

    def _phrases(self, node: int, other: int, length: float) -> Met | None:
        one, another = self._hypothesis.nodes[node], self._text.nodes[other]
        met = self._heads(one, another, other, length) if one.type == another.type else None
        if met is None:
            return None
        unmatched, how = met
        return unmatched + (one.entity not in ("", another.entity)), how

    def _heads(self, one: Node, another: Node, other: int, length: float) -> Met | None:
        """Apply the first rule of phrase-level subsumption that fits."""
        if one.names and another.names:
            if not are_named_alike(one, another):
                return None
            spelled, others = ({name.words for name in node.names} for node in (one, another))
            return (0, "same name") if spelled & others else (1, "other form of the name")
        if not set(one.lemmas).isdisjoint(another.lemmas):
            return _SAME
        if another.names and self._has_beside(other, one.lemmas):
            return 1, "said of the name"
        if one.names or another.entity == PERSON:
            return None
        return _by_wordnet(length)

    def _has_beside(self, other: int, lemmas: Sequence[str]) -> bool:
        words = (self._text.nodes[word] for word in self._text.words_in(other))
        return any(word.type == "NOUN" and word.lemmas[0] in lemmas for word in words)

    def _words(self, node: int, other: int, length: float) -> Met | None:
        one, another = self._hypothesis.nodes[node], self._text.nodes[other]
        met = _same_word(one, another, length)
        if met is None:
            return None
        unmatched, how = met
        return unmatched + (one.type != another.type), how


def same_predicate(one: Node, another: Node, length: float) -> Met | None:
    """Return how a predicate of the hypothesis may be one of the text, whether or not it holds.

    Parameters
    ----------
    one, another : Node
        Of the hypothesis and of the text.
    length : float
        Of WordNet's chain from the text's to the hypothesis's; see `chain_lengths`.

    Returns
    -------
    tuple of int and str, or None
        How many attributes are unmatched, and how they met.
    """
    if one.lemmas == another.lemmas:
        return _SAME
    if is_light(one.lemmas) or is_light(another.lemmas):
        return None
    return _by_wordnet(length)


def is_vouched_for(status: Status, text_status: Status, *, trusts_reports: bool) -> bool:
    """Whether a text vouches for a predicate as far as a hypothesis does, negation aside.

    Parameters
    ----------
    status, text_status : Status
        Of the hypothesis's predicate and of the text's.
    trusts_reports : bool
        Whether what is reported is a fact.
    """
    facts = ("factual", "reported") if trusts_reports else ("factual",)
    is_fact = text_status.commitment in facts
    is_committed = is_fact or status.commitment == text_status.commitment
    return is_committed and status.modality in (text_status.modality, "possible")


def _same_word(one: Node, another: Node, length: float) -> Met | None:
    if one.word and one.word == another.word:
        return 0, "same word"
    if one.lemmas[0] == another.lemmas[0]:
        return 1, "same lemma"
    if quantifier_entails(another.lemmas[0], one.lemmas[0]):
        return 2, "quantifier"
    # Names are no kinds of things, but "Oslo" is a city.
    is_name_of_other = one.type == "PROPN" != another.type
    return None if is_name_of_other else _by_wordnet(length)


def _by_wordnet(length: float) -> Met | None:
    """Return what a chain makes of two lemmas: a synonym matches the lemma, no more."""
    if not np.isfinite(length):
        return None
    return (2, f"WordNet, {length:g} up") if length else (1, "synonym")


def is_tense_matched(status: Status, text_status: Status) -> bool:
    """Whether two predicates have the same tense, or one of them has none."""
    return "none" in (status.tense, text_status.tense) or status.tense == text_status.tense
