"""The time of all published systems, with parsing and with cached parses.

    python benchmarks/reproduction.py [--dataset NAME] [--repeats N]

Runs ``rte-baselines reproduce`` first with an empty cache of its own and then with the filled
cache, in each repeat. Times are wall-clock times, including the start of Python.
"""

import argparse
import os
import tempfile

from commands import COMMAND, clock
from measuring import NOTE, Spread, ratios


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--dataset", default="rte1", help="rte1, rte2, rte3 or sample")
    parser.add_argument("--repeats", type=int, default=3)
    arguments = parser.parse_args()
    command = ["-c", COMMAND, "reproduce", "--dataset", arguments.dataset]
    cold, warm = [], []
    for _ in range(arguments.repeats):
        with tempfile.TemporaryDirectory() as cache:
            os.environ["RTE_BASELINES_CACHE"] = cache
            cold.append(clock(command))
            warm.append(clock(command))
    print(f"all systems on {arguments.dataset}, {NOTE} of {arguments.repeats} repeats")
    print(f"  empty cache, s  {Spread.of(cold):.1f}")
    print(f"  filled, s       {Spread.of(warm):.1f}")
    print(f"  empty / filled  {ratios(cold, warm):.2f}")


if __name__ == "__main__":
    main()
