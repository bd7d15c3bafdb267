"""Subsumption of the hypothesis by the text, as optimization."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache, partial

from rte_baselines.analysis import Analysis
from rte_baselines.errors import ConfigError
from rte_baselines.features.base import Alignment, Illustration, Output, PairFeature
from rte_baselines.features.subsumption.concept_graph import ConceptGraph, Level
from rte_baselines.features.subsumption.contradiction import Contradiction, contradiction
from rte_baselines.features.subsumption.costs import Costs
from rte_baselines.features.subsumption.expansion import expand
from rte_baselines.features.subsumption.functional import subsuming_verbs
from rte_baselines.features.subsumption.graph_building import LAYERS, concept_graph
from rte_baselines.features.subsumption.illustrating import contradicted, rules_applied, unified
from rte_baselines.features.subsumption.node_costs import node_unifications
from rte_baselines.features.subsumption.rules import Rule, read_rules, shipped_rules
from rte_baselines.features.subsumption.unification import Subsumption, subsumption
from rte_baselines.registry import registry
from rte_baselines.resources import required

_MOST_HYPOTHESIS_WORDS = 100


@dataclass(frozen=True)
class _Compared:
    """Two graphs, the text's expanded, and what came out."""

    text: ConceptGraph
    hypothesis: ConceptGraph
    subsumption: Subsumption
    contradiction: Contradiction | None


@registry.features("subsumption.v1")
class ConceptSubsumption(PairFeature):
    """What it costs to find the hypothesis's concept graph in the text's.

    A concept graph has predicates with their semantic roles, phrases and words (sections 4
    and 5.1). The text's is expanded by rewrite rules (section 3.2); then the unification of
    the hypothesis's nodes and edges with nodes and edges of the text is found that costs
    least, by integer programming (section 5.2). The numbers are

    - cost: of that unification, from 0 to the 1 that unifying nothing costs;
    - contradiction: the largest share of arguments in common that a predicate of the
      hypothesis has with one of the text which is the same but for negation, or an antonym;
      0 if there is none. The paper has no such thing.

    The verb phrase and discourse modules (sections 3.1.1 and 3.1.2) are the layer
    ``statuses``, which predicates have their attributes from, and ``verb_phrases.py``.
    The modifier module (section 3.1.3) is what unification does: modifiers of the text may
    be dropped, those of the hypothesis have to be met, by themselves or, of quantifiers, by
    one that entails them. Here the paper contradicts itself: in section 7.1.2, adjectives of
    the hypothesis are allowed that the text lacks ("full of women", "full of intelligent
    women"). This follows section 3.1.3.

    What the paper leaves open:

    - *What cannot be unified* costs infinity in section 5.1, so that one error of a parser
      refuses a pair. Section 7.3 weighs levels against each other, which only finite costs
      can be: here a node or an edge that unifies with nothing costs 1.
    - *G*. Attributes that are not matched have a uniform cost, whose size is not given; nor
      is that of the rules applied, which are in the function too (section 7.3.1). Both are
      a tenth here: several together stay below what is not found at all. `node_unifications`
      says which attributes there are.
    - *Weights*. "Balanced between all three levels" (section 7.3.1) is taken to mean that
      each level has an equal share however many nodes and edges it has. Section 7.1.3 says
      that higher levels dominate on the same data. The values were "set by hand" in the
      paper, and are in the configs here.
    - *Reports*. On PASCAL's pairs what is reported counts as true (section 7.2.2.4), on
      PARC's it does not.
    - *Coreferent* phrases are one node, with the words of all. As unifications map one to
      one, what something is said to be has a node of its own too; see `concept_graph`.
    - *Words* that are nodes are content words and quantifiers; the paper does not say which.
      Prepositions are names of edges, negation and auxiliaries attributes of predicates.
    - *Roles and prepositions* (section 5.1) are both checked where both are known, but the
      same preposition stands for the same role. Opposites such as "from" and "to" do not
      unify, which is the toolkit's own; see `edge_unification`.

    A hypothesis is cut after a hundred content words, and a node is compared with ten of the
    text at most, so that snippets of any kind take little time.

    Parameters
    ----------
    weights : sequence of three float
        What predicates (with their arguments), phrases (with what they contain) and words
        (with their order) weigh.
    trust_reports : bool
        Whether what is said to be so is so.
    rules : sequence of str, optional
        Rules of your own, which join those of ``rewrite_rules.txt``; its head says how rules
        are written. They are part of the config, so that a model is complete with it.
    rounds : int
        How many rules may follow each other in a chain; 0 for no rules.
    longest_chain : int
        How many of WordNet's relations may lead from a word of the text to a more general
        one of the hypothesis; 0 for synonyms only.
    attribute_cost : float
        Of an attribute that is not matched, in [0, 1].
    rule_cost : float
        Of each rule that a node is owed to, in [0, 1].
    """

    source = "desalvobraz2006 sections 3 to 5 and 7.3"
    reads = ("wordnet",)
    layers = LAYERS
    """What concept graphs are made of."""
    outputs = (Output("cost"), Output("contradiction"))
    """The cost, 1 for a hypothesis without nodes, and the contradiction."""

    def __init__(
        self,
        weights: Sequence[float] = (1.0, 1.0, 1.0),
        trust_reports: bool = False,
        rules: Sequence[str] | None = None,
        rounds: int = 3,
        longest_chain: int = 3,
        attribute_cost: float = 0.1,
        rule_cost: float = 0.1,
    ) -> None:
        self.weights = weights
        self.trust_reports = trust_reports
        self.rules = rules
        self.rounds = rounds
        self.longest_chain = longest_chain
        self.attribute_cost = attribute_cost
        self.rule_cost = rule_cost

    def check_fields(self, path: str) -> None:
        """Check the fields, and their values; see `Component.check_fields`."""
        super().check_fields(path)
        if len(self.weights) != len(Level) or min(self.weights) < 0 or not any(self.weights):
            raise ConfigError(
                f"{path}.weights: {list(self.weights)} is not three weights, of predicates, "
                "phrases and words, none negative and not all 0"
            )
        for name in ("rounds", "longest_chain"):
            if getattr(self, name) < 0:
                raise ConfigError(f"{path}.{name}: {getattr(self, name)} is negative")
        for name in ("attribute_cost", "rule_cost"):
            if not 0 <= getattr(self, name) <= 1:
                raise ConfigError(f"{path}.{name}: {getattr(self, name)!r} is not from 0 to 1")
        try:
            read_rules(self.rules or ())
        except ValueError as error:
            raise ConfigError(f"{path}.rules: {error}") from None

    def compute_pair(self, text: Analysis, hypothesis: Analysis) -> Sequence[float]:
        """Expand the text, and unify.

        Raises
        ------
        ResourceError
            If there is no WordNet, or it is damaged.
        """
        compared = self._compare(text, hypothesis)
        opposed = compared.contradiction
        return [compared.subsumption.cost, 0.0 if opposed is None else opposed.share]

    def align(self, text: Analysis, hypothesis: Analysis) -> Sequence[Alignment]:
        """Align the words that unify; those that a rule adds stand where it was applied."""
        compared = self._compare(text, hypothesis)
        partners = {met.node: met for met in compared.subsumption.nodes}
        aligned = []
        for node in compared.hypothesis.of_level(Level.WORD):
            place, met = compared.hypothesis.nodes[node].place, partners.get(node)
            if met is None:
                aligned.append(Alignment(place, None, "missing"))
            else:
                other = compared.text.nodes[met.text_node]
                how = "by rule" if other.applied else met.unification.how
                aligned.append(Alignment(place, other.place, how))
        return aligned

    def illustrate(self, text: Analysis, hypothesis: Analysis) -> Sequence[Illustration]:
        """Show the rules, the unification by level and what contradicts the hypothesis."""
        compared = self._compare(text, hypothesis)
        graphs = compared.text, compared.hypothesis
        shown = [rules_applied(compared.text, compared.subsumption)]
        shown += unified(*graphs, compared.subsumption)
        if compared.contradiction is not None:
            shown.append(contradicted(*graphs, compared.contradiction))
        return shown

    def _compare(self, text: Analysis, hypothesis: Analysis) -> _Compared:
        rules, verbs = _rules(tuple(self.rules or ()))
        costs = Costs(self.attribute_cost, self.rule_cost, self.longest_chain, self.trust_reports)
        subsuming = partial(subsuming_verbs, required("wordnet"), verbs)
        source = expand(concept_graph(text), rules, self.rounds, subsuming)
        target = concept_graph(hypothesis, _MOST_HYPOTHESIS_WORDS, equates=False)
        unifications = node_unifications(source, target, costs)
        weights = [weight / max(self.weights) for weight in self.weights]
        return _Compared(
            source,
            target,
            subsumption(source, target, unifications, weights, costs),
            contradiction(source, target, unifications, costs),
        )


@lru_cache(maxsize=16)
def _rules(own: tuple[str, ...]) -> tuple[tuple[Rule, ...], tuple[str, ...]]:
    """Return all rules, and the verbs that they look for."""
    rules = (*shipped_rules(), *read_rules(own))
    return rules, tuple(sorted({lemma for rule in rules for lemma in rule.body.lemmas}))
