"""How long commands take before they work: processor time, as a multiple of importing NumPy.

    python benchmarks/start.py [--repeats N]

`warm` is the lowest of the repeats. `first` is one run as after the installation of the package:
without byte code of its modules, and with an empty cache of kernels and parses.
"""

import argparse
import os
import resource
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import replace
from itertools import cycle, islice
from pathlib import Path
from shutil import rmtree

import rte_baselines
from rte_baselines import Pair, load_pairs, write_pairs
from rte_baselines.errors import InputError

PAIRS = 900
COMMAND = str(Path(sys.executable).with_name("rte-baselines"))
PACKAGE = Path(rte_baselines.__file__).parent


def seconds(command: list[str], **environment: str) -> float:
    """Return the processor time of a command."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, check=True, capture_output=True, env={**os.environ, **environment})
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def first_seconds(command: list[str]) -> float:
    """Return the processor time of a command that is the first after installation."""
    for folder in list(PACKAGE.rglob("__pycache__")):
        rmtree(folder)
    with tempfile.TemporaryDirectory() as empty:
        return seconds(command, NUMBA_CACHE_DIR=empty, XDG_CACHE_HOME=empty)


def some_pairs(data_dir: str | None) -> Iterator[Pair]:
    """Yield 900 pairs of RTE-3, or those of the sample again and again if it is not there."""
    try:
        pairs = [
            *load_pairs("rte3:test", data_dir=data_dir),
            *load_pairs("rte3:dev", data_dir=data_dir),
        ]
    except InputError:
        pairs = [*load_pairs("sample:train"), *load_pairs("sample:test")]
        print("without RTE-3: the sample, several times over")
    for number, pair in enumerate(islice(cycle(pairs), PAIRS), start=1):
        yield replace(pair, id=str(number))


def commands(folder: str, data_dir: str | None) -> dict[str, list[str]]:
    """Return the commands by what is shown of them; the files they need are written."""
    pairs, model = f"{folder}/pairs.csv", f"{folder}/overlap.model"
    run, sample_run = f"{folder}/overlap.jsonl", f"{folder}/sample.jsonl"
    write_pairs(some_pairs(data_dir), pairs)
    train = [COMMAND, "train", "word-overlap", "--train", "sample:train", "--output", model]
    predict = [COMMAND, "predict", "word-overlap", "sample:test", "--output", sample_run]
    for needed in (train, predict):
        subprocess.run(needed, check=True, capture_output=True)
    example = ["--text", "Two old ferries sank off Oslo.", "--hypothesis", "Two ferries burned."]
    kinds = ("recognizers", "models", "features", "heads", "measures", "formats")
    return {
        "--help": [COMMAND, "--help"],
        **{f"list {kind}": [COMMAND, "list", kind] for kind in kinds},
        "train word-overlap, sample": train,
        "predict word-overlap, sample": predict,
        f"predict word-overlap, {PAIRS} pairs": [
            *(COMMAND, "predict", "word-overlap", pairs, "--output", run)
        ],
        "evaluate, sample": [COMMAND, "evaluate", "sample:test", sample_run],
        "explain word-overlap, a pair": [COMMAND, "explain", "word-overlap", *example],
        "explain strongest, a pair": [COMMAND, "explain", "strongest", *example],
    }


def main() -> None:
    """Time commands beside importing NumPy, in one run."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--data-dir")
    given = parser.parse_args()
    repeats = range(given.repeats)
    with tempfile.TemporaryDirectory() as folder:
        timed = commands(folder, given.data_dir)
        numpy = min(seconds([sys.executable, "-c", "import numpy"]) for _ in repeats)
        print(f"{'':32}{'warm, s':>9}{'x NumPy':>9}{'first, s':>9}{'first - warm':>14}")
        print(f"{'import numpy':32}{numpy:9.2f}{1:9.1f}")
        for name, arguments in timed.items():
            first = first_seconds(arguments)
            # Compiles again what the first one had compiled in a folder that is gone.
            subprocess.run(arguments, check=True, capture_output=True)
            warm = min(seconds(arguments) for _ in repeats)
            print(
                f"{name:32}{warm:9.2f}{warm / numpy:9.1f}{first:9.2f}{first - warm:14.2f}",
                flush=True,
            )


if __name__ == "__main__":
    main()
