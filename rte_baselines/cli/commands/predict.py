"""The command ``predict``: label and rank pairs."""

from typing import Annotated, Literal

import typer

from rte_baselines.cli.console import say
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
from rte_baselines.cli.reading import reading_options, reading_pairs
from rte_baselines.core.errors import InputError
from rte_baselines.core.files.locations import is_folder
from rte_baselines.core.files.paths import is_url
from rte_baselines.core.quoting import path_name


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

    options = reading_options(context)
    if _is_for_shards(pairs, output):
        from rte_baselines.cli.sharding import predict_in_shards

        refuse_two({"--engine": engine is not None, "a folder as RUN": True})
        refuse_two({"--model-labels": model_labels is not None, "a folder as RUN": True})
        refuse_two({"--download": download, "a folder as RUN": True})
        predict_in_shards(
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
