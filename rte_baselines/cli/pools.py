"""The workers that the options ``--workers`` and ``--scheduler`` name."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

from rte_baselines.core.processes.workers import Pool, Workers, default_workers

if TYPE_CHECKING:
    from rte_baselines.recognizers.sharding.shard import ModelSource


@contextmanager
def pool_named(
    scheduler: str | None, workers: int | None, models: "Sequence[ModelSource]" = ()
) -> Iterator[Pool]:
    """Yield the workers of a Dask scheduler, or processes of this machine.

    There is by default one for each core. The workers of a scheduler are sent the models.
    """
    if scheduler is None:
        with Workers(workers or default_workers()) as processes:
            yield processes
        return
    from rte_baselines.recognizers.sharding.dask_pool import dask_pool

    with dask_pool(scheduler, models=models, workers=workers) as cluster:
        yield cluster
