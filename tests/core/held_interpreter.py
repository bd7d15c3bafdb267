"""A program whose answer takes very long, in C code that does not let other threads run."""

import os
import re

from rte_baselines.core.processes.answering import answer_requests


def main(parent, connection):
    """Say which process it is, and match what takes exponential time."""

    def answer(_):
        os.write(1, f"{os.getpid()}\n".encode())
        return bool(re.match(r"(a+)+$", "a" * 60 + "b"))

    answer_requests(parent, connection, answer)
