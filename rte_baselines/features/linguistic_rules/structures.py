"""Augmented head-dependent structures: a head, a dependent, their relation and its role."""

from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from rte_baselines.analysis import Analysis
from rte_baselines.analysis.dependency_tree import DependencyTree
from rte_baselines.analysis.predications import Predication, Status
from rte_baselines.features.linguistic_rules.likeness import Word
from rte_baselines.lexicon.wordnet.database import WordNet

Relation = Literal["subj", "obj", "iobj", "arg_mod", "xcomp", "ccomp", "ncmod", "adj", "neg"]
"""Subject, object, indirect object, the "by" phrase of a passive, attribute or infinitive,
clause, noun or adjective that modifies, adverb, negation."""

CORE: frozenset[Relation] = frozenset({"subj", "obj", "iobj", "xcomp", "ccomp"})
"""The relations, in the active voice, that are arguments."""

GENITIVE = "'s"
"""The marker of possessors."""


@dataclass(frozen=True)
class Structure:
    """A head with one dependent, as ``feel(ncmod-temporal, after, loss)``.

    Parameters
    ----------
    governor, dependent : int
        Their positions. A pronoun's place is taken by what it refers to.
    head, lemma : str
        Their lemmas, a verb's with its particle.
    relation : Relation
        As it stands.
    function : Relation
        In the active voice: the subject of a passive is an object there, its "by" phrase
        ("arg_mod") a subject. These are the alternations that the paper allows.
    role : str
        As the paper calls it; empty for adjectives and negation.
    marker : str
        The preposition or conjunction.
    score : int
        Its place on the scale of argumentality: the lower, the closer to the core of the
        main clause.
    """

    governor: int
    dependent: int
    head: str
    lemma: str
    relation: Relation
    function: Relation
    role: str
    marker: str
    score: int

    @property
    def is_core(self) -> bool:
        """Whether it is an argument and no adjunct."""
        return self.function in CORE

    def __str__(self) -> str:
        label = f"{self.relation}-{self.role}" if self.role else self.relation
        parts = (label, self.marker, self.lemma)
        return f"{self.head}({', '.join(part for part in parts if part)})"


@dataclass(frozen=True)
class Clause:
    """A predicate with its structures, and whether what it says holds.

    Parameters
    ----------
    predication : Predication
    status : Status
    is_main : bool
        Whether its sentence is built around it.
    structures : tuple of Structure
        Its arguments and adjuncts by score.
    """

    predication: Predication
    status: Status
    is_main: bool
    structures: tuple[Structure, ...]

    @property
    def core(self) -> tuple[Structure, ...]:
        """Its arguments."""
        return tuple(structure for structure in self.structures if structure.is_core)

    @property
    def adjuncts(self) -> tuple[Structure, ...]:
        """All but arguments and negation."""
        return tuple(
            structure
            for structure in self.structures
            if not structure.is_core and structure.relation != "neg"
        )


@dataclass(frozen=True)
class Snippet:
    """A text or a hypothesis as structures.

    Parameters
    ----------
    analysis : Analysis
    tree : DependencyTree
    clauses : tuple of Clause
        Main clauses first.
    modifiers : tuple of Structure
        What modifies nouns, from left to right.
    words : tuple of Word
        All words as they are compared: a predicate is its lemma with its particle, a name of
        several words its last one.
    wordnet : WordNet
        What words are compared by.
    """

    analysis: Analysis
    tree: DependencyTree
    clauses: tuple[Clause, ...]
    modifiers: tuple[Structure, ...]
    words: tuple[Word, ...]
    wordnet: WordNet

    @cached_property
    def structures(self) -> tuple[Structure, ...]:
        """All structures by score."""
        of_clauses = [one for clause in self.clauses for one in clause.structures]
        return tuple(sorted((*of_clauses, *self.modifiers), key=lambda one: one.score))

    def modifiers_of(self, position: int) -> tuple[Structure, ...]:
        """Return what modifies a noun."""
        return tuple(one for one in self.modifiers if one.governor == position)


def clause_head(tree: DependencyTree, predication: Predication) -> int:
    """Return the word that a predication's dependents hang on."""
    is_copula = predication.kind == "copula" and tree.relations[predication.word] == "cop"
    return tree.heads[predication.word] if is_copula else predication.word


def last_name(tree: DependencyTree, word: int) -> int:
    """Return the last word of a name that its first word heads; any other word is itself."""
    parts = tree.dependents(word, "flat")
    return parts[-1] if parts and tree.pos[word] == "PROPN" else word


def words_below(tree: DependencyTree, word: int) -> list[int]:
    """Return a word and all that depends on it, directly or not."""
    found = [word]
    # The list grows with what depends on what is in it.
    for one in found:
        found.extend(tree.dependents(one))
    return found
