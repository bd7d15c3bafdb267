"""Collections of garbage in commands and workers."""

import subprocess
import sys

import pytest

ENDING = """
import gc
from rte_baselines.garbage import OBJECTS_BEFORE_COLLECTION, collect_seldom

class Announced:
    def __init__(self):
        self.itself = self

    def __del__(self):
        print("collected")

{calls}
print(gc.get_threshold()[0] == OBJECTS_BEFORE_COLLECTION)
Announced()
"""


@pytest.mark.parametrize(
    ("calls", "printed"),
    [
        ("", "False collected"),
        ("collect_seldom()", "True"),
        ("collect_seldom(); collect_seldom()", "True"),
    ],
)
def test_nothing_is_collected_at_the_end(calls, printed):
    command = [sys.executable, "-c", ENDING.format(calls=calls)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert (done.stdout.split(), done.stderr) == (printed.split(), "")
