"""Predicting on shards into a folder, with its progress."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from rte_baselines.cli.console import is_watched, say
from rte_baselines.cli.pools import pool_named
from rte_baselines.core.errors import InputError
from rte_baselines.core.files.locations import is_folder, is_url
from rte_baselines.core.quoting import counted, path_name
from rte_baselines.recognizers.sharding import ShardedRun, predict_shards
from rte_baselines.recognizers.sharding.predicting import model_source
from rte_baselines.recognizers.sharding.shard import ShardRecord


def is_for_shards(source: str, output: str) -> bool:
    """Whether an output is a folder: it ends in a slash, exists as a folder, or is a URL.

    Raises
    ------
    InputError
        If the pairs are standard input, which has no shards.
    """
    is_one = output.endswith("/") or is_url(output) or is_folder(output)
    if is_one and source == "-":
        raise InputError(
            f"{path_name(output)}: is a folder, for a shard of the run for each file of pairs, "
            "which standard input has not; name a file to write, or files of pairs"
        )
    return is_one


def predict_in_shards(
    model: str,
    source: str,
    output: str,
    *,
    workers: int | None,
    scheduler: str | None,
    **options: Any,
) -> None:
    """Predict on shards, show the progress, and say what was done.

    Parameters
    ----------
    model, source, output : str
    workers : int or None
    scheduler : str or None
        See `pool_named`.
    **options
        Further options of `predict_shards`.
    """
    start = time.perf_counter()
    models = [model_source(model)]
    with pool_named(scheduler, workers, models) as pool, _Watched.shown() as watched:
        run = predict_shards(
            model,
            source,
            output.rstrip("/") or "/",
            workers=pool,
            plan=watched.plan,
            progress=watched.advance,
            **options,
        )
    say(_summary(run, watched.pairs, time.perf_counter() - start))


def _summary(run: ShardedRun, pairs: int, seconds: float) -> str:
    before = f", {run.done_before} of them before" if run.done_before else ""
    rate = f"; {pairs / seconds:,.0f} pairs a second" if pairs else ""
    failures = (
        f"\n{counted(run.failures, 'pair')} without a prediction; the reasons are in "
        f"{Path(run.folder, '_failures')}"
        if run.failures
        else ""
    )
    size = f"{counted(run.pairs, 'pair', form=',')} in {counted(run.shards, 'shard')}"
    return f"{run.folder}: {size}{before}{rate}{failures}"


class _Watched:
    """The shards that are done, with the rate and the time that is left, on a terminal."""

    def __init__(self, bar: Progress) -> None:
        self.pairs = 0
        self._bar = bar
        self._start = time.perf_counter()
        self._task = bar.add_task("Predicting", total=None, rate="")

    @classmethod
    @contextmanager
    def shown(cls) -> Iterator["_Watched"]:
        """Show a progress bar on stderr while the block runs, if stderr is a terminal."""
        bar = Progress(
            TextColumn("{task.description}"),
            BarColumn(),
            MofNCompleteColumn(),
            TextColumn("{task.fields[rate]}"),
            TimeRemainingColumn(),
            console=Console(stderr=True),
            transient=True,
            redirect_stdout=False,
            disable=not is_watched(),
        )
        with bar:
            yield cls(bar)

    def plan(self, done: int, total: int) -> None:
        """Set the number of shards."""
        self._bar.update(self._task, total=total, completed=done)

    def advance(self, record: ShardRecord) -> None:
        """Count a shard."""
        self.pairs += record.pairs
        rate = self.pairs / (time.perf_counter() - self._start)
        self._bar.update(self._task, advance=1, rate=f"{rate:,.0f} pairs/s")
