"""Features of pairs, computed batch by batch, in this process or in several."""

from collections import deque
from collections.abc import Iterable, Iterator
from itertools import islice

from rte_baselines.analysis.analyzer import default_analyzer
from rte_baselines.features import FeatureSet, FeatureTable
from rte_baselines.pairs import Pair
from rte_baselines.pairs.samples import batches
from rte_baselines.workers import Call, Pool, pool_of

# Parsing and encoding take long, other features do not.
_SLOW_RESOURCES = {"english", "encoder"}
_BATCH_OF_SLOW = 100
_BATCH = 1_000
# Starting workers takes some seconds, as do the features of so many pairs on one core.
_FEW_OF_SLOW = 200
_FEW = 20_000


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
        The number of processes for all but the first few pairs, which this process does; None
        for this one. Values do not depend on it.
    """
    if workers is None:
        for batch in batches(pairs, _BATCH):
            yield batch, features.extract(batch, default_analyzer())
        return
    is_slow = bool(features.resources(default_analyzer()) & _SLOW_RESOURCES)
    size = _BATCH_OF_SLOW if is_slow else _BATCH
    remaining = iter(pairs)
    few = islice(remaining, _FEW_OF_SLOW if is_slow else _FEW)
    waiting: deque[list[Pair]] = deque()
    for some, where in ((few, 1), (remaining, workers)):
        with pool_of(where) as pool:
            for table in pool.stream(extract, _calls(features, batches(some, size), waiting)):
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
