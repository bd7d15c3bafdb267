"""How the command line talks: errors, warnings, progress and tables."""

import json
import sys
import traceback
import warnings
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any, TextIO, TypeVar

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from rte_baselines.errors import InputWarning, RteBaselinesError

Item = TypeVar("Item")

EXIT_FAILED = 1
EXIT_BAD_INPUT = 2
EXIT_INTERRUPTED = 130


class Settings:
    """What an option of any command sets for the whole process."""

    debug = False


@contextmanager
def reporting_errors() -> Iterator[None]:
    """End the process with one line on stderr, and the right exit code, if the block fails."""
    warnings.showwarning = _show_warning
    warnings.simplefilter("always", InputWarning)
    try:
        yield
    except RteBaselinesError as error:
        _fail(str(error), error.exit_code)
    except BrokenPipeError:
        # Whoever read our output has seen enough; Python would complain at exit.
        sys.stderr.close()
        sys.exit(0)
    except KeyboardInterrupt:
        _fail("interrupted", EXIT_INTERRUPTED)
    except MemoryError:
        _fail("out of memory", EXIT_FAILED)
    except Exception as error:
        reason = str(error).splitlines()[0] if str(error) else ""
        _fail(
            f"unexpected {type(error).__name__}: {reason} (--debug shows where; please report it)",
            EXIT_FAILED,
        )


def _fail(message: str, exit_code: int) -> None:
    if Settings.debug:
        traceback.print_exc()
    print(f"error: {message}", file=sys.stderr)
    sys.exit(exit_code)


def _show_warning(
    message: Warning | str,
    category: type[Warning],
    filename: str,
    lineno: int,
    file: TextIO | None = None,
    line: str | None = None,
) -> None:
    if issubclass(category, InputWarning):
        print(f"warning: {message}", file=sys.stderr)
    elif Settings.debug:
        print(f"{filename}:{lineno}: {category.__name__}: {message}", file=sys.stderr)


def say(message: str) -> None:
    """Print a line about what happens on stderr, where it does not mix with results."""
    print(message, file=sys.stderr)


def show(text: str) -> None:
    """Print a result."""
    print(text)


def show_json(value: Any) -> None:
    """Print a result as JSON."""
    print(json.dumps(value, indent=2, ensure_ascii=False, allow_nan=False))


def terminal_width() -> int:
    """Return how wide a table may be."""
    return Console().width


@contextmanager
def progress_bar(description: str, total: int | None = None) -> Iterator[Callable[[], None]]:
    """Show a progress bar on stderr while the block runs, if a person is looking.

    Yields
    ------
    callable
        To be called once for each step done.
    """
    progress = Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        console=Console(stderr=True),
        transient=True,
        disable=not sys.stderr.isatty(),
    )
    with progress:
        task = progress.add_task(description, total=total)
        yield lambda: progress.advance(task)


def counted(items: Iterable[Item], advance: Callable[[], None]) -> Iterator[Item]:
    """Pass items on, with a step of progress for each."""
    for item in items:
        yield item
        advance()
