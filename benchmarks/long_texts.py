"""The processor time and memory of every recognizer on long texts, by the number of words.

    python benchmarks/long_texts.py [RECOGNIZER ...] [--words N,...] [--both] [--limit SECONDS]

Each recognizer, by default every shipped one, is trained on 40 pairs of the sample in a separate
process, which then predicts and explains pairs of a text of so many words and a hypothesis of 12
words, or with `--both` of as many words as the text. The last column is the largest resident set
so far. Seconds are processor time. A process that takes much longer than the limit for one size
is killed.
"""

import argparse
import os
import resource
import subprocess
import sys
import tempfile
import threading
import time

WORDS = (100, 1_000, 5_000, 20_000)
TRAINED_ON = 40
HYPOTHESIS_WORDS = 12
MOST_MEMORY = 8 << 30
# The limit is in processor time; allow more wall-clock time, as other programs may be running.
WAITING = 4


def snippet(words: int, start: int = 0) -> str:
    """Return so many words of the sample's texts, repeated as often as necessary."""
    from rte_baselines import load_pairs

    known = " ".join(pair.text for pair in load_pairs("sample:train")).split()
    known = known[start:] + known[:start]
    return " ".join((known * (words // len(known) + 1))[:words])


def measure(name: str, sizes: list[int], both: bool) -> None:
    """Print a line for each size, with the seconds of predicting and explaining."""
    from rte_baselines import Pair, Recognizer, load_pairs

    recognizer = Recognizer.from_config(name).fit(load_pairs("sample:train")[:TRAINED_ON])
    warm = Pair("warm", snippet(20), snippet(8, 30), "IE")
    recognizer.predict([warm])
    recognizer.explain(warm.text, warm.hypothesis)
    for size in sizes:
        hypothesis = snippet(size if both else HYPOTHESIS_WORDS, 5000)
        text = snippet(size)
        started = time.process_time()
        recognizer.predict([Pair("1", text, hypothesis, "IE")])
        predicted = time.process_time()
        shown = recognizer.explain(text, hypothesis).to_text(top=None)
        explained = time.process_time()
        memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        times = f"{predicted - started:9.2f}{explained - predicted:9.2f}"
        print(f"{name:42}{size:8,}{times}{len(shown):12,}{memory:8,.0f}", flush=True)


def watch(name: str, arguments: argparse.Namespace) -> None:
    """Run a child process for a recognizer and kill it if a size takes too long."""
    command = [sys.executable, __file__, "--measure", name, "--words", arguments.words]
    command += ["--both"] if arguments.both else []
    child = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    notes: list[str] = []
    reader = threading.Thread(target=lambda: notes.extend(child.stderr))
    reader.start()
    timer = threading.Timer(WAITING * arguments.limit, child.kill)
    timer.start()
    for line in child.stdout:
        timer.cancel()
        print(line, end="", flush=True)
        timer = threading.Timer(WAITING * arguments.limit, child.kill)
        timer.start()
    code = child.wait()
    timer.cancel()
    reader.join()
    if code:
        reason = "killed" if code < 0 else notes[-1].strip() if notes else code
        print(f"{name:42} stopped: {reason}", flush=True)


def main() -> None:
    """Measure the recognizers one after the other."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("recognizers", nargs="*")
    parser.add_argument("--words", default=",".join(map(str, WORDS)))
    parser.add_argument("--both", action="store_true")
    parser.add_argument("--limit", type=float, default=120)
    parser.add_argument("--measure", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.measure:
        resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
        measure(
            arguments.measure, [int(size) for size in arguments.words.split(",")], arguments.both
        )
        return
    from rte_baselines.recognizers import shipped_configs

    os.environ["OMP_NUM_THREADS"] = os.environ["OPENBLAS_NUM_THREADS"] = "1"
    print(f"{'':42}{'words':>8}{'predict':>9}{'explain':>9}{'characters':>12}{'MB':>8}")
    with tempfile.TemporaryDirectory() as cache:
        os.environ["RTE_BASELINES_CACHE"] = cache
        for name in arguments.recognizers or shipped_configs():
            watch(name, arguments)


if __name__ == "__main__":
    main()
