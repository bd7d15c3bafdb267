"""The command ``convert``: convert pairs between formats."""

from typing import Annotated

import typer

from rte_baselines.cli import completion
from rte_baselines.cli.options import PairsArgument, output_option
from rte_baselines.cli.reading import ReadingOptions, reading_pairs


def convert(
    context: typer.Context,
    pairs: PairsArgument,
    output: Annotated[
        str, output_option(metavar="FILE", help="The file to write; - for standard output.")
    ],
    to: Annotated[
        str | None,
        typer.Option(
            metavar="FORMAT",
            help="See `list formats`; optional if FILE ends in .jsonl, .csv or .parquet.",
            autocompletion=completion.written_formats,
        ),
    ] = None,
    two_way: Annotated[
        bool, typer.Option("--two-way", help="Write CONTRADICTION and UNKNOWN as NO ENTAILMENT.")
    ] = False,
) -> None:
    """Convert pairs from any readable format to a writable one.

    Example:
    rte-baselines convert snli_test.jsonl --output snli.xml --to rte4_xml
    """
    from rte_baselines.pairs import write_pairs

    options = ReadingOptions.of(context)
    reading = reading_pairs(pairs, "Converting", options, output=output)
    with reading as stream:
        write_pairs(stream, output, to, two_way=two_way)
