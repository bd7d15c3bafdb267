"""The command ``predict``: label and rank pairs."""

from typing import Annotated, Literal

import typer

from rte_baselines.cli.options import (
    CodeOption,
    ColumnsOption,
    DataDirOption,
    DebugOption,
    DownloadOption,
    EncoderOption,
    EngineOption,
    EnglishOption,
    InputFormatOption,
    LabelOrderOption,
    ModelArgument,
    ModelLabelsOption,
    PairsArgument,
    QuietOption,
    SchedulerOption,
    VerbOceanOption,
    WorkersOption,
    parse_names,
    refuse_two,
)


def predict(
    model: ModelArgument,
    pairs: PairsArgument,
    output: Annotated[
        str,
        typer.Option(
            "--output",
            "-o",
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
    data_dir: DataDirOption = None,
    input_format: InputFormatOption = None,
    columns: ColumnsOption = None,
    label_order: LabelOrderOption = None,
    english: EnglishOption = None,
    encoder: EncoderOption = None,
    verbocean: VerbOceanOption = None,
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
    code: CodeOption = None,
    quiet: QuietOption = False,
    debug: DebugOption = False,
) -> None:
    """Label and rank pairs with a trained recognizer.

    Example:
    rte-baselines predict lexical-logistic rte1:test --output lexical.jsonl
    """
    from rte_baselines.cli.models import load_model
    from rte_baselines.cli.pools import pool_named
    from rte_baselines.cli.reading import reading_pairs
    from rte_baselines.cli.sharding import is_for_shards, predict_in_shards
    from rte_baselines.pairs import parse_columns
    from rte_baselines.runs import write_run

    if is_for_shards(pairs, output):
        refuse_two({"--engine": engine is not None, "a folder as RUN": True})
        refuse_two({"--model-labels": model_labels is not None, "a folder as RUN": True})
        refuse_two({"--download": download, "a folder as RUN": True})
        predict_in_shards(
            model,
            pairs,
            output,
            run_format=format_ or "jsonl",
            data_dir=data_dir,
            format=input_format,
            columns=None if columns is None else parse_columns(columns),
            label_order=parse_names(label_order),
            workers=workers,
            scheduler=scheduler,
            max_failures=max_failures,
        )
        return
    recognizer = load_model(
        model, engine, model_labels=parse_names(model_labels), download=download
    )
    reading = reading_pairs(
        pairs,
        "Predicting",
        data_dir=data_dir,
        input_format=input_format,
        columns=columns,
        label_order=parse_names(label_order),
        output=output,
    )
    with reading as stream, pool_named(scheduler, workers) as pool:
        predictions = recognizer.predict_stream(stream, workers=pool)
        write_run(predictions, output, format=format_, ranked=ranked)
