"""Augmented head-dependent structures: a head, a dependent, their relation and its role."""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Literal

from rte_baselines.analysis import Analysis
from rte_baselines.analysis.english.dependency_tree import PARSE_LAYERS, DependencyTree
from rte_baselines.analysis.english.labels import PLACE, TIME
from rte_baselines.analysis.predicates.predications import (
    Argument,
    Function,
    Predication,
    Role,
    Status,
)
from rte_baselines.analysis.predicates.verb_groups import head_of
from rte_baselines.features.linguistic_rules.word_relations import Word, is_verb
from rte_baselines.lexicon.wordnet.database.database import WordNet, wordnet_in_use

Relation = Literal["subj", "obj", "iobj", "arg_mod", "xcomp", "ccomp", "ncmod", "adj", "neg"]
"""Subject, object, indirect object, "by" phrase of a passive, attribute or infinitive, clause,
modifying noun or adjective, adverb, negation."""

GENITIVE = "'s"
"""The marker of possessors."""

STRUCTURE_LAYERS = (
    *(*PARSE_LAYERS, "norms", "numbers", "is_date", "dates", "entity_labels", "is_negation"),
    *("predications", "statuses", "coreference"),
)
"""The analysis layers that structures are built from."""

_RELATIONS: Mapping[Function, Relation] = {
    "subject": "subj",
    "object": "obj",
    "indirect_object": "iobj",
    "attribute": "xcomp",
    "clause": "ccomp",
    "oblique": "ncmod",
    "adverb": "adj",
}
_IN_PASSIVE: Mapping[Relation, Relation] = {"obj": "subj", "subj": "arg_mod"}
_ROLES: Mapping[Role, str] = {
    "agent": "agent",
    "theme": "theme",
    "recipient": "goal",
    "attribute": "prop",
    "content": "prop",
    "location": "location",
    "time": "temporal",
    "manner": "manner",
    "cause": "cause",
    "purpose": "purpose",
    "instrument": "instrument",
    "company": "comitative",
    "other": "mod",
}
# The scores of section 4.1's examples, in main clauses and in others. Missing ones are
# interpolated: the "by" phrase, the indirect object of other clauses, negation.
_SCORES: Mapping[Relation, tuple[int, int]] = {
    "subj": (0, 100),
    "obj": (10, 200),
    "arg_mod": (10, 200),
    "iobj": (20, 225),
    "xcomp": (50, 250),
    "ccomp": (250, 250),
    "ncmod": (1000, 400),
    "adj": (1500, 1500),
    "neg": (1500, 1500),
}
_NOUNS = frozenset({"NOUN", "PROPN", "PRON", "NUM", "SYM", "ADJ"})


@dataclass(frozen=True)
class Structure:
    """A head with one dependent, such as ``feel(ncmod-temporal, after, loss)``.

    `governor`, `dependent`: their positions; a pronoun is replaced by its antecedent. `head`,
    `lemma`: their lemmas; a verb's includes its particle. `relation`: in the voice of the sentence.
    `function`: the relation in the active voice: the subject of a passive is an object, its "by"
    phrase ("arg_mod") a subject. These are the alternations that the paper allows. `role`: the
    paper's name of it; empty for adjectives and negation. `marker`: the preposition or conjunction.
    `score`: the position on the scale of argumentality: the lower, the closer to the core of the
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
        return self.function in {"subj", "obj", "iobj", "xcomp", "ccomp"}

    def __str__(self) -> str:
        label = f"{self.relation}-{self.role}" if self.role else self.relation
        parts = (label, self.marker, self.lemma)
        return f"{self.head}({', '.join(part for part in parts if part)})"


@dataclass(frozen=True)
class Clause:
    """A predicate with its status and its arguments and adjuncts, by score."""

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

    `clauses`: main clauses first. `modifiers`: those of nouns, from left to right. `words`: all
    words, for comparison: a predicate's lemma includes its particle, a name of several words is
    represented by its last word. `wordnet`: the one used for comparison.
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
        in_clauses = [structure for clause in self.clauses for structure in clause.structures]
        structures = (*in_clauses, *self.modifiers)
        return tuple(sorted(structures, key=lambda structure: structure.score))

    @property
    def affirmed(self) -> list[Structure]:
        """All structures but those of negations."""
        return [structure for structure in self.structures if structure.relation != "neg"]

    def modifiers_of(self, position: int) -> tuple[Structure, ...]:
        """Return the modifiers of a noun."""
        return tuple(modifier for modifier in self.modifiers if modifier.governor == position)


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


def structures_of(analysis: Analysis) -> Snippet:
    """Return a snippet's structures, sorted by the scale of argumentality.

    Pronouns are "substituted by the heads of their antecedents" (section 2), and snippets
    without a predicate have "a default BE dummy predicate" (section 2.1), whose attribute is
    the root. The scores are those of the paper's example (section 4.1).
    """
    tree = DependencyTree(analysis)
    reader = _StructureReader(tree, _antecedents(analysis))
    statuses: Sequence[Status] = analysis.layer("statuses")
    clauses = [*map(reader.clause, reader.predications, statuses)]
    if not clauses:
        roots = [word for word, head in enumerate(tree.heads) if head < 0]
        clauses = [reader.dummy(root) for root in roots if tree.pos[root] != "PUNCT"]
    clauses.sort(key=lambda clause: (not clause.is_main, clause.predication.word))
    return Snippet(
        analysis=analysis,
        tree=tree,
        clauses=tuple(clauses),
        modifiers=tuple(reader.modifiers()),
        words=reader.words(),
        wordnet=wordnet_in_use(),
    )


def _antecedents(analysis: Analysis) -> dict[int, int]:
    """Return each pronoun's antecedent: the last noun of its chain before it, or else the first."""
    antecedents = {}
    for chain in analysis.layer("coreference"):
        nouns = [word for word in chain if analysis.pos[word] != "PRON"]
        for word in chain:
            if analysis.pos[word] == "PRON" and nouns:
                before = [noun for noun in nouns if noun < word]
                antecedents[word] = before[-1] if before else nouns[0]
    return antecedents


class _StructureReader:
    def __init__(self, tree: DependencyTree, antecedents: Mapping[int, int]) -> None:
        self._tree = tree
        self._antecedents = antecedents
        self.predications = [
            _as_multiword(tree, predication) for predication in tree.analysis.layer("predications")
        ]
        self._lemmas = [tree.lemmas[last_name(tree, word)] for word in range(len(tree.lemmas))]
        for predication in self.predications:
            if predication.kind != "apposition":
                self._lemmas[predication.word] = predication.lemma

    def clause(self, predication: Predication, status: Status) -> Clause:
        is_main = predication.kind != "apposition" and self._is_main(predication)
        structures = [
            self._argument(predication, argument, is_main) for argument in predication.arguments
        ]
        structures += (
            Structure(
                governor=predication.word,
                dependent=word,
                head=predication.lemma,
                lemma=self._tree.lemmas[word],
                relation="neg",
                function="neg",
                role="",
                marker="",
                score=_SCORES["neg"][0],
            )
            for word in predication.group
            if self._tree.analysis.is_negation[word]
        )
        structures.sort(key=lambda structure: structure.score)
        return Clause(predication, status, is_main, tuple(structures))

    def dummy(self, root: int) -> Clause:
        """Return the clause of a fragment."""
        arguments = (Argument(root, "attribute", "attribute"),)
        predication = Predication(root, "be", "copula", "active", (), arguments)
        return self.clause(predication, Status("none", "none", False, "factual", None))

    def modifiers(self) -> Iterator[Structure]:
        tree = self._tree
        for word, head in enumerate(tree.heads):
            if tree.is_in(word, "amod", "compound", "nmod", "nummod") and tree.pos[head] in _NOUNS:
                dependent = self._antecedents.get(word, word)
                yield Structure(
                    governor=head,
                    dependent=dependent,
                    head=self._lemmas[head],
                    lemma=self._lemmas[dependent],
                    relation="ncmod",
                    function="ncmod",
                    role=self._role_of_modifier(word),
                    marker=GENITIVE if tree.is_in(word, "nmod:poss") else tree.marker(word),
                    score=_SCORES["ncmod"][0],
                )

    def words(self) -> tuple[Word, ...]:
        tree = self._tree
        numbers = tree.analysis.numbers.tolist()
        return tuple(
            Word(lemma, tree.pos[word], None if math.isnan(numbers[word]) else numbers[word])
            for word, lemma in enumerate(self._lemmas)
        )

    def _argument(self, predication: Predication, argument: Argument, is_main: bool) -> Structure:
        function = self._relation(argument)
        is_active = predication.voice == "active"
        relation = function if is_active else _IN_PASSIVE.get(function, function)
        role = _ROLES[argument.role]
        if relation == "subj" and argument.role == "theme":
            role = "theme_aff" if predication.kind == "verb" else "theme_bound"
        dependent = self._antecedents.get(argument.word, argument.word)
        return Structure(
            governor=predication.word,
            dependent=dependent,
            head=predication.lemma,
            lemma=self._lemmas[dependent],
            relation=relation,
            function=function,
            role=role,
            marker=argument.marker,
            score=_SCORES["ccomp" if argument.function == "clause" else relation][not is_main],
        )

    def _relation(self, argument: Argument) -> Relation:
        if argument.function == "clause":
            has_subject = self._tree.dependents(argument.word, "nsubj", "csubj")
            return "ccomp" if has_subject else "xcomp"
        # "split(iobj-comitative, with, something)": prepositional phrases that are arguments.
        is_indirect = argument.function == "oblique" and argument.role in {"recipient", "company"}
        return "iobj" if is_indirect else _RELATIONS[argument.function]

    def _is_main(self, predication: Predication) -> bool:
        tree = self._tree
        head = head_of(tree, predication)
        while tree.is_in(head, "conj", "parataxis") and tree.heads[head] >= 0:
            head = tree.heads[head]
        return tree.heads[head] < 0

    def _role_of_modifier(self, word: int) -> str:
        analysis = self._tree.analysis
        if self._tree.is_in(word, "amod", "nummod"):
            return ""
        if analysis.entity_labels[word] == TIME or analysis.layer("is_date")[word]:
            return "temporal"
        is_located = analysis.entity_labels[word] == PLACE and self._tree.marker(word) != "of"
        return "location" if is_located and self._tree.marker(word) else "specif"


def _as_multiword(tree: DependencyTree, predication: Predication) -> Predication:
    """Join verb and object if WordNet has them as one verb, such as "take place"."""
    for argument in predication.of_function("object"):
        joined = f"{predication.lemma}_{tree.lemmas[argument.word]}"
        if not tree.dependents(argument.word) and is_verb(joined):
            rest = tuple(other for other in predication.arguments if other != argument)
            return replace(predication, lemma=joined, arguments=rest)
    return predication
