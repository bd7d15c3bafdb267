"""Chains of WordNet relations from a word of the text to a word of the hypothesis."""

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

import numpy as np

from rte_baselines.kernels.ragged import FloatArray, IntArray, Ragged
from rte_baselines.kernels.taxonomy.chains import Links, chain_lengths
from rte_baselines.lexicon.wordnet.database.database import WordNet, synset_links
from rte_baselines.lexicon.wordnet.database.relations import Relation

ANY_LENGTH = 1 << 20
"""Longer than any chain in WordNet."""


class Bridge(Enum):
    """A step from one sense to another without a pointer of WordNet."""

    SYNONYM = "synonym"
    """To another word of the same synset."""

    OTHER_SENSE = "other sense"
    """To another sense of the same word."""


@dataclass(frozen=True)
class Path:
    """A path from a sense of a word of the text to a sense of a word of the hypothesis.

    A single sense is the path of a word to itself. There is one step fewer than senses. A relation
    of synsets holds for all their words, a relation of senses only for these senses.
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
    """Convert a chain of synsets to a path of senses that starts with `sense`.

    `links` has the relation and the synset of each link of the chain, by a pointer of the previous
    synset or of one of its senses. The path may end with any of `goals`, one of which is in the
    last synset.
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


@dataclass(frozen=True)
class Chain:
    """The relations that a chain may consist of, and mix, and its maximum length in relations."""

    relations: tuple[Relation, ...]
    longest: int = ANY_LENGTH


class Chains:
    """Finds the shortest chain, of some kinds, from any sense of a word to any sense of another.

    A chain follows pointers between synsets and between their senses, so that any word of a
    synset can be replaced by a synonym. Two words of one synset have a chain of length 0,
    and so has a word of WordNet with itself. A word that WordNet lacks has no chain, not even
    with itself: callers have to compare lemmas.
    """

    def __init__(self, wordnet: WordNet, *kinds: Chain) -> None:
        self.wordnet = wordnet
        self._kinds = [_Finder(wordnet, kind) for kind in kinds]

    def lengths(self, text: Ragged, hypothesis: Ragged) -> FloatArray:
        """Return the lengths of the shortest chains from words of the text to the hypothesis.

        The words are given by their senses, as `WordNet.senses_of_words` returns them. The lengths,
        shape (words of the hypothesis, words of the text), are in relations: 0 for synonyms,
        infinite if there is no chain.
        """
        shape = len(text), len(hypothesis)
        words, hypothesis_words = (axis.ravel() for axis in np.indices(shape))
        lengths = self.lengths_of_pairs(text, hypothesis, words, hypothesis_words)
        transposed: FloatArray = lengths.reshape(shape).T
        return transposed

    def lengths_of_pairs(
        self, text: Ragged, hypothesis: Ragged, words: IntArray, hypothesis_words: IntArray
    ) -> FloatArray:
        """Return the lengths of the shortest chains between some of the words, as `lengths`."""
        sources, goals = (self._synsets(senses) for senses in (text, hypothesis))
        lengths = [
            chain_lengths(sources, goals, words, hypothesis_words, finder.links, finder.longest)
            for finder in self._kinds
        ]
        shortest: FloatArray = np.min(lengths, axis=0)
        return shortest

    def path(self, text: IntArray, hypothesis: IntArray) -> Path | None:
        """Return the shortest chain from a word of the text to one of the hypothesis, if any.

        The words are given by their senses; of equally short chains, one between early senses
        counts.
        """
        candidates = (finder.path(text.tolist(), hypothesis.tolist()) for finder in self._kinds)
        paths = [path for path in candidates if path is not None]
        return min(paths, key=lambda path: path.length, default=None)

    def _synsets(self, senses: Ragged) -> Ragged:
        synsets = self.wordnet.sense_synsets[senses.values].astype(np.int64)
        return Ragged(synsets, senses.offsets)


class _Finder:
    """Finds chains of one kind."""

    def __init__(self, wordnet: WordNet, kind: Chain) -> None:
        self._wordnet = wordnet
        self.longest = kind.longest
        offsets, self._relations, targets = synset_links(
            wordnet, {relation: (relation,) for relation in kind.relations}
        )
        self.links = Links(offsets, targets)

    def path(self, text: Sequence[int], hypothesis: Sequence[int]) -> Path | None:
        synsets = self._wordnet.sense_synsets
        starts: dict[int, int] = {}
        for sense in text:
            starts.setdefault(int(synsets[sense]), sense)
        goals = {int(synsets[sense]) for sense in hypothesis}
        # The chain to each synset: its first synset, and the relation and target of each link.
        chains: dict[int, tuple[int, tuple[tuple[Relation, int], ...]]]
        chains = {start: (start, ()) for start in starts}
        queue = deque(starts)
        while queue:
            synset = queue.popleft()
            start, links = chains[synset]
            if synset in goals:
                return path_along(self._wordnet, starts[start], links, hypothesis)
            if len(links) == self.longest:
                continue
            first, last = self.links.offsets[synset : synset + 2]
            targets = self.links.targets[first:last].tolist()
            for relation, target in zip(self._relations[first:last].tolist(), targets, strict=True):
                if target not in chains:
                    chains[target] = start, (*links, (Relation(relation), target))
                    queue.append(target)
        return None
