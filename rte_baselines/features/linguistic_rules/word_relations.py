"""Kinds of similarity of two words: identity, synonymy, hyponymy, derivation, shared features.

The paper has WordNet "relabelled" by 75 classes similar to those of CoreLex. It considers two
words similar "whenever at least 2 identical features are matched in their feature list"
(section 2.2). Here WordNet's lexicographer files replace the classes: the features of a word
are the files of its senses, such as ``noun.act`` and ``noun.event`` for "loss".
"""

from collections.abc import Mapping
from functools import cache, lru_cache
from itertools import product
from typing import Literal, NamedTuple

from rte_baselines.analysis.layer import KEPT_WORDS
from rte_baselines.core.resources.resources import packaged_lines
from rte_baselines.lexicon.wordnet.database.database import WordNet, wordnet_in_use
from rte_baselines.lexicon.wordnet.database.relations import (
    HYPERNYMS,
    PARTS_OF_TAGS,
    Part,
    Relation,
)
from rte_baselines.lexicon.wordnet.entailment.lexical_relations import antonym_pointers

Similarity = Literal["identical", "synonym", "more specific", "derived", "shared features"]

GRADES: Mapping[Similarity, float] = {
    "identical": 1.0,
    "synonym": 0.8,
    "more specific": 0.7,
    "derived": 0.6,
    "shared features": 0.3,
}
"""The grade of each kind of similarity, in [0, 1]; the paper gives only their order."""


class Word(NamedTuple):
    """A word to compare.

    `lemma`: a verb's includes its particle: "give_up". `tag`: the Universal Dependencies part of
    speech. `number`: the value of numbers such as "two" and "2"; None for other words.
    """

    lemma: str
    tag: str
    number: float | None = None


def similarity(text: Word, hypothesis: Word, wordnet: WordNet) -> Similarity | None:
    """Return the similarity of a word of the text to one of the hypothesis, None without any.

    Of several kinds, it is the one with the highest grade. "More specific" are hyponyms by one
    or two links, and verbs that entail or cause the other: "kill" causes "die".

    WordNet is passed because looking up the one in use for each comparison would be slow.
    """
    if text.number is not None or hypothesis.number is not None:
        return "identical" if text.number == hypothesis.number else None
    if text.lemma == hypothesis.lemma:
        return "identical" if _part(text) is _part(hypothesis) else "derived"
    return _of_wordnet(wordnet, text.lemma, text.tag, hypothesis.lemma, hypothesis.tag)


def are_opposites(first: Word, second: Word, wordnet: WordNet) -> bool:
    """Whether two words are antonyms.

    WordNet lacks scalar antonyms and relational opposites, which the paper adds from Moby and
    Roget (section 5). Here a word is also opposite to the antonyms of its synonyms, unless the
    two words are synonyms themselves, and to its opposites in ``opposites.txt``.
    """
    part = _part(first)
    if part is None or part is not _part(second) or first.lemma == second.lemma:
        return False
    return _are_opposites(wordnet, first.lemma, second.lemma, part)


def causes(text: str, hypothesis: str) -> bool:
    """Whether the event of one verb causes that of another, with the first's object as subject.

    "Kill" causes "die"; transitive "sink" causes intransitive "sink".
    """
    wordnet = wordnet_in_use()
    caused = _follow(wordnet, _synsets(wordnet, text, Part.VERB), (Relation.CAUSE,))
    return bool(caused & _synsets(wordnet, hypothesis, Part.VERB))


def is_within(text: str, hypothesis: str) -> bool:
    """Whether the first place is part of the second in WordNet."""
    wordnet = wordnet_in_use()
    return bool(_holonyms(wordnet, text) & _synsets(wordnet, hypothesis, Part.NOUN))


def is_verb(lemma: str) -> bool:
    """Whether WordNet contains a verb, such as "take_place"."""
    return bool(_synsets(wordnet_in_use(), lemma, Part.VERB))


def is_place(noun: str) -> bool:
    """Whether the first sense of a noun is a location in WordNet."""
    wordnet = wordnet_in_use()
    synsets = wordnet.synsets(noun, Part.NOUN)
    return bool(len(synsets)) and wordnet.lexicographer_file(int(synsets[0])) == "noun.location"


def is_of_place(adjective: str) -> bool:
    """Whether WordNet derives an adjective from a place, such as "Norwegian"."""
    return any(map(is_place, _derived(wordnet_in_use(), adjective, Part.ADJECTIVE)))


def is_instrument(noun: str) -> bool:
    """Whether the first sense of a noun is an instrument, such as a gun or a car."""
    wordnet = wordnet_in_use()
    reached = frozenset(wordnet.synsets(noun, Part.NOUN).tolist()[:1])
    instruments = _synsets(wordnet, "instrumentality", Part.NOUN)
    while reached and not reached & instruments:
        reached = _follow(wordnet, reached, HYPERNYMS)
    return bool(reached)


def _part(word: Word) -> Part | None:
    return PARTS_OF_TAGS.get(word.tag)


@lru_cache(maxsize=KEPT_WORDS)
def _of_wordnet(
    wordnet: WordNet, text: str, text_tag: str, hypothesis: str, hypothesis_tag: str
) -> Similarity | None:
    text_part, part = PARTS_OF_TAGS.get(text_tag), PARTS_OF_TAGS.get(hypothesis_tag)
    if text_part is None or part is None:
        return None
    if text_part is part:
        return _of_one_part(wordnet, text, hypothesis, part)
    return "derived" if hypothesis in _derived(wordnet, text, text_part) else None


def _of_one_part(wordnet: WordNet, text: str, hypothesis: str, part: Part) -> Similarity | None:
    target = _synsets(wordnet, hypothesis, part)
    if _synsets(wordnet, text, part) & target:
        return "synonym"
    if _are_opposites(wordnet, text, hypothesis, part):
        return None
    if _above(wordnet, text, part) & target:
        return "more specific"
    if hypothesis in _derived(wordnet, text, part):
        return "derived"
    # Words are similar by two semantic features or more.
    common = _features(wordnet, text, part) & _features(wordnet, hypothesis, part)
    return "shared features" if len(common) >= 2 else None


@lru_cache(maxsize=KEPT_WORDS)
def _synsets(wordnet: WordNet, lemma: str, part: Part) -> frozenset[int]:
    return frozenset(wordnet.synsets(lemma, part).tolist())


def _follow(
    wordnet: WordNet, synsets: frozenset[int], relations: tuple[Relation, ...]
) -> frozenset[int]:
    return frozenset().union(*(_targets(wordnet, synset, relations) for synset in synsets))


# Cached by synset: many words share few synsets, and the look-up is the slowest step here.
@lru_cache(maxsize=KEPT_WORDS)
def _targets(wordnet: WordNet, synset: int, relations: tuple[Relation, ...]) -> frozenset[int]:
    return frozenset(wordnet.related(synset, *relations).tolist())


@lru_cache(maxsize=KEPT_WORDS)
def _above(wordnet: WordNet, lemma: str, part: Part) -> frozenset[int]:
    """Return what a lemma entails or causes, and what is above it by one or two hypernym links."""
    reached = _synsets(wordnet, lemma, part)
    above = _follow(wordnet, reached, (Relation.ENTAILMENT, Relation.CAUSE))
    for _ in range(2):
        reached = _follow(wordnet, reached, HYPERNYMS)
        above |= reached
    return above


@lru_cache(maxsize=KEPT_WORDS)
def _holonyms(wordnet: WordNet, lemma: str) -> frozenset[int]:
    """Return the synsets of a noun and those that it is a part of, by up to four links."""
    reached = wholes = _synsets(wordnet, lemma, Part.NOUN)
    for _ in range(4):
        reached = _follow(wordnet, reached, (Relation.PART_HOLONYM,))
        wholes |= reached
    return wholes


@lru_cache(maxsize=KEPT_WORDS)
def _derived(wordnet: WordNet, lemma: str, part: Part) -> frozenset[str]:
    targets = [
        target
        for sense in wordnet.senses(lemma, part).tolist()
        for target in wordnet.related_senses(
            sense, Relation.DERIVATION, Relation.PERTAINYM, Relation.PARTICIPLE
        ).tolist()
    ]
    return frozenset(map(wordnet.word_of_sense, targets))


@lru_cache(maxsize=KEPT_WORDS)
def _features(wordnet: WordNet, lemma: str, part: Part) -> frozenset[str]:
    return frozenset(map(wordnet.lexicographer_file, _synsets(wordnet, lemma, part)))


@lru_cache(maxsize=KEPT_WORDS)
def _are_opposites(wordnet: WordNet, first: str, second: str, part: Part) -> bool:
    if _synsets(wordnet, first, part) & _synsets(wordnet, second, part):
        return False
    return (
        frozenset((first, second)) in opposites()
        or second in _antonyms_of_synonyms(wordnet, first, part)
        or first in _antonyms_of_synonyms(wordnet, second, part)
    )


@lru_cache(maxsize=KEPT_WORDS)
def _antonyms_of_synonyms(wordnet: WordNet, lemma: str, part: Part) -> frozenset[str]:
    return frozenset(
        wordnet.word_of_sense(antonym)
        for synset in _synsets(wordnet, lemma, part)
        for _, antonym in antonym_pointers(wordnet, wordnet.senses_of_synset(synset))
    )


def lines_of(file: str) -> tuple[str, ...]:
    """Return the lines of a file in this folder, without comments and blank lines."""
    return packaged_lines("rte_baselines.features.linguistic_rules", file)


@cache
def words_of(file: str) -> frozenset[str]:
    """Return the words of a file with one word per line."""
    return frozenset(lines_of(file))


@cache
def conditions_of(file: str) -> Mapping[str, str]:
    """Return each word's condition, which a file may have after the word and a colon."""
    rows = (line.partition(":") for line in lines_of(file))
    return {word: condition.strip() for word, _, condition in rows}


@cache
def classes_of(file: str) -> Mapping[str, str]:
    """Return each word's class, from a file with lines of a class, a colon and its words."""
    rows = (line.partition(":") for line in lines_of(file))
    return {word: name for name, _, words in rows for word in words.split()}


@cache
def opposites() -> frozenset[frozenset[str]]:
    """Return the pairs of opposite verbs in ``opposites.txt``."""
    sides = (line.split(" - ") for line in lines_of("opposites.txt"))
    return frozenset(
        frozenset(pair) for left, right in sides for pair in product(left.split(), right.split())
    )
