"""Errors for users: one line that says what is wrong, where, and what would be right."""

import errno
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar

from rte_baselines.core.quoting import printable


class RteBaselinesError(Exception):
    """Something failed; the message is one line meant for the user.

    ``exit_code`` is the exit status of the command line. The message is turned into one line
    without control characters, whatever it quotes; see `printable`.
    """

    exit_code = 1

    def __init__(self, message: str = "") -> None:
        super().__init__(printable(message))


class InputError(RteBaselinesError):
    """The user's input cannot be used: a file, a label, a name or an option."""

    exit_code = 2


class ConfigError(InputError):
    """A recognizer's config names something unknown or has a field of the wrong type."""


class DatasetNotFoundError(InputError):
    """A named dataset was not found in the folders searched."""


class ModelError(InputError):
    """A model folder is damaged, not a model, or contains something that may not be loaded."""


class ResourceError(InputError):
    """A resource (a parser, WordNet, counts) is missing, damaged or of another kind."""


class RunError(InputError):
    """A run does not fit the pairs it is scored against."""


class InputWarning(UserWarning):
    """Something in the input is unusual; the one line says how it was handled."""

    def __init__(self, message: str = "") -> None:
        super().__init__(printable(message))


Failure = TypeVar("Failure", bound=RteBaselinesError)

_ADVICE = {
    errno.EMFILE: "; allow more, as with `ulimit -n 1024`",
    errno.ENFILE: "; end other programs",
}


def reason_of_system(error: BaseException) -> str | None:
    """Return what the system says, in one line, if it is to blame for an error; None if not."""
    if isinstance(error, MemoryError):
        return "out of memory"
    if not isinstance(error, OSError) or error.errno is None:
        return None
    if error.errno == errno.ENOENT:
        try:
            Path.cwd()
        except OSError:
            return "the working folder has been removed; change to another one"
    return f"{error.strerror}{_ADVICE.get(error.errno, '')}"


def read_error(path: str | Path, error: BaseException, damaged: Failure) -> Failure:
    """Return `damaged`, or, if the system is to blame, the error of a file that cannot be read."""
    reason = reason_of_system(error)
    if reason is None:
        return damaged
    return type(damaged)(f"{path}: cannot be read ({reason})")


@contextmanager
def naming(what: str) -> Iterator[None]:
    """Begin the messages of `InputError` in the block with `what`, unless they do so."""
    try:
        yield
    except InputError as error:
        message = str(error)
        is_named = message.startswith(printable(what))
        raise type(error)(message if is_named else f"{what}: {message}") from None
