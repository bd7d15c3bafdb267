"""The abduction of the hypothesis of a pair from its text, and the penalties for weakening it.

Section 6.1 of hodges2006 says which weights are larger and which smaller, and gives no numbers.
These were chosen on the development part of RTE-1.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from rte_baselines.analysis import Analysis
from rte_baselines.features.base import warn_once
from rte_baselines.lexicon.wordnet.database.relations import (
    HOLONYMS,
    HYPERNYMS,
    HYPONYMS,
    MERONYMS,
    Relation,
)
from rte_baselines.logic.abduction import (
    Abduction,
    WeightedAtom,
    greedy_abduction,
    minimal_abduction,
)
from rte_baselines.logic.formulas import predicate_of
from rte_baselines.logic.forward_chaining import Fact, facts_from
from rte_baselines.logic.knowledge.abduction_axioms import (
    PenalizedAxiom,
    apposition_axioms,
    chain_axioms,
    decomposition_axioms,
)
from rte_baselines.logic.knowledge.axiom_files import packaged_axioms
from rte_baselines.logic.logic_forms.building import logic_form
from rte_baselines.logic.logic_forms.forms import AtomKind, FormAtom, LogicForm
from rte_baselines.logic.problems import Axiom

TEXT = "the text"
LONGEST_TEXT = 500
LONGEST_HYPOTHESIS = 100
_CUT = (
    f"abduction: a text is cut after {LONGEST_TEXT} atoms, and of a hypothesis with more than "
    f"{LONGEST_HYPOTHESIS}, the least important are left out"
)

Weakening = Literal["greedy", "minimal"]

DROP: Mapping[AtomKind, float] = {
    "relation": 3.0,
    "entity": 3.0,
    "noun": 2.0,
    "verb": 2.0,
    "modifier": 2.0,
    "grouping": 0.5,
    "preposition": 0.5,
    "pronoun": 0.5,
}
"""The penalty for dropping an atom.

"Uninformative part of speech elements, such as prepositions and conjunctions, receive a very small
weight, while more informative elements such as verbs, nouns, and modifiers receive larger weights.
Named entities and semantic relations are assigned the highest weight."
"""

UNBIND = 0.1
"""The penalty for unbinding an argument, as a fraction of the penalty for dropping its atom."""

DECOMPOSITION = 0.75
"""The penalty for taking a part of a complex nominal as the whole; the highest for an axiom."""

REWRITING = 0.05
"""The penalty for any other linguistic rewriting rule."""

CHAIN: Mapping[Relation, float] = {
    **dict.fromkeys(HYPERNYMS, 0.125),
    **dict.fromkeys(HYPONYMS, 0.25),
    **dict.fromkeys((*HOLONYMS, *MERONYMS), 0.25),
    **dict.fromkeys((Relation.DERIVATION, Relation.PERTAINYM, Relation.PARTICIPLE), 0.125),
    **dict.fromkeys((Relation.ENTAILMENT, Relation.CAUSE, Relation.VERB_GROUP), 0.125),
    **dict.fromkeys((Relation.SIMILAR, Relation.ATTRIBUTE), 0.125),
}
"""The penalty for each relation of a lexical chain; nothing for synonyms.

World knowledge and the semantic relation calculus have no penalty either.
"""


@dataclass(frozen=True)
class Knowledge:
    """The layers and axioms that are used, and the strategy of weakening: see `AbductionScore`."""

    relations: bool
    chains: bool
    rewriting: bool
    world: bool
    own: tuple[Axiom, ...]
    weakening: Weakening


@dataclass(frozen=True)
class PairAbduction:
    """A weakened hypothesis with the facts that prove it and the axioms that were used.

    `atoms`: the atoms of the hypothesis, the most important first. `weighted`: the first of these
    atoms, up to the maximum number, with their penalties. `facts`: what follows from the text and
    the axioms. `axioms`: by name.
    """

    text: LogicForm
    atoms: tuple[FormAtom, ...]
    weighted: tuple[WeightedAtom, ...]
    facts: tuple[Fact, ...]
    axioms: Mapping[str, PenalizedAxiom]
    proof: Abduction


def abduction_of(text: Analysis, hypothesis: Analysis, knowledge: Knowledge) -> PairAbduction:
    """Weaken a hypothesis until it follows from a text.

    Only the first 500 atoms of the text and the 100 most important ones of the hypothesis count.
    """
    whole = logic_form(text, relations=knowledge.relations).grounded()
    # Atoms without a word come last.
    ordered = sorted(whole.atoms, key=lambda atom: (atom.word < 0, atom.word))
    said = LogicForm(tuple(ordered[:LONGEST_TEXT]), whole.appositions, whole.years)
    asked = logic_form(hypothesis, relations=knowledge.relations)
    axioms = {used.axiom.name: used for used in _axioms(said, asked, knowledge)}
    penalties = {name: used.penalty for name, used in axioms.items()}
    premises = [Axiom(TEXT, said.formula()), *(used.axiom for used in axioms.values())]
    facts = facts_from(premises, penalties)
    atoms = asked.by_importance()
    weighted = [
        WeightedAtom(atom.atom, DROP[atom.kind], UNBIND * DROP[atom.kind])
        for atom in atoms[:LONGEST_HYPOTHESIS]
    ]
    if len(said.atoms) < len(whole.atoms) or len(weighted) < len(atoms):
        warn_once(_CUT)
    weaken = greedy_abduction if knowledge.weakening == "greedy" else minimal_abduction
    return PairAbduction(
        said,
        atoms,
        tuple(weighted),
        facts,
        axioms,
        weaken(facts, weighted, penalties),
    )


def _axioms(
    text: LogicForm, hypothesis: LogicForm, knowledge: Knowledge
) -> tuple[PenalizedAxiom, ...]:
    """Return the axioms for a pair, each with the penalty for its use."""
    free = [*knowledge.own]
    if knowledge.world:
        free += packaged_axioms("world.txt")
    if knowledge.relations:
        free += packaged_axioms("relation_calculus.txt")
    penalized = [PenalizedAxiom(axiom, 0.0) for axiom in free]
    if knowledge.rewriting:
        rewriting = (*packaged_axioms("rewriting.txt"), *apposition_axioms(text))
        penalized += (PenalizedAxiom(axiom, REWRITING) for axiom in rewriting)
        decompositions = decomposition_axioms(text, hypothesis)
        penalized += (PenalizedAxiom(axiom, DECOMPOSITION) for axiom in decompositions)
    if knowledge.chains:
        text_predicates, predicates = (
            {predicate_of(atom.atom) for atom in form.atoms} for form in (text, hypothesis)
        )
        penalized += chain_axioms(text_predicates, predicates, CHAIN)
    return tuple(penalized)
