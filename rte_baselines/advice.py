"""Advice in messages and notes: a parameter in Python, an option on the command line.

For what is written into reports, too, which the command line does not edit as it does errors.
"""

from collections.abc import Iterator
from contextlib import contextmanager


class _Reader:
    """Who reads the messages of this process."""

    uses_commands = False


@contextmanager
def advising_options() -> Iterator[None]:
    """Name options instead of parameters while the block runs."""
    _Reader.uses_commands = True
    try:
        yield
    finally:
        _Reader.uses_commands = False


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
