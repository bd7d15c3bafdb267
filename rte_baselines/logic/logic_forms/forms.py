"""Logic forms: atoms with the kinds of words that they stand for."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Literal

from rte_baselines.logic.formulas import And, Atom, Constant, Term

AtomKind = Literal[
    "relation", "entity", "grouping", "noun", "verb", "modifier", "preposition", "pronoun"
]
"""What an atom stands for.

A semantic relation; the class of a named entity; a complex nominal or a coordination; a noun; a
verb; an adjective or adverb; a preposition, conjunction of clauses or possessive; a personal
pronoun.
"""

NOMINAL = "nn.nnc"
"""The predicate that groups the nouns of a complex nominal."""

_IN_ORDER: tuple[tuple[AtomKind, ...], ...] = (
    ("relation", "entity"),
    ("grouping",),
    ("noun", "verb"),
    ("modifier",),
    ("preposition", "pronoun"),
)


@dataclass(frozen=True)
class FormAtom:
    """An atom of a logic form."""

    atom: Atom
    kind: AtomKind
    word: int = -1
    """The position of the word that it stands for; -1 for none."""


@dataclass(frozen=True)
class LogicForm:
    """The logic form of a snippet: a conjunction, all of whose variables are existential."""

    atoms: tuple[FormAtom, ...]
    appositions: tuple[tuple[Term, Term], ...] = ()
    """The individuals of noun phrases and of what is beside them: "Ann Berg, a poet"."""
    years: tuple[tuple[Term, Term], ...] = ()
    """A year, and the individual of the noun right behind it: "the 1991 takeover"."""

    def by_importance(self) -> tuple[FormAtom, ...]:
        """Return the atoms in the order of section 5.2, the most important first."""
        rank = {kind: number for number, kinds in enumerate(_IN_ORDER) for kind in kinds}
        return tuple(sorted(self.atoms, key=lambda atom: rank[atom.kind]))

    def about(self, term: Term, *kinds: AtomKind) -> list[Atom]:
        """Return the atoms of some kinds whose first argument is a term."""
        atoms = (part.atom for part in self.atoms if part.kind in kinds)
        return [atom for atom in atoms if atom.arguments[0] == term]

    def formula(self) -> And:
        """Return the conjunction."""
        return And(tuple(atom.atom for atom in self.atoms))

    def grounded(self) -> "LogicForm":
        """Return the form with a constant of the same name for each variable."""

        def named(terms: Iterable[Term]) -> tuple[Term, ...]:
            return tuple(Constant(term.name) for term in terms)

        atoms = (
            replace(part, atom=Atom(part.atom.predicate, named(part.atom.arguments)))
            for part in self.atoms
        )
        appositions, years = (
            tuple((Constant(first.name), Constant(second.name)) for first, second in pairs)
            for pairs in (self.appositions, self.years)
        )
        return LogicForm(tuple(atoms), appositions, years)
