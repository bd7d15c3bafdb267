"""Extended dependency graphs: constituents and typed dependencies, built from a parse."""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from typing import Literal, NamedTuple

import numpy as np

from rte_baselines.analysis import Analysis
from rte_baselines.analysis.english.dependency_tree import PARSE_LAYERS, DependencyTree
from rte_baselines.analysis.predicates.clauses import LAYERS as ROLE_LAYERS
from rte_baselines.analysis.predicates.predications import Function, Modality, Predication, Status
from rte_baselines.analysis.predicates.verb_groups import head_of
from rte_baselines.features.trees.dependency_forests import nearest_kept
from rte_baselines.kernels.ragged import BoolArray

DependencyType = Function | Literal["modifier"]
"""The function of an argument in the active voice, or "modifier" for modifiers of nouns."""

# Relations of words that belong to the phrase of their head.
_WITHIN_PHRASES = (
    *("det", "amod", "compound", "nummod", "case", "flat", "fixed", "goeswith"),
    *("advmod", "aux", "cop", "nmod:unmarked"),
)
# Words that head a phrase only if they are arguments, by relation, part of speech and tag.
# Relative pronouns are not arguments; their antecedents are.
_IN_NO_PHRASE = ("punct", "cc", "mark", "expl", "discourse", "det", "case", "aux", "cop")
_FUNCTION_WORDS = frozenset({"ADP", "AUX", "PART", "CCONJ", "SCONJ", "INTJ", "ADV"})
_WH_TAGS = frozenset({"WDT", "WP", "WP$", "WRB"})
LAYERS = (*PARSE_LAYERS, *ROLE_LAYERS, "stems", "predications", "statuses")
"""The analysis layers that graphs are built from."""

_WITHOUT_PREPOSITION = frozenset({"subject", "object", "indirect_object"})


class SimpleConstituent(NamedTuple):
    """A leaf of a constituent, mostly a word.

    `surface`: in lower case. `lemma`: of a verb with its particle ("give_up"). `part`: the
    Universal Dependencies part of speech.
    """

    surface: str
    lemma: str
    stem: str
    part: str


@dataclass(frozen=True)
class Constituent:
    """A phrase; phrases do not overlap.

    `governor`: the potential semantic governor: the noun even if a preposition is the syntactic
    head, the main verb even if an auxiliary is. `others`: the other leaves, from left to right.
    Verb phrases have none, because their auxiliaries are represented by the modality. `position`:
    the position of the head word in the snippet. `words`: the positions of its words; empty for
    appositions, which are read as "be". `is_nominalization`: whether it is a noun that is read as a
    verb. `other_words`: the positions of `others`.
    """

    type: Literal["noun", "verb"]
    governor: SimpleConstituent
    others: tuple[SimpleConstituent, ...]
    position: int
    words: tuple[int, ...]
    modality: Modality = "none"
    negated: bool = False
    is_nominalization: bool = False
    other_words: tuple[int, ...] = ()

    @property
    def governor_word(self) -> int | None:
        """The position of the governor; None if it is read into the text, such as "be"."""
        return self.position if self.words else None


class Dependency(NamedTuple):
    """A typed dependency between two constituents.

    `head`, `modifier`: the indices of the constituents. `type`: see `DependencyType`.
    """

    head: int
    modifier: int
    type: DependencyType


@dataclass(frozen=True)
class DependencyGraph:
    """An extended dependency graph (XDG).

    It may contain alternative readings, all equally plausible.

    `dependencies`: without duplicates. `main_verb`: the index of the first verb phrase that is the
    root of a sentence.
    """

    constituents: tuple[Constituent, ...]
    dependencies: tuple[Dependency, ...]
    main_verb: int | None = None

    def modifier_of(self, head: int | None, *types: DependencyType) -> int | None:
        """Return the first dependent of a constituent by these types, in order of the types."""
        modifiers = (
            dependency.modifier
            for type_ in types
            for dependency in self.dependencies
            if dependency.head == head and dependency.type == type_
        )
        return next(modifiers, None)

    def extended(
        self, constituents: Iterable[Constituent], dependencies: Iterable[Dependency]
    ) -> "DependencyGraph":
        """Return the graph with further constituents appended, and their dependencies."""
        distinct = dict.fromkeys((*self.dependencies, *dependencies))
        return DependencyGraph((*self.constituents, *constituents), tuple(distinct), self.main_verb)


def words_of_phrases(
    tree: DependencyTree, arguments: Collection[int], in_groups: Collection[int]
) -> dict[int, tuple[int, ...]]:
    """Return the words of each phrase, by its head.

    A phrase is a word with its determiners, adjectives, compounds, numbers, possessive
    pronouns and prepositions. Conjunctions, punctuation and similar words belong to no phrase;
    "%" and "$" head a phrase with their numbers.

    `arguments`: the arguments of predications, which always head a phrase. `in_groups`: the words
    of verb groups, which belong to no phrase; their dependents head phrases of their own.
    """
    within: BoolArray = np.array(
        [
            _is_within_phrase(tree, word)
            and word not in arguments
            and tree.heads[word] not in in_groups
            for word in range(len(tree.heads))
        ],
        np.bool_,
    )
    above = nearest_kept(tree.analysis.heads, ~within)
    heads = np.where(within, above, np.arange(len(tree.heads)))
    words: dict[int, list[int]] = {}
    for word, head in enumerate(heads.tolist()):
        if word not in in_groups and tree.pos[word] != "PUNCT":
            words.setdefault(head, []).append(word)
    return {
        head: tuple(members)
        for head, members in words.items()
        if head in members and (head in arguments or _heads_phrase(tree, head))
    }


def _is_within_phrase(tree: DependencyTree, word: int) -> bool:
    if tree.heads[word] < 0:
        return False
    is_pronoun = tree.pos[word] == "PRON" and tree.is_in(word, "nmod:poss")
    return is_pronoun or tree.is_in(word, *_WITHIN_PHRASES)


def _heads_phrase(tree: DependencyTree, word: int) -> bool:
    is_function_word = tree.pos[word] in _FUNCTION_WORDS or tree.tags[word] in _WH_TAGS
    return not is_function_word and not tree.is_in(word, *_IN_NO_PHRASE)


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
        dependencies = (*self._argument_arcs(), *self._phrase_arcs(), *self._clause_arcs())
        roots = (
            number
            for number in self._verb_at.values()
            if self._tree.heads[head_of(self._tree, self._predications[number])] < 0
        )
        return DependencyGraph(
            self._constituents,
            tuple(dict.fromkeys(arc for arc in dependencies if arc.head != arc.modifier)),
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
        tree = self._tree
        dropped = {head, *(word for word in words if tree.tags[word] == "POS")}
        if head in self._without_preposition:
            dropped.update(tree.dependents(head, "case"))
        others = tuple(word for word in words if word not in dropped)
        simple = tuple(map(self._simple, others))
        return Constituent("noun", self._simple(head), simple, head, words, other_words=others)

    def _simple(self, word: int) -> SimpleConstituent:
        analysis = self._analysis
        return SimpleConstituent(
            analysis.norms[word], analysis.lemmas[word], analysis.stems[word], analysis.pos[word]
        )

    # Dependencies

    def _argument_arcs(self) -> Iterator[Dependency]:
        for head, predication in enumerate(self._predications):
            for argument in predication.arguments:
                verb = self._verb_at.get(argument.word)
                modifier = self._phrase_at.get(argument.word, verb)
                if modifier is not None:
                    yield Dependency(head, modifier, argument.function)

    def _phrase_arcs(self) -> Iterator[Dependency]:
        """Yield the dependencies on nouns, direct or by coordination."""
        for word, modifier in self._phrase_at.items():
            first = self._tree.first_conjunct(word)
            head = self._phrase_with.get(self._tree.heads[first])
            if head is not None and self._tree.is_in(first, "nmod"):
                yield Dependency(head, modifier, "modifier")

    def _clause_arcs(self) -> Iterator[Dependency]:
        """Yield the relative clauses and other clauses that modify nouns."""
        for modifier in self._verb_at.values():
            clause = head_of(self._tree, self._predications[modifier])
            head = self._phrase_with.get(self._tree.heads[clause])
            if head is not None and self._tree.is_in(clause, "acl"):
                yield Dependency(head, modifier, "clause")
