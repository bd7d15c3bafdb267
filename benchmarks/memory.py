"""The peak memory of reading and of predicting pairs, by their number.

    python benchmarks/memory.py [--scale FACTOR]

Every measurement is the largest resident set of a separate process. Reading keeps digests of the
ids of the pairs, to find repeated ones; the memory of a set of the same ids is also measured.
Predicting is word overlap, trained on the sample, written to JSON Lines; it caches words, up
to some hundred thousand, so it is measured with a vocabulary of 20,000 words and with one
that grows by a word with every pair. Needs Linux or macOS.
"""

import argparse
import resource
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path

# The memory of the parent counts for a child, so this process imports nothing large; each
# task imports what it needs.

READ = (100_000, 1_000_000)
PREDICTED = (20_000, 100_000, 500_000)


def write_pairs(path: str, count: str, new_words: str) -> None:
    """Write a file of pairs."""
    from generating import write

    write(Path(path), int(count), "jsonl", new_words=bool(new_words))


def train(model: str) -> None:
    """Train a recognizer and save it."""
    from rte_baselines import Recognizer, load_pairs

    Recognizer.from_config("word-overlap").fit(load_pairs("sample:train")).save(model)


def keep_ids(count: str) -> None:
    """Keep the ids of so many pairs in a set."""
    import rte_baselines.pairs  # noqa: F401 - reading has imported it as well

    ids = {str(number + 1) for number in range(int(count))}
    assert len(ids) == int(count)


def read(path: str) -> None:
    """Read pairs without keeping them."""
    from rte_baselines import read_pairs

    for _ in read_pairs(path):
        pass


def predict(path: str, model: str) -> None:
    """Write predictions one by one."""
    from rte_baselines import Recognizer, read_pairs, write_run

    predictions = Recognizer.load(model).predict_stream(read_pairs(path))
    write_run(predictions, f"{path}.run", "jsonl")


TASKS: dict[str, Callable[..., None]] = {
    task.__name__: task for task in (write_pairs, train, keep_ids, read, predict)
}


def peak(task: Callable[..., None], *arguments: object) -> float:
    """Run a task in a separate process, and return its peak memory in megabytes."""
    command = [sys.executable, __file__, task.__name__, *map(str, arguments)]
    output = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout
    return float(output)


def run_task(name: str, arguments: Sequence[str]) -> None:
    """Run a task in this process, and print the peak memory."""
    TASKS[name](*arguments)
    unit = 1 if sys.platform == "darwin" else 1024
    print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit / 1e6)


def measure_reading(folder: Path, counts: Sequence[int]) -> None:
    """Print the memory of reading."""
    print(f"{'pairs':>10}{'reading, MB':>24}{'their ids alone, MB':>24}")
    for count in counts:
        path = folder / "pairs.jsonl"
        peak(write_pairs, path, count, "")
        print(f"{count:10,}{peak(read, path):24.1f}{peak(keep_ids, count):24.1f}", flush=True)


def measure_predicting(folder: Path, counts: Sequence[int]) -> None:
    """Print the memory of predicting."""
    model, path = folder / "model", folder / "pairs.jsonl"
    peak(train, model)
    print(f"\n{'pairs':>10}{'predicting, MB':>24}{'with new words, MB':>24}{'ids alone, MB':>24}")
    for count in counts:
        peaks = []
        for new_words in ("", "new words"):
            peak(write_pairs, path, count, new_words)
            peaks.append(peak(predict, path, model))
        ids = peak(keep_ids, count)
        print(f"{count:10,}" + "".join(f"{value:24.1f}" for value in (*peaks, ids)), flush=True)


def main() -> None:
    """Measure, and print the tables."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--scale", type=float, default=1.0, help="of the numbers of pairs")
    scale = parser.parse_args().scale
    with tempfile.TemporaryDirectory() as folder:
        measure_reading(Path(folder), [int(scale * count) for count in READ])
        measure_predicting(Path(folder), [int(scale * count) for count in PREDICTED])


if __name__ == "__main__":
    if len(sys.argv) > 1 and sys.argv[1] in TASKS:
        run_task(sys.argv[1], sys.argv[2:])
    else:
        main()
