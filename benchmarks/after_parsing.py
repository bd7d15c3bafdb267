"""The time of features after the parse, compared with the parse itself.

    python benchmarks/after_parsing.py [RECOGNIZER ...] [--dataset NAME] [--repeats N]
    python benchmarks/after_parsing.py --all

Each repeat is a new process, with compiled kernels in Numba's cache. On other pairs, it loads what
the recognizer needs, with the machine code of kernels. It parses all pairs, without the cache of
parses and with one thread, and then computes all other layers and the features, as for texts that
it has not seen before. Times are processor times. Garbage is collected as rarely as in the
commands, and once, untimed, before what follows is timed: otherwise a single collection goes
through the objects of the parse in that time, and takes a tenth of it. The sentence encoder is no
part of what follows the parse: it reads the text beside it, and has a column of its own. A
recognizer of windows parses and encodes these, and not the texts; the times of its columns are
those of the windows.

`--all` lists the configs that come with the package and whose features take more than 0.2 of the
parse, the slowest first, and counts the others.
"""

import argparse
import gc
import json
import os
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from measuring import NOTE, Spread, ratios, seconds

RECOGNIZERS = (
    "strongest",
    "delmonte2006/venses",
    "desalvobraz2006/pascal",
    "wordnet-similarity",
)
# The layers of the sentence encoder that features read.
ENCODER = {
    "piece_vectors",
    "snippet_vector",
    "sentence_vectors",
    "token_vectors",
    "input_vectors",
}
LIMIT = 0.2
# What a process needs once is loaded for so many pairs of the sample.
LOADED_ON = 3
ONE_THREAD = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")


def measure(name: str, dataset: str) -> None:
    """Print the seconds of the parse, of the encoder and of everything after them."""
    from rte_baselines import Recognizer, load_pairs
    from rte_baselines.analysis import Analyzer

    gc.set_threshold(50_000)  # as commands do
    features = Recognizer.from_config(name).features
    features.extract(list(load_pairs("sample:train"))[:LOADED_ON], Analyzer())
    pairs, analyzer = list(load_pairs(dataset)), Analyzer()
    analyzer.analyze(["Loads the parser."], ["heads"])
    snippets = [snippet for pair in pairs for snippet in (pair.text, pair.hypothesis)]
    with analyzer.remembering():
        parsed = seconds(lambda: analyzer.analyze(snippets, ["heads"]))
        vectors = ENCODER.intersection(features.layers)
        encoded = seconds(lambda: analyzer.analyze(snippets, vectors))
        gc.collect()
        with timed(["heads"]) as parsing, timed(ENCODER) as encoding:
            after = seconds(lambda: features.extract(pairs, analyzer))
    if parsing.seconds:
        parsed = parsing.seconds
    after -= parsing.seconds + encoding.seconds
    print(json.dumps([parsed, encoded + encoding.seconds, after]))


@dataclass
class Stopwatch:
    """The processor time of what is timed."""

    seconds: float = 0.0


@contextmanager
def timed(layers: Iterable[str]) -> Iterator[Stopwatch]:
    """Time the computation of some layers, by any analyzer, inside the ``with`` block."""
    from rte_baselines.core.registry import registry

    stopwatch, names = Stopwatch(), set(layers)
    classes = [cls for cls in registry.all("layers").values() if names.intersection(cls.provides)]
    computes = [(cls, cls.compute) for cls in classes]
    for cls, compute in computes:
        cls.compute = _timed(compute, stopwatch)
    try:
        yield stopwatch
    finally:
        for cls, compute in computes:
            cls.compute = compute


def _timed(compute: Any, stopwatch: Stopwatch) -> Any:
    def computed(layer: Any, analyses: Any) -> Iterator[Any]:
        start = time.process_time()
        values = list(compute(layer, analyses))
        stopwatch.seconds += time.process_time() - start
        return iter(values)

    return computed


def main() -> None:
    """Measure in other processes, and print."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("recognizers", nargs="*", metavar="RECOGNIZER", default=RECOGNIZERS)
    parser.add_argument("--dataset", default="rte3:dev", help="by default rte3:dev")
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--all", action="store_true", help="all configs of the package")
    parser.add_argument("--measure", action="store_true", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.measure:
        (name,) = arguments.recognizers
        measure(name, arguments.dataset)
        return
    print(f"{arguments.dataset}; {NOTE} of {arguments.repeats} repeats\n")
    print(f"{'recognizer':35}{'parse, s':20}{'encoder, s':20}{'after both, s':20}/ parse")
    if arguments.all:
        list_all(arguments.dataset, arguments.repeats)
        return
    for name in arguments.recognizers:
        print(line(name, times_of(name, arguments.dataset, arguments.repeats)), flush=True)


def list_all(dataset: str, repeats: int) -> None:
    """Print the recognizers that take more than `LIMIT` after the parse, and count the others."""
    from rte_baselines.core.resources.resources import shipped_configs

    times = {name: times_of(name, dataset, repeats) for name in shipped_configs()}
    slowest_first = sorted(times, key=lambda name: -to_parse(times[name]).middle)
    above = [name for name in slowest_first if to_parse(times[name]).middle > LIMIT]
    for name in above:
        print(line(name, times[name]))
    print(f"{len(times) - len(above)} others: at most {LIMIT}")


def times_of(name: str, dataset: str, repeats: int) -> list[tuple[float, ...]]:
    """Measure in processes of their own: the times of each of the three parts."""
    environment = os.environ | dict.fromkeys(ONE_THREAD, "1") | {"RTE_BASELINES_CACHE": "off"}
    command = [sys.executable, __file__, name, "--dataset", dataset, "--measure"]
    runs = [
        json.loads(
            subprocess.run(command, stdout=subprocess.PIPE, check=True, env=environment).stdout
        )
        for _ in range(repeats)
    ]
    return list(zip(*runs, strict=True))


def to_parse(times: list[tuple[float, ...]]) -> Spread:
    """Return what follows parse and encoder as a share of the parse."""
    parsed, _, after = times
    return ratios(after, parsed)


def line(name: str, times: list[tuple[float, ...]]) -> str:
    """Return the line of a recognizer."""
    spreads = "".join(f"{f'{Spread.of(part):.1f}':20}" for part in times)
    return f"{name:35}{spreads}{to_parse(times):.2f}"


if __name__ == "__main__":
    main()
