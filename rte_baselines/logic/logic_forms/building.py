"""Logic forms of snippets."""

from rte_baselines.analysis.analysis import Analysis
from rte_baselines.logic.formulas import Atom
from rte_baselines.logic.logic_forms.forms import FormAtom, LogicForm
from rte_baselines.logic.logic_forms.relation_layer import relations_of
from rte_baselines.logic.logic_forms.syntax_layer import LAYERS, SyntaxLayer

__all__ = ["LAYERS", "logic_form"]


def logic_form(analysis: Analysis, *, relations: bool = True) -> LogicForm:
    """Return the logic form of a snippet, after section 3 of hodges2006.

    - A noun is a predicate of an individual, ``poll.n(x1)``; an adjective or adverb one of what it
      modifies, ``foreign.a(x1)``; a verb one of an event, its subject and its object,
      ``hold.v(e1, x1, x2)``; a preposition one of what it modifies and its object,
      ``in.in(x1, x2)``; a possessor is related by ``possessive.pos(x1, x2)``.
    - The nouns of a complex nominal are grouped by ``nn.nnc(x3, x1, x2)``, and what is coordinated
      by ``and.cc(x3, x1, x2)``; other predicates are about the group, ``x3``.
    - Named entities have a class: ``human.ne``, ``organization.ne``, ``location.ne``, ``date.ne``,
      ``other.ne`` and ``number.ne``.
    - Semantic relations are predicates of two arguments, ``agent.sr(x1, e1)``.

    What the paper leaves open:

    - *"Be"*: the subject and the attribute are one individual, as in the axiom for appositions
      (section 4.2). The verb of "there is" has no predicate.
    - *Verbs with a particle or a noun* are one predicate, as ``take_part`` is in section 5.3.
    - *Passives*: the slots of verbs are those of the active voice.
    - *Numbers* are written as digits.
    - *Determiners, auxiliaries, modals and negation* have no predicates; for negation, the paper
      says so.

    Parameters
    ----------
    analysis : Analysis
    relations : bool
        Whether there is the second layer.
    """
    syntax = SyntaxLayer(analysis)
    atoms = list(dict.fromkeys(syntax.atoms))
    if relations:
        atoms += dict.fromkeys(
            (name, (first, second), "relation", word)
            for name, first, second, word in relations_of(syntax)
        )
    pairs = [*syntax.appositions, *syntax.years]
    numbers = [number for _, arguments, _, _ in atoms for number in arguments]
    variables = syntax.referents.named([*numbers, *(one for pair in pairs for one in pair)])
    return LogicForm(
        tuple(
            FormAtom(Atom(name, tuple(variables[one] for one in arguments)), kind, word)
            for name, arguments, kind, word in atoms
        ),
        tuple((variables[first], variables[second]) for first, second in syntax.appositions),
        tuple((variables[first], variables[second]) for first, second in syntax.years),
    )
