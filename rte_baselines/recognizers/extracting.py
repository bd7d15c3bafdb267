"""Features of pairs, computed batch by batch, in this process or in several."""

from collections import deque
from collections.abc import Iterable, Iterator
from itertools import islice
from time import perf_counter
from typing import TypeVar

from rte_baselines.analysis.analyzer import default_analyzer
from rte_baselines.core.processes.workers import Call, Pool, pool_of
from rte_baselines.features import FeatureSet, FeatureTable
from rte_baselines.features.samples import batches
from rte_baselines.pairs import Pair

Item = TypeVar("Item")

# Parsing and encoding take long, other features do not.
_SLOW_RESOURCES = {"english", "encoder"}
_BATCH_OF_SLOW = 100
_BATCH = 1_000
# With 8 seconds, 800 pairs of the strongest recognizer took 23 seconds with two workers, and 16
# with one: each process loads the parser and the encoder before it works.
_PATIENCE = 20.0
"""The seconds of work, done or expected, from which other processes are worth starting."""
_MOST_AHEAD = 20
"""The number of batches that are read ahead to estimate the remaining work."""


class _OwnShare:
    """The batches that this process computes before other processes are worth starting.

    Parameters
    ----------
    parts : iterator of list of Pair
    """

    def __init__(self, parts: Iterator[list[Pair]]) -> None:
        self._parts = parts
        self._ahead: deque[list[Pair]] = deque()
        self._done = 0
        self._seconds = self._last_seconds = 0.0

    def timed(self, items: Iterator[Item]) -> Iterator[Item]:
        """Yield the result of each batch, and record the time that it takes."""
        while True:
            start = perf_counter()
            item = next(items, None)
            self._last_seconds = perf_counter() - start
            self._seconds += self._last_seconds
            self._done += 1
            if item is None:
                return
            yield item

    def own(self) -> Iterator[list[Pair]]:
        """Yield the batches for this process."""
        while not self._are_others_worthwhile() and (part := self._next()) is not None:
            yield part

    def rest(self) -> Iterator[list[Pair]]:
        """Yield the batches that are left."""
        while (part := self._next()) is not None:
            yield part

    def _next(self) -> list[Pair] | None:
        return self._ahead.popleft() if self._ahead else next(self._parts, None)

    def _are_others_worthwhile(self) -> bool:
        if self._seconds >= _PATIENCE:
            return True
        # The first batch also loads resources, so that its time is no estimate for the others.
        if self._done < 2:
            return False
        self._ahead.extend(islice(self._parts, _MOST_AHEAD - len(self._ahead)))
        return len(self._ahead) * self._last_seconds >= _PATIENCE


def extracted(
    features: FeatureSet, pairs: Iterable[Pair], workers: int | Pool | None = None
) -> Iterator[tuple[list[Pair], FeatureTable]]:
    """Yield batches of pairs with their features, in order.

    Parameters
    ----------
    features : FeatureSet
    pairs : iterable of Pair
        Taken as they are needed; some twenty batches are in memory at a time.
    workers : int or Pool, optional
        The number of processes for the remaining batches, once these are known to take many
        seconds; None to use this process alone. Values do not depend on it.
    """
    if workers is None:
        for batch in batches(pairs, _BATCH):
            yield batch, features.extract(batch, default_analyzer())
        return
    is_slow = bool(features.resources(default_analyzer()) & _SLOW_RESOURCES)
    share = _OwnShare(iter(batches(pairs, _BATCH_OF_SLOW if is_slow else _BATCH)))
    waiting: deque[list[Pair]] = deque()
    for parts, where in ((share.own(), 1), (share.rest(), workers)):
        with pool_of(where) as pool:
            for table in share.timed(pool.stream(extract, _calls(features, parts, waiting))):
                yield waiting.popleft(), table


def _calls(
    features: FeatureSet, parts: Iterable[list[Pair]], waiting: deque[list[Pair]]
) -> Iterator[Call]:
    for part in parts:
        waiting.append(part)
        yield "", (features, part)


def extract(features: FeatureSet, pairs: list[Pair]) -> FeatureTable:
    """Compute features in this process."""
    return features.extract(pairs, default_analyzer())
