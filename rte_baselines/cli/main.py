"""The command ``rte-baselines``."""

from typing import Annotated

import typer

from rte_baselines.cli import commands, listing
from rte_baselines.cli.console import reporting_errors, show
from rte_baselines.cli.options import OVERRIDES

app = typer.Typer(
    name="rte-baselines",
    help="Baselines for recognizing textual entailment, and a score for any entailment system.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode="rich",
)


def _print_version(value: bool) -> None:
    if value:
        from importlib.metadata import version

        show(version("rte-baselines"))
        raise typer.Exit


@app.callback()
def _app(
    version: Annotated[
        bool,
        typer.Option(
            "--version", callback=_print_version, is_eager=True, help="Print the version."
        ),
    ] = False,
) -> None:
    pass


app.command("demo")(commands.demo)
app.command("train", context_settings=OVERRIDES)(commands.train)
app.command("predict")(commands.predict)
app.command("evaluate")(commands.evaluate)
app.command("explain")(commands.explain)
app.command("convert")(commands.convert)
app.command("validate")(commands.validate)
app.command("list")(listing.list_components)
app.command("download")(commands.download)


def main() -> None:
    """Run the command line; errors are one line on stderr and an exit code."""
    with reporting_errors():
        app()
