"""Kill a command with several workers at random moments, and look for processes that are left.

``python -m tests.attacks.kills --count 40`` prints a line. A worker inherits standard error, which
ends when the last of them has.
"""

import argparse
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from random import Random

COMMAND = [sys.executable, "-c", "from rte_baselines.cli.main import main; main()"]
DEMO = ["demo", "--dataset", "sample", "--recognizer", "bleu", "--recognizer", "word-overlap"]
SECONDS_TO_END = 10


def is_left(after, folder):
    """Whether a process is left of a command that is killed after so many seconds."""
    command = [*COMMAND, *DEMO, "--workers", "2"]
    with subprocess.Popen(command, cwd=folder, stderr=subprocess.PIPE) as process:
        time.sleep(after)
        process.kill()
        try:
            process.communicate(timeout=SECONDS_TO_END)
        except subprocess.TimeoutExpired:
            return True
    return False


def left(count, seed=0, latest=6.0):
    """Return how many of so many kills left a process, within the first seconds of a command."""
    random = Random(seed)
    with tempfile.TemporaryDirectory() as folder:
        return sum(is_left(random.uniform(0.1, latest), Path(folder)) for _ in range(count))


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=40, help="commands to kill")
    arguments = parser.parse_args()
    print(
        f"{arguments.count} commands with two workers killed within their first 6 s: "
        f"{left(arguments.count)} left a process after {SECONDS_TO_END} s"
    )


if __name__ == "__main__":
    main()
