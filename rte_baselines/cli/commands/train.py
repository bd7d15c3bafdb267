"""The command ``train``: train a recognizer."""

import json
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Annotated, Any

import typer

from rte_baselines.cli import completion
from rte_baselines.cli.console import option_names, say
from rte_baselines.cli.models import EngineOption, SchedulerOption, WorkersOption, pool_named
from rte_baselines.cli.options import output_option, pairs_option
from rte_baselines.cli.reading import ReadingOptions, reading_pairs
from rte_baselines.core.advice import did_you_mean
from rte_baselines.core.errors import ConfigError
from rte_baselines.core.quoting import quoted


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
    train_pairs: Annotated[str, pairs_option("--train", help="Labelled pairs to learn from.")],
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
    from rte_baselines.recognizers import Recognizer
    from rte_baselines.recognizers.persistence import check_model_output, is_model

    overrides = parse_overrides(context.args, option_names(context))
    recognizer = Recognizer.from_config(config, overrides)
    if engine is not None:
        from rte_baselines.recognizers.engines import use_engine

        use_engine(recognizer, engine)
    check_model_output(output)
    replaced = "; the existing model was replaced" if is_model(output) else ""
    reading = reading_pairs(train_pairs, "Training", ReadingOptions.of(context))
    with reading as pairs, pool_named(scheduler, workers) as pool:
        recognizer.fit(pairs, workers=pool)
    recognizer.save(output, trained_on=train_pairs)
    say(f"{output}: {recognizer.name}, trained on {recognizer.training_pairs_} pairs{replaced}")


def parse_overrides(arguments: list[str], options: Sequence[str]) -> dict[str, Any]:
    """Parse options such as ``--recognizer.head.optimize cws``.

    Values that are valid JSON are read as JSON, others as strings; an option without a value is
    true. For what is no such option, one of `options`, those of the command, is suggested.
    """
    overrides: dict[str, Any] = {}
    remaining = list(arguments)
    while remaining:
        option = remaining.pop(0)
        if not option.startswith("--") or "." not in option:
            hint = did_you_mean(option, options) if option.startswith("-") else ""
            raise ConfigError(
                f"unexpected argument {quoted(option)}; {hint}fields of the config are set as in "
                "--recognizer.head.optimize cws"
            )
        path, equals, value = option.removeprefix("--").partition("=")
        if not equals:
            has_value = bool(remaining) and not remaining[0].startswith("--")
            value = remaining.pop(0) if has_value else "true"
        overrides[path] = value
        with suppress(ValueError):
            overrides[path] = json.loads(value)
    return overrides
