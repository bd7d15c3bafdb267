"""Noun phrases with what coreference reads (name, gender, number, modifiers), and their chains."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from rte_baselines.analysis.coreference.names import (
    FEMININE_NAMES,
    FEMININE_TITLES,
    MASCULINE_NAMES,
    MASCULINE_TITLES,
    TITLES,
    Name,
    given_name_of,
    name_of,
    same_name,
)
from rte_baselines.analysis.english.dependency_tree import DependencyTree
from rte_baselines.analysis.english.labels import ORG, PERSON, PLACE, TIME
from rte_baselines.analysis.predicates.predications import NounPhrase
from rte_baselines.analysis.tokens.word_classes import closed_class_words, word_lists

LAYERS = ("words", "norms", "entity_labels", "entity_starts", "sentence_starts", "noun_phrases")
"""The layers that mentions are read from, besides those of a dependency tree."""

Gender = Literal["masculine", "feminine", "neuter"]
Number = Literal["singular", "plural"]

_ALL_GENDERS: frozenset[Gender] = frozenset({"masculine", "feminine", "neuter"})
_OF_PERSONS: frozenset[Gender] = frozenset({"masculine", "feminine"})
_NEUTER: frozenset[Gender] = frozenset({"neuter"})
_MASCULINE: frozenset[Gender] = frozenset({"masculine"})
_FEMININE: frozenset[Gender] = frozenset({"feminine"})
_SINGULAR: frozenset[Number] = frozenset({"singular"})
_PLURAL: frozenset[Number] = frozenset({"plural"})
_BOTH_NUMBERS: frozenset[Number] = _SINGULAR | _PLURAL

_WORDS = word_lists("coreference/reference_words.txt")
_MASCULINE_NOUNS = _WORDS["masculine"]
_FEMININE_NOUNS = _WORDS["feminine"]
_PERSONS = _WORDS["persons"] | _MASCULINE_NOUNS | _FEMININE_NOUNS
_GROUPS = _WORDS["groups"] | _WORDS["groups_of_persons"]
# Suffixes of nouns for persons ("goalscorer", "violist", "Canadian") or things.
_SUFFIXES_OF_PERSONS_OR_THINGS = ("er", "or", "ist", "ian", "ant", "eer")
_PRONOUN_GENDERS = {
    **dict.fromkeys(("he", "him", "his", "himself"), _MASCULINE),
    **dict.fromkeys(("she", "her", "hers", "herself"), _FEMININE),
    **dict.fromkeys(("it", "its", "itself", "which"), _NEUTER),
    **dict.fromkeys(("who", "whom"), _OF_PERSONS),
}
_PLURAL_PRONOUNS = frozenset(
    "they them their theirs themselves we us our ours ourselves these those "
    "some many most all both few several others".split()
)
_SINGULAR_PRONOUNS = frozenset(
    "he him his himself she her hers herself it its itself this that one each everyone".split()
)


@dataclass(frozen=True)
class Mention:
    """A noun phrase with the attributes that coreference reads.

    `sentence` is the number of its sentence. `name` is None if it is not a name, or has only
    titles. `nouns` are the lemmas of the nouns that describe it, such as "captain" in "the captain"
    and in "Captain Berg", `modifiers` those of the content words that modify it. `is_definite` is
    whether it has "the", a demonstrative or a possessor. `genders` and `numbers` are the possible
    ones.
    """

    phrase: NounPhrase
    sentence: int
    name: Name | None
    nouns: frozenset[str]
    modifiers: frozenset[str]
    is_definite: bool
    genders: frozenset[Gender]
    numbers: frozenset[Number]

    @property
    def head(self) -> int:
        """The position of the phrase's head."""
        return self.phrase.head

    @property
    def is_pronoun(self) -> bool:
        """Whether the phrase is a pronoun."""
        return self.phrase.kind == "pronoun"


def mentions_of(tree: DependencyTree) -> list[Mention]:
    """Return the noun phrases of a snippet as mentions, in the order of their heads."""
    reader = _MentionReader(tree)
    return [reader.mention(phrase) for phrase in tree.analysis.layer("noun_phrases")]


class _MentionReader:
    """Reads the mentions of one snippet."""

    def __init__(self, tree: DependencyTree) -> None:
        analysis = tree.analysis
        self._tree = tree
        self._words = analysis.words
        self._norms = analysis.norms
        self._labels = analysis.entity_labels
        self._entities = analysis.entity_starts.cumsum().tolist()
        self._sentences = analysis.sentence_starts.cumsum().tolist()
        self._is_content = [
            norm not in closed_class_words() and pos != "PRON"
            for norm, pos in zip(self._norms, tree.pos, strict=True)
        ]

    def mention(self, phrase: NounPhrase) -> Mention:
        # A noun in capitals may be an acronym.
        word = self._words[phrase.head]
        is_acronym = word.isupper() and len(word) > 1 and self._norms[phrase.head] not in _PERSONS
        is_named = phrase.kind == "name" or (phrase.kind == "common" and is_acronym)
        spelled = self._spelled(phrase) if is_named else []
        name = self._name(phrase.head, spelled) if spelled else None
        described = self._described_by(phrase, spelled)
        nouns = frozenset(self._noun(word) for word in described)
        if name is None and phrase.kind != "pronoun":
            nouns |= {self._noun(phrase.head)}
        own = {phrase.head, *spelled, *described}
        modifiers = (word for word in phrase.words if self._is_content[word] and word not in own)
        return Mention(
            phrase=phrase,
            sentence=self._sentences[phrase.head],
            name=name,
            nouns=nouns,
            modifiers=frozenset(self._tree.lemmas[word] for word in modifiers),
            is_definite=self._is_definite(phrase),
            genders=self._genders(phrase, name, nouns),
            numbers=self._numbers(phrase, name),
        )

    def _spelled(self, phrase: NounPhrase) -> list[int]:
        """Return the positions of the words of a name, from left to right."""
        head = phrase.head
        if self._labels[head] == TIME:
            # "July 12" and "July 17" must differ, however they are parsed.
            return list(self._entity(head))
        spelled = {head, *self._tree.dependents(head, "flat")}
        if self._labels[head]:
            spelled |= set(phrase.words).intersection(self._entity(head))
        else:
            compounds = self._tree.dependents(head, "compound")
            spelled |= {word for word in compounds if self._tree.pos[word] == "PROPN"}
        return sorted(spelled)

    def _name(self, head: int, spelled: Sequence[int]) -> Name | None:
        """Return the name; with a title, it is the name of a person."""
        before = self._tree.dependents(head, "nmod:desc")
        titles = [
            word
            for word in before
            if word not in spelled and self._norms[word].rstrip(".") in TITLES
        ]
        label = PERSON if titles else self._labels[head]
        # "The Bronx" is not a person, whatever its label.
        determiners = self._tree.dependents(head, "det")
        if label == PERSON and any(self._norms[word] == "the" for word in determiners):
            label = ""
        return name_of([self._words[word] for word in (*titles, *spelled)], label)

    def _entity(self, head: int) -> range:
        """Return the positions of the entity around a head."""
        start, end = head, head + 1
        while start > 0 and self._is_of_entity(start - 1, head):
            start -= 1
        while end < len(self._words) and self._is_of_entity(end, head):
            end += 1
        return range(start, end)

    def _is_of_entity(self, word: int, head: int) -> bool:
        """Whether a word is in the entity of a head; "of" is not in the name of a person."""
        if self._entities[word] != self._entities[head] or not self._labels[word]:
            return False
        is_linking = self._tree.pos[word] in ("ADP", "CCONJ", "PUNCT") and self._norms[word] != "-"
        return self._labels[head] != PERSON or not is_linking

    def _described_by(self, phrase: NounPhrase, spelled: Sequence[int]) -> list[int]:
        """Return the nouns that describe a name: "captain" in "Captain Berg"."""
        if phrase.kind != "name":
            return []
        before = self._tree.dependents(phrase.head, "nmod:desc", "compound")
        inside = [word for word in spelled if self._norms[word] in _PERSONS]
        return inside + [
            word
            for word in before
            if word not in spelled
            and (self._tree.pos[word] == "NOUN" or self._norms[word] in _PERSONS)
        ]

    def _noun(self, word: int) -> str:
        # Lemmatizers treat a capitalized title as a name: the lemma of "Presidents" is plural.
        return self._norms[word] if self._norms[word] in _PERSONS else self._tree.lemmas[word]

    def _is_definite(self, phrase: NounPhrase) -> bool:
        if self._tree.dependents(phrase.head, "nmod:poss"):
            return True
        determiners = {self._norms[word] for word in self._tree.dependents(phrase.head, "det")}
        return not determiners.isdisjoint({"the", "this", "that", "these", "those"})

    def _genders(
        self, phrase: NounPhrase, name: Name | None, nouns: frozenset[str]
    ) -> frozenset[Gender]:
        if phrase.kind == "pronoun":
            return _PRONOUN_GENDERS.get(self._norms[phrase.head], _ALL_GENDERS)
        if any(noun in _FEMININE_NOUNS or noun.endswith("woman") for noun in nouns):
            return _FEMININE
        men = {noun for noun in nouns - _WORDS["not_men"] if noun.endswith("man")}
        if men or nouns & _MASCULINE_NOUNS:
            return _MASCULINE
        genders = _NEUTER if name is None else _genders_of_name(name)
        if nouns & _PERSONS:
            return genders - _NEUTER or _OF_PERSONS
        has_suffix = self._tree.lemmas[phrase.head].endswith(_SUFFIXES_OF_PERSONS_OR_THINGS)
        # An adjective may be a person, too: "the rich".
        is_unknown = has_suffix or self._tree.pos[phrase.head] == "ADJ"
        return _ALL_GENDERS if name is None and is_unknown else genders

    def _numbers(self, phrase: NounPhrase, name: Name | None) -> frozenset[Number]:
        norm = self._norms[phrase.head]
        if phrase.kind == "pronoun":
            if norm in _PLURAL_PRONOUNS:
                return _PLURAL
            return _SINGULAR if norm in _SINGULAR_PRONOUNS else _BOTH_NUMBERS
        if name is not None:
            is_one = name.label in (PERSON, PLACE) and self._tree.tags[phrase.head] != "NNPS"
            return _SINGULAR if is_one else _BOTH_NUMBERS
        if self._tree.pos[phrase.head] in ("NUM", "SYM", "ADJ"):
            return _BOTH_NUMBERS
        if self._tree.tags[phrase.head] in ("NNS", "NNPS"):
            return _PLURAL
        return _BOTH_NUMBERS if self._tree.lemmas[phrase.head] in _GROUPS else _SINGULAR


def _genders_of_name(name: Name) -> frozenset[Gender]:
    """Return the possible genders of a name, by its titles, given name and label."""
    if name.titles & MASCULINE_TITLES:
        return _MASCULINE
    if name.titles & FEMININE_TITLES:
        return _FEMININE
    if name.label in (PERSON, "") or len(name.words) > 1:
        given = given_name_of(name.words)
        if given in MASCULINE_NAMES:
            return _MASCULINE
        if given in FEMININE_NAMES:
            return _FEMININE
    if name.is_of_person:
        return _OF_PERSONS
    return _NEUTER if name.label in (ORG, PLACE, TIME) else _ALL_GENDERS


class Chain:
    """Coreferent mentions in the order of their heads, with their pooled attributes.

    `names` are the distinct names; `nouns` and `modifiers` are those of all mentions; `genders` and
    `numbers` are the possible ones. Where mentions disagree, those of either are possible.
    """

    def __init__(self, mention: Mention) -> None:
        self.mentions = [mention]
        self.names: frozenset[Name] = frozenset([mention.name] if mention.name else [])
        self.nouns = mention.nouns
        self.modifiers = mention.modifiers
        self.genders = mention.genders
        self.numbers = mention.numbers

    def add(self, other: "Chain") -> None:
        """Add the mentions of another chain."""
        self.mentions = sorted(self.mentions + other.mentions, key=lambda mention: mention.head)
        self.names |= other.names
        self.nouns |= other.nouns
        self.modifiers |= other.modifiers
        # If they have none in common, all of both are possible.
        self.genders = self.genders & other.genders or self.genders | other.genders
        self.numbers = self.numbers & other.numbers or self.numbers | other.numbers

    @property
    def is_person(self) -> bool:
        """Whether it can only be a person."""
        return "neuter" not in self.genders

    @property
    def name_words(self) -> frozenset[str]:
        """The words of all names."""
        return frozenset(word for name in self.names for word in name.words)

    def agrees(self, other: "Chain") -> bool:
        """Whether two chains have a possible gender and a possible number in common."""
        return bool(self.genders & other.genders) and bool(self.numbers & other.numbers)

    def has_same_name(self, other: "Chain") -> bool:
        """Whether both chains have names and all names match; see `same_name`."""
        if not self.names or not other.names:
            return False
        return all(same_name(own, name) for own in self.names for name in other.names)


class Chains:
    """The chains of the mentions of a snippet. At first, each mention is a chain of its own."""

    def __init__(self, mentions: Sequence[Mention]) -> None:
        self.mentions = list(mentions)
        self._mention_of_head = {mention.head: mention for mention in mentions}
        self._of_head = {mention.head: Chain(mention) for mention in mentions}

    def __contains__(self, head: int) -> bool:
        return head in self._of_head

    def of(self, head: int) -> Chain:
        """Return the chain of the phrase with a given head."""
        return self._of_head[head]

    def mention(self, head: int) -> Mention:
        """Return the mention with a given head."""
        return self._mention_of_head[head]

    def all(self) -> list[Chain]:
        """Return all chains in the order of their first mentions."""
        return list(dict.fromkeys(self._of_head.values()))

    def join(self, first: int, second: int) -> None:
        """Join the chains of two heads."""
        chain, joined = self._of_head[first], self._of_head[second]
        if chain is joined:
            return
        chain.add(joined)
        for mention in joined.mentions:
            self._of_head[mention.head] = chain
