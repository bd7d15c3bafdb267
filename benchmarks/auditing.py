"""The time and memory of an audit of many pairs.

    python benchmarks/auditing.py SNLI.jsonl [--pairs N] [--workers N]

The pairs are made from those of a file: of one at random, each word is replaced with a probability
of 1/5 by a word at random of the file, so that almost all pairs and very many bigrams are distinct.
Memory is the highest sum of the resident sets of all processes, measured twice a second. Needs
Linux.
"""

import argparse
import json
import random
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from itertools import chain
from pathlib import Path

from measuring import seconds

from rte_baselines import load_pairs, read_pairs

_REPLACED = 0.2
_PAGE = 4096
_PAUSE = 0.5


def write_pairs(source: str, count: int, path: Path) -> None:
    """Write so many pairs that are like those of a file."""
    chance = random.Random(7)
    given = [(p.text.split(), p.hypothesis.split(), str(p.label)) for p in load_pairs(source)]
    words = list(chain.from_iterable(text + hypothesis for text, hypothesis, _ in given))

    def changed(snippet: list[str]) -> str:
        return " ".join(
            chance.choice(words) if chance.random() < _REPLACED else word for word in snippet
        )

    with path.open("w", encoding="utf-8") as stream:
        for number in range(count):
            text, hypothesis, label = chance.choice(given)
            pair = {
                "id": str(number),
                "text": changed(text),
                "hypothesis": changed(hypothesis),
                "label": label,
            }
            stream.write(json.dumps(pair) + "\n")


def read(path: Path) -> None:
    """Read pairs without keeping them."""
    for _ in read_pairs(path):
        pass


def descendants(process: int) -> Iterator[int]:
    """Yield a process and those that it has started."""
    yield process
    for task in Path(f"/proc/{process}/task").glob("*/children"):
        for child in task.read_text().split():
            yield from descendants(int(child))


def memory_of(process: int) -> int:
    """Return the bytes of the resident sets of a process and of those that it has started."""
    pages = 0
    for each in descendants(process):
        try:
            pages += int(Path(f"/proc/{each}/statm").read_text().split()[1])
        except OSError:
            continue  # it has ended meanwhile
    return pages * _PAGE


def audited(path: Path, workers: int) -> tuple[float, float, int]:
    """Return the seconds that an audit takes, those of processors, and its peak memory in bytes."""
    arguments = ["audit", path, "--workers", workers, "--json", "--quiet"]
    run = "import sys; from rte_baselines.cli.main import main; main(sys.argv[1:])"
    start = time.perf_counter()
    process = subprocess.Popen(
        [sys.executable, "-c", run, *map(str, arguments)], stdout=subprocess.DEVNULL
    )
    peak = 0
    while process.poll() is None:
        peak = max(peak, memory_of(process.pid))
        time.sleep(_PAUSE)
    assert process.returncode == 0
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.perf_counter() - start, used.ru_utime + used.ru_stime, peak


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("source")
    parser.add_argument("--pairs", type=int, default=1_000_000)
    parser.add_argument("--workers", type=int, default=2)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "pairs.jsonl")
        write_pairs(arguments.source, arguments.pairs, path)
        reading = seconds(lambda: read(path))
        elapsed, processors, peak = audited(path, arguments.workers)
    print(f"{arguments.pairs} pairs, {arguments.workers} workers")
    print(f"audit    {elapsed:6.0f} s by the clock")
    print(f"         {processors:6.0f} s of processors, {processors / reading:.1f} times reading")
    print(f"memory   {peak / 1e9:6.2f} GB at most")


if __name__ == "__main__":
    main()
