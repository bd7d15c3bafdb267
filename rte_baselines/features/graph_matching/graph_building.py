"""Building the extended dependency graph of a snippet from its parse and predications."""

from collections.abc import Iterator

from rte_baselines.analysis import Analysis
from rte_baselines.analysis.english.dependency_tree import PARSE_LAYERS, DependencyTree
from rte_baselines.analysis.predicates.predications import Predication, Status
from rte_baselines.analysis.predicates.roles import LAYERS as ROLE_LAYERS
from rte_baselines.features.graph_matching.dependency_graph import (
    Constituent,
    Dependency,
    DependencyGraph,
    SimpleConstituent,
)
from rte_baselines.features.graph_matching.phrases import words_of_phrases

LAYERS = (*PARSE_LAYERS, *ROLE_LAYERS, "stems", "predications", "statuses")
"""The analysis layers that graphs are built from."""

_WITHOUT_PREPOSITION = frozenset({"subject", "object", "indirect_object"})


def graph_of(tree: DependencyTree) -> DependencyGraph:
    """Return the graph of a snippet, with passives converted to actives.

    Verb phrases are the predications with the words of their groups: verbs, copulas and
    appositions. Appositions have no words of their own: "the cat, killer of the mouse" is a
    variant of "the cat is the killer of the mouse". Other phrases are those of `phrases`,
    without genitive markers. Subjects and objects have no preposition, because they have none
    in the active voice. Coordinated phrases each depend on the same constituent.
    """
    return _GraphBuilder(tree).graph()


class _GraphBuilder:
    """Builds the graph of one snippet."""

    def __init__(self, tree: DependencyTree) -> None:
        self._tree = tree
        self._analysis: Analysis = tree.analysis
        self._predications: tuple[Predication, ...] = self._analysis.layer("predications")
        statuses: tuple[Status, ...] = self._analysis.layer("statuses")
        arguments = [
            argument for predication in self._predications for argument in predication.arguments
        ]
        self._without_preposition = {
            argument.word for argument in arguments if argument.function in _WITHOUT_PREPOSITION
        }
        argument_words = {argument.word for argument in arguments}
        in_groups = {word for predication in self._predications for word in predication.group}
        phrases = words_of_phrases(tree, argument_words, in_groups)
        self._constituents = (
            *map(self._verb_phrase, self._predications, statuses),
            *(self._phrase(head, words) for head, words in phrases.items()),
        )
        self._phrase_at = {head: number for number, head in enumerate(phrases, len(statuses))}
        self._phrase_with = {
            word: self._phrase_at[head] for head, words in phrases.items() for word in words
        }
        # An apposition has no word of its own; another predication may have the same position.
        self._verb_at = {
            predication.word: number
            for number, predication in enumerate(self._predications)
            if predication.kind != "apposition"
        }

    def graph(self) -> DependencyGraph:
        dependencies = (*self._of_arguments(), *self._of_phrases(), *self._of_clauses())
        roots = (
            number
            for number in self._verb_at.values()
            if self._tree.heads[self._head_of_clause(self._predications[number])] < 0
        )
        return DependencyGraph(
            self._constituents,
            tuple(dict.fromkeys(each for each in dependencies if each.head != each.modifier)),
            next(roots, None),
        )

    # Constituents

    def _verb_phrase(self, predication: Predication, status: Status) -> Constituent:
        word, lemma = predication.word, predication.lemma
        if predication.kind == "verb" and lemma == self._analysis.lemmas[word]:
            governor = self._simple(word)
        else:
            governor = SimpleConstituent(lemma, lemma, lemma, "VERB")
        return Constituent(
            "verb", governor, (), word, predication.group, status.modality, status.negated
        )

    def _phrase(self, head: int, words: tuple[int, ...]) -> Constituent:
        others = tuple(word for word in words if word != head and not self._is_dropped(word, head))
        simple = tuple(map(self._simple, others))
        return Constituent("noun", self._simple(head), simple, head, words, other_words=others)

    def _is_dropped(self, word: int, head: int) -> bool:
        """Whether a word is a genitive marker, or the preposition of a subject or object."""
        is_preposition = self._tree.heads[word] == head and self._tree.is_in(word, "case")
        is_dropped = is_preposition and head in self._without_preposition
        return is_dropped or self._tree.tags[word] == "POS"

    def _simple(self, word: int) -> SimpleConstituent:
        analysis = self._analysis
        return SimpleConstituent(
            analysis.norms[word], analysis.lemmas[word], analysis.stems[word], analysis.pos[word]
        )

    # Dependencies

    def _of_arguments(self) -> Iterator[Dependency]:
        for head, predication in enumerate(self._predications):
            for argument in predication.arguments:
                verb = self._verb_at.get(argument.word)
                modifier = self._phrase_at.get(argument.word, verb)
                if modifier is not None:
                    yield Dependency(head, modifier, argument.function)

    def _of_phrases(self) -> Iterator[Dependency]:
        """Yield the dependencies on nouns, direct or by coordination."""
        for word, modifier in self._phrase_at.items():
            first = self._tree.first_conjunct(word)
            head = self._phrase_with.get(self._tree.heads[first])
            if head is not None and self._tree.is_in(first, "nmod"):
                yield Dependency(head, modifier, "modifier")

    def _of_clauses(self) -> Iterator[Dependency]:
        """Yield the relative clauses and other clauses that modify nouns."""
        for modifier in self._verb_at.values():
            clause = self._head_of_clause(self._predications[modifier])
            head = self._phrase_with.get(self._tree.heads[clause])
            if head is not None and self._tree.is_in(clause, "acl"):
                yield Dependency(head, modifier, "clause")

    def _head_of_clause(self, predication: Predication) -> int:
        """Return the word that the dependents of a predication are attached to."""
        head = self._tree.heads[predication.word]
        return head if predication.kind == "copula" and head >= 0 else predication.word
