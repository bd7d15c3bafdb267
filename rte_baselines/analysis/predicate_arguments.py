"""The layer of argument structures: who does what to whom, voice and gaps undone."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rte_baselines.analysis.active_voice import Dependent, activated, appointed
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
    negations,
)
from rte_baselines.analysis.dependency_tree import PARSE_LAYERS, DependencyTree
from rte_baselines.analysis.layer import Layer
from rte_baselines.analysis.predications import Argument, Function, Predication
from rte_baselines.analysis.relative_clauses import (
    antecedent_of,
    has_relative_pronoun,
    with_gap_filled,
)
from rte_baselines.analysis.roles import LAYERS as ROLE_LAYERS
from rte_baselines.analysis.roles import role_of
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
_NOMINAL = frozenset({"subject", "object", "indirect_object", "oblique", "attribute"})
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
    needs = (*PARSE_LAYERS, *ROLE_LAYERS)

    def compute(self, analyses: Sequence[Analysis]) -> Iterator[Mapping[str, Any]]:
        """Read the structures off the parses."""
        for analysis in analyses:
            yield {"predications": _Reader(DependencyTree(analysis)).predications()}


class _Reader:
    """Reads the predications of one snippet."""

    def __init__(self, tree: DependencyTree) -> None:
        self._tree = tree
        self._clauses = clauses_of(tree)
        self._own: dict[int, list[Dependent]] = {}
        self._subjects: dict[int, list[int]] = {}

    def predications(self) -> tuple[Predication, ...]:
        found = []
        # From the roots down, so that what is above is known: clauses can be thousands deep.
        for head, clause in self._clauses.items():
            self._own[head] = self._as_they_stand(clause)
            self._subjects[head] = self._find_subjects(clause)
            found.append(self._made(clause, self._arguments(clause)))
        appositions = (
            word for word, relation in enumerate(self._tree.relations) if relation == "appos"
        )
        found += [self._apposition(word) for word in appositions]
        return tuple(sorted(found, key=lambda predication: predication.word))

    def _apposition(self, word: int) -> Predication:
        head = self._tree.heads[word]
        attributes = [Dependent(one, "attribute") for one in self._conjoined(word)]
        arguments = [Dependent(head, "subject"), *attributes]
        return self._made(Clause(word, word, "apposition", "active"), arguments)

    def _made(self, clause: Clause, dependents: Sequence[Dependent]) -> Predication:
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

    def _is_complement(self, dependent: Dependent) -> bool:
        is_clause = dependent.function == "clause" and is_complement(self._tree, dependent.word)
        return is_clause or dependent.function == "object"

    def _stated_by(self, head: int) -> int:
        clause = self._clauses.get(head)
        return head if clause is None else clause.word

    def _arguments(self, clause: Clause) -> list[Dependent]:
        """Return all arguments of a clause, in the functions of the active voice."""
        found = [one for one in self._own[clause.head] if one.function != "subject"]
        found += [Dependent(word, "subject") for word in self._subjects[clause.head]]
        if clause.kind == "copula":
            marker = self._tree.preposition(clause.head)
            nominal = self._conjoined(clause.head)
            found += [Dependent(word, "attribute", marker) for word in nominal]
        found = with_gap_filled(self._tree, clause, found)
        active = activated(self._tree, found) if clause.voice == "passive" else found
        is_appointing = lemma_of(self._tree, clause) in _words("appointing")
        return appointed(active) if is_appointing else active

    def _as_they_stand(self, clause: Clause) -> list[Dependent]:
        """Return what depends on the clause's head, relative pronouns resolved."""
        found = []
        for word, relation in attached(self._tree, clause, self._clauses.keys()):
            function = self._function(clause, word, relation)
            if function is not None:
                marker = self._marker(word, function)
                for one in self._coordinated(word, function):
                    stands_for = antecedent_of(self._tree, one, clause)
                    own_marker = self._marker(one, function) or marker
                    found.append(Dependent(stands_for, function, own_marker))
        return found

    def _marker(self, word: int, function: Function) -> str:
        if self._tree.tags[word] == "WRB":
            return self._tree.norms[word]
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
        return self._conjoined(word) if function in _NOMINAL else [word]

    def _conjoined(self, word: int) -> list[int]:
        """Return a noun with those coordinated with it.

        A conjunct with a clause is none, nor is Jones in "Smith, not Jones".
        """
        conjuncts = (one for one in self._tree.dependents(word, "conj") if one not in self._clauses)
        return [word, *(one for one in conjuncts if not negations(self._tree, one))]

    # Subjects that stand elsewhere.

    def _find_subjects(self, clause: Clause) -> list[int]:
        """Return the subjects of a clause as it stands, its own or the one it shares."""
        head = clause.head
        own = [one.word for one in self._own[head] if one.function == "subject"]
        if own or self._has_clausal_subject(head) or self._tree.is_in(head, "csubj"):
            return own
        above = self._tree.heads[head]
        if above in self._clauses:
            if self._tree.is_in(head, "conj"):
                return self._subjects[above]
            if is_complement(self._tree, head):
                return self._controllers(self._clauses[above])
            if self._tree.is_in(head, "advcl"):
                return self._subjects[above] if self._is_non_finite(head) else []
        if self._tree.is_in(head, "acl") and self._is_said_of_noun(head):
            return [above]
        return []

    def _has_clausal_subject(self, head: int) -> bool:
        return bool(self._tree.dependents(head, "csubj", "expl"))

    def _controllers(self, clause: Clause) -> list[int]:
        """Return who does what a verb's complement says: its object, or else its subject."""
        own = self._own[clause.head] if clause.voice == "active" else []
        objects = [one.word for one in own if one.function in ("object", "indirect_object")]
        is_by_subject = lemma_of(self._tree, clause) in _words("controlled_by_subject")
        return self._subjects[clause.head] if is_by_subject or not objects else objects

    def _is_non_finite(self, head: int) -> bool:
        has_finite_auxiliary = any(
            self._tree.tags[word] not in _NON_FINITE
            for word in self._tree.dependents(head, "aux", "cop")
        )
        return self._tree.tags[head] in _NON_FINITE and not has_finite_auxiliary

    def _is_said_of_noun(self, head: int) -> bool:
        """Whether the noun is the subject: "the man who came", "the man sitting there"."""
        if self._tree.is_in(head, "acl:relcl"):
            return not has_relative_pronoun(self._tree, head)
        return self._tree.tags[head] in ("VBG", "VBN")


def _words(heading: str) -> frozenset[str]:
    return word_lists("role_words.txt")[heading]
