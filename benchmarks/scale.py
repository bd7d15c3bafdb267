"""Memory, pairs a second and bytes of predicting, by the number of pairs, and a projection.

    python benchmarks/scale.py memory [--recognizer NAME] [--counts N,...]
    python benchmarks/scale.py slopes [RECOGNIZER ...] [--repeats N] [--price EURO]

`memory` is the peak of a process that predicts artificial pairs from one file to another. `slopes`
predicts few and many pairs on one core, without the cache of parses, and divides the differences:
what a process needs once does not count. They are those of RTE-3, its development part and both
parts; for fast recognizers those of RTE-1, 2 and 3, once and 21 times with new ids. A recognizer
that is not shipped is trained on the development part of RTE-3. The projection assumes that cores
do not slow each other down. Memory is that of an installation without extras: pandas and pyarrow,
which imports of scikit-learn load where they are installed, are hidden. Needs Linux or macOS.
"""

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
from pathlib import Path

ONE_THREAD = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")
# Few pairs, and many, as the names of datasets: enough for times that can be compared.
EVERY = [f"rte{number}:{part}" for number in (1, 2, 3) for part in ("dev", "test")]
SLOW = (["rte3:dev"], ["rte3:dev", "rte3:test"])
FAST = (EVERY, EVERY * 21)
RECOGNIZERS = {
    "word-overlap": FAST,
    "lexical-logistic": FAST,
    "wordnet-similarity": SLOW,
    "strongest": SLOW,
}
PROJECTED = {"MultiNLI": 433_000, "100 million": 10**8, "a billion": 10**9}
UNIT = 1 if sys.platform == "darwin" else 1024
OPTIONAL = ("pandas", "pyarrow")


def predict(name: str, source: str, output: str) -> None:
    """Predict from a file to a file, and print processor seconds and peak memory in bytes."""
    sys.modules.update(dict.fromkeys(OPTIONAL))  # as if they were not installed
    from rte_baselines import Recognizer, read_pairs, write_run

    recognizer = Recognizer.load(name)
    write_run(recognizer.predict_stream(read_pairs(source)), output, "jsonl")
    used = resource.getrusage(resource.RUSAGE_SELF)
    print(json.dumps([used.ru_utime + used.ru_stime, used.ru_maxrss * UNIT]))


def prepare(name: str, path: str) -> None:
    """Print the name of a recognizer if it is shipped, or else train it and print its path."""
    from rte_baselines import Recognizer, load_pairs
    from rte_baselines.core.resources.resources import shipped_models

    shipped = name in shipped_models()
    if not shipped:
        Recognizer.from_config(name).fit(list(load_pairs("rte3:dev"))).save(path)
    print(json.dumps(name if shipped else path))


def generate(path: str, count: str) -> None:
    """Write artificial pairs."""
    from generating import write

    write(Path(path), int(count), "jsonl")


def gather(path: str, *names: str) -> None:
    """Write the pairs of datasets with ids of their own, and print their number."""
    from dataclasses import replace
    from itertools import count

    from rte_baselines import load_pairs, write_pairs

    pairs = [pair for name in names for pair in load_pairs(name)]
    numbers = count(1)
    numbered = (replace(pair, id=str(next(numbers)), attributes={}) for pair in pairs)
    write_pairs(numbered, path, "jsonl")
    print(json.dumps(len(pairs)))


TASKS = {task.__name__: task for task in (predict, prepare, generate, gather)}


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


def slopes(names: list[str], repeats: int, price: float) -> None:
    """Print pairs a second, bytes a pair and memory of each recognizer, and the projection."""
    print(f"lowest - median - highest of {repeats} repeats\n")
    print(f"{'recognizer':22}{'pairs/s a core':26}{'peak, MB':10}{'read, B':9}{'written, B':10}")
    rates = {}
    with tempfile.TemporaryDirectory() as folder:
        for name in names:
            rates[name] = rate(name, Path(folder), repeats)
    projection(rates, price)


def rate(name: str, folder: Path, repeats: int) -> float:
    """Print the line of a recognizer, and return its median pairs a second."""
    from measuring import Spread

    few, many, output = (folder / file for file in ("few.jsonl", "many.jsonl", "run"))
    small, large = (
        json.loads(run("gather", path, *datasets))
        for path, datasets in zip((few, many), RECOGNIZERS[name], strict=True)
    )
    model = json.loads(run("prepare", name, folder / name))
    found, peak = [], 0.0
    for _ in range(repeats):
        short, _ = json.loads(run("predict", model, few, output))
        long, peak = json.loads(run("predict", model, many, output))
        found.append((large - small) / (long - short))
    spread = Spread.of(found)
    read, written = (path.stat().st_size / large for path in (many, output))
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
    of_slopes.add_argument("recognizers", nargs="*", default=list(RECOGNIZERS))
    of_slopes.add_argument("--repeats", type=int, default=3)
    of_slopes.add_argument("--price", type=float, default=0.05, help="euros an hour of a core")
    arguments = parser.parse_args()
    if arguments.command == "memory":
        memory(arguments.recognizer, [int(count) for count in arguments.counts.split(",")])
    else:
        slopes(arguments.recognizers, arguments.repeats, arguments.price)


if __name__ == "__main__":
    if len(sys.argv) > 1 and sys.argv[1] in TASKS:
        TASKS[sys.argv[1]](*sys.argv[2:])
    else:
        main()
