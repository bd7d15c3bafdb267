"""The command ``train``: train a recognizer."""

from pathlib import Path
from typing import Annotated

import typer

from rte_baselines.cli import completion
from rte_baselines.cli.console import option_names, say
from rte_baselines.cli.options import (
    EngineOption,
    SchedulerOption,
    WorkersOption,
    output_option,
    parse_overrides,
)
from rte_baselines.cli.reading import reading_options, reading_pairs


def train(
    context: typer.Context,
    config: Annotated[
        str,
        typer.Argument(
            metavar="CONFIG",
            help="A config file or the name of a shipped config.",
            autocompletion=completion.recognizers,
        ),
    ],
    train_pairs: Annotated[
        str,
        typer.Option(
            "--train",
            metavar="PAIRS",
            help="Labelled pairs to learn from.",
            autocompletion=completion.datasets,
        ),
    ],
    output: Annotated[
        Path,
        output_option(
            metavar="MODEL",
            help="The folder to write. An existing model is replaced, anything else is not.",
        ),
    ],
    engine: EngineOption = None,
    workers: WorkersOption = None,
    scheduler: SchedulerOption = None,
) -> None:
    """Train a recognizer and write it to a folder.

    Any field of the config can be set: --recognizer.head.optimize cws

    Example:
    rte-baselines train word-overlap --train rte1:dev --output overlap.model
    """
    from rte_baselines.cli.options import pool_named
    from rte_baselines.recognizers import Recognizer
    from rte_baselines.recognizers.persistence import check_model_output, is_model

    overrides = parse_overrides(context.args, option_names(context))
    recognizer = Recognizer.from_config(config, overrides)
    if engine is not None:
        from rte_baselines.recognizers.engines import use_engine

        use_engine(recognizer, engine)
    check_model_output(output)
    replaced = "; the existing model was replaced" if is_model(output) else ""
    reading = reading_pairs(train_pairs, "Training", reading_options(context))
    with reading as pairs, pool_named(scheduler, workers) as pool:
        recognizer.fit(pairs, workers=pool)
    recognizer.save(output, trained_on=train_pairs)
    say(f"{output}: {recognizer.name}, trained on {recognizer.training_pairs_} pairs{replaced}")
