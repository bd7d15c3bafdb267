"""The command ``rte-baselines``."""

import atexit
import functools
import gc
import io
import os
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, redirect_stdout
from importlib import import_module
from typing import Annotated, Any, NoReturn

import typer
import typer.main
from typer.core import TyperCommand

from rte_baselines.cli.console import EXIT_INTERRUPTED, prepare_streams, reporting_errors, show
from rte_baselines.cli.flags import Command, Group, PlainCommand, ReadingCommand, ScoringCommand

_NAME = "rte-baselines"

_COMMANDS: Mapping[str, str] = {
    "demo": "Train recognizers on development pairs; label, rank and score test pairs.",
    "reproduce": "Run the papers' systems, and compare our figures with the published ones.",
    "resplit": "Show how much the figures of a recognizer depend on the split of the dataset.",
    "train": "Train a recognizer and write it to a folder.",
    "predict": "Label and rank pairs with a trained recognizer.",
    "evaluate": "Score run files of any system against gold labels.",
    "compare": "Test whether runs differ by more than chance, and show on which pairs.",
    "power": "Show how small a difference pairs can show, and how many pairs one needs.",
    "table": "Show a table of systems by datasets, with averages and the best in bold.",
    "disagreement": "Score runs against the labels of several annotators for each pair.",
    "calibrate": "Fit a temperature on one part of a dataset, and measure it on another.",
    "report": "Show scores, plots and pairs on one HTML page, which opens without a network.",
    "audit": "Find out what gives the labels of a dataset away.",
    "check": "Test what a recognizer does with rewritten pairs, without labels.",
    "explain": "Explain the decision of a recognizer on one pair.",
    "serve": "Try recognizers on a page in the browser: labels and explanations side by side.",
    "convert": "Convert pairs from any readable format to a writable one.",
    "validate": "Check and describe a file of pairs, or a run against its pairs.",
    "list": "List components, datasets or formats, with a description of each.",
    "download": "Download the data of RTE-1, 2 and 3 with NLTK's downloader. Needs a network.",
    "warm": "Compile the numeric kernels that recognizers need, before they are needed.",
    "cache": "Show or clear the caches of analyses and of compiled kernels.",
    "citations": "Check whether documents entail the sentences that cite them.",
    "resources": "List lexical resources, and build your own.",
    "rules": "Learn entailment rules, look templates up, check files of rules, and judge rules.",
}
"""The line of each command in the help, in this order, as its docstring has it.

The command ``x`` is the function or the `typer.Typer` of this name in ``commands/x.py``.
"""

# Of a command that takes ``--section.field value``.
_OVERRIDES = {"allow_extra_args": True, "ignore_unknown_options": True}

_SETTINGS: Mapping[str, Mapping[str, Any]] = {
    "demo": {"cls": Command.with_resources()},
    "reproduce": {"cls": Command.with_resources()},
    "resplit": {"cls": Command.with_resources()},
    "train": {"cls": ReadingCommand.with_resources(), "context_settings": _OVERRIDES},
    "predict": {"cls": ReadingCommand.with_resources()},
    "evaluate": {"cls": ScoringCommand},
    "compare": {"cls": ScoringCommand},
    "power": {"cls": PlainCommand},
    "table": {"cls": ScoringCommand},
    "disagreement": {"cls": ScoringCommand},
    "calibrate": {"cls": ScoringCommand.without("partial")},
    "report": {"cls": ScoringCommand.with_resources()},
    "audit": {"cls": ReadingCommand},
    "check": {"cls": ReadingCommand.with_resources()},
    "explain": {"cls": ReadingCommand.with_resources()},
    "serve": {"cls": Command.with_resources()},
    "convert": {"cls": ReadingCommand},
    "validate": {"cls": ScoringCommand},
    "list": {"cls": Command},
    "download": {"cls": PlainCommand},
    "warm": {"cls": PlainCommand.with_resources().without("encoder")},
    "cache": {"cls": PlainCommand},
}
"""The settings of the commands that have no subcommands."""


class _Commands(Mapping[str, Any]):
    """The commands by name, each of which is imported when it is asked for."""

    def __getitem__(self, name: str) -> Any:
        if name not in _COMMANDS:
            raise KeyError(name)
        return _subcommand(name)

    def __iter__(self) -> Iterator[str]:
        return iter(_COMMANDS)

    def __len__(self) -> int:
        return len(_COMMANDS)


def _subcommand(name: str) -> Any:
    # A function called list would hide Python's.
    function = "list_components" if name == "list" else name
    found = getattr(import_module(f"rte_baselines.cli.commands.{name}"), function)
    if name in _SETTINGS:
        alone = typer.Typer(add_completion=False, rich_markup_mode="rich")
        alone.command(name, **_SETTINGS[name])(found)
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

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """Print the help by the lines of the table, without importing the commands."""
        commands = self.commands
        self.commands = {name: TyperCommand(name, help=line) for name, line in _COMMANDS.items()}
        try:
            super().format_help(ctx, formatter)
        finally:
            self.commands = commands


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
        from rte_baselines.core.importing import version

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
    with reporting_errors(), _completing_words():
        exit_code = _command()(given or ["--help"], prog_name=_NAME, standalone_mode=False)
        # Typer reports interruption by this exit code.
        if exit_code == EXIT_INTERRUPTED:
            raise KeyboardInterrupt
    sys.exit(exit_code)


@contextmanager
def _completing_words() -> Iterator[None]:
    """Complete words with a colon in bash, which breaks them there (COMP_WORDBREAKS).

    They are joined again, and replies are cut to the replacement of the last piece.
    """
    if os.environ.get("_RTE_BASELINES_COMPLETE") != "complete_bash":
        yield
        return
    before = _join_words()
    replies = io.StringIO()
    try:
        with redirect_stdout(replies):
            yield
    finally:
        for reply in replies.getvalue().splitlines():
            show(reply.removeprefix(before))


def _join_words() -> str:
    """Join the words at colons, and return the part of the last word before its last piece."""
    pieces = os.environ.get("COMP_WORDS", "").split("\n")
    cursor = int(os.environ.get("COMP_CWORD", len(pieces)))
    words: list[str] = []
    before, position = "", len(pieces)
    for number, piece in enumerate(pieces):
        is_joined = number > 1 and piece and ":" in (piece, pieces[number - 1])
        if number == cursor:
            position = len(words) - bool(is_joined)
            before = words[-1] + piece.rstrip() * (piece == ":") if is_joined else ""
        if is_joined:
            words[-1] += piece
        else:
            words.append(piece)
    os.environ["COMP_WORDS"] = "\n".join(words)
    os.environ["COMP_CWORD"] = str(min(position, len(words)))
    return before
