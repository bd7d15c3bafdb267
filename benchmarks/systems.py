"""The time that each published system takes to label a test part, with cached parses.

    python benchmarks/systems.py [PAPER ...] [--dataset NAME] [--repeats N]

Each system is fitted on the development part and labels the test part once, so that its
resources are open, its kernels compiled and the parses cached. Then it labels the test part
again, recomputing every layer above the parse. Times are processor times. By default, the
papers whose systems align or compare structures are measured.
"""

import argparse
from functools import partial

from measuring import NOTE, Spread, seconds

from rte_baselines import Recognizer
from rte_baselines.reproduction.experiment import load_family
from rte_baselines.reproduction.published import published_systems

PAPERS = (
    "wu2006",
    "bayer2006",
    "pazienza2006",
    "andreevskaia2006",
    "desalvobraz2006",
    "delmonte2006",
)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("papers", nargs="*", metavar="PAPER", default=PAPERS)
    parser.add_argument("--dataset", default="rte1", help="rte1, rte2, rte3 or sample")
    parser.add_argument("--repeats", type=int, default=3)
    arguments = parser.parse_args()
    train, test = load_family(arguments.dataset)
    print(f"{len(test)} pairs of {arguments.dataset}; {NOTE} of {arguments.repeats} repeats\n")
    print(f"{'system':50} seconds")
    totals = [0.0] * arguments.repeats
    for system in published_systems(arguments.papers):
        recognizer = Recognizer.from_config(system.config).fit(train)
        recognizer.predict(test)
        times = [seconds(partial(recognizer.predict, test)) for _ in totals]
        totals = [total + time for total, time in zip(totals, times, strict=True)]
        print(f"{system.config:50} {Spread.of(times):.2f}", flush=True)
    print(f"{'all':50} {Spread.of(totals):.2f}")


if __name__ == "__main__":
    main()
