"""Relations of single words in WordNet: antonyms, exclusive synsets, nominalizations."""

from collections import defaultdict
from collections.abc import Mapping
from functools import lru_cache
from itertools import takewhile
from types import MappingProxyType
from typing import Literal, NamedTuple

from rte_baselines.analysis.layer import KEPT_WORDS
from rte_baselines.kernels.ragged import IntArray
from rte_baselines.lexicon.wordnet.database.database import WordNet, wordnet_in_use
from rte_baselines.lexicon.wordnet.database.relations import (
    HYPERNYMS,
    PARTS_OF_TAGS,
    Part,
    Relation,
)


def antonym_pointers(wordnet: WordNet, senses: IntArray) -> list[tuple[int, int]]:
    """Return the antonyms of some senses, as pairs of a sense and its antonym.

    Antonymy is a relation of words: other words of the two synsets are not antonyms.
    """
    return [
        (sense, antonym)
        for sense in senses.tolist()
        for antonym in wordnet.related_senses(sense, Relation.ANTONYM).tolist()
    ]


def antonyms(lemma: str, tag: str) -> frozenset[str]:
    """Return the antonyms of all senses of a lemma, in the WordNet in use.

    Antonyms have the same part of speech; `tag` is a Universal Dependencies tag.
    """
    if tag not in PARTS_OF_TAGS:
        return frozenset()
    return _antonyms(wordnet_in_use(), lemma, PARTS_OF_TAGS[tag])


@lru_cache(maxsize=KEPT_WORDS)
def _antonyms(wordnet: WordNet, lemma: str, part: Part) -> frozenset[str]:
    pointers = antonym_pointers(wordnet, wordnet.senses(lemma, part))
    return frozenset(wordnet.word_of_sense(antonym) for _, antonym in pointers)


def are_exclusive(wordnet: WordNet, first: int, second: int) -> bool:
    """Return whether two synsets are disjoint, if sister synsets are.

    Sisters share a direct hypernym. An instance of a synset is an instance of all its hypernyms, so
    synsets below two sisters are disjoint as well: a book is an artifact and a woman is a living
    thing, so no book is a woman. A synset and its hypernym are not disjoint. Verbs have many roots,
    which are not sisters. Parts of speech other than nouns and verbs exclude nothing. (Bos and
    Markert 2006, "Recognising textual entailment with robust logical inference", section 3.4.)

    A synset with several hypernyms can be below two disjoint synsets. It then has no instances, and
    callers may prefer to ignore the disjointness.
    """
    above_first, above_second = with_hypernyms(wordnet, first), with_hypernyms(wordnet, second)
    if first in above_second or second in above_first:
        return False
    return any(
        not _parents(wordnet, synset).isdisjoint(_parents(wordnet, other))
        for synset in above_first - above_second
        for other in above_second - above_first
    )


@lru_cache(maxsize=KEPT_WORDS)
def _parents(wordnet: WordNet, synset: int) -> frozenset[int]:
    return frozenset(wordnet.related(synset, *HYPERNYMS).tolist())


@lru_cache(maxsize=KEPT_WORDS)
def with_hypernyms(wordnet: WordNet, synset: int) -> frozenset[int]:
    """Return a synset and its direct and indirect hypernyms."""
    parents = _parents(wordnet, synset)
    return frozenset({synset}).union(*(with_hypernyms(wordnet, up) for up in parents))


NominalizationKind = Literal["event", "agent"]
"""The kind of a nominalization: "killing" is an event, "killer" an agent."""


_KIND_OF_FILE: Mapping[str, NominalizationKind] = MappingProxyType(
    {
        **dict.fromkeys(("noun.act", "noun.event", "noun.process", "noun.communication"), "event"),
        "noun.person": "agent",
    }
)


class Nominalization(NamedTuple):
    """The verb that a noun is derived from, and the kind of the noun."""

    verb: str
    kind: NominalizationKind


def nominalizations(noun: str, *, first_sense: bool = False) -> tuple[Nominalization, ...]:
    """Return the verbs that a noun is a nominalization of, in the order of its senses.

    A sense of the noun, a lemma in lower case, counts if it is derivationally related to a sense of
    the verb, and if its lexicographer file is act, event, process, communication or person. If
    senses differ in kind, the first one decides. Of verbs that share a synset, mostly two spellings
    of one verb, only the one with the longest common prefix with the noun is returned; of equal
    ones the last in alphabetical order ("capitalize", not "capitalise").

    `first_sense` uses only the first sense of the noun: that of "capital" is not the event of
    capitalizing, but its sense of a letter is related to that verb.
    """
    return _nominalizations(wordnet_in_use(), noun, 1 if first_sense else None)


@lru_cache(maxsize=KEPT_WORDS)
def _nominalizations(
    wordnet: WordNet, noun: str, most_senses: int | None
) -> tuple[Nominalization, ...]:
    kinds: dict[str, NominalizationKind] = {}
    synsets: defaultdict[str, set[int]] = defaultdict(set)
    for sense in wordnet.senses(noun, Part.NOUN)[:most_senses].tolist():
        file = wordnet.lexicographer_file(int(wordnet.sense_synsets[sense]))
        kind = _KIND_OF_FILE.get(file)
        for derived in wordnet.related_senses(sense, Relation.DERIVATION).tolist():
            synset = int(wordnet.sense_synsets[derived])
            if kind is not None and wordnet.part(synset) == Part.VERB:
                verb = wordnet.word_of_sense(derived)
                kinds.setdefault(verb, kind)
                synsets[verb].add(synset)
    kept: set[str] = set()
    covered: set[int] = set()
    # The verb most like the noun comes first, and excludes those that share a synset with it.
    for verb in sorted(synsets, key=lambda verb: (_prefix_length(verb, noun), verb), reverse=True):
        if covered.isdisjoint(synsets[verb]):
            kept.add(verb)
            covered.update(synsets[verb])
    return tuple(Nominalization(verb, kind) for verb, kind in kinds.items() if verb in kept)


def _prefix_length(first: str, second: str) -> int:
    pairs = zip(first, second, strict=False)
    return sum(1 for _ in takewhile(lambda letters: letters[0] == letters[1], pairs))
