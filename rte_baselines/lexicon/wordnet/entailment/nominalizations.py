"""Nominalizations: nouns for the event or the agent of a verb, by WordNet."""

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping
from functools import lru_cache
from itertools import takewhile
from types import MappingProxyType
from typing import Literal, NamedTuple

from rte_baselines.analysis.layer import KEPT_WORDS
from rte_baselines.lexicon.wordnet.database.database import WordNet, wordnet_in_use
from rte_baselines.lexicon.wordnet.database.relations import Part, Relation

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

    A sense of the noun counts if it is derivationally related to a sense of the verb, and if
    its lexicographer file is act, event, process, communication or person. If senses differ
    in kind, the first one decides. Of verbs that share a synset, mostly two spellings of one
    verb, only the one with the longest common prefix with the noun is returned; of equal
    ones the last in alphabetical order ("capitalize", not "capitalise").

    Parameters
    ----------
    noun : str
        A lemma in lower case.
    first_sense : bool
        Whether to use only the first sense of the noun: the first sense of "capital" is not the
        event of capitalizing, but its sense of a letter is related to that verb.
    """
    return _nominalizations(wordnet_in_use(), noun, 1 if first_sense else None)


@lru_cache(maxsize=KEPT_WORDS)
def _nominalizations(
    wordnet: WordNet, noun: str, most_senses: int | None
) -> tuple[Nominalization, ...]:
    kinds: dict[str, NominalizationKind] = {}
    synsets: defaultdict[str, set[int]] = defaultdict(set)
    for verb, synset, kind in _derived(wordnet, noun, most_senses):
        kinds.setdefault(verb, kind)
        synsets[verb].add(synset)
    kept = _without_synonyms(noun, synsets)
    return tuple(Nominalization(verb, kind) for verb, kind in kinds.items() if verb in kept)


def _without_synonyms(noun: str, synsets: Mapping[str, Collection[int]]) -> set[str]:
    """Return the verbs without those that share a synset with a verb more like the noun."""
    kept: set[str] = set()
    covered: set[int] = set()
    for verb in sorted(synsets, key=lambda verb: (_prefix_length(verb, noun), verb), reverse=True):
        if covered.isdisjoint(synsets[verb]):
            kept.add(verb)
            covered.update(synsets[verb])
    return kept


def _prefix_length(first: str, second: str) -> int:
    """Return the length of the longest common prefix of two words."""
    pairs = zip(first, second, strict=False)
    return sum(1 for _ in takewhile(lambda letters: letters[0] == letters[1], pairs))


def _derived(
    wordnet: WordNet, noun: str, most_senses: int | None
) -> Iterator[tuple[str, int, NominalizationKind]]:
    """Yield the verbs that senses of a noun are derived from, with their synsets and kinds."""
    for sense in wordnet.senses(noun, Part.NOUN)[:most_senses].tolist():
        file = wordnet.lexicographer_file(int(wordnet.sense_synsets[sense]))
        kind = _KIND_OF_FILE.get(file)
        for derived in wordnet.related_senses(sense, Relation.DERIVATION).tolist():
            synset = int(wordnet.sense_synsets[derived])
            if kind is not None and wordnet.part(synset) == Part.VERB:
                yield wordnet.word_of_sense(derived), synset, kind
