"""The command ``rte-baselines``."""

import atexit
import functools
import gc
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from importlib import import_module
from typing import Annotated, Any, NoReturn

import typer
import typer.main

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

_NAME = "rte-baselines"

_COMMANDS: Mapping[str, Mapping[str, Any]] = {
    "demo": {"cls": Command},
    "reproduce": {"cls": Command},
    "resplit": {"cls": Command},
    "train": {"cls": ReadingCommand, "context_settings": OVERRIDES},
    "predict": {"cls": ReadingCommand},
    "evaluate": {"cls": ScoringCommand},
    "compare": {"cls": ScoringCommand},
    "table": {"cls": ScoringCommand},
    "disagreement": {"cls": ScoringCommand},
    "calibrate": {"cls": ScoringCommand.without("partial")},
    "report": {"cls": ScoringCommand},
    "audit": {"cls": ReadingCommand},
    "explain": {"cls": ReadingCommand},
    "serve": {"cls": Command},
    "convert": {"cls": ReadingCommand},
    "validate": {"cls": ScoringCommand},
    "list": {"cls": Command},
    "download": {"cls": PlainCommand},
    "warm": {"cls": PlainCommand},
    "cache": {"cls": PlainCommand},
    "citations": {},
    "resources": {},
    "rules": {},
}
"""The settings of each command, in the order of the help. Those without any have subcommands.

The command ``x`` is the function or the `typer.Typer` of this name in ``commands/x.py``.
"""


class _Commands(Mapping[str, Any]):
    """The commands by name, each of which is imported when it is asked for."""

    def __getitem__(self, name: str) -> Any:
        return _subcommand(name)

    def __iter__(self) -> Iterator[str]:
        return iter(_COMMANDS)

    def __len__(self) -> int:
        return len(_COMMANDS)


def _subcommand(name: str) -> Any:
    settings = _COMMANDS[name]
    # A function called list would hide Python's.
    function = "list_components" if name == "list" else name
    found = getattr(import_module(f"rte_baselines.cli.commands.{name}"), function)
    if settings:
        alone = typer.Typer(add_completion=False, rich_markup_mode="rich")
        alone.command(name, **settings)(found)
        found = alone
    command = typer.main.get_command(found)
    command.name = name
    return command


class _Main(Group):
    """The group of all commands."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        self.commands = _Commands()  # type: ignore[assignment]

    def list_commands(self, ctx: Any) -> list[str]:
        """Return the names of the commands, without importing them."""
        return list(_COMMANDS)


app = typer.Typer(
    name=_NAME,
    cls=_Main,
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
    # Importing makes many objects, which all stay in use: looking for garbage among them, now and
    # at the end of the process, would take a tenth of a short command.
    gc.set_threshold(50_000)
    atexit.register(gc.freeze)
    prepare_streams()
    with reporting_errors(), undoing_word_breaks():
        exit_code = _command()(given or ["--help"], prog_name=_NAME, standalone_mode=False)
        # Typer reports interruption by this exit code.
        if exit_code == EXIT_INTERRUPTED:
            raise KeyboardInterrupt
    sys.exit(exit_code)
