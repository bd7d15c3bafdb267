"""Memory, pairs a second and bytes of predicting, by the number of pairs, and a projection.

    python benchmarks/scale.py memory [--recognizer NAME] [--counts N,...]
    python benchmarks/scale.py slopes [--repeats N] [--price EURO]

`memory` is the peak of a process that predicts artificial pairs from one file to another. `slopes`
predicts the pairs of RTE-1, 2 and 3, once and several times over with new ids, on one core and
without the cache of parses, and divides the differences: what a process needs once does not count.
Its projection assumes that cores do not slow each other down. Needs Linux or macOS.
"""

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
from pathlib import Path

# How often each predicts the pairs: fast ones more often, for times that can be compared.
RECOGNIZERS = {
    "word-overlap": 21,
    "lexical-logistic": 21,
    "strongest": 2,
    "strongest-captions": 2,
}
DATASETS = [f"rte{number}:{part}" for number in (1, 2, 3) for part in ("dev", "test")]
ONE_THREAD = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")
PROJECTED = {"MultiNLI": 433_000, "100 million": 10**8, "a billion": 10**9}
UNIT = 1 if sys.platform == "darwin" else 1024


def predict(name: str, source: str, output: str) -> None:
    """Predict from a file to a file, and print processor seconds and peak memory in bytes."""
    from rte_baselines import Recognizer, read_pairs, write_run

    recognizer = Recognizer.load(name)
    write_run(recognizer.predict_stream(read_pairs(source)), output, "jsonl")
    used = resource.getrusage(resource.RUSAGE_SELF)
    print(json.dumps([used.ru_utime + used.ru_stime, used.ru_maxrss * UNIT]))


def generate(path: str, count: str) -> None:
    """Write artificial pairs."""
    from generating import write

    write(Path(path), int(count), "jsonl")


def repeat(path: str, copies: str) -> None:
    """Write copies of the pairs with ids of their own, and print their number."""
    from dataclasses import replace

    from rte_baselines import load_pairs, write_pairs

    pairs = [(name, pair) for name in DATASETS for pair in load_pairs(name)]
    numbered = (
        replace(pair, id=f"{number}-{name}-{pair.id}", attributes={})
        for number in range(int(copies))
        for name, pair in pairs
    )
    write_pairs(numbered, path, "jsonl")
    print(json.dumps(len(pairs) * int(copies)))


TASKS = {task.__name__: task for task in (predict, generate, repeat)}


def run(task: str, *arguments: object) -> str:
    """Run a task in a process of its own, as the parent's memory would count for it."""
    environment = os.environ | dict.fromkeys(ONE_THREAD, "1") | {"RTE_BASELINES_CACHE": "off"}
    command = [sys.executable, __file__, task, *map(str, arguments)]
    return subprocess.run(
        command, check=True, stdout=subprocess.PIPE, text=True, env=environment
    ).stdout


def memory(name: str, counts: list[int]) -> None:
    """Print the peak memory for each number of pairs."""
    print(f"{name}\n{'pairs':>12}{'peak, MB':>12}{'processor, s':>14}")
    with tempfile.TemporaryDirectory() as folder:
        source, output = Path(folder, "pairs.jsonl"), Path(folder, "run.jsonl")
        for count in counts:
            run("generate", source, count)
            seconds, peak = json.loads(run("predict", name, source, output))
            print(f"{count:12,}{peak / 1e6:12.0f}{seconds:14.0f}", flush=True)


def slopes(repeats: int, price: float) -> None:
    """Print pairs a second, bytes a pair and memory of each recognizer, and the projection."""
    print(f"RTE-1, 2 and 3; lowest - median - highest of {repeats} repeats\n")
    print(f"{'recognizer':22}{'pairs/s a core':26}{'peak, MB':10}{'read, B':9}{'written, B':10}")
    rates = {}
    with tempfile.TemporaryDirectory() as folder:
        for name, copies in RECOGNIZERS.items():
            rates[name] = rate(name, copies, Path(folder), repeats)
    projection(rates, price)


def rate(name: str, copies: int, folder: Path, repeats: int) -> float:
    """Print the line of a recognizer, and return its median pairs a second."""
    from measuring import Spread

    once, several, output = (folder / name for name in ("once.jsonl", "several.jsonl", "run"))
    small, large = (
        json.loads(run("repeat", path, number)) for path, number in ((once, 1), (several, copies))
    )
    found, peak = [], 0.0
    for _ in range(repeats):
        short, _ = json.loads(run("predict", name, once, output))
        long, peak = json.loads(run("predict", name, several, output))
        found.append((large - small) / (long - short))
    spread = Spread.of(found)
    read, written = (path.stat().st_size / large for path in (several, output))
    print(
        f"{name:22}{f'{spread:,.0f}':26}{peak / 1e6:<10.0f}{read:<9.0f}{written:<10.0f}",
        flush=True,
    )
    return spread.middle


def projection(rates: dict[str, float], price: float) -> None:
    """Print hours of one core, hours of 100 cores and euros, for each number of pairs."""
    print(f"\nhours of one core, hours of 100 cores, and euros at {price} an hour of a core")
    print(f"{'recognizer':22}" + "".join(f"{name:>28}" for name in PROJECTED))
    for name, pairs_a_second in rates.items():
        cells = []
        for count in PROJECTED.values():
            hours = count / pairs_a_second / 3600
            cells.append(f"{hours:,.1f} h, {hours / 100:,.2f} h, {hours * price:,.2f}")
        print(f"{name:22}" + "".join(f"{cell:>28}" for cell in cells))


def main() -> None:
    """Measure, and print."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    commands = parser.add_subparsers(dest="command", required=True)
    of_memory = commands.add_parser("memory")
    of_memory.add_argument("--recognizer", default="word-overlap")
    of_memory.add_argument("--counts", default="10000,100000,1000000")
    of_slopes = commands.add_parser("slopes")
    of_slopes.add_argument("--repeats", type=int, default=3)
    of_slopes.add_argument("--price", type=float, default=0.05, help="euros an hour of a core")
    arguments = parser.parse_args()
    if arguments.command == "memory":
        memory(arguments.recognizer, [int(count) for count in arguments.counts.split(",")])
    else:
        slopes(arguments.repeats, arguments.price)


if __name__ == "__main__":
    if len(sys.argv) > 1 and sys.argv[1] in TASKS:
        TASKS[sys.argv[1]](*sys.argv[2:])
    else:
        main()
