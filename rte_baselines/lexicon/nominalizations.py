"""Nouns that stand for what a verb says, or for who does it, by WordNet."""

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping
from functools import lru_cache
from itertools import takewhile
from types import MappingProxyType
from typing import Literal, NamedTuple

from rte_baselines.analysis.layer import KEPT_WORDS
from rte_baselines.lexicon.wordnet.database import WordNet, wordnet_in_use
from rte_baselines.lexicon.wordnet.parts import Part
from rte_baselines.lexicon.wordnet.relations import Relation

NominalizationKind = Literal["event", "agent"]
"""What a noun made of a verb stands for: "killing" for the event, "killer" for the agent."""

_KIND_OF_FILE: Mapping[str, NominalizationKind] = MappingProxyType(
    {
        **dict.fromkeys(("noun.act", "noun.event", "noun.process", "noun.communication"), "event"),
        "noun.person": "agent",
    }
)


class Nominalization(NamedTuple):
    """A verb that a noun is made of, and what the noun stands for."""

    verb: str
    kind: NominalizationKind


def nominalizations(noun: str) -> tuple[Nominalization, ...]:
    """Return what a noun is a nominalization of, in the order of its senses; mostly nothing.

    A sense of the noun counts if it is derivationally related to a sense of the verb, and if
    it is an act, event, process or something said, or a person, by the file of WordNet that
    it is in. Where senses differ in that, the first of them decides. Of verbs with a sense in
    common, mostly two spellings of one, there is only the one that begins most like the noun,
    and of equals the last in the alphabet ("capitalize", not "capitalise").

    Parameters
    ----------
    noun : str
        A lemma in lower case.

    Raises
    ------
    ResourceError
        If there is no WordNet, or it is damaged.
    """
    return _nominalizations(wordnet_in_use(), noun)


@lru_cache(maxsize=KEPT_WORDS)
def _nominalizations(wordnet: WordNet, noun: str) -> tuple[Nominalization, ...]:
    kinds: dict[str, NominalizationKind] = {}
    synsets: defaultdict[str, set[int]] = defaultdict(set)
    for verb, synset, kind in _derived(wordnet, noun):
        kinds.setdefault(verb, kind)
        synsets[verb].add(synset)
    kept = _without_synonyms(noun, synsets)
    return tuple(Nominalization(verb, kind) for verb, kind in kinds.items() if verb in kept)


def _without_synonyms(noun: str, synsets: Mapping[str, Collection[int]]) -> set[str]:
    """Return the verbs, given with their synsets, that are most like a noun."""
    kept: set[str] = set()
    covered: set[int] = set()
    for verb in sorted(synsets, key=lambda verb: (_same_letters(verb, noun), verb), reverse=True):
        if covered.isdisjoint(synsets[verb]):
            kept.add(verb)
            covered.update(synsets[verb])
    return kept


def _same_letters(word: str, other: str) -> int:
    """Return how many letters two words have in common from their beginning."""
    pairs = zip(word, other, strict=False)
    return sum(1 for _ in takewhile(lambda letters: letters[0] == letters[1], pairs))


def _derived(wordnet: WordNet, noun: str) -> Iterator[tuple[str, int, NominalizationKind]]:
    """Yield verbs that senses of a noun are derived from, each with its synset."""
    for sense in wordnet.senses(noun, Part.NOUN).tolist():
        file = wordnet.lexicographer_file(int(wordnet.sense_synsets[sense]))
        kind = _KIND_OF_FILE.get(file)
        for derived in wordnet.related_senses(sense, Relation.DERIVATION).tolist():
            synset = int(wordnet.sense_synsets[derived])
            if kind is not None and wordnet.part(synset) == Part.VERB:
                yield wordnet.word_of_sense(derived), synset, kind
