"""The layer of noun phrases: what a snippet speaks of."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rte_baselines.analysis.analysis import Analysis
from rte_baselines.analysis.dependency_tree import PARSE_LAYERS, DependencyTree
from rte_baselines.analysis.entity_labels import ORG, PERSON, PLACE
from rte_baselines.analysis.layer import Layer
from rte_baselines.analysis.predications import NounPhrase, PhraseKind
from rte_baselines.registry import registry

_NOUNS = frozenset({"NOUN", "PROPN", "PRON", "NUM", "SYM"})
# These are phrases where they stand for a noun: "the rich", "some of them".
_STAND_INS = frozenset({"ADJ", "DET"})
_OF_NOUNS = ("nsubj", "obj", "iobj", "obl", "nmod", "appos")
# Nouns in these relations are part of another phrase ("car bomb", "President Berg", "no. 3"),
# or refer to nothing ("there is", "it is clear that").
_NO_PHRASES = (
    *("compound", "flat", "fixed", "goeswith", "nmod:desc", "nummod", "amod", "det"),
    *("case", "mark", "cc", "cop", "aux", "advmod", "punct", "discourse", "expl", "reparandum"),
)
# Years and days beside months: "14 July 1998" is one phrase.
_OF_DATES = "nmod:unmarked"
_NOT_OF_THE_PHRASE = (
    *("acl", "advcl", "ccomp", "xcomp", "csubj", "parataxis", "appos", "punct"),
    *("discourse", "vocative", "dislocated", "list", "expl", "reparandum"),
    *("nsubj", "aux", "cop", "orphan"),
)
_NOT_OF_THE_HEAD = ("case", "mark", "conj", "cc", "obl")


@registry.layers("noun_phrases.v1")
class NounPhraseLayer(Layer):
    """All noun phrases, as `NounPhrase`s in the order of their heads.

    Heads are nouns, names, pronouns and numbers that are no part of another head, and
    adjectives and determiners in the place of a noun. Each conjunct is a phrase. So is each
    possessor and each object of a preposition, and its words are also words of the phrase
    that it modifies. The words are without clauses of any kind (relative clauses,
    participles that follow the head, infinitives), without punctuation, and, of the
    attribute of "be", without the adverbs of the clause. "There" and "it" that refer to
    nothing are no phrases, but relative pronouns are.

    As a phrase has the words of those inside it, n nouns that each modify the one before
    them make phrases of n(n + 1) / 2 words in all.
    """

    provides = ("noun_phrases",)
    needs = (*PARSE_LAYERS, "words", "entity_labels")

    def compute(self, analyses: Sequence[Analysis]) -> Iterator[Mapping[str, Any]]:
        """Read the phrases off the parses."""
        for analysis in analyses:
            tree = DependencyTree(analysis)
            words = range(len(tree.heads))
            inside = [_without(tree, tree.dependents(word), _NOT_OF_THE_PHRASE) for word in words]
            heads = [word for word in words if _heads_phrase(tree, word)]
            yield {"noun_phrases": tuple(_phrase(tree, inside, head) for head in heads)}


def _without(tree: DependencyTree, words: Sequence[int], relations: Sequence[str]) -> list[int]:
    return [word for word in words if not tree.is_in(word, *relations)]


def _heads_phrase(tree: DependencyTree, word: int) -> bool:
    first = tree.first_conjunct(word)
    if tree.pos[word] in _STAND_INS:
        return tree.is_in(first, *_OF_NOUNS) and tree.pos[first] in _NOUNS | _STAND_INS
    if tree.pos[word] not in _NOUNS or tree.is_in(first, *_NO_PHRASES):
        return False
    return tree.pos[word] != "NUM" or tree.relations[first] != _OF_DATES


def _phrase(tree: DependencyTree, inside: Sequence[Sequence[int]], head: int) -> NounPhrase:
    words = sorted([head, *_modifiers(tree, inside, head)])
    return NounPhrase(head, tuple(words), _kind(tree, head))


def _modifiers(tree: DependencyTree, inside: Sequence[Sequence[int]], head: int) -> list[int]:
    """Return what modifies a head, in no order, by what is in a phrase together with each word."""
    is_attribute = bool(tree.dependents(head, "cop"))
    excluded = (*_NOT_OF_THE_HEAD, "advmod") if is_attribute else _NOT_OF_THE_HEAD
    words = _without(tree, inside[head], excluded)
    # The list grows with what modifies the modifiers.
    for word in words:
        words.extend(inside[word])
    return words


def _kind(tree: DependencyTree, head: int) -> PhraseKind:
    if tree.pos[head] in ("PRON", "DET"):
        return "pronoun"
    if tree.pos[head] == "PROPN":
        return "name"
    is_entity = tree.analysis.entity_labels[head] in (PERSON, ORG, PLACE)
    is_capitalized = tree.analysis.words[head][:1].isupper()
    return "name" if is_entity and is_capitalized else "common"
