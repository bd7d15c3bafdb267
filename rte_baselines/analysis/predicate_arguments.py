"""The layer of argument structures: who does what to whom, voice and gaps undone."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rte_baselines.analysis.analysis import Analysis
from rte_baselines.analysis.attachments import attached
from rte_baselines.analysis.clauses import (
    Clause,
    clause_marker,
    clauses_of,
    group_of,
    is_complement,
    is_negation,
    lemma_of,
)
from rte_baselines.analysis.dependency_tree import PARSE_LAYERS, DependencyTree
from rte_baselines.analysis.layer import Layer
from rte_baselines.analysis.predications import Argument, Function, Predication
from rte_baselines.analysis.roles import LAYERS as ROLE_LAYERS
from rte_baselines.analysis.roles import is_time, role_of
from rte_baselines.analysis.word_lists import word_lists
from rte_baselines.registry import registry

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
# In what they head, the one who promises acts, not the one who is promised.
_CONTROLLED_BY_SUBJECT = frozenset({"promise", "threaten", "vow", "pledge", "swear"})
_WH_TAGS = frozenset({"WDT", "WP", "WRB", "WP$"})
_NON_FINITE = frozenset({"VB", "VBG", "VBN"})


@registry.layers("predications.v1")
class PredicationLayer(Layer):
    """Verbs, copulas and appositions with their arguments, as `Predication`s by position.

    Besides what depends on the verb, arguments are: the noun that a relative clause or a
    participle modifies; the one who is to do what a verb with a clause says ("Ann hoped to
    win", "They told Ann to go"); the subject shared by coordinated verbs, or by an adverbial
    clause without one; each noun of a coordination. Roles are guessed from prepositions,
    nouns and verbs; see `roles`.
    """

    provides = ("predications",)
    needs = (*PARSE_LAYERS, "norms", *ROLE_LAYERS)

    def compute(self, analyses: Sequence[Analysis]) -> Iterator[Mapping[str, Any]]:
        """Read the structures off the parses."""
        for analysis in analyses:
            yield {"predications": _Reader(DependencyTree(analysis)).predications()}


@dataclass(frozen=True)
class _Dependent:
    """An argument in the function it stands in, its role not yet known."""

    word: int
    function: Function
    marker: str = ""


class _Reader:
    """Reads the predications of one snippet."""

    def __init__(self, tree: DependencyTree) -> None:
        self._tree = tree
        self._clauses = clauses_of(tree)

    def predications(self) -> tuple[Predication, ...]:
        found = [self._predication(clause) for clause in self._clauses.values()]
        appositions = (
            word for word, relation in enumerate(self._tree.relations) if relation == "appos"
        )
        found += [self._apposition(word) for word in appositions]
        return tuple(sorted(found, key=lambda predication: predication.word))

    def _predication(self, clause: Clause) -> Predication:
        return self._made(clause, self._arguments(clause))

    def _apposition(self, word: int) -> Predication:
        head = self._tree.heads[word]
        arguments = [_Dependent(head, "subject"), _Dependent(word, "attribute")]
        return self._made(Clause(word, word, "apposition", "active"), arguments)

    def _made(self, clause: Clause, dependents: Sequence[_Dependent]) -> Predication:
        lemma = lemma_of(self._tree, clause)
        acts = any(self._is_complement(one) for one in dependents)
        arguments = [
            Argument(
                word=self._stated_by(dependent.word)
                if dependent.function == "clause"
                else dependent.word,
                function=dependent.function,
                role=role_of(
                    self._tree,
                    word=dependent.word,
                    function=dependent.function,
                    marker=dependent.marker,
                    predicate=lemma,
                    kind=clause.kind,
                    acts=acts,
                ),
                marker=dependent.marker,
            )
            for dependent in sorted(dependents, key=lambda dependent: dependent.word)
        ]
        group = group_of(self._tree, clause)
        return Predication(clause.word, lemma, clause.kind, clause.voice, group, tuple(arguments))

    def _is_complement(self, dependent: _Dependent) -> bool:
        is_clause = dependent.function == "clause" and is_complement(self._tree, dependent.word)
        return is_clause or dependent.function == "object"

    def _stated_by(self, head: int) -> int:
        clause = self._clauses.get(head)
        return head if clause is None else clause.word

    def _arguments(self, clause: Clause) -> list[_Dependent]:
        """Return all arguments of a clause, in the functions of the active voice."""
        found = [one for one in self._own(clause) if one.function != "subject"]
        found += [_Dependent(word, "subject") for word in self._subjects(clause.head)]
        if clause.kind == "copula":
            marker = self._tree.preposition(clause.head)
            nominal = self._conjoined(clause.head)
            found += [_Dependent(word, "attribute", marker) for word in nominal]
        if not any(one.function == "object" for one in found):
            found += [_Dependent(word, "object") for word in self._gap(clause, found)]
        active = _activated(self._tree, found) if clause.voice == "passive" else found
        return (
            _appointed(active) if lemma_of(self._tree, clause) in _words("appointing") else active
        )

    def _own(self, clause: Clause) -> list[_Dependent]:
        """Return what depends on the clause's head as it stands, relative pronouns resolved."""
        found = []
        for dependent in attached(self._tree, clause, self._clauses.keys()):
            word = dependent.word
            function = self._function(clause, word, dependent.relation)
            if function is not None:
                marker = self._marker(word, function)
                for one in self._coordinated(word, function):
                    own_marker = self._marker(one, function) or marker
                    found.append(_Dependent(self._resolved(one, clause), function, own_marker))
        return found

    def _marker(self, word: int, function: Function) -> str:
        if self._tree.tags[word] == "WRB":
            return self._tree.lemmas[word]
        if function == "clause":
            return clause_marker(self._tree, word)
        return self._tree.preposition(word) if function == "oblique" else ""

    def _function(self, clause: Clause, word: int, relation: str) -> Function | None:
        function = _FUNCTIONS.get(relation.partition(":")[0])
        if function == "adverb":
            return self._function_of_adverb(clause, word)
        if function == "object" and self._tree.lemmas[clause.head] in _words("linking"):
            return "attribute"
        if function == "clause" and relation == "xcomp" and word not in self._clauses:
            return "attribute"
        # "The plan is to sail" does not say that the plan sails.
        is_outer = relation == "nsubj:outer" and clause.kind == "verb"
        return None if is_outer else function

    def _function_of_adverb(self, clause: Clause, word: int) -> Function | None:
        """Return "oblique" of the "where" that stands for a noun."""
        if self._tree.tags[word] == "WRB":
            is_relative = self._tree.relations[clause.head] == "acl:relcl"
            return "oblique" if is_relative else None
        return None if is_negation(self._tree, word) else "adverb"

    def _coordinated(self, word: int, function: Function) -> list[int]:
        is_nominal = function in ("subject", "object", "indirect_object", "oblique", "attribute")
        return self._conjoined(word) if is_nominal else [word]

    def _conjoined(self, word: int) -> list[int]:
        """Return a noun with those coordinated with it; a conjunct with a clause is none."""
        conjuncts = self._tree.dependents(word, "conj")
        return [word, *(one for one in conjuncts if one not in self._clauses)]

    # Subjects that stand elsewhere.

    def _subjects(self, head: int) -> list[int]:
        """Return the subjects of a clause as it stands, its own or the one it shares."""
        clause = self._clauses[head]
        own = [one.word for one in self._own(clause) if one.function == "subject"]
        if own or self._has_clausal_subject(head):
            return own
        above = self._tree.heads[head]
        if self._tree.is_in(head, "conj") and above in self._clauses:
            return self._subjects(above)
        if above in self._clauses and is_complement(self._tree, head):
            return self._controllers(self._clauses[above])
        if self._tree.is_in(head, "advcl") and above in self._clauses:
            return self._subjects(above) if self._is_non_finite(head) else []
        if self._tree.is_in(head, "acl") and above >= 0 and self._is_said_of_noun(head):
            return [above]
        return []

    def _has_clausal_subject(self, head: int) -> bool:
        return bool(self._tree.dependents(head, "csubj", "expl"))

    def _controllers(self, clause: Clause) -> list[int]:
        """Return who does what a verb's infinitive says: its object, or else its subject."""
        lemma = lemma_of(self._tree, clause)
        own = self._own(clause) if clause.voice == "active" else []
        objects = [one.word for one in own if one.function in ("object", "indirect_object")]
        if objects and lemma not in _CONTROLLED_BY_SUBJECT:
            return objects
        return self._subjects(clause.head)

    def _is_non_finite(self, head: int) -> bool:
        has_finite_auxiliary = any(
            self._tree.tags[word] not in _NON_FINITE
            for word in self._tree.dependents(head, "aux", "cop")
        )
        return self._tree.tags[head] in _NON_FINITE and not has_finite_auxiliary

    def _is_said_of_noun(self, head: int) -> bool:
        """Whether the noun is the subject: "the man who came", "the man sitting there"."""
        if self._tree.is_in(head, "acl:relcl"):
            return not self._has_relative_pronoun(head)
        return self._tree.tags[head] in ("VBG", "VBN")

    # Relative clauses.

    def _gap(self, clause: Clause, found: Sequence[_Dependent]) -> list[int]:
        """Return the noun that is the missed object of "the cup Ann won"."""
        is_relative = self._tree.relations[clause.head] == "acl:relcl" and clause.kind == "verb"
        if not is_relative or clause.voice == "passive" or self._has_relative_pronoun(clause.head):
            return []
        antecedent = self._tree.heads[clause.head]
        has_other_subject = any(
            one.function == "subject" and one.word != antecedent for one in found
        )
        has_clause = any(one.function == "clause" for one in found)
        return [antecedent] if has_other_subject and not has_clause else []

    def _has_relative_pronoun(self, head: int) -> bool:
        return any(
            self._tree.tags[word] in _WH_TAGS and self._tree.relations[word] != "mark"
            for word in self._tree.dependents(head)
        )

    def _resolved(self, word: int, clause: Clause) -> int:
        """Return what a relative pronoun stands for; any other word is itself."""
        if self._tree.tags[word] not in ("WDT", "WP", "WRB"):
            return word
        head = clause.head
        while self._tree.is_in(head, "conj", "xcomp") and self._tree.heads[head] >= 0:
            head = self._tree.heads[head]
        is_relative = self._tree.relations[head] == "acl:relcl"
        return self._tree.heads[head] if is_relative else word


def _activated(tree: DependencyTree, arguments: Sequence[_Dependent]) -> list[_Dependent]:
    """Return the arguments of a passive in the functions they have in the active voice."""
    has_object = any(one.function == "object" for one in arguments)
    function_of: dict[Function, Function] = {
        "subject": "indirect_object" if has_object else "object"
    }
    return [
        _Dependent(one.word, "subject")
        if one.function == "oblique" and one.marker == "by" and not is_time(tree, one.word)
        else _Dependent(one.word, function_of.get(one.function, one.function), one.marker)
        for one in arguments
    ]


def _appointed(arguments: Sequence[_Dependent]) -> list[_Dependent]:
    """Return arguments with the office in "they named him judge" as an attribute of him."""
    if not any(one.function == "indirect_object" for one in arguments):
        return list(arguments)
    function_of: dict[Function, Function] = {"indirect_object": "object", "object": "attribute"}
    return [
        _Dependent(one.word, function_of.get(one.function, one.function), one.marker)
        for one in arguments
    ]


def _words(heading: str) -> frozenset[str]:
    return word_lists("role_words.txt")[heading]
