"""How long commands take before they work: processor time, as a multiple of importing NumPy.

    python benchmarks/start.py [--repeats N] [--only TEXT]

`warm` is the lowest of the repeats, between which NumPy is imported. `first` is one run as after
the installation of the package, with its dependencies in place: a copy of the package without byte
code, and with an empty cache of kernels and parses. The last column is that run by the clock.
"""

import argparse
import json
import os
import random
import re
import resource
import shlex
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import replace
from itertools import cycle, islice
from pathlib import Path
from shutil import copytree, ignore_patterns
from typing import NamedTuple

import rte_baselines
from rte_baselines import Pair, load_pairs, write_pairs
from rte_baselines.core.errors import InputError

PAIRS = 900
MANY_PAIRS = 4_900
RUNS = 12
IMPORT_NUMPY = [sys.executable, "-c", "import numpy"]
COMMAND = str(Path(sys.executable).with_name("rte-baselines"))
PACKAGE = Path(rte_baselines.__file__).parent
DOCUMENTS = Path(__file__).parents[1]

# Starts a server, asks it once, and ends it.
FIRST_ANSWER = f"""
import json, sys, urllib.request
sys.path.append({str(Path(__file__).parent)!r})
from serving import COMMAND, served
with served(COMMAND, "serve", "--no-browser") as server:
    asked = json.dumps(dict(pairs=[dict(text="It rains.", hypothesis="It rains.")])).encode()
    headers = dict([("Content-Type", "application/json")])
    address = f"http://127.0.0.1:{{server.port}}/v1/predict"
    print(urllib.request.urlopen(urllib.request.Request(address, asked, headers)).read())
"""
CROSS_VALIDATION = """
from rte_baselines import Recognizer, load_pairs
from sklearn.model_selection import cross_val_score
pairs = list(load_pairs("sample:train"))[:60]
labels = [pair.label.value for pair in pairs]
print(cross_val_score(Recognizer.from_config("word-overlap"), pairs, labels, cv=3, n_jobs={jobs}))
"""
# What scikit-learn takes for a classifier that does nothing.
DUMMY = """
from sklearn.dummy import DummyClassifier
from sklearn.model_selection import cross_val_score
print(cross_val_score(DummyClassifier(), [[0]] * 60, [0, 1] * 30, cv=3, n_jobs=2))
"""


class Seconds(NamedTuple):
    """How long a command took."""

    processor: float
    clock: float


def seconds(command: list[str], **environment: str) -> Seconds:
    """Return the time of a command, which is run in no folder of the package."""
    before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    subprocess.run(
        command,
        check=True,
        capture_output=True,
        cwd=tempfile.gettempdir(),
        env={**os.environ, **environment},
    )
    after, end = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    processor = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return Seconds(processor, end - start)


def first_seconds(command: list[str]) -> Seconds:
    """Return the time of a command that is the first after installation."""
    with tempfile.TemporaryDirectory() as folder:
        copy_package(Path(folder, "installed"))
        return seconds(
            command,
            PYTHONPATH=f"{folder}/installed",
            NUMBA_CACHE_DIR=f"{folder}/caches",
            XDG_CACHE_HOME=f"{folder}/caches",
        )


def copy_package(folder: Path) -> None:
    """Copy the package without its byte code; what lies beside it in a repository is linked."""
    copytree(PACKAGE, folder / PACKAGE.name, ignore=ignore_patterns("__pycache__"))
    for name in ("configs", "models"):
        if (PACKAGE.parent / name).is_dir():
            (folder / name).symlink_to(PACKAGE.parent / name)


def some_pairs(data_dir: str | None, count: int) -> Iterator[Pair]:
    """Yield pairs of RTE-3, or of the sample if it is not there, again and again."""
    try:
        pairs = [
            *load_pairs("rte3:test", data_dir=data_dir),
            *load_pairs("rte3:dev", data_dir=data_dir),
        ]
    except InputError:
        pairs = [*load_pairs("sample:train"), *load_pairs("sample:test")]
        print("without RTE-3: the sample, several times over")
    for number, pair in enumerate(islice(cycle(pairs), count), start=1):
        yield replace(pair, id=str(number))


def write_noisy_copies(run: str, folder: str) -> list[str]:
    """Write runs that differ from a run in a tenth of their labels; return their files."""
    entries = [json.loads(line) for line in Path(run).read_text("utf-8").splitlines()]
    other = {"ENTAILMENT": "NO_ENTAILMENT", "NO_ENTAILMENT": "ENTAILMENT"}
    files = [f"{folder}/system-{number}.jsonl" for number in range(RUNS)]
    for number, file in enumerate(files):
        draws = random.Random(number)
        changed = (
            {"id": entry["id"], "confidence": entry["confidence"]}
            | {"label": other[entry["label"]] if draws.random() < 0.1 else entry["label"]}
            for entry in entries
        )
        Path(file).write_text("".join(f"{json.dumps(entry)}\n" for entry in changed), "utf-8")
    return files


def first_example(document: str, language: str, mention: str) -> str:
    """Return the first block of code in a document that mentions something."""
    text = (DOCUMENTS / document).read_text("utf-8")
    blocks = re.findall(rf"^```{language}\n(.*?)^```", text, re.DOTALL | re.MULTILINE)
    return next(block for block in blocks if mention in block)


def commands(folder: str, data_dir: str | None) -> dict[str, list[str]]:
    """Return the commands by what is shown of them; the files they need are written."""
    pairs, model = f"{folder}/pairs.csv", f"{folder}/overlap.model"
    run, sample_run = f"{folder}/overlap.jsonl", f"{folder}/sample.jsonl"
    many, many_run = f"{folder}/many.csv", f"{folder}/many.jsonl"
    write_pairs(some_pairs(data_dir, PAIRS), pairs)
    write_pairs(some_pairs(data_dir, MANY_PAIRS), many)
    train = [COMMAND, "train", "word-overlap", "--train", "sample:train", "--output", model]
    predict = [COMMAND, "predict", "word-overlap", "sample:test", "--output", sample_run]
    predict_many = [COMMAND, "predict", "word-overlap", many, "--output", many_run]
    for needed in (train, predict, predict_many):
        subprocess.run(needed, check=True, capture_output=True)
    systems = write_noisy_copies(many_run, folder)
    named = [f"--system=system-{number}={run}" for number, run in enumerate(systems)]
    report = [*systems[:2], "--output", f"{folder}/report.html"]
    quick_start = first_example("docs/quick-start.md", "bash", "explain")
    example = shlex.split(quick_start.replace("\\\n", ""))
    _, explain, _, *pair = example
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
        f"evaluate, {PAIRS} pairs": [COMMAND, "evaluate", pairs, run],
        f"evaluate --brief, {PAIRS} pairs": [COMMAND, "evaluate", pairs, run, "--brief"],
        f"table, {RUNS} runs of {MANY_PAIRS:,} pairs": [COMMAND, "table", many, *named],
        f"report, 2 runs of {MANY_PAIRS:,} pairs": [COMMAND, "report", many, *report],
        "serve, first answer": [sys.executable, "-c", FIRST_ANSWER],
        **{
            f"cross_val_score, n_jobs={jobs}": [
                *(sys.executable, "-c", CROSS_VALIDATION.format(jobs=jobs))
            ]
            for jobs in (1, 2)
        },
        "the same of scikit-learn's dummy": [sys.executable, "-c", DUMMY],
        "README's first example": [sys.executable, "-c", first_example("README.md", "python", "")],
        "quick start's first command": [COMMAND, *example[1:]],
        "explain strongest, a pair": [COMMAND, explain, "strongest", *pair],
    }


def main() -> None:
    """Time commands beside importing NumPy, in one run."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--data-dir")
    parser.add_argument("--only", default="", metavar="TEXT", help="commands with it in the name")
    given = parser.parse_args()
    repeats = range(given.repeats)
    with tempfile.TemporaryDirectory() as folder:
        timed = commands(folder, given.data_dir)
        heads = f"{'warm, s':>9}{'NumPy, s':>9}{'x NumPy':>9}{'first, s':>9}{'first - warm':>14}"
        print(f"{'':32}{heads}{'clock, s':>10}")
        for name, arguments in timed.items():
            if given.only not in name:
                continue
            first = first_seconds(arguments)
            subprocess.run(arguments, check=True, capture_output=True)
            # They alternate, as the speed of a shared machine changes from minute to minute.
            both = [(seconds(arguments), seconds(IMPORT_NUMPY)) for _ in repeats]
            warm, numpy = (min(of.processor for of in times) for times in zip(*both, strict=True))
            print(
                f"{name:32}{warm:9.2f}{numpy:9.2f}{warm / numpy:9.1f}{first.processor:9.2f}"
                f"{first.processor - warm:14.2f}{first.clock:10.2f}",
                flush=True,
            )


if __name__ == "__main__":
    main()
