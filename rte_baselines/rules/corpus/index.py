"""Indexes of parsed corpora: templates to the sentences that they match.

The dependencies of each edge of a template are looked up in a shard, and joined on the words that
edges have in common.
"""

import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import numpy as np

from rte_baselines.core.errors import ResourceError, read_error
from rte_baselines.core.processes.workers import Pool
from rte_baselines.kernels.ragged import IntArray
from rte_baselines.lexicon.corpus.vocabulary import NOT_FOUND
from rte_baselines.rules.corpus.shard import Edges, Shard
from rte_baselines.rules.template import VARIABLES, Template

FORMAT = "parsed-corpus.v1"
MANIFEST = "index.json"
"""The file that describes an index; it names the shards once all of them are there."""

Found = TypeVar("Found")


class Occurrence(NamedTuple):
    """Where a template matches: the shard, and the words of X and Y in it."""

    shard: int
    x: int
    y: int


class Instance(NamedTuple):
    """A sentence that a template matches, with the noun phrases X and Y as in the sentence."""

    sentence: str
    x: str
    y: str


class Shards(NamedTuple):
    """The folders of shards, and the workers that read them; `progress` is called after each."""

    folders: Sequence[str]
    pool: Pool
    progress: Callable[[], None]

    def each(self, function: Callable[..., Found], *arguments: object) -> Iterator[Found]:
        """Yield what a function of a shard and the arguments finds in each shard."""
        calls = ((folder, (function, folder, *arguments)) for folder in self.folders)
        for found in self.pool.stream(_in_shard, calls):
            yield found
            self.progress()

    def counted(
        self, function: Callable[..., Counter[Found]], *arguments: object
    ) -> Counter[Found]:
        """Return the sum of what a function counts in each shard."""
        total: Counter[Found] = Counter()
        for counts in self.each(function, *arguments):
            total.update(counts)
        return total


def _in_shard(function: Callable[..., Found], folder: str, *arguments: object) -> Found:
    return function(Shard.open(Path(folder)), *arguments)


class CorpusIndex:
    """A parsed corpus, in which templates are looked up, with the content of ``index.json``."""

    def __init__(self, folder: Path, manifest: Mapping[str, Any]) -> None:
        self.folder = folder
        self._digests: Sequence[str] = manifest["shards"]

    @classmethod
    def open(cls, folder: str | Path) -> "CorpusIndex":
        """Open an index; its shards are mapped into memory when first used."""
        path = Path(folder)
        manifest = read_manifest(path)
        if "shards" not in manifest:
            raise ResourceError(
                f"{path}: is not complete; run the command that builds it again, and it goes on"
            )
        return cls(path, manifest)

    @property
    def shard_folders(self) -> list[Path]:
        """The folders of the shards, in order."""
        return [self.folder / shard_name(number) for number in range(len(self._digests))]

    @cached_property
    def shards(self) -> list[Shard]:
        """The shards, in order."""
        shards = [Shard.open(folder) for folder in self.shard_folders]
        for shard, digest, folder in zip(shards, self._digests, self.shard_folders, strict=True):
            if shard.digest != digest:
                raise ResourceError(f"{folder}: is not the shard of this index; build it again")
        return shards

    @property
    def sentences(self) -> int:
        """The number of sentences."""
        return sum(shard.sentences for shard in self.shards)

    @property
    def words(self) -> int:
        """The number of words and punctuation marks."""
        return sum(len(shard.lemmas) for shard in self.shards)

    def occurrences(self, template: Template) -> list[Occurrence]:
        """Return where a template matches, in the order of the corpus."""
        return [
            Occurrence(number, x, y)
            for number, shard in enumerate(self.shards)
            for x, y in np.unique(matches_in(shard, template)[:, template.ends], axis=0).tolist()
        ]

    def instance(self, occurrence: Occurrence) -> Instance:
        """Return the sentence of an occurrence, with its X and Y."""
        shard = self.shards[occurrence.shard]
        sentence = shard.sentence(int(shard.sentence_of(np.array([occurrence.x]))[0]))
        x, y = (shard.phrase(word, sentence) for word in (occurrence.x, occurrence.y))
        return Instance(sentence, x, y)


def shard_name(number: int) -> str:
    """Return the name of the folder of a shard, counted from 0."""
    return f"shard-{number:05}"


def read_manifest(folder: Path) -> dict[str, Any]:
    """Return the content of ``index.json``."""
    try:
        manifest = json.loads((folder / MANIFEST).read_text("utf-8"))
    except (FileNotFoundError, NotADirectoryError):
        raise ResourceError(
            f"{folder}: holds no index (there is no {MANIFEST}); "
            "build one with rte-baselines rules index"
        ) from None
    except (OSError, ValueError, RecursionError) as error:
        damaged = ResourceError(f"{folder / MANIFEST}: is damaged; build the index again")
        raise read_error(folder / MANIFEST, error, damaged) from None
    if not isinstance(manifest, dict) or manifest.get("format") != FORMAT:
        raise ResourceError(f"{folder / MANIFEST}: describes no {FORMAT}; build the index again")
    return manifest


@dataclass(frozen=True, eq=False)
class _Edge:
    """An edge of a template with all dependencies of the shard that may be it."""

    head: int
    dependent: int
    candidates: Edges

    def __len__(self) -> int:
        return len(self.candidates.heads)

    def candidates_by(self, node: int) -> Edges:
        """Return the candidates sorted by the words of one of the two nodes."""
        sorted_by = self.candidates.heads if node == self.head else self.candidates.dependents
        if (sorted_by[1:] >= sorted_by[:-1]).all():
            return self.candidates
        order = np.argsort(sorted_by, kind="stable")
        return Edges(self.candidates.heads[order], self.candidates.dependents[order])


def matches_in(shard: Shard, template: Template) -> IntArray:
    """Return the matches of a template in a shard.

    They are those that `MatchedSnippet.matches` finds sentence by sentence. Here, the
    dependencies of each edge are looked up, and joined on the words that edges have in
    common, the rarest edge first. So the time depends on how often the edges occur and not on
    the size of the shard.

    The result has shape (matches, nodes): the number of the word of each node of the template, in
    its order; sorted.
    """
    lemmas = [None if word in VARIABLES else shard.vocabulary.row(word) for word in template.words]
    nodes = [node for node, head in enumerate(template.heads) if head >= 0]
    relations = [shard.relations.row(template.relations[node]) for node in nodes]
    if NOT_FOUND in (*lemmas, *relations):
        return np.empty((0, len(lemmas)), np.int64)
    edges = []
    for node, relation in zip(nodes, relations, strict=True):
        head = template.heads[node]
        edges.append(_Edge(head, node, shard.edges(relation, lemmas[head], lemmas[node])))
    return _distinct(_joined(edges, len(lemmas)))


def _joined(edges: list[_Edge], nodes: int) -> IntArray:
    """Join the candidates of all edges of a tree, shape (rows, nodes)."""
    first = min(edges, key=len)
    table = np.full((len(first), nodes), -1, np.int64)
    table[:, first.head], table[:, first.dependent] = first.candidates
    bound = {first.head, first.dependent}
    remaining = [edge for edge in edges if edge is not first]
    while remaining:
        edge = min((edge for edge in remaining if bound & {edge.head, edge.dependent}), key=len)
        remaining.remove(edge)
        known, new = (edge.head, edge.dependent)[:: 1 if edge.head in bound else -1]
        table = _with_edge(table, edge, known, new)
        bound.add(new)
    return table


def _with_edge(table: IntArray, edge: _Edge, known: int, new: int) -> IntArray:
    """Return the rows, extended by each word of the node `new` that the edge joins to `known`."""
    candidates = edge.candidates_by(known)
    words, found = candidates if known == edge.head else candidates[::-1]
    starts = np.searchsorted(words, table[:, known], side="left")
    counts = np.searchsorted(words, table[:, known], side="right") - starts
    rows = np.repeat(np.arange(len(table)), counts)
    within = np.arange(len(rows)) - np.repeat(np.cumsum(counts) - counts, counts)
    extended: IntArray = table[rows]
    extended[:, new] = found[starts[rows] + within]
    return extended


def _distinct(table: IntArray) -> IntArray:
    """Return the rows whose words are all different, sorted."""
    in_order = np.sort(table, axis=1)
    kept = table[(in_order[:, 1:] != in_order[:, :-1]).all(axis=1)]
    in_order_of_words: IntArray = kept[np.lexsort(kept.T[::-1])]
    return in_order_of_words
