"""The time of ``demo`` and of ``predict`` with one worker and with two, without cached parses.

    python benchmarks/workers.py [--dataset NAME ...] [--repeats N]
    python benchmarks/workers.py --predict MODEL [--dataset NAME ...] [--repeats N]

Kernels are compiled before. Times are wall-clock times of the whole command, including the start
of Python, and processor times of all its processes; by default on the sample. With `--predict`,
all pairs of the datasets are predicted together, with ids of their own.
"""

import argparse
import os
import resource
import tempfile
from dataclasses import replace
from itertools import count

from commands import COMMAND, clock
from measuring import NOTE, Spread, ratios

COUNTS = (1, 2)


def processor_time() -> float:
    """Return the processor time of all child processes that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def take(command: list[str], workers: int) -> tuple[float, float]:
    """Return the wall-clock time and the processor time of a command in seconds."""
    with tempfile.TemporaryDirectory() as folder:
        os.environ["RTE_BASELINES_CACHE"] = f"{folder}/cache"
        options = ["--output", f"{folder}/results", "--workers", str(workers)]
        before = processor_time()
        return clock(["-c", COMMAND, *command, *options]), processor_time() - before


def gather(datasets: list[str], path: str) -> None:
    """Write the pairs of some datasets to one file."""
    from rte_baselines import load_pairs, write_pairs

    numbers = count(1)
    pairs = (pair for name in datasets for pair in load_pairs(name))
    write_pairs(
        (replace(pair, id=str(next(numbers)), attributes={}) for pair in pairs), path, "jsonl"
    )


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--dataset", action="append", help="repeatable; by default the sample")
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--predict", metavar="MODEL", help="time predict with this model")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        if arguments.predict:
            datasets = arguments.dataset or ["sample:train", "sample:test"]
            gather(datasets, f"{folder}/pairs.jsonl")
            command = ["predict", arguments.predict, f"{folder}/pairs.jsonl"]
        else:
            datasets = arguments.dataset or ["sample"]
            command = ["demo", *(part for name in datasets for part in ("--dataset", name))]
        take(command, 1)
        times = {
            workers: [take(command, workers) for _ in range(arguments.repeats)]
            for workers in COUNTS
        }
    what = f"predict {arguments.predict}" if arguments.predict else "demo"
    print(f"{what} on {', '.join(datasets)}; {NOTE} of {arguments.repeats} repeats\n")
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
