"""DIRT: rules between paths whose slots have similar fillers.

Lin and Pantel 2001, "DIRT - Discovery of Inference Rules from Text" (KDD). The formulas are stated
from the literature and not from the paper itself, which was not at hand. With ``|p, s, w|`` how
often w fills slot s of path p, and ``*`` for any value,

    mi(p, s, w) = log(|p, s, w| |*, s, *| / (|p, s, *| |*, s, w|))

    sim(p1, p2; s) = sum of mi(p1, s, w) + mi(p2, s, w) over w in both T(p1, s) and T(p2, s)
                     / (sum of mi(p1, s, w) over T(p1, s) + sum of mi(p2, s, w) over T(p2, s))

    S(p1, p2) = sqrt(sim(p1, p2; X) sim(p1, p2; Y))

T(p, s) are the fillers of the slot. Pairs of paths that share less than 1% of their fillers are not
compared, counted over both slots. What is not stated there, and what differs:

- *Negative information* is not counted, as in Lin's similarity of words: T(p, s) are the fillers
  with positive information. Otherwise a denominator could be 0 or negative.
- *Exchanged slots*. A path and its reverse ("X beat Y", "Y beat X") are both paths of DIRT. Here
  each path is stored once and compared with others both ways, which gives "X lose to Y => Y beat
  X". Therefore X and Y have the same counts ``|*, s, w|``.
- *Direction*. S is symmetric, so that DIRT cannot tell L => R from R => L. With the measure
  ``balanced_inclusion`` (Szpektor and Dagan 2008, "Learning Entailment Rules for Unary Templates",
  likewise), sim is replaced by the geometric mean of itself and of the share of the left slot's
  information that is about fillers of the right (the precision of Weeds and Weir 2003):

      inclusion(l, r; s) = sum of mi(l, s, w) over w in both / sum of mi(l, s, w) over T(l, s)
      BInc(l, r; s) = sqrt(sim(l, r; s) inclusion(l, r; s))

  It is high if the right side has the fillers of the left and more. The two slots are combined as
  in DIRT.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias, get_args

import numpy as np
import scipy

from rte_baselines.core.errors import InputError
from rte_baselines.core.processes.workers import Pool, pool_of
from rte_baselines.core.quoting import path_name, quoted
from rte_baselines.kernels.ragged import BoolArray, FloatArray, IntArray
from rte_baselines.kernels.words.neighbours import slot_overlap
from rte_baselines.lexicon.thesaurus.building import context_information
from rte_baselines.rules.corpus.index import CorpusIndex, Shards
from rte_baselines.rules.corpus.shard import Shard
from rte_baselines.rules.learning.paths import PathInstance, WordRelation, paths_of, relations_of
from rte_baselines.rules.rule import Rule
from rte_baselines.rules.template import Template

Measure = Literal["dirt", "balanced_inclusion"]
MEASURES: tuple[Measure, ...] = get_args(Measure)

PASSES = 3
"""How often each shard is read."""

_MIN_SHARED = 0.01
"""The share of common fillers below which paths are not compared; 1% in the paper."""

_PATHS_PER_CALL = 500

_DIGITS = 4
"""The decimal places of scores: more say nothing, and would depend on the machine."""

_Row: TypeAlias = tuple[int, int, bool, float]
"""Two paths, whether the slots of the second are exchanged, and the score."""


@dataclass(frozen=True)
class DirtOptions:
    """What DIRT reads and returns.

    A path has at most `longest` relations, which is at least 2. A relation between two words of a
    path occurs `min_relation` times or more, and a path `min_path` times. Each slot of two paths
    shares `min_fillers` different fillers or more: 1 in the paper; in a small corpus, larger
    numbers leave fewer rules, which are less likely to be due to chance. Rules with scores below
    `min_score` are left out; szpektor2007, section 4.1, uses 0.1. Each left side has at most
    `most_rules`.
    """

    longest: int = 4
    min_relation: int = 10
    min_path: int = 10
    min_fillers: int = 1
    min_score: float = 0.1
    most_rules: int = 20
    measure: Measure = "dirt"

    def __post_init__(self) -> None:
        if self.measure not in MEASURES:
            raise InputError(
                f"there is no measure {quoted(self.measure)}; known are {', '.join(MEASURES)}"
            )


def learn_rules(
    indexes: Sequence[CorpusIndex],
    options: DirtOptions = DirtOptions(),
    *,
    shards: Sequence[int] | None = None,
    workers: int | Pool = 1,
    progress: Callable[[], None] = lambda: None,
) -> list[Rule]:
    """Learn rules from parsed corpora, which are taken as one.

    The paths of each shard are counted by a worker; counts are added, in any order. So the
    result does not depend on the number of workers. Workers of a scheduler must be able to
    read the folder of the index. `progress` is called after each shard in each of `PASSES` passes.

    `shards` is the number of shards to read from the beginning of each index, for a learning curve.
    The rules are sorted by left side, the best first.
    """
    folders = [
        str(folder.resolve())
        for number, index in enumerate(indexes)
        for folder in index.shard_folders[: None if shards is None else shards[number]]
    ]
    with pool_of(workers) as pool:
        instances = count_instances(Shards(folders, pool, progress), options)
        if not instances:
            names = ", ".join(path_name(index.folder) for index in indexes)
            raise InputError(
                f"{names}: no path between nouns occurs {options.min_path} times or more; "
                "expected a larger corpus or a smaller minimum"
            )
        return list(rules_of(instances, options, pool))


def count_instances(corpus: Shards, options: DirtOptions) -> Counter[PathInstance]:
    """Count the frequent paths of some shards with their fillers.

    Relations are counted first, then the paths of frequent relations, then the fillers of
    frequent paths, so that what is rare is never kept with its fillers.
    """
    relations = corpus.counted(relations_of)
    frequent = frozenset(name for name, count in relations.items() if count >= options.min_relation)
    paths = corpus.counted(_count_paths, frequent, options.longest)
    kept = frozenset(path for path, count in paths.items() if count >= options.min_path)
    return corpus.counted(_count_instances, frequent, options.longest, kept)


def _count_paths(shard: Shard, frequent: frozenset[WordRelation], longest: int) -> Counter[str]:
    return Counter(instance.path for instance in paths_of(shard, frequent, longest))


def _count_instances(
    shard: Shard, frequent: frozenset[WordRelation], longest: int, kept: frozenset[str]
) -> Counter[PathInstance]:
    instances = paths_of(shard, frequent, longest)
    return Counter(instance for instance in instances if instance.path in kept)


def rules_of(
    instances: Mapping[PathInstance, int], options: DirtOptions, pool: Pool
) -> Iterator[Rule]:
    """Yield the rules between counted paths, by left side, the best first."""
    paths = sorted({instance.path for instance in instances})
    by_slot = _information(paths, instances)
    by_filler = by_slot.tocsc()
    arrays = (
        *(by_slot.indptr, by_slot.indices, by_slot.data),
        *(by_filler.indptr, by_filler.indices, by_filler.data),
    )
    templates = [Template(path) for path in paths]
    is_symmetric = np.array([template == template.swapped for template in templates], np.bool_)
    count = len(templates)
    calls = (
        ("", (range(start, min(start + _PATHS_PER_CALL, count)), arrays, is_symmetric, options))
        for start in range(0, count, _PATHS_PER_CALL)
    )
    for rows in pool.stream(_most_similar, calls):
        for left, right, is_exchanged, score in rows:
            other = templates[right].swapped if is_exchanged else templates[right]
            yield Rule(templates[left], other, round(score, _DIGITS), options.measure)


def _information(
    paths: Sequence[str], instances: Mapping[PathInstance, int]
) -> "scipy.sparse.csr_array":
    """Return the positive mutual information, in nats, of slots and fillers.

    Row 2i is slot X of path i, row 2i + 1 is slot Y.
    """
    rows = {path: 2 * number for number, path in enumerate(paths)}
    words = sorted({word for instance in instances for word in instance[1:]})
    columns = {word: number for number, word in enumerate(words)}
    indices = np.empty((2, 2 * len(instances)), np.int64)
    counts = np.empty(2 * len(instances))
    for place, ((path, x, y), count) in enumerate(instances.items()):
        row = rows[path]
        indices[:, 2 * place : 2 * place + 2] = (row, row + 1), (columns[x], columns[y])
        counts[2 * place : 2 * place + 2] = count
    shape = 2 * len(paths), len(words)
    matrix = scipy.sparse.coo_array((counts, tuple(indices)), shape=shape).tocsr()
    # Slots X and Y count as one relation, because X of a path is Y of its reverse.
    return context_information(matrix, np.zeros(len(words), np.int64))


def _most_similar(
    paths: range,
    arrays: tuple[Any, ...],
    is_symmetric: BoolArray,
    options: DirtOptions,
) -> list[_Row]:
    """Return the rules of some left sides."""
    slots = _Slots(arrays, options)
    rows: list[_Row] = []
    for path in paths:
        straight, exchanged = slots.similarities(path)
        # No rule leads from a path to itself. Exchanging the slots of a symmetric path changes
        # nothing.
        straight[path] = 0
        exchanged[is_symmetric | is_symmetric[path]] = 0
        scores = np.concatenate([straight, exchanged])
        candidates = np.flatnonzero(scores >= max(options.min_score, np.finfo(float).tiny))
        best = candidates[np.argsort(-scores[candidates], kind="stable")][: options.most_rules]
        for place in best.tolist():
            is_exchanged, other = divmod(place, len(straight))
            rows.append((path, other, bool(is_exchanged), min(1.0, float(scores[place]))))
    return rows


class _Slots:
    """The slots of all paths, to compare paths with."""

    def __init__(self, arrays: tuple[Any, ...], options: DirtOptions) -> None:
        offsets, _, information, *_ = arrays
        self._arrays = arrays
        self._min_fillers = options.min_fillers
        self._is_directed = options.measure == "balanced_inclusion"
        self._sizes: IntArray = np.diff(offsets).astype(np.int64)
        slots = np.repeat(np.arange(len(self._sizes)), self._sizes)
        totals = np.bincount(slots, information, minlength=len(self._sizes))
        self._totals = totals.astype(np.float64)

    def similarities(self, path: int) -> tuple[FloatArray, FloatArray]:
        """Return the scores of the rules to all paths, and to all paths exchanged."""
        (x, shared_x), (y, shared_y) = map(self._compared, (2 * path, 2 * path + 1))
        sizes = self._sizes.reshape(-1, 2).sum(axis=1)
        least = np.asarray(_MIN_SHARED * (sizes + sizes[path]), np.float64)

        def scores(slot_x: int, slot_y: int) -> FloatArray:
            """Return the geometric mean of two slots' similarities, 0 for too few fillers."""
            in_x, in_y = shared_x[:, slot_x], shared_y[:, slot_y]
            is_compared = (in_x + in_y >= least) & (np.minimum(in_x, in_y) >= self._min_fillers)
            return np.where(is_compared, np.sqrt(x[:, slot_x] * y[:, slot_y]), 0.0)

        return scores(0, 1), scores(1, 0)

    def _compared(self, slot: int) -> tuple[FloatArray, IntArray]:
        """Return the similarity of a slot to slots X and Y of each path, and the shared fillers."""
        own, others, shared = slot_overlap(slot, *self._arrays)
        totals = self._totals[slot] + self._totals
        similarity = np.divide(own + others, totals, out=np.zeros(len(totals)), where=totals > 0)
        if self._is_directed:
            total = self._totals[slot]
            similarity = np.sqrt(similarity * (own / total if total > 0 else 0.0))
        return similarity.reshape(-1, 2), shared.reshape(-1, 2)
