"""Augmented head-dependent structures: a head, a dependent, their relation and its role."""

from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from rte_baselines.analysis import Analysis
from rte_baselines.analysis.english.dependency_tree import DependencyTree
from rte_baselines.analysis.predicates.predications import Predication, Status
from rte_baselines.features.linguistic_rules.word_relations import Word
from rte_baselines.lexicon.wordnet.database.database import WordNet

Relation = Literal["subj", "obj", "iobj", "arg_mod", "xcomp", "ccomp", "ncmod", "adj", "neg"]
"""Subject, object, indirect object, "by" phrase of a passive, attribute or infinitive, clause,
modifying noun or adjective, adverb, negation."""

CORE: frozenset[Relation] = frozenset({"subj", "obj", "iobj", "xcomp", "ccomp"})
"""The relations, in the active voice, that are arguments."""

GENITIVE = "'s"
"""The marker of possessors."""


@dataclass(frozen=True)
class Structure:
    """A head with one dependent, such as ``feel(ncmod-temporal, after, loss)``.

    Parameters
    ----------
    governor, dependent : int
        Their positions. A pronoun is replaced by its antecedent.
    head, lemma : str
        The lemmas of governor and dependent; a verb's includes its particle.
    relation : Relation
        The relation in the voice of the sentence.
    function : Relation
        The relation in the active voice: the subject of a passive is an object, its "by" phrase
        ("arg_mod") a subject. These are the alternations that the paper allows.
    role : str
        The paper's name of the role; empty for adjectives and negation.
    marker : str
        The preposition or conjunction.
    score : int
        The position on the scale of argumentality: the lower, the closer to the core of the
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
        """Whether it is an argument, not an adjunct."""
        return self.function in CORE

    def __str__(self) -> str:
        label = f"{self.relation}-{self.role}" if self.role else self.relation
        parts = (label, self.marker, self.lemma)
        return f"{self.head}({', '.join(part for part in parts if part)})"


@dataclass(frozen=True)
class Clause:
    """A predicate with its structures and its status.

    Parameters
    ----------
    predication : Predication
    status : Status
    is_main : bool
        Whether it is a main clause.
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
        """Its structures without arguments and negation."""
        return tuple(
            structure
            for structure in self.structures
            if not structure.is_core and structure.relation != "neg"
        )


@dataclass(frozen=True)
class Snippet:
    """The structures of a text or a hypothesis.

    Parameters
    ----------
    analysis : Analysis
    tree : DependencyTree
    clauses : tuple of Clause
        Main clauses first.
    modifiers : tuple of Structure
        The modifiers of nouns, from left to right.
    words : tuple of Word
        All words, for comparison: a predicate's lemma includes its particle, a name of several
        words is represented by its last word.
    wordnet : WordNet
        The WordNet used for comparison.
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
        of_clauses = [structure for clause in self.clauses for structure in clause.structures]
        structures = (*of_clauses, *self.modifiers)
        return tuple(sorted(structures, key=lambda structure: structure.score))

    def modifiers_of(self, position: int) -> tuple[Structure, ...]:
        """Return the modifiers of a noun."""
        return self._modifiers.get(position, ())

    @cached_property
    def _modifiers(self) -> dict[int, tuple[Structure, ...]]:
        """The modifiers of each noun that has some."""
        found: dict[int, list[Structure]] = {}
        for modifier in self.modifiers:
            found.setdefault(modifier.governor, []).append(modifier)
        return {position: tuple(modifiers) for position, modifiers in found.items()}


def clause_head(tree: DependencyTree, predication: Predication) -> int:
    """Return the word that a predication's dependents are attached to."""
    is_copula = predication.kind == "copula" and tree.relations[predication.word] == "cop"
    return tree.heads[predication.word] if is_copula else predication.word


def last_name(tree: DependencyTree, word: int) -> int:
    """Return the last word of the name that a word heads; for other words, the word itself."""
    parts = tree.dependents(word, "flat")
    return parts[-1] if parts and tree.pos[word] == "PROPN" else word


def words_below(tree: DependencyTree, word: int) -> list[int]:
    """Return a word and its direct and indirect dependents."""
    words = [word]
    # The list grows while it is iterated over.
    for head in words:
        words.extend(tree.dependents(head))
    return words
