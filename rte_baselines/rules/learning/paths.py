"""Paths between the nouns of a parsed corpus, as templates with their fillers.

Lin and Pantel 2001, "Discovery of Inference Rules for Question Answering", restrict paths: the
slots are nouns; only relations between content words are followed; and the relations inside a path,
between two of its words, must be frequent. Here in addition,

- a path has a word besides its slots, and at most a number of relations;
- it goes up from X to one word and down from there to Y, so that it is a tree, although words can
  have several heads;
- names are slots and not words of a path;
- pronouns and numbers are not slots;
- times and amounts without a preposition ("rose 5 percent") are not in paths;
- two words with one relation to one head are not X and Y, as they are mostly coordinated: in the
  dependencies, "Ann and Bob left" has two subjects.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from typing import NamedTuple

import numpy as np

from rte_baselines.rules.corpus.shard import Shard
from rte_baselines.rules.learning.sentences import (
    WORD_PARTS,
    Edges,
    ShardWords,
    coordinated_words,
    edges_by_sentence,
)


class Relation(NamedTuple):
    """A relation between two lemmas."""

    head: str
    relation: str
    dependent: str


class PathInstance(NamedTuple):
    """A path, written as a template, with the lemmas of its slots."""

    path: str
    x: str
    y: str


class _Chain(NamedTuple):
    """A path down from a word to a slot, written in both directions."""

    upwards: str
    downwards: str
    length: int
    words: tuple[int, ...]


def relations_of(shard: Shard) -> Counter[Relation]:
    """Count the relations between the words of a shard that paths can have."""
    is_word = np.isin(shard.parts, list(WORD_PARTS))
    inside = is_word[shard.heads] & is_word[shard.dependents]
    ends = (shard.lemmas[shard.heads], shard.edge_relations, shard.lemmas[shard.dependents])
    distinct, counts = np.unique(
        np.stack([end[inside] for end in ends], axis=1).astype(np.int64),
        axis=0,
        return_counts=True,
    )
    lemma, relation = shard.vocabulary.string, shard.relations.string
    return Counter(
        {
            Relation(lemma(head), relation(name), lemma(dependent)): count
            for (head, name, dependent), count in zip(
                distinct.tolist(), counts.tolist(), strict=True
            )
        }
    )


def paths_of(shard: Shard, frequent: Collection[Relation], longest: int) -> Iterator[PathInstance]:
    """Yield the paths between the nouns of each sentence of a shard.

    A path and the same path from Y to X are one, written in the way that comes first in the
    alphabet. A path that is the same both ways is yielded twice, with its fillers in both orders.

    Parameters
    ----------
    shard : Shard
    frequent : collection of Relation
        The relations that may be inside a path.
    longest : int
        The largest number of relations in a path, at least 2.
    """
    reader = _Reader(shard, frequent, longest)
    for _, edges in edges_by_sentence(shard):
        yield from reader.instances(edges)


class _Reader:
    """Reads the paths of a shard, sentence by sentence."""

    def __init__(self, shard: Shard, frequent: Collection[Relation], longest: int) -> None:
        self._frequent = frequent
        self._longest = longest
        self._words = ShardWords(shard)

    def instances(self, edges: Edges) -> Iterator[PathInstance]:
        """Yield the paths of a sentence."""
        coordinated = coordinated_words(edges)
        for apex in edges:
            if self._words.is_slot(apex):
                yield from self._from_slot(apex, edges)
            if self._words.is_word(apex):
                yield from self._through(apex, edges, coordinated)

    def _from_slot(self, apex: int, edges: Edges) -> Iterator[PathInstance]:
        """Yield the paths that lead from a noun to what is below it."""
        for chain in self._chains(apex, edges, self._longest, inside=False):
            if chain.length > 1:
                yield from self._either_way(
                    f"X {chain.downwards} Y", f"X {chain.upwards} Y", apex, chain.words[-1]
                )

    def _through(
        self, apex: int, edges: Edges, coordinated: Collection[frozenset[int]]
    ) -> Iterator[PathInstance]:
        """Yield the paths that go up to a word and down from it."""
        chains = list(self._chains(apex, edges, self._longest - 1, inside=True))
        lemma = self._words.lemmas[apex]
        for number, first in enumerate(chains):
            for second in chains[:number]:
                x, y = first.words[-1], second.words[-1]
                if (
                    first.length + second.length <= self._longest
                    and not set(first.words) & set(second.words)
                    and frozenset((x, y)) not in coordinated
                ):
                    yield from self._either_way(
                        f"X {first.upwards} {lemma} {second.downwards} Y",
                        f"X {second.upwards} {lemma} {first.downwards} Y",
                        *(x, y),
                    )

    def _either_way(self, path: str, reverse: str, x: int, y: int) -> Iterator[PathInstance]:
        fillers = self._words.lemmas[x], self._words.lemmas[y]
        if path <= reverse:
            yield PathInstance(path, *fillers)
        if reverse <= path:
            yield PathInstance(reverse, *fillers[::-1])

    def _chains(self, head: int, edges: Edges, longest: int, *, inside: bool) -> Iterator[_Chain]:
        """Yield the chains from a word down to each slot below it.

        Parameters
        ----------
        head : int
        edges : Edges
        longest : int
        inside : bool
            Whether the head is a word of the path and not a slot.
        """
        for relation, dependent in edges.get(head, ()):
            if self._words.is_slot(dependent):
                yield _Chain(f"<{relation}-", f"-{relation}->", 1, (dependent,))
            if longest == 1 or not self._words.is_word(dependent):
                continue
            lemma = self._words.lemmas[dependent]
            if inside and (self._words.lemmas[head], relation, lemma) not in self._frequent:
                continue
            for chain in self._chains(dependent, edges, longest - 1, inside=True):
                if head not in chain.words and dependent not in chain.words:
                    yield _Chain(
                        f"{chain.upwards} {lemma} <{relation}-",
                        f"-{relation}-> {lemma} {chain.downwards}",
                        chain.length + 1,
                        (dependent, *chain.words),
                    )


def count_paths(instances: Iterable[PathInstance]) -> Counter[str]:
    """Count how often each path occurs."""
    return Counter(instance.path for instance in instances)
