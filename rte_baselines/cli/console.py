"""Output of the command line: errors, warnings, progress and results."""

import io
import json
import logging
import os
import signal
import sys
import threading
import traceback
import warnings
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any, BinaryIO, NoReturn, TextIO, TypeVar, cast

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from rte_baselines.core.advice import advising_options, did_you_mean
from rte_baselines.core.errors import InputWarning, RteBaselinesError
from rte_baselines.core.files.inputs import keeping_inputs
from rte_baselines.core.quoting import escaped, escaped_json, printable, quoted, shortened

Item = TypeVar("Item")

_NARROWEST = 40
_LONGEST_WORD = 100  # of quotations in usage errors

EXIT_FAILED = 1
EXIT_INTERRUPTED = 130
_EXIT_TERMINATED = 143

# Typer contains Click or uses the installed one, depending on its version.
_UsageError: Any = typer.BadParameter.__base__


class Settings:
    """Settings of the whole process, set by options of all commands."""

    debug = False
    quiet = False
    is_terminated = False


class _ClosedOutput(io.RawIOBase):
    """Standard output that the shell has closed: results written to it would be lost."""

    def writable(self) -> bool:
        """Return True, since a text stream needs it."""
        return True

    def write(self, data: object) -> NoReturn:
        """Refuse all output."""
        raise RteBaselinesError("standard output: is closed; expected one to write results to")


def prepare_streams() -> None:
    """Make the standard streams safe to use, even if the shell has closed them (``>&-``)."""
    for name, mode in (("stdin", "r"), ("stderr", "w")):
        # A closed stream is None, which print() replaces by standard output.
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode))  # noqa: PTH123, SIM115
    if sys.stdout is None:
        sys.stdout = io.TextIOWrapper(cast(BinaryIO, _ClosedOutput()), write_through=True)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


@contextmanager
def reporting_errors() -> Iterator[None]:
    """If the block fails, exit with one line on stderr and the exit code of the error."""
    Settings.debug = Settings.quiet = Settings.is_terminated = False
    with (
        warnings.catch_warnings(),
        advising_options(),
        keeping_inputs(),
        _terminated_as_interrupted(),
    ):
        warnings.showwarning = _show_warning
        warnings.simplefilter("always", InputWarning)
        logger = logging.getLogger("rte_baselines")
        logger.handlers = [_Progress()]
        logger.setLevel(logging.INFO)
        try:
            yield
        except RteBaselinesError as error:
            _fail(str(error), error.exit_code)
        except _UsageError as error:
            _fail(_explain_usage(error), error.exit_code)
        except (KeyboardInterrupt, typer.Abort):
            if Settings.is_terminated:
                _fail("terminated", _EXIT_TERMINATED)
            _fail("interrupted", EXIT_INTERRUPTED)
        except MemoryError:
            _fail("out of memory", EXIT_FAILED)
        except (Exception, SystemExit) as error:
            from rte_baselines.core.code_files import explain_unexpected, line_of_code

            # The user's code would end the command as if all were well; Typer may do so.
            if isinstance(error, SystemExit) and line_of_code(error) is None:
                raise
            _fail(explain_unexpected(error), EXIT_FAILED)


@contextmanager
def _terminated_as_interrupted() -> Iterator[None]:
    """Treat SIGTERM as an interruption, so that temporary files are removed and workers ended."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGTERM, _terminate)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def _terminate(number: int, frame: object) -> NoReturn:
    # A second signal would interrupt the end.
    signal.signal(number, signal.SIG_IGN)
    Settings.is_terminated = True
    raise KeyboardInterrupt


def _fail(message: str, exit_code: int) -> NoReturn:
    if Settings.debug:
        _print_error(traceback.format_exc())
    _print_error(f"error: {printable(message)}")
    sys.exit(exit_code)


def _explain_usage(error: Any) -> str:
    message = str(error.format_message())
    if type(error).__name__ == "NoSuchOption" and error.ctx is not None:
        hint = did_you_mean(error.option_name, option_names(error.ctx))
        if error.ctx.parent is None and not hint:
            hint = "options come after the command"
        message = f"No such option: {quoted(error.option_name)}; {hint}".rstrip("; ")
    # Some versions of Typer put the type of the error before the message.
    words = (shortened(word, _LONGEST_WORD) for word in message.split())
    message = " ".join(words).rstrip(".").replace("Value error, ", "")
    return f"{message} (see {error.ctx.command_path} --help)" if error.ctx else message


def option_names(context: typer.Context) -> list[str]:
    """Return the long options of the current command, such as ``--output``."""
    spellings = (
        name
        for parameter in context.command.get_params(context)
        for name in (*parameter.opts, *parameter.secondary_opts)
    )
    return [name for name in spellings if name.startswith("--")]


class _Progress(logging.Handler):
    """Says what the package logs, such as that kernels are compiled, to who watches."""

    def emit(self, record: logging.LogRecord) -> None:
        if is_watched():
            say(record.getMessage())


def _show_warning(
    message: Warning | str,
    category: type[Warning],
    filename: str,
    lineno: int,
    file: TextIO | None = None,
    line: str | None = None,
) -> None:
    if issubclass(category, InputWarning):
        warn(str(message))
    elif Settings.debug:
        _print_error(f"{filename}:{lineno}: {category.__name__}: {message}")


def say(message: str) -> None:
    """Print a message on stderr, separate from results, unless ``--quiet`` is set."""
    if not Settings.quiet:
        _print_error(message)


def warn(message: str) -> None:
    """Print a warning on stderr."""
    _print_error(f"warning: {printable(message)}")


def _print_error(text: str) -> None:
    print(escaped(text), file=sys.stderr)


def show(text: str) -> None:
    """Print a result, in which what a terminal would obey is escaped."""
    with writing_output():
        print(escaped(text), flush=True)


def show_in_form(
    report: Any, *, markdown: bool = False, latex: bool = False, as_json: bool = False, **shown: Any
) -> None:
    """Print a report by its method for the form that is asked for, by default ``to_text``.

    `shown` says what tables and notes show.
    """
    if as_json:
        show(escaped_json(report.to_json()))
    elif latex:
        show(report.to_latex(**shown))
    elif markdown:
        show(report.to_markdown(**shown))
    else:
        show(report.to_text(terminal_width(), **shown))


@contextmanager
def writing_output() -> Iterator[None]:
    """If the block cannot write to standard output, raise an error that says so.

    A reader that has closed its end of a pipe is no error.
    """
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as error:
        raise RteBaselinesError(f"standard output: cannot be written ({error.strerror})") from None


def show_json(value: Any) -> None:
    """Print a result as JSON."""
    show(escaped_json(json.dumps(value, indent=2, ensure_ascii=False, allow_nan=False)))


def terminal_width() -> int:
    """Return the maximum width of tables, also for terminals that report a width of 0."""
    return max(_NARROWEST, Console().width)


def is_watched() -> bool:
    """Whether stderr is a terminal, and ``--quiet`` is not set."""
    return sys.stderr.isatty() and not Settings.quiet


@contextmanager
def progress_bar(
    description: str, total: int | None = None, *, is_shown: bool = True
) -> Iterator[Callable[[], None]]:
    """Show a progress bar on stderr while the block runs, if stderr is a terminal.

    Call what it yields once for each completed step, of a total that may be unknown.
    """
    progress = Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        console=Console(stderr=True),
        transient=True,
        # Otherwise, rich sends stdout to stderr while the bar is shown.
        redirect_stdout=False,
        disable=not (is_shown and is_watched()),
    )
    with progress:
        task = progress.add_task(description, total=total)
        yield lambda: progress.advance(task)


def advancing(items: Iterable[Item], advance: Callable[[], None]) -> Iterator[Item]:
    """Yield items, with a step of progress for each."""
    for item in items:
        yield item
        advance()
