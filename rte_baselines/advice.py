"""Advice in messages and notes: a parameter in Python, an option on the command line.

The command line says which of them are named, for the whole process and for its workers.
"""

from collections.abc import Iterator
from contextlib import contextmanager


class _Reader:
    """Who reads the messages of this process."""

    uses_commands = False


def are_options_advised() -> bool:
    """Whether options are named instead of parameters; workers are told by `advise_options`."""
    return _Reader.uses_commands


def advise_options(advised: bool) -> None:
    """Name options instead of parameters in this process, or parameters again."""
    _Reader.uses_commands = advised


@contextmanager
def advising_options(advised: bool = True) -> Iterator[None]:
    """Do as `advise_options` while the block runs."""
    before = are_options_advised()
    advise_options(advised)
    try:
        yield
    finally:
        advise_options(before)


def how_to_state(parameter: str, option: str) -> str:
    """Return how the reader states something.

    Parameters
    ----------
    parameter : str
        In Python, such as "label_column='verdict'".
    option : str
        On the command line, such as "--label-column verdict".
    """
    return option if _Reader.uses_commands else parameter
