"""Paths of senses from one word to another in WordNet."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from rte_baselines.lexicon.wordnet.database.database import WordNet
from rte_baselines.lexicon.wordnet.database.relations import Relation


class Bridge(Enum):
    """A step from one sense to another without a pointer of WordNet."""

    SYNONYM = "synonym"
    """To another word of the same synset."""

    OTHER_SENSE = "other sense"
    """To another sense of the same word."""


@dataclass(frozen=True)
class Path:
    """A path from a sense of a word of the text to a sense of a word of the hypothesis.

    Parameters
    ----------
    senses : tuple of int
        The senses on the path; a single sense is the path of a word to itself.
    steps : tuple of Relation or Bridge
        The step from each sense to the next, one fewer than senses. A relation of synsets
        holds for all their words, a relation of senses only for these senses.
    """

    senses: tuple[int, ...]
    steps: tuple[Relation | Bridge, ...]

    @property
    def length(self) -> int:
        """The number of pointers on the path."""
        return len(self.relations)

    @property
    def relations(self) -> tuple[Relation, ...]:
        """The relations of the pointers on the path."""
        return tuple(step for step in self.steps if isinstance(step, Relation))

    def then(self, step: Relation | Bridge, other: "Path") -> "Path":
        """Return this path followed by a step and another path."""
        return Path(self.senses + other.senses, (*self.steps, step, *other.steps))

    def describe(self, wordnet: WordNet) -> str:
        """Return it as text: ``glucose -hypernym-> monosaccharide -hypernym-> sugar``."""
        words = [wordnet.word_of_sense(sense).replace("_", " ") for sense in self.senses]
        links = [f" -{step.name.lower().replace('_', ' ')}-> " for step in self.steps]
        return words[0] + "".join(link + word for link, word in zip(links, words[1:], strict=True))


def path_along(
    wordnet: WordNet,
    sense: int,
    links: Sequence[tuple[Relation, int]],
    goals: Sequence[int],
) -> Path:
    """Convert a chain of synsets to a path of senses.

    Parameters
    ----------
    wordnet : WordNet
    sense : int
        The first sense of the path.
    links : sequence of (Relation, int)
        The relation and the synset of each link of the chain, by a pointer of the previous
        synset or of one of its senses.
    goals : sequence of int
        The senses that the path may end with, one of them in the last synset.
    """
    path = Path((sense,), ())
    for relation, synset in links:
        path = _follow(wordnet, path, relation, synset, goals)
    if path.senses[-1] in goals:
        return path
    last = wordnet.sense_synsets[path.senses[-1]]
    end = next(goal for goal in goals if wordnet.sense_synsets[goal] == last)
    return path.then(Bridge.SYNONYM, Path((end,), ()))


def _follow(
    wordnet: WordNet, path: Path, relation: Relation, synset: int, goals: Sequence[int]
) -> Path:
    """Extend a path by a pointer, after a step to a synonym if only that has the pointer."""
    sense = path.senses[-1]
    source = int(wordnet.sense_synsets[sense])
    if synset in wordnet.related(source, relation):
        members = wordnet.senses_of_synset(synset).tolist()
        target = next((member for member in members if member in goals), members[0])
        return path.then(relation, Path((target,), ()))
    pointers = [
        (member, target)
        for member in wordnet.senses_of_synset(source).tolist()
        for target in wordnet.related_senses(member, relation).tolist()
        if wordnet.sense_synsets[target] == synset
    ]
    # The pointer with the fewest steps to synonyms before and after it.
    member, target = min(pointers, key=lambda pair: (pair[0] != sense) + (pair[1] not in goals))
    if member != sense:
        path = path.then(Bridge.SYNONYM, Path((member,), ()))
    return path.then(relation, Path((target,), ()))
