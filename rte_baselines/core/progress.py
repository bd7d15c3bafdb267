"""Progress of long work, shown by whoever calls it."""

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext

Progress = Callable[[str, int], AbstractContextManager[Callable[[], None]]]
"""Shows progress through a number of steps; yields a function to call after each step."""


def no_progress(what: str, steps: int) -> AbstractContextManager[Callable[[], None]]:
    """Show nothing."""
    return nullcontext(lambda: None)
