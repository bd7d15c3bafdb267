"""Features of pairs, computed batch by batch, in this process or in several."""

from collections import deque
from collections.abc import Iterable, Iterator
from time import perf_counter
from typing import TypeVar

from rte_baselines.analysis.analyzer import default_analyzer
from rte_baselines.features import FeatureSet, FeatureTable
from rte_baselines.pairs import Pair
from rte_baselines.pairs.samples import batches
from rte_baselines.workers import Call, Pool, pool_of

Item = TypeVar("Item")

# Parsing and encoding take long, other features do not.
_SLOW_RESOURCES = {"english", "encoder"}
_BATCH_OF_SLOW = 100
_BATCH = 1_000
# With 8 seconds, 800 pairs of the strongest recognizer took 23 seconds with two workers, and 16
# with one: each process loads the parser and the encoder before it works.
_PATIENCE = 20.0
"""Seconds of work in this process before others are started, which takes some seconds, too."""


class _Stopwatch:
    """The time that an iterator takes, without that of its user."""

    def __init__(self) -> None:
        self.seconds = 0.0

    def timed(self, items: Iterator[Item]) -> Iterator[Item]:
        """Yield the items."""
        while True:
            start = perf_counter()
            item = next(items, None)
            self.seconds += perf_counter() - start
            if item is None:
                return
            yield item

    def until(self, seconds: float, items: Iterator[Item]) -> Iterator[Item]:
        """Yield items as long as less time has passed."""
        while self.seconds < seconds and (item := next(items, None)) is not None:
            yield item


def extracted(
    features: FeatureSet, pairs: Iterable[Pair], workers: int | Pool | None = None
) -> Iterator[tuple[list[Pair], FeatureTable]]:
    """Yield batches of pairs with their features, in order.

    Parameters
    ----------
    features : FeatureSet
    pairs : iterable of Pair
        Taken as they are needed; a few batches are in memory at a time.
    workers : int or Pool, optional
        The number of processes for what this process does not do in the first seconds; None
        for this one alone. Values do not depend on it.
    """
    if workers is None:
        for batch in batches(pairs, _BATCH):
            yield batch, features.extract(batch, default_analyzer())
        return
    is_slow = bool(features.resources(default_analyzer()) & _SLOW_RESOURCES)
    parts = iter(batches(pairs, _BATCH_OF_SLOW if is_slow else _BATCH))
    waiting: deque[list[Pair]] = deque()
    stopwatch = _Stopwatch()
    for some, where in ((stopwatch.until(_PATIENCE, parts), 1), (parts, workers)):
        with pool_of(where) as pool:
            for table in stopwatch.timed(pool.stream(extract, _calls(features, some, waiting))):
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
