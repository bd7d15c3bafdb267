"""Advice in messages and notes: a parameter in Python, an option on the command line.

Messages name parameters by default. The command line makes them name options, in its own process
and in its workers.
"""

from collections.abc import Iterator
from contextlib import contextmanager


class _Reader:
    """Who reads the messages of this process."""

    uses_commands = False


def are_options_advised() -> bool:
    """Whether messages name options instead of parameters, as set by `advise_options`."""
    return _Reader.uses_commands


def advise_options(advised: bool) -> None:
    """Make messages in this process name options, or parameters again."""
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
    """Return how the reader of a message states something.

    The parameter in Python is such as "columns={'label': 'verdict'}", the option such as "--columns
    label=verdict".
    """
    return option if _Reader.uses_commands else parameter
