"""The predicate-argument layer, with passives normalized and gaps filled."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rte_baselines.analysis.analysis import Analysis
from rte_baselines.analysis.english.dependency_tree import PARSE_LAYERS, DependencyTree
from rte_baselines.analysis.layer import Layer
from rte_baselines.analysis.predicates.arguments import (
    Dependent,
    antecedent_of,
    attached,
    has_relative_pronoun,
    in_active_voice,
    with_gap_filled,
    with_object_attribute,
)
from rte_baselines.analysis.predicates.clauses import LAYERS as ROLE_LAYERS
from rte_baselines.analysis.predicates.clauses import (
    Clause,
    clause_marker,
    clauses_of,
    group_of,
    is_complement,
    is_negation,
    lemma_of,
    negations,
    role_of,
)
from rte_baselines.analysis.predicates.predications import Argument, Function, Predication
from rte_baselines.analysis.tokens.word_classes import word_lists
from rte_baselines.core.registry import registry

_WORDS = word_lists("predicates/role_words.txt")

_FUNCTIONS: dict[str, Function] = {
    "nsubj": "subject",
    "obj": "object",
    "iobj": "indirect_object",
    "obl": "oblique",
    "ccomp": "clause",
    "xcomp": "clause",
    "csubj": "clause",
    "advcl": "clause",
    "advmod": "adverb",
}
_NOMINAL = frozenset({"subject", "object", "indirect_object", "oblique", "attribute"})
_NON_FINITE = frozenset({"VB", "VBG", "VBN"})


@registry.layers("predications.v1")
class PredicationLayer(Layer):
    """Verbs, copulas and appositions with their arguments, as `Predication` objects by position.

    Besides the dependents of the verb, arguments are: the noun that a relative clause or a
    participle modifies; the controller of an infinitive ("Ann hoped to win", "They told Ann to
    go"); a subject shared by coordinated verbs, or with an adverbial clause that has none; and
    each conjunct. Rules derive roles from prepositions, nouns and verbs; see `roles`.
    """

    provides = ("predications",)
    needs = (*PARSE_LAYERS, *ROLE_LAYERS)

    def compute(self, analyses: Sequence[Analysis]) -> Iterator[Mapping[str, Any]]:
        """Find the predications in the parses."""
        for analysis in analyses:
            yield {"predications": _PredicateReader(DependencyTree(analysis)).predications()}


class _PredicateReader:
    """Reads the predications of one snippet."""

    def __init__(self, tree: DependencyTree) -> None:
        self._tree = tree
        self._clauses = clauses_of(tree)
        self._own: dict[int, list[Dependent]] = {}
        self._subjects: dict[int, list[int]] = {}

    def predications(self) -> tuple[Predication, ...]:
        predications = []
        # From the roots down without recursion, as clauses can be nested thousands deep.
        for head, clause in self._clauses.items():
            self._own[head] = self._surface_arguments(clause)
            self._subjects[head] = self._find_subjects(clause)
            predications.append(self._predication(clause, self._arguments(clause)))
        appositions = (
            word for word, relation in enumerate(self._tree.relations) if relation == "appos"
        )
        predications += [self._apposition(word) for word in appositions]
        return tuple(sorted(predications, key=lambda predication: predication.word))

    def _apposition(self, word: int) -> Predication:
        head = self._tree.heads[word]
        attributes = [Dependent(conjunct, "attribute") for conjunct in self._conjuncts(word)]
        arguments = [Dependent(head, "subject"), *attributes]
        return self._predication(Clause(word, word, "apposition", "active"), arguments)

    def _predication(self, clause: Clause, dependents: Sequence[Dependent]) -> Predication:
        lemma = lemma_of(self._tree, clause)
        is_transitive = any(
            function == "object" or (function == "clause" and is_complement(self._tree, word))
            for word, function, _ in dependents
        )
        arguments = []
        for word, function, marker in sorted(dependents, key=lambda dependent: dependent.word):
            role = role_of(
                self._tree,
                word=word,
                function=function,
                marker=marker,
                predicate=lemma,
                kind=clause.kind,
                is_transitive=is_transitive,
            )
            is_clause = function == "clause" and word in self._clauses
            predicating = self._clauses[word].word if is_clause else word
            arguments.append(Argument(predicating, function, role, marker))
        group = group_of(self._tree, clause)
        return Predication(clause.word, lemma, clause.kind, clause.voice, group, tuple(arguments))

    def _arguments(self, clause: Clause) -> list[Dependent]:
        """Return all arguments of a clause, with their functions in the active voice."""
        arguments = [
            argument for argument in self._own[clause.head] if argument.function != "subject"
        ]
        arguments += [Dependent(word, "subject") for word in self._subjects[clause.head]]
        if clause.kind == "copula":
            marker = self._tree.preposition(clause.head)
            attributes = self._conjuncts(clause.head)
            arguments += [Dependent(word, "attribute", marker) for word in attributes]
        arguments = with_gap_filled(self._tree, clause, arguments)
        if clause.voice == "passive":
            arguments = in_active_voice(self._tree, arguments)
        is_appointing = lemma_of(self._tree, clause) in _WORDS["appointing"]
        return with_object_attribute(arguments) if is_appointing else arguments

    def _surface_arguments(self, clause: Clause) -> list[Dependent]:
        """Return the dependents of the head of a clause, with relative pronouns resolved."""
        arguments = []
        for word, relation in attached(self._tree, clause, self._clauses.keys()):
            function = self._function(clause, word, relation)
            if function is not None:
                marker = self._marker(word, function)
                for conjunct in self._conjuncts(word) if function in _NOMINAL else [word]:
                    antecedent = antecedent_of(self._tree, conjunct, clause)
                    own_marker = self._marker(conjunct, function) or marker
                    arguments.append(Dependent(antecedent, function, own_marker))
        return arguments

    def _marker(self, word: int, function: Function) -> str:
        if self._tree.tags[word] == "WRB":
            return self._tree.norms[word]
        if function == "clause":
            return clause_marker(self._tree, word)
        return self._tree.preposition(word) if function == "oblique" else ""

    def _function(self, clause: Clause, word: int, relation: str) -> Function | None:
        function = _FUNCTIONS.get(relation.partition(":")[0])
        if function == "adverb" and self._tree.tags[word] == "WRB":
            # A relative "where" is an oblique; other wh-adverbs are no arguments.
            return "oblique" if self._tree.relations[clause.head] == "acl:relcl" else None
        if function == "adverb" and is_negation(self._tree, word):
            return None
        if function == "object" and self._tree.lemmas[clause.head] in _WORDS["linking"]:
            return "attribute"
        if function == "clause" and relation == "xcomp" and word not in self._clauses:
            return "attribute"
        # In "The plan is to sail", the plan is not the subject of "sail".
        is_outer = relation == "nsubj:outer" and clause.kind == "verb"
        return None if is_outer else function

    def _conjuncts(self, word: int) -> list[int]:
        """Return a noun and the nouns coordinated with it.

        Clauses are excluded, and so is Jones in "Smith, not Jones".
        """
        conjuncts = (
            conjunct
            for conjunct in self._tree.dependents(word, "conj")
            if conjunct not in self._clauses and not negations(self._tree, conjunct)
        )
        return [word, *conjuncts]

    # Subjects outside the clause.

    def _find_subjects(self, clause: Clause) -> list[int]:
        """Return the surface subjects of a clause, its own or those of another clause."""
        head = clause.head
        own = [argument.word for argument in self._own[head] if argument.function == "subject"]
        is_clausal = bool(self._tree.dependents(head, "csubj", "expl"))
        if own or is_clausal or self._tree.is_in(head, "csubj"):
            return own
        above = self._tree.heads[head]
        if above in self._clauses:
            if self._tree.is_in(head, "conj"):
                return self._subjects[above]
            if is_complement(self._tree, head):
                return self._controllers(self._clauses[above])
            if self._tree.is_in(head, "advcl"):
                return self._subjects[above] if self._is_non_finite(head) else []
        if self._tree.is_in(head, "acl") and self._has_noun_as_subject(head):
            return [above]
        return []

    def _controllers(self, clause: Clause) -> list[int]:
        """Return the controllers of the complement of a verb: its objects, or its subjects."""
        own = self._own[clause.head] if clause.voice == "active" else []
        objects = [
            argument.word for argument in own if argument.function in ("object", "indirect_object")
        ]
        is_subject_control = lemma_of(self._tree, clause) in _WORDS["controlled_by_subject"]
        return self._subjects[clause.head] if is_subject_control or not objects else objects

    def _is_non_finite(self, head: int) -> bool:
        has_finite_auxiliary = any(
            self._tree.tags[word] not in _NON_FINITE
            for word in self._tree.dependents(head, "aux", "cop")
        )
        return self._tree.tags[head] in _NON_FINITE and not has_finite_auxiliary

    def _has_noun_as_subject(self, head: int) -> bool:
        """Whether the modified noun is the subject, as in "the man sitting there"."""
        if self._tree.is_in(head, "acl:relcl"):
            return not has_relative_pronoun(self._tree, head)
        return self._tree.tags[head] in ("VBG", "VBN")
