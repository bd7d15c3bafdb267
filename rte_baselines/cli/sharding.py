"""Predicting on shards into a folder, with its progress."""

import time
from typing import Any

from rich.console import Console
from rich.progress import Progress

from rte_baselines.cli.console import is_watched, say
from rte_baselines.cli.models import pool_named
from rte_baselines.core.files.locations import inside
from rte_baselines.core.quoting import counted
from rte_baselines.recognizers.sharding.predicting import model_source, predict_shards
from rte_baselines.recognizers.sharding.shard import FAILURES, ShardRecord


def predict_in_shards(
    model: str, source: str, output: str, workers: int | None, scheduler: str | None, **options: Any
) -> None:
    """Predict with `pool_named` and `predict_shards`, show the progress, and say what was done."""
    start = time.perf_counter()
    stderr = Console(stderr=True)
    bar = Progress(console=stderr, transient=True, redirect_stdout=False, disable=not is_watched())
    shards = bar.add_task("Predicting", total=None)
    sizes = []

    def advance(record: ShardRecord) -> None:
        sizes.append(record.pairs)
        bar.advance(shards)

    with pool_named(scheduler, workers, [model_source(model)]) as pool, bar:
        run = predict_shards(
            model,
            source,
            output.rstrip("/") or "/",
            workers=pool,
            plan=lambda done, total: bar.update(shards, total=total, completed=done),
            progress=advance,
            **options,
        )
    done = f"{counted(run.pairs, 'pair', form=',')} in {counted(run.shards, 'shard')}"
    before = f", {run.done_before} of them before" if run.done_before else ""
    rate = f"; {sum(sizes) / (time.perf_counter() - start):,.0f} pairs a second" if sizes else ""
    say(f"{run.folder}: {done}{before}{rate}")
    if run.failures:
        place = inside(run.folder, FAILURES)
        say(f"{counted(run.failures, 'pair')} without a prediction; the reasons are in {place}")
