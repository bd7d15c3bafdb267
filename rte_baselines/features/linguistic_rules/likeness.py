"""How like two words are: identical, synonymous, more specific, derived, of shared features.

The paper has WordNet "relabelled" by 75 classes similar to those of CoreLex, and takes two
words to be similar "whenever at least 2 identical features are matched in their feature list"
(section 2.2). WordNet's lexicographer files stand in for the classes: the features of a word
are the files of its senses, ``noun.act`` and ``noun.event`` of "loss" for example.
"""

from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Literal, NamedTuple

from rte_baselines.analysis.layer import KEPT_WORDS
from rte_baselines.features.linguistic_rules.word_lists import opposites
from rte_baselines.lexicon.wordnet.antonymy import antonym_pointers
from rte_baselines.lexicon.wordnet.database import WordNet, wordnet_in_use
from rte_baselines.lexicon.wordnet.parts import PARTS_OF_TAGS, Part
from rte_baselines.lexicon.wordnet.relations import HYPERNYMS, Relation

Likeness = Literal["identical", "synonym", "more specific", "derived", "shared features"]

GRADES: Mapping[Likeness, float] = MappingProxyType(
    {
        "identical": 1.0,
        "synonym": 0.8,
        "more specific": 0.7,
        "derived": 0.6,
        "shared features": 0.3,
    }
)
"""What each likeness is worth, in [0, 1]. The paper has the order; the numbers are ours."""

FEATURES_IN_COMMON = 2
"""How many semantic features two words share at least that are similar."""

_PLACES = "noun.location"
_INSTRUMENT = "instrumentality"
_MOST_HYPERNYMS = 2
_MOST_HOLONYMS = 4


class Word(NamedTuple):
    """A word as it is compared.

    Parameters
    ----------
    lemma : str
        A verb's with its particle: "give_up".
    tag : str
        The part of speech by Universal Dependencies.
    number : float or None
        Its value, of "two" and "2"; None of what is no number.
    """

    lemma: str
    tag: str
    number: float | None = None


def likeness(text: Word, hypothesis: Word, wordnet: WordNet) -> Likeness | None:
    """Return how a word of the text is like one of the hypothesis, None if it is not.

    Of several likenesses, the one that is worth most. "More specific" are hyponyms by one or
    two links, and verbs that entail or cause the other: "kill" causes "die".

    Parameters
    ----------
    text, hypothesis : Word
    wordnet : WordNet
        Looking up the one in use takes longer than comparing two words.
    """
    if text.number is not None or hypothesis.number is not None:
        return "identical" if text.number == hypothesis.number else None
    if text.lemma == hypothesis.lemma:
        return "identical" if _part(text) is _part(hypothesis) else "derived"
    return _of_wordnet(wordnet, text.lemma, text.tag, hypothesis.lemma, hypothesis.tag)


def are_opposites(first: Word, second: Word, wordnet: WordNet) -> bool:
    """Whether two words are antonyms.

    The paper misses scalar antonyms and relational opposites in WordNet (section 5), and has
    them from Moby and Roget. Here a word is also the opposite of the antonyms of its synonyms,
    unless the two are synonyms themselves, and of what ``opposites.txt`` sets against it.
    """
    part = _part(first)
    if part is None or part is not _part(second) or first.lemma == second.lemma:
        return False
    return _are_opposites(wordnet, first.lemma, second.lemma, part)


def causes(text: str, hypothesis: str) -> bool:
    """Whether what one verb says makes happen what the other does, to the object of the first.

    "Kill" causes "die", and "sink" something causes it to "sink".
    """
    wordnet = wordnet_in_use()
    caused = _follow(wordnet, _synsets(wordnet, text, Part.VERB), (Relation.CAUSE,))
    return bool(caused & _synsets(wordnet, hypothesis, Part.VERB))


def is_within(text: str, hypothesis: str) -> bool:
    """Whether one place is part of another, by WordNet."""
    wordnet = wordnet_in_use()
    return bool(_wholes(wordnet, text) & _synsets(wordnet, hypothesis, Part.NOUN))


def is_verb(lemma: str) -> bool:
    """Whether WordNet has a verb, "take_place" for instance."""
    return bool(_synsets(wordnet_in_use(), lemma, Part.VERB))


def is_place(noun: str) -> bool:
    """Whether the first sense of a noun is a place to WordNet."""
    wordnet = wordnet_in_use()
    synsets = wordnet.synsets(noun, Part.NOUN)
    return bool(len(synsets)) and wordnet.lexicographer_file(int(synsets[0])) == _PLACES


def is_of_place(adjective: str) -> bool:
    """Whether WordNet derives an adjective from a place, "Norwegian" for instance."""
    return any(map(is_place, _derived(wordnet_in_use(), adjective, Part.ADJECTIVE)))


def is_instrument(noun: str) -> bool:
    """Whether the first sense of a noun is something to do something with, as guns and cars."""
    wordnet = wordnet_in_use()
    reached = frozenset(wordnet.synsets(noun, Part.NOUN).tolist()[:1])
    instruments = _synsets(wordnet, _INSTRUMENT, Part.NOUN)
    while reached and not reached & instruments:
        reached = _follow(wordnet, reached, HYPERNYMS)
    return bool(reached)


def _part(word: Word) -> Part | None:
    return PARTS_OF_TAGS.get(word.tag)


@lru_cache(maxsize=KEPT_WORDS)
def _of_wordnet(
    wordnet: WordNet, text: str, text_tag: str, hypothesis: str, hypothesis_tag: str
) -> Likeness | None:
    parts = PARTS_OF_TAGS.get(text_tag), PARTS_OF_TAGS.get(hypothesis_tag)
    if parts[0] is None or parts[1] is None:
        return None
    if parts[0] is parts[1]:
        if (found := _of_one_part(wordnet, text, hypothesis, parts[0])) is not None:
            return found
    elif hypothesis in _derived(wordnet, text, parts[0]):
        return "derived"
    return None


def _of_one_part(wordnet: WordNet, text: str, hypothesis: str, part: Part) -> Likeness | None:
    wanted = _synsets(wordnet, hypothesis, part)
    if _synsets(wordnet, text, part) & wanted:
        return "synonym"
    if _are_opposites(wordnet, text, hypothesis, part):
        return None
    if _above(wordnet, text, part) & wanted:
        return "more specific"
    if hypothesis in _derived(wordnet, text, part):
        return "derived"
    common = _features(wordnet, text, part) & _features(wordnet, hypothesis, part)
    return "shared features" if len(common) >= FEATURES_IN_COMMON else None


@lru_cache(maxsize=KEPT_WORDS)
def _synsets(wordnet: WordNet, lemma: str, part: Part) -> frozenset[int]:
    return frozenset(wordnet.synsets(lemma, part).tolist())


def _follow(
    wordnet: WordNet, synsets: frozenset[int], relations: tuple[Relation, ...]
) -> frozenset[int]:
    return frozenset().union(*(_targets(wordnet, synset, relations) for synset in synsets))


# Few synsets are those of many words, and looking one up takes longer than all else here.
@lru_cache(maxsize=KEPT_WORDS)
def _targets(wordnet: WordNet, synset: int, relations: tuple[Relation, ...]) -> frozenset[int]:
    return frozenset(wordnet.related(synset, *relations).tolist())


@lru_cache(maxsize=KEPT_WORDS)
def _above(wordnet: WordNet, lemma: str, part: Part) -> frozenset[int]:
    """Return the synsets that a lemma is more specific than."""
    reached = _synsets(wordnet, lemma, part)
    found = _follow(wordnet, reached, (Relation.ENTAILMENT, Relation.CAUSE))
    for _ in range(_MOST_HYPERNYMS):
        reached = _follow(wordnet, reached, HYPERNYMS)
        found |= reached
    return found


@lru_cache(maxsize=KEPT_WORDS)
def _wholes(wordnet: WordNet, lemma: str) -> frozenset[int]:
    reached = found = _synsets(wordnet, lemma, Part.NOUN)
    for _ in range(_MOST_HOLONYMS):
        reached = _follow(wordnet, reached, (Relation.PART_HOLONYM,))
        found |= reached
    return found


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
    synsets = _synsets(wordnet, lemma, part)
    return frozenset().union(*(_antonyms(wordnet, synset) for synset in synsets))


@lru_cache(maxsize=KEPT_WORDS)
def _antonyms(wordnet: WordNet, synset: int) -> frozenset[str]:
    """Return the antonyms of all words of a synset."""
    pointers = antonym_pointers(wordnet, wordnet.senses_of_synset(synset))
    return frozenset(wordnet.word_of_sense(antonym) for _, antonym in pointers)
