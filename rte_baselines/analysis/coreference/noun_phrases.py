"""The noun phrase layer."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rte_baselines.analysis.analysis import Analysis
from rte_baselines.analysis.english.dependency_tree import PARSE_LAYERS, DependencyTree
from rte_baselines.analysis.english.labels import ORG, PERSON, PLACE
from rte_baselines.analysis.layer import Layer
from rte_baselines.analysis.predicates.predications import NounPhrase, PhraseKind
from rte_baselines.core.registry import registry

_NOUNS = frozenset({"NOUN", "PROPN", "PRON", "NUM", "SYM"})
# These head phrases where they are used as nouns: "the rich", "some of them".
_USED_AS_NOUNS = frozenset({"ADJ", "DET"})
_NOMINAL_RELATIONS = ("nsubj", "obj", "iobj", "obl", "nmod", "appos")
# Nouns with these relations are part of another phrase ("car bomb", "President Berg", "no. 3"),
# or expletive ("there is", "it is clear that").
_NOT_PHRASES = (
    *("compound", "flat", "fixed", "goeswith", "nmod:desc", "nummod", "amod", "det"),
    *("case", "mark", "cc", "cop", "aux", "advmod", "punct", "discourse", "expl", "reparandum"),
)
# Years and days beside months: "14 July 1998" is one phrase.
_DATE_RELATION = "nmod:unmarked"
_OUTSIDE_PHRASE = (
    *("acl", "advcl", "ccomp", "xcomp", "csubj", "parataxis", "appos", "punct"),
    *("discourse", "vocative", "dislocated", "list", "expl", "reparandum"),
    *("nsubj", "aux", "cop", "orphan"),
)
_OUTSIDE_HEAD = ("case", "mark", "conj", "cc", "obl")


@registry.layers("noun_phrases.v1")
class NounPhraseLayer(Layer):
    """All noun phrases, as `NounPhrase` objects in the order of their heads.

    Heads are nouns, names, pronouns and numbers that are not part of another head, and
    adjectives and determiners that are used as nouns. Each conjunct, possessor and object of
    a preposition is a phrase, and its words are also words of the phrase that it modifies.
    The words exclude clauses (relative clauses, participles after the head, infinitives) and
    punctuation. The attribute of "be" also excludes the adverbs of the clause. Expletive
    "there" and "it" are not phrases, but relative pronouns are.

    A phrase includes the words of the phrases within it. A chain of n nouns that each modify the
    one before therefore has phrases with n(n + 1) / 2 words in total.
    """

    provides = ("noun_phrases",)
    needs = (*PARSE_LAYERS, "words", "entity_labels")

    def compute(self, analyses: Sequence[Analysis]) -> Iterator[Mapping[str, Any]]:
        """Find the noun phrases in the parses."""
        for analysis in analyses:
            tree = DependencyTree(analysis)
            words = range(len(tree.heads))
            inside = [_without(tree, tree.dependents(word), _OUTSIDE_PHRASE) for word in words]
            heads = [word for word in words if _heads_phrase(tree, word)]
            yield {"noun_phrases": tuple(_phrase(tree, inside, head) for head in heads)}


def _without(tree: DependencyTree, words: Sequence[int], relations: Sequence[str]) -> list[int]:
    return [word for word in words if not tree.is_in(word, *relations)]


def _heads_phrase(tree: DependencyTree, word: int) -> bool:
    first = tree.first_conjunct(word)
    if tree.pos[word] in _USED_AS_NOUNS:
        return tree.is_in(first, *_NOMINAL_RELATIONS) and tree.pos[first] in _NOUNS | _USED_AS_NOUNS
    if tree.pos[word] not in _NOUNS or tree.is_in(first, *_NOT_PHRASES):
        return False
    return tree.pos[word] != "NUM" or tree.relations[first] != _DATE_RELATION


def _phrase(tree: DependencyTree, inside: Sequence[Sequence[int]], head: int) -> NounPhrase:
    """Return the phrase of a head; `inside` has the dependents in a phrase with each word."""
    is_attribute = bool(tree.dependents(head, "cop"))
    excluded = (*_OUTSIDE_HEAD, "advmod") if is_attribute else _OUTSIDE_HEAD
    modifiers = _without(tree, inside[head], excluded)
    # The list grows by the modifiers of modifiers.
    for word in modifiers:
        modifiers.extend(inside[word])
    return NounPhrase(head, tuple(sorted([head, *modifiers])), _kind(tree, head))


def _kind(tree: DependencyTree, head: int) -> PhraseKind:
    if tree.pos[head] in ("PRON", "DET"):
        return "pronoun"
    if tree.pos[head] == "PROPN":
        return "name"
    is_entity = tree.analysis.entity_labels[head] in (PERSON, ORG, PLACE)
    is_capitalized = tree.analysis.words[head][:1].isupper()
    return "name" if is_entity and is_capitalized else "common"
