"""A solver that does what the text says, for tests of what happens to it."""

import os
import subprocess
import sys
import time
from pathlib import Path

from rte_baselines.logic.engines.answers import run, saturated, unanswered

LOOP = [sys.executable, "-c", "while True: pass"]


def solve(task):
    what, _, argument = task.text.partition(" ")
    match what:
        case "answer":
            sys.stdout.write("a line that is not an answer\n")
            return saturated()
        case "loop":
            while True:
                pass
        case "sleep":
            time.sleep(1000)
        case "child":
            return unanswered(run(LOOP, task))
        case "tell":
            # Says who is at work, and works on until the end.
            child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(1000)"])
            with Path(argument).open("a") as file:
                file.write(f"{os.getpid()} {child.pid}\n")
            time.sleep(1000)
        case "fill":
            return saturated() if bytearray(task.megabytes * 2**20) else None
        case "die":
            os.write(2, argument.encode())
            os._exit(3)
        case "raise":
            raise ValueError("this is a mistake")
    return None
