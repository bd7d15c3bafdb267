"""How long commands take before they work: processor time, as a multiple of importing NumPy.

    python benchmarks/start.py [--repeats N]

`warm` is the lowest of the repeats, with the compiled kernels that an earlier run has cached.
`cold` is one run with an empty cache of kernels.
"""

import argparse
import os
import resource
import subprocess
import sys
import tempfile
from pathlib import Path


def seconds(command: list[str], **environment: str) -> float:
    """Return the processor time of a command."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, check=True, capture_output=True, env={**os.environ, **environment})
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main() -> None:
    """Time commands beside importing NumPy, in one run."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--repeats", type=int, default=5)
    repeats = parser.parse_args().repeats
    command = str(Path(sys.executable).with_name("rte-baselines"))
    with tempfile.TemporaryDirectory() as folder:
        model, run = f"{folder}/overlap.model", f"{folder}/overlap.jsonl"
        train = [command, "train", "word-overlap", "--train", "sample:train", "--output", model]
        subprocess.run(train, check=True, capture_output=True)
        timed = {
            "--help": [command, "--help"],
            "list recognizers": [command, "list", "recognizers"],
            "list features": [command, "list", "features"],
            "list heads": [command, "list", "heads"],
            "list measures": [command, "list", "measures"],
            "list formats": [command, "list", "formats"],
            "train word-overlap, sample": train,
            "predict word-overlap, sample": [
                *(command, "predict", model, "sample:test", "--output", run)
            ],
            "evaluate, sample": [command, "evaluate", "sample:test", run],
        }
        numpy = min(seconds([sys.executable, "-c", "import numpy"]) for _ in range(repeats))
        print(f"{'':32}{'warm, s':>9}{'x NumPy':>9}{'cold, s':>9}{'x NumPy':>9}")
        print(f"{'import numpy':32}{numpy:9.2f}{1:9.1f}")
        for name, arguments in timed.items():
            warm = min(seconds(arguments) for _ in range(repeats))
            with tempfile.TemporaryDirectory() as kernels:
                cold = seconds(arguments, NUMBA_CACHE_DIR=kernels)
            print(
                f"{name:32}{warm:9.2f}{warm / numpy:9.1f}{cold:9.2f}{cold / numpy:9.1f}", flush=True
            )


if __name__ == "__main__":
    main()
