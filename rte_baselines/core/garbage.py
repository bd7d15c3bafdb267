"""How often processes of this package look for garbage."""

import atexit
import gc

OBJECTS_BEFORE_COLLECTION = 50_000
"""New objects between two collections, instead of Python's 700 to 2,000.

Importing modules creates hundreds of thousands of objects, which all stay in use.
"""


def collect_seldom() -> None:
    """Let this process collect garbage seldom, and not at its end, which may take a second.

    For commands and workers; a program that imports the package decides for itself.
    """
    gc.set_threshold(OBJECTS_BEFORE_COLLECTION)
    collect_at_end()
    atexit.register(_never_collect)


def collect_at_end() -> None:
    """Let this process collect garbage at its end, as Python does.

    For processes that run code from outside this package: Python writes out the files that such
    code leaves open when it collects them.
    """
    atexit.unregister(_never_collect)


def _never_collect() -> None:
    gc.disable()
    # Objects that are frozen are passed over by the collections that cannot be disabled.
    gc.freeze()
