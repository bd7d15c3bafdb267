"""What is reported as progress."""

from collections import Counter
from contextlib import contextmanager


class Progress:
    """Counts the steps that are announced and those that are made."""

    def __init__(self):
        self.announced = {}
        self.made = Counter()

    @contextmanager
    def __call__(self, what, steps):
        self.announced[what] = steps
        yield lambda: self.made.update([what])
