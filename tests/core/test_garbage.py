"""Collections of garbage in commands and workers."""

import subprocess
import sys

import pytest

ENDING = """
import gc
from rte_baselines.core.garbage import (
    OBJECTS_BEFORE_COLLECTION,
    collect_at_end,
    collect_seldom,
)

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
        ("collect_seldom(); collect_at_end()", "True collected"),
    ],
)
def test_nothing_is_collected_at_the_end(calls, printed):
    command = [sys.executable, "-c", ENDING.format(calls=calls)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert (done.stdout.split(), done.stderr) == (printed.split(), "")


LOGGING = """
import sys
from pathlib import Path

log = open(Path(__file__).with_suffix(".log"), "w")

def note(text):
    print(text, file=log)

note("imported")
"""


@pytest.mark.slow
def test_files_that_code_of_the_user_leaves_open_are_written(tmp_path):
    code = tmp_path / "code.py"
    code.write_text(LOGGING)
    program = "from rte_baselines.cli.main import main; main()"
    command = [sys.executable, "-c", program, "validate", "sample:test", "--code", code]
    subprocess.run(command, capture_output=True, check=True)
    assert (tmp_path / "code.log").read_text() == "imported\n"
