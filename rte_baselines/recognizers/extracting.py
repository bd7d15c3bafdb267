"""Features of pairs, computed batch by batch, in this process or in several."""

from collections import deque
from collections.abc import Iterable, Iterator
from itertools import chain, islice

from rte_baselines.analysis.analyzer import default_analyzer
from rte_baselines.core.processes.workers import Call, Pool, pool_of
from rte_baselines.features import FeatureSet, FeatureTable
from rte_baselines.features.samples import batches
from rte_baselines.pairs import Pair

# Parsing and encoding take long, other features do not.
_SLOW_RESOURCES = {"english", "encoder"}
_BATCH_OF_SLOW = 100
_BATCH = 1_000
# Each process loads the parser and the encoder before it works, which takes as long as a
# thousand pairs.
_FEW = 10
"""The number of batches that this process computes alone rather than start others."""


def extracted(
    features: FeatureSet, pairs: Iterable[Pair], workers: int | Pool | None = None
) -> Iterator[tuple[list[Pair], FeatureTable]]:
    """Yield batches of pairs with their features, in order.

    Pairs are taken as they are needed. With `workers`, a number of processes or a pool, these
    compute the features if there are more than a few batches. Values do not depend on it.
    """
    if workers is None:
        for batch in batches(pairs, _BATCH):
            yield batch, extract(features, batch)
        return
    is_slow = bool(features.resources(default_analyzer()) & _SLOW_RESOURCES)
    parts = batches(pairs, _BATCH_OF_SLOW if is_slow else _BATCH)
    first = list(islice(parts, _FEW + 1))
    waiting: deque[list[Pair]] = deque()
    with pool_of(workers if len(first) > _FEW else 1) as pool:
        for table in pool.stream(extract, _calls(features, chain(first, parts), waiting)):
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
