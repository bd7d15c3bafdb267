"""The time of features after the parse, compared with the parse itself.

    python benchmarks/after_parsing.py [RECOGNIZER ...] [--dataset NAME] [--repeats N]

Each repeat is a new process, with compiled kernels in Numba's cache. It loads what the recognizer
needs on other pairs, parses all pairs, without the cache of parses and with one thread, and then
computes all other layers and the features, as for texts that it has not seen before. Times are
processor times.
"""

import argparse
import json
import os
import subprocess
import sys

from measuring import NOTE, Spread, ratios, seconds

RECOGNIZERS = (
    "strongest",
    "delmonte2006/venses",
    "desalvobraz2006/pascal",
    "wordnet-similarity",
)
# What a process needs once is loaded for so many pairs of the sample.
LOADED_ON = 3
ONE_THREAD = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")


def measure(name: str, dataset: str) -> None:
    """Print the seconds of the parse and of everything after it."""
    from rte_baselines import Recognizer, load_pairs
    from rte_baselines.analysis import Analyzer

    features = Recognizer.from_config(name).features
    features.extract(list(load_pairs("sample:train"))[:LOADED_ON], Analyzer())
    pairs, analyzer = list(load_pairs(dataset)), Analyzer()
    analyzer.analyze(["Loads the parser."], ["heads"])
    snippets = [snippet for pair in pairs for snippet in (pair.text, pair.hypothesis)]
    with analyzer.remembering():
        parsed = seconds(lambda: analyzer.analyze(snippets, ["heads"]))
        after = seconds(lambda: features.extract(pairs, analyzer))
    print(json.dumps([len(pairs), parsed, after]))


def main() -> None:
    """Measure in other processes, and print."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("recognizers", nargs="*", metavar="RECOGNIZER", default=RECOGNIZERS)
    parser.add_argument("--dataset", default="rte3:dev", help="by default rte3:dev")
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--measure", action="store_true", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.measure:
        (name,) = arguments.recognizers
        measure(name, arguments.dataset)
        return
    environment = os.environ | dict.fromkeys(ONE_THREAD, "1") | {"RTE_BASELINES_CACHE": "off"}
    print(f"{arguments.dataset}; {NOTE} of {arguments.repeats} repeats\n")
    print(f"{'recognizer':26}{'parse, s':22}{'after it, s':24}ratio")
    for name in arguments.recognizers:
        command = [sys.executable, __file__, name, "--dataset", arguments.dataset, "--measure"]
        runs = [
            json.loads(
                subprocess.run(command, capture_output=True, check=True, env=environment).stdout
            )
            for _ in range(arguments.repeats)
        ]
        _, parsed, after = zip(*runs, strict=True)
        spreads = (f"{Spread.of(times):.1f}" for times in (parsed, after))
        print(
            f"{name:26}{next(spreads):22}{next(spreads):24}{ratios(after, parsed):.2f}", flush=True
        )


if __name__ == "__main__":
    main()
