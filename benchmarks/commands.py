"""The time of whole commands, compared with reading only the gold file.

    python benchmarks/commands.py [--repeats N] [--scale FACTOR]

``rte-baselines evaluate`` scores runs with random labels, as a TAC run file and as JSON Lines
with confidences and scores, against artificial gold pairs in the format of RTE-2 and 3. Times
are wall-clock times, including the start of Python.
"""

import argparse
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from generating import write
from measuring import NOTE, Spread, ratios

from rte_baselines import Label, Prediction, write_run

COUNTS = (100_000, 1_000_000)
LABELS = (Label.ENTAILMENT, Label.NO_ENTAILMENT)
COMMAND = "from rte_baselines.cli.main import main; main()"
READ = "import sys; from rte_baselines import read_pairs; sum(1 for _ in read_pairs(sys.argv[1]))"


def random_predictions(count: int) -> Iterator[Prediction]:
    """Yield a random prediction for each pair."""
    chance = random.Random(11)
    for number in range(count):
        label = chance.choice(LABELS)
        yield Prediction(str(number + 1), label, chance.random(), chance.random())


def clock(command: Sequence[object]) -> float:
    """Return the wall-clock time of a command in seconds, without showing its output."""
    start = time.perf_counter()
    subprocess.run([sys.executable, *map(str, command)], check=True, stdout=subprocess.DEVNULL)
    return time.perf_counter() - start


def main() -> None:
    """Measure, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--scale", type=float, default=1.0, help="of the numbers of pairs")
    arguments = parser.parse_args()
    print(f"{NOTE} of {arguments.repeats} repeats\n")
    print(f"{'pairs':>10}  {'run':8}{'seconds':26}{'reading gold, s':26}ratio")
    with tempfile.TemporaryDirectory() as folder:
        for count in COUNTS:
            compare(Path(folder), int(arguments.scale * count), arguments.repeats)


def compare(folder: Path, count: int, repeats: int) -> None:
    """Time evaluating runs on so many pairs, and print a line for each format."""
    gold = folder / "gold.xml"
    write(gold, count, "rte2_xml")
    for run_format in ("tac", "jsonl"):
        run = folder / f"run.{run_format}"
        write_run(random_predictions(count), run, run_format)
        evaluate = ["-c", COMMAND, "evaluate", gold, run]
        times = [(clock(evaluate), clock(["-c", READ, gold])) for _ in range(repeats)]
        evaluating, reading = zip(*times, strict=True)
        print(
            f"{count:10,}  {run_format:8}{f'{Spread.of(evaluating):.1f}':26}"
            f"{f'{Spread.of(reading):.1f}':26}{ratios(evaluating, reading):.1f}",
            flush=True,
        )


if __name__ == "__main__":
    main()
