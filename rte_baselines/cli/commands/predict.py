"""The command ``predict``: label and rank pairs."""

import time
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer
from rich.console import Console
from rich.progress import Progress

from rte_baselines.cli.console import is_watched, say
from rte_baselines.cli.models import (
    DownloadOption,
    EngineOption,
    ModelArgument,
    ModelLabelsOption,
    SchedulerOption,
    WorkersOption,
    load_model,
    pool_named,
)
from rte_baselines.cli.options import PairsArgument, output_option, parse_names, refuse_two
from rte_baselines.cli.reading import ReadingOptions, reading_pairs
from rte_baselines.core.errors import InputError
from rte_baselines.core.files.locations import inside, is_folder
from rte_baselines.core.files.paths import is_url
from rte_baselines.core.quoting import counted, path_name

if TYPE_CHECKING:
    from rte_baselines.recognizers.sharding.shard import ShardRecord


def predict(
    context: typer.Context,
    model: ModelArgument,
    pairs: PairsArgument,
    output: Annotated[
        str,
        output_option(
            metavar="RUN",
            help="The run file to write, or - for standard output; or a folder (ends in /), for a "
            "shard of the run for each file of PAIRS.",
        ),
    ],
    format_: Annotated[
        Literal["jsonl", "tac", "csv", "tsv", "parquet"] | None,
        typer.Option(
            "--format",
            help="By default, from the extension: .run, .tac and .txt are TAC (ids and labels), "
            ".csv, .tsv and .parquet tables, .jsonl and names without extension JSON Lines.",
        ),
    ] = None,
    ranked: Annotated[
        bool,
        typer.Option(
            "--ranked/--unranked",
            help="List a TAC run from the most to the least certain entailment.",
        ),
    ] = True,
    engine: EngineOption = None,
    model_labels: ModelLabelsOption = None,
    download: DownloadOption = False,
    workers: WorkersOption = None,
    scheduler: SchedulerOption = None,
    max_failures: Annotated[
        int,
        typer.Option(
            metavar="N",
            min=0,
            help="How many pairs may have no prediction, if RUN is a folder; they are listed in "
            "its folder _failures.",
        ),
    ] = 100,
) -> None:
    """Label and rank pairs with a trained recognizer.

    Example:
    rte-baselines predict lexical-logistic rte1:test --output lexical.jsonl
    """
    from rte_baselines.runs import write_run

    options = ReadingOptions.of(context)
    if _is_for_shards(pairs, output):
        refuse_two({"--engine": engine is not None, "a folder as RUN": True})
        refuse_two({"--model-labels": model_labels is not None, "a folder as RUN": True})
        refuse_two({"--download": download, "a folder as RUN": True})
        _predict_in_shards(
            model,
            pairs,
            output,
            run_format=format_ or "jsonl",
            **options.of_pairs(),
            workers=workers,
            scheduler=scheduler,
            max_failures=max_failures,
        )
        return
    recognizer = load_model(
        model, engine, model_labels=parse_names(model_labels), download=download
    )
    reading = reading_pairs(pairs, "Predicting", options, output=output)
    with reading as stream, pool_named(scheduler, workers) as pool:
        predictions = recognizer.predict_stream(stream, workers=pool)
        write_run(predictions, output, format=format_, ranked=ranked)
    if output != "-":
        say(f"{output}: written")


def _is_for_shards(source: str, output: str) -> bool:
    """Whether an output is a folder: it ends in a slash, is one, or is a URL; not for ``-``."""
    is_one = output.endswith("/") or is_url(output) or is_folder(output)
    if is_one and source == "-":
        raise InputError(
            f"{path_name(output)}: is a folder, for a shard of the run for each file of pairs, "
            "which standard input has not; name a file to write, or files of pairs"
        )
    return is_one


def _predict_in_shards(
    model: str, source: str, output: str, workers: int | None, scheduler: str | None, **options: Any
) -> None:
    """Predict with `pool_named` and `predict_shards`, show the progress, and say what was done."""
    from rte_baselines.recognizers.sharding.predicting import model_source, predict_shards
    from rte_baselines.recognizers.sharding.shard import FAILURES

    start = time.perf_counter()
    stderr = Console(stderr=True)
    bar = Progress(console=stderr, transient=True, redirect_stdout=False, disable=not is_watched())
    shards = bar.add_task("Predicting", total=None)
    sizes = []

    def advance(record: "ShardRecord") -> None:
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
