"""The command ``rte-baselines``."""

import functools
import sys
from collections.abc import Callable, Sequence
from typing import Annotated, Any, NoReturn

import typer
import typer.main

from rte_baselines.cli.commands.audit import audit
from rte_baselines.cli.commands.cache import cache
from rte_baselines.cli.commands.calibrate import calibrate
from rte_baselines.cli.commands.citations import citations
from rte_baselines.cli.commands.compare import compare
from rte_baselines.cli.commands.convert import convert
from rte_baselines.cli.commands.demo import demo
from rte_baselines.cli.commands.disagreement import disagreement
from rte_baselines.cli.commands.download import download
from rte_baselines.cli.commands.evaluate import evaluate
from rte_baselines.cli.commands.explain import explain
from rte_baselines.cli.commands.list import list_components
from rte_baselines.cli.commands.predict import predict
from rte_baselines.cli.commands.report import report
from rte_baselines.cli.commands.reproduce import reproduce
from rte_baselines.cli.commands.resources import resources
from rte_baselines.cli.commands.resplit import resplit
from rte_baselines.cli.commands.rules import rules
from rte_baselines.cli.commands.serve import serve
from rte_baselines.cli.commands.table import table
from rte_baselines.cli.commands.train import train
from rte_baselines.cli.commands.validate import validate
from rte_baselines.cli.commands.warm import warm
from rte_baselines.cli.console import (
    EXIT_INTERRUPTED,
    prepare_streams,
    reporting_errors,
    show,
)
from rte_baselines.cli.flags import (
    Command,
    Group,
    PlainCommand,
    ReadingCommand,
    ScoringCommand,
)
from rte_baselines.cli.options import OVERRIDES
from rte_baselines.cli.word_breaks import undoing_word_breaks
from rte_baselines.core.garbage import collect_seldom

_NAME = "rte-baselines"

app = typer.Typer(
    name=_NAME,
    cls=Group,
    help="""Baselines for recognizing textual entailment, and an evaluator for any system.

    Example:
    rte-baselines evaluate rte1:test my.jsonl
    """,
    pretty_exceptions_enable=False,
    rich_markup_mode="rich",
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _print_version(value: bool) -> None:
    if value:
        from rte_baselines.core.package_versions import version

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


app.command("demo", cls=Command)(demo)
app.command("reproduce", cls=Command)(reproduce)
app.command("resplit", cls=Command)(resplit)
app.command("train", cls=ReadingCommand, context_settings=OVERRIDES)(train)
app.command("predict", cls=ReadingCommand)(predict)
app.command("evaluate", cls=ScoringCommand)(evaluate)
app.command("compare", cls=ScoringCommand)(compare)
app.command("table", cls=ScoringCommand)(table)
app.command("disagreement", cls=ScoringCommand)(disagreement)
app.command("calibrate", cls=ScoringCommand.without("partial"))(calibrate)
app.command("report", cls=ScoringCommand)(report)
app.command("audit", cls=ReadingCommand)(audit)
app.command("explain", cls=ReadingCommand)(explain)
app.command("serve", cls=Command)(serve)
app.command("convert", cls=ReadingCommand)(convert)
app.command("validate", cls=ScoringCommand)(validate)
app.command("list", cls=Command)(list_components)
app.command("download", cls=PlainCommand)(download)
app.command("warm", cls=PlainCommand)(warm)
app.command("cache", cls=PlainCommand)(cache)
app.add_typer(citations, name="citations")
app.add_typer(resources, name="resources")
app.add_typer(rules, name="rules")


@functools.cache
def _command() -> Callable[..., Any]:
    return typer.main.get_command(app)


def main(arguments: Sequence[str] | None = None) -> NoReturn:
    """Run the command line; errors are one line on stderr and an exit code.

    Parameters
    ----------
    arguments : sequence of str, optional
        By default, those of the process; an empty list shows the help.
    """
    given = list(sys.argv[1:] if arguments is None else arguments)
    collect_seldom()
    prepare_streams()
    with reporting_errors(), undoing_word_breaks():
        exit_code = _command()(given or ["--help"], prog_name=_NAME, standalone_mode=False)
        # Typer reports interruption by this exit code.
        if exit_code == EXIT_INTERRUPTED:
            raise KeyboardInterrupt
    sys.exit(exit_code)
