"""The time of ``demo`` with one worker and with two, with an empty cache of parses.

    python benchmarks/workers.py [--dataset NAME ...] [--repeats N]

Kernels are compiled before. Times are wall-clock times of the whole command, including the start
of Python, and processor times of all its processes; by default on the sample.
"""

import argparse
import os
import resource
import tempfile

from commands import COMMAND, clock
from measuring import NOTE, Spread, ratios

COUNTS = (1, 2)


def processor_time() -> float:
    """Return the processor time of all child processes that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def take(datasets: list[str], workers: int) -> tuple[float, float]:
    """Return the wall-clock time and the processor time of the command in seconds."""
    with tempfile.TemporaryDirectory() as folder:
        os.environ["RTE_BASELINES_CACHE"] = f"{folder}/cache"
        named = [argument for name in datasets for argument in ("--dataset", name)]
        options = ["--output", f"{folder}/results", "--workers", str(workers), *named]
        before = processor_time()
        return clock(["-c", COMMAND, "demo", *options]), processor_time() - before


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--dataset", action="append", help="repeatable; by default the sample")
    parser.add_argument("--repeats", type=int, default=3)
    arguments = parser.parse_args()
    datasets = arguments.dataset or ["sample"]
    take(datasets, 1)
    times = {
        workers: [take(datasets, workers) for _ in range(arguments.repeats)] for workers in COUNTS
    }
    print(f"demo on {', '.join(datasets)}; {NOTE} of {arguments.repeats} repeats\n")
    print(f"{'workers':10}{'wall clock, s':26}processor, s")
    wall, processor = (
        {workers: [each[kind] for each in times[workers]] for workers in COUNTS} for kind in (0, 1)
    )
    for workers in COUNTS:
        both = (f"{Spread.of(some[workers]):.1f}" for some in (wall, processor))
        print(f"{workers:<10}{next(both):26}{next(both)}")
    print(f"{'1 / 2':10}{ratios(wall[1], wall[2]):.2f}")


if __name__ == "__main__":
    main()
