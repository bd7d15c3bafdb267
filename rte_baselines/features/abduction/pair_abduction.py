"""The abduction of the hypothesis of a pair from its text."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from rte_baselines.analysis import Analysis
from rte_baselines.features.abduction.weights import CHAIN, DECOMPOSITION, DROP, REWRITING, UNBIND
from rte_baselines.logic.abduction import (
    Abduction,
    WeightedAtom,
    greedy_abduction,
    minimal_abduction,
)
from rte_baselines.logic.formulas import Predicate, predicate_of
from rte_baselines.logic.forward_chaining import Fact, facts_from
from rte_baselines.logic.knowledge.abduction_axioms import (
    PenalizedAxiom,
    apposition_axioms,
    chain_axioms,
    decomposition_axioms,
)
from rte_baselines.logic.knowledge.axiom_files import (
    relation_calculus,
    rewriting_axioms,
    world_axioms,
)
from rte_baselines.logic.logic_forms.building import logic_form
from rte_baselines.logic.logic_forms.forms import FormAtom, LogicForm
from rte_baselines.logic.problems import Axiom

TEXT = "the text"
LONGEST_TEXT = 500
LONGEST_HYPOTHESIS = 100

Weakening = Literal["greedy", "minimal"]


@dataclass(frozen=True)
class Knowledge:
    """The layers and axioms that are used, and the strategy of weakening.

    Parameters
    ----------
    relations, chains, rewriting, world : bool
        Whether to use the second layer with its calculus, lexical chains, linguistic rewriting,
        and world knowledge.
    own : tuple of Axiom
        Axioms to use in addition.
    weakening : {"greedy", "minimal"}
    """

    relations: bool
    chains: bool
    rewriting: bool
    world: bool
    own: tuple[Axiom, ...]
    weakening: Weakening


@dataclass(frozen=True)
class PairAbduction:
    """A weakened hypothesis with the facts that prove it and the axioms that were used.

    Parameters
    ----------
    text : LogicForm
    atoms : tuple of FormAtom
        The atoms of the hypothesis, the most important first.
    weighted : tuple of WeightedAtom
        The first of these atoms, up to the maximum number, with their penalties.
    facts : tuple of Fact
        The facts that follow from the text and the axioms.
    axioms : mapping of str to PenalizedAxiom
        The axioms by name.
    found : Abduction
    is_cut : bool
        Whether the text or the hypothesis was too long and has been cut.
    """

    text: LogicForm
    atoms: tuple[FormAtom, ...]
    weighted: tuple[WeightedAtom, ...]
    facts: tuple[Fact, ...]
    axioms: Mapping[str, PenalizedAxiom]
    found: Abduction
    is_cut: bool


def abduction_of(text: Analysis, hypothesis: Analysis, knowledge: Knowledge) -> PairAbduction:
    """Weaken a hypothesis until it follows from a text.

    Returns
    -------
    PairAbduction
        Of the first 500 atoms of the text and the 100 most important ones of the hypothesis.
    """
    whole = logic_form(text, relations=knowledge.relations).grounded()
    said = LogicForm(_by_word(whole.atoms)[:LONGEST_TEXT], whole.appositions, whole.years)
    asked = logic_form(hypothesis, relations=knowledge.relations)
    axioms = {one.axiom.name: one for one in _axioms(said, asked, knowledge)}
    penalties = {name: one.penalty for name, one in axioms.items()}
    premises = [Axiom(TEXT, said.formula()), *(one.axiom for one in axioms.values())]
    facts = facts_from(premises, penalties)
    atoms = asked.by_importance()
    weighted = [
        WeightedAtom(one.atom, DROP[one.kind], UNBIND * DROP[one.kind])
        for one in atoms[:LONGEST_HYPOTHESIS]
    ]
    weaken = greedy_abduction if knowledge.weakening == "greedy" else minimal_abduction
    return PairAbduction(
        said,
        atoms,
        tuple(weighted),
        facts,
        axioms,
        weaken(facts, weighted, penalties),
        len(said.atoms) < len(whole.atoms) or len(weighted) < len(atoms),
    )


def _axioms(
    text: LogicForm, hypothesis: LogicForm, knowledge: Knowledge
) -> tuple[PenalizedAxiom, ...]:
    """Return the axioms for a pair, each with the penalty for its use."""
    free = [*knowledge.own]
    if knowledge.world:
        free += world_axioms()
    if knowledge.relations:
        free += relation_calculus()
    penalized = [PenalizedAxiom(axiom, 0.0) for axiom in free]
    if knowledge.rewriting:
        rewriting = (*rewriting_axioms(), *apposition_axioms(text))
        penalized += (PenalizedAxiom(axiom, REWRITING) for axiom in rewriting)
        decompositions = decomposition_axioms(text, hypothesis)
        penalized += (PenalizedAxiom(axiom, DECOMPOSITION) for axiom in decompositions)
    if knowledge.chains:
        penalized += chain_axioms(_predicates(text), _predicates(hypothesis), CHAIN)
    return tuple(penalized)


def _by_word(atoms: tuple[FormAtom, ...]) -> tuple[FormAtom, ...]:
    """Return the atoms in the order of their words; atoms without a word come last."""
    return tuple(sorted(atoms, key=lambda one: (one.word < 0, one.word)))


def _predicates(form: LogicForm) -> set[Predicate]:
    return {predicate_of(one.atom) for one in form.atoms}
