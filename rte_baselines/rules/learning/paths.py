"""Paths between the nouns of a parsed corpus, as templates with their fillers and branches.

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
from collections.abc import Collection, Iterator, Mapping
from itertools import combinations
from typing import NamedTuple, TypeAlias

import numpy as np

from rte_baselines.kernels.ragged import IntArray
from rte_baselines.rules.corpus.shard import PARTS, Shard
from rte_baselines.rules.template import Template

SLOT_PARTS = frozenset(PARTS.index(part) for part in ("NOUN", "PROPN"))
"""The parts of speech of words that can be X or Y."""

# The main verb "be" is tagged as an auxiliary.
WORD_PARTS = frozenset(PARTS.index(part) for part in ("NOUN", "VERB", "AUX", "ADJ", "ADV"))
"""The parts of speech of the other words of a template."""

_LETTERS = 2
_UNMARKED = frozenset({"obl", "obl:unmarked", "nmod", "nmod:unmarked"})

Edges: TypeAlias = dict[int, list[tuple[str, int]]]
"""The relations and dependents of each word of a sentence."""

Branch: TypeAlias = tuple[int, tuple[tuple[str, str], ...]]
"""A word below a path, as the index of the inner word of the path that it hangs from, and the
relations and lemmas on the way down to it; the last lemma is the word's own."""

_DEEPEST = 2
"""The maximum number of relations between a path and a word of its branches."""


class ShardWords:
    """The words of a shard."""

    def __init__(self, shard: Shard) -> None:
        strings = [shard.vocabulary.string(row) for row in range(len(shard.vocabulary))]
        self.lemmas = [strings[row] for row in shard.lemmas.tolist()]
        self._parts: list[int] = shard.parts.tolist()

    def is_slot(self, word: int) -> bool:
        """Whether a word can be X or Y: it is a noun or a name."""
        return self._parts[word] in SLOT_PARTS

    def is_word(self, word: int) -> bool:
        """Whether a word can be a lemma of a template."""
        return self._parts[word] in WORD_PARTS and len(self.lemmas[word]) >= _LETTERS


def edges_by_sentence(shard: Shard, wanted: IntArray | None = None) -> Iterator[tuple[int, Edges]]:
    """Yield the number and the dependencies of each sentence, or each wanted one, that has any."""
    sentences = shard.sentence_of(shard.heads)
    order = np.argsort(sentences, kind="stable")
    if wanted is not None:
        order = order[np.isin(sentences[order], wanted)]
    bounds = np.flatnonzero(np.diff(sentences[order])) + 1
    names = [shard.relations.string(row) for row in range(len(shard.relations))]
    for rows in np.split(order, bounds) if len(order) else ():
        edges: Edges = {}
        for head, relation, dependent in zip(
            shard.heads[rows].tolist(),
            shard.edge_relations[rows].tolist(),
            shard.dependents[rows].tolist(),
            strict=True,
        ):
            if names[relation] not in _UNMARKED:
                edges.setdefault(head, []).append((names[relation], dependent))
        yield int(sentences[rows[0]]), edges


class WordRelation(NamedTuple):
    """A relation between two lemmas."""

    head: str
    relation: str
    dependent: str


class PathInstance(NamedTuple):
    """A path, written as a template, with the lemmas of its slots."""

    path: str
    x: str
    y: str


class Span(NamedTuple):
    """A path between two words of a sentence, as a template from X to Y.

    `words` are those between X and Y, in the order of the path; `ends` are X and Y.
    """

    path: str
    words: tuple[int, ...]
    ends: tuple[int, int]


class _Chain(NamedTuple):
    """A path down from a word to a slot, written in both directions; the slot is its last word."""

    upwards: str
    downwards: str
    words: tuple[int, ...]


def relations_of(shard: Shard) -> Counter[WordRelation]:
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
            WordRelation(lemma(head), relation(name), lemma(dependent)): count
            for (head, name, dependent), count in zip(
                distinct.tolist(), counts.tolist(), strict=True
            )
        }
    )


def paths_of(
    shard: Shard, frequent: Collection[WordRelation], longest: int
) -> Iterator[PathInstance]:
    """Yield the paths between the nouns of each sentence of a shard.

    A path and the same path from Y to X are one, written in the way that comes first in the
    alphabet. A path that is the same both ways is yielded twice, with its fillers in both orders.
    Paths have the `frequent` relations inside, and at most `longest` relations, at least 2.
    """
    words = ShardWords(shard)
    for _, edges in edges_by_sentence(shard):
        for span, reverse in spans_of(edges, words, longest, frequent):
            x, y = (words.lemmas[end] for end in span.ends)
            if span.path <= reverse.path:
                yield PathInstance(span.path, x, y)
            if reverse.path <= span.path:
                yield PathInstance(reverse.path, y, x)


def spans_of(
    edges: Edges, words: ShardWords, longest: int, frequent: Collection[WordRelation] | None = None
) -> Iterator[tuple[Span, Span]]:
    """Yield the paths between the nouns of a sentence of a shard, each both ways.

    All relations may be inside a path if `frequent` is None; see `paths_of`.
    """
    reader = _PathReader(edges, words, frequent)
    coordinated = _coordinated(edges)
    for apex in edges:
        if words.is_slot(apex):
            yield from reader.from_slot(apex, longest)
        if words.is_word(apex):
            yield from reader.through(apex, longest, coordinated)


def _coordinated(edges: Edges) -> set[frozenset[int]]:
    """Return the pairs of words that have the same relation to the same head."""
    return {
        frozenset((word, other))
        for dependents in edges.values()
        for (relation, word), (same, other) in combinations(dependents, 2)
        if relation == same
    }


class _PathReader:
    """Reads the paths of a sentence."""

    def __init__(
        self, edges: Edges, words: ShardWords, frequent: Collection[WordRelation] | None
    ) -> None:
        self._edges = edges
        self._words = words
        self._frequent = frequent

    def from_slot(self, apex: int, longest: int) -> Iterator[tuple[Span, Span]]:
        """Yield the paths that lead from a noun to what is below it."""
        for chain in self._chains(apex, longest, inside=False):
            *inner, end = chain.words
            if inner:
                yield (
                    Span(f"X {chain.downwards} Y", tuple(inner), (apex, end)),
                    Span(f"X {chain.upwards} Y", tuple(inner[::-1]), (end, apex)),
                )

    def through(
        self, apex: int, longest: int, coordinated: Collection[frozenset[int]]
    ) -> Iterator[tuple[Span, Span]]:
        """Yield the paths that go up to a word and down from it."""
        chains = list(self._chains(apex, longest - 1, inside=True))
        lemma = self._words.lemmas[apex]
        for first, second in combinations(chains, 2):
            x, y = first.words[-1], second.words[-1]
            if (
                len(first.words) + len(second.words) <= longest
                and not set(first.words) & set(second.words)
                and frozenset((x, y)) not in coordinated
            ):
                inner = (*first.words[-2::-1], apex, *second.words[:-1])
                yield (
                    Span(f"X {first.upwards} {lemma} {second.downwards} Y", inner, (x, y)),
                    Span(f"X {second.upwards} {lemma} {first.downwards} Y", inner[::-1], (y, x)),
                )

    def _chains(self, head: int, longest: int, *, inside: bool) -> Iterator[_Chain]:
        """Yield the chains from a word down to each slot below it.

        `inside` is whether the head is a word of the path and not a slot.
        """
        for relation, dependent in self._edges.get(head, ()):
            if self._words.is_slot(dependent):
                yield _Chain(f"<{relation}-", f"-{relation}->", (dependent,))
            if longest == 1 or not self._words.is_word(dependent):
                continue
            lemma = self._words.lemmas[dependent]
            edge = (self._words.lemmas[head], relation, lemma)
            if inside and self._frequent is not None and edge not in self._frequent:
                continue
            for chain in self._chains(dependent, longest - 1, inside=True):
                if head not in chain.words and dependent not in chain.words:
                    yield _Chain(
                        f"{chain.upwards} {lemma} <{relation}-",
                        f"-{relation}-> {lemma} {chain.downwards}",
                        (dependent, *chain.words),
                    )


def branches_of(span: Span, edges: Edges, words: ShardWords) -> Iterator[Branch]:
    """Yield the words below the inner words of a path, each once, those of heads first.

    If two branches have the same relations and lemmas, the words below them are left out. Names,
    pronouns, numbers and function words are left out as well.
    """
    seen = {*span.words, *span.ends}
    level: Mapping[Branch, int] = {(number, ()): word for number, word in enumerate(span.words)}
    for _ in range(_DEEPEST):
        below: dict[Branch, int] = {}
        ambiguous = set()
        for (number, steps), word in level.items():
            for relation, dependent in edges.get(word, ()):
                if dependent in seen or not words.is_word(dependent):
                    continue
                seen.add(dependent)
                branch = (number, (*steps, (relation, words.lemmas[dependent])))
                if branch in below:
                    ambiguous.add(branch)
                below[branch] = dependent
        yield from below
        level = {branch: word for branch, word in below.items() if branch not in ambiguous}


def with_branches(path: str, branches: Collection[Branch]) -> Template:
    """Return the template of a path with branches; with a word, all above it are among them."""
    pieces = path.split(" ")
    for number in range(len(pieces) // 2 - 1):
        # X, relation, word, relation, ...
        pieces[2 * number + 2] += _bracketed([steps for at, steps in branches if at == number])
    return Template(" ".join(pieces))


def _bracketed(branches: Collection[tuple[tuple[str, str], ...]]) -> str:
    """Return the branches of a word, given the steps down to each word below it."""
    firsts = sorted({steps[0] for steps in branches})
    if not firsts:
        return ""
    written = (
        f"-{first[0]}-> {first[1]}"
        + _bracketed([steps[1:] for steps in branches if steps[0] == first and len(steps) > 1])
        for first in firsts
    )
    return f"[{'; '.join(written)}]"
