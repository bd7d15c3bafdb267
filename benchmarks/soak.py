"""A long run on a Dask cluster of two processes, one of which is killed half-way.

    python benchmarks/soak.py [--pairs N] [--shards N]

Word overlap on short artificial pairs. The run must be equal, file by file, to that of one process.
Memory is the largest resident set of this process, which holds the scheduler, and of any worker.
"""

import argparse
import os
import resource
import sys
import tempfile
import time
from itertools import islice
from pathlib import Path

from generating import pairs

from rte_baselines import write_pairs
from rte_baselines.recognizers.sharding import predict_shards
from rte_baselines.recognizers.sharding.dask_pool import DaskPool, dask_pool
from rte_baselines.recognizers.sharding.predicting import model_source

MODEL = "word-overlap"
UNIT = 1 if sys.platform == "darwin" else 1024


def write_shards(folder: Path, count: int, shards: int) -> None:
    """Write so many pairs to so many files."""
    folder.mkdir()
    made = pairs(count)
    size = -(-count // shards)
    for number in range(shards):
        write_pairs(islice(made, size), folder / f"part-{number:05}.jsonl")


def files(folder: Path) -> dict[Path, bytes]:
    """Return the contents of all files of a run, without what a killed worker was writing."""
    found = (path for path in folder.rglob("*") if path.is_file() and path.suffix != ".tmp")
    return {path.relative_to(folder): path.read_bytes() for path in found}


def peak(whose: int) -> float:
    """Return the largest resident set of this process or of its ended children, in MB."""
    return resource.getrusage(whose).ru_maxrss * UNIT / 1e6


def processes(pool: DaskPool) -> list[int]:
    """Return the process ids of the workers."""
    return list(pool.client.run(os.getpid).values())


def main() -> None:
    """Run, kill, compare, and print."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--pairs", type=int, default=200_000)
    parser.add_argument("--shards", type=int, default=40)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        write_shards(folder / "pairs", arguments.pairs, arguments.shards)
        start = time.perf_counter()
        predict_shards(MODEL, folder / "pairs", folder / "one")
        alone = time.perf_counter() - start
        done: list[str] = []
        with dask_pool("local", models=[model_source(MODEL)], workers=2) as pool:
            first = set(processes(pool))

            def kill_half_way(record: object) -> None:
                done.append("")
                if len(done) == arguments.shards // 2:
                    (process, *_) = processes(pool)
                    os.kill(process, 9)

            start = time.perf_counter()
            predict_shards(
                MODEL, folder / "pairs", folder / "dask", workers=pool, progress=kill_half_way
            )
            together = time.perf_counter() - start
            restarted = len(set(processes(pool)) - first)
        same = files(folder / "one") == files(folder / "dask")
        print(f"{arguments.pairs:,} pairs in {arguments.shards} shards, one of two workers killed")
        print(f"one process, s           {alone:.0f}")
        print(f"two Dask workers, s      {together:.0f}")
        print(f"workers started again    {restarted}")
        print(f"this process, MB         {peak(resource.RUSAGE_SELF):.0f}")
        print(f"a worker, MB             {peak(resource.RUSAGE_CHILDREN):.0f}")
        print(f"equal in every file      {'yes' if same else 'NO'}")


if __name__ == "__main__":
    main()
