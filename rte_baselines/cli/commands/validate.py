"""The command ``validate``: check pairs or a run, and describe them."""

from typing import Annotated

import typer

from rte_baselines.cli import completion
from rte_baselines.cli.console import show, show_json
from rte_baselines.cli.options import JsonOption
from rte_baselines.cli.reading import scoring_options
from rte_baselines.quoting import printable


def validate(
    context: typer.Context,
    file: Annotated[
        str,
        typer.Argument(
            metavar="FILE",
            help="Pairs, or with --gold a run; a path, - or a dataset.",
            autocompletion=completion.datasets,
        ),
    ],
    gold: Annotated[
        str | None,
        typer.Option(
            metavar="PAIRS",
            help="The pairs of the run.",
            autocompletion=completion.datasets,
        ),
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Check and describe a file of pairs, or a run against its pairs.

    Example:
    rte-baselines validate overlap.jsonl --gold rte1:test
    """
    from rte_baselines.cli.describing import describe_pairs, describe_run

    options = scoring_options(context)
    found = describe_pairs(file, options) if gold is None else describe_run(file, gold, options)
    if as_json:
        show_json(found)
    else:
        show("\n".join(f"{name}: {_plain(value)}" for name, value in found.items()))


def _plain(value: object) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{count} {name}" for name, count in value.items())
    if isinstance(value, list):
        return "; ".join(map(str, value))
    if isinstance(value, bool):
        return "yes" if value else "no"
    return printable(str(value))
