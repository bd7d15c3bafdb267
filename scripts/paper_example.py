"""Write an invented experiment: three systems with five seeds each on two three-way datasets.

    python scripts/paper_example.py FOLDER

The files are those that docs/gallery.md makes a paper's table of. A system is right on a pair if
the pair is easy enough for it, so that systems agree as real ones do.
"""

import csv
import sys
from collections.abc import Iterable
from pathlib import Path

import numpy as np

PAIRS = {"news": 400, "stories": 300}
SKILLS = {"bert": 0.84, "gru": 0.77, "words": 0.62}
SEEDS = range(1, 6)
LABELS = ("ENTAILMENT", "UNKNOWN", "CONTRADICTION")
# How far a seed and a pair may move the share of right labels of a system up and down.
_OF_SEED, _OF_PAIR = 0.01, 0.15


def main(folder: Path) -> None:
    """Write the pairs of each dataset, and each run on it."""
    random = np.random.default_rng(5)
    for dataset, pairs in PAIRS.items():
        (folder / dataset).mkdir(parents=True)
        gold = random.integers(len(LABELS), size=pairs)
        texts = [(f"Text {n} of {dataset}.", f"Hypothesis {n}.") for n in range(1, pairs + 1)]
        rows = (
            [n, *both, LABELS[of]] for n, (both, of) in enumerate(zip(texts, gold, strict=True), 1)
        )
        _write(folder / f"{dataset}.csv", ("id", "text", "hypothesis", "label"), rows)
        easiness = random.random(pairs)
        for system, skill in SKILLS.items():
            for seed in SEEDS:
                limit = skill + random.normal(0, _OF_SEED) + random.normal(0, _OF_PAIR, pairs)
                labels = np.where(easiness < limit, gold, (gold + 1) % len(LABELS))
                predictions = ([n, LABELS[label]] for n, label in enumerate(labels, 1))
                _write(folder / dataset / f"{system}-{seed}.csv", ("id", "label"), predictions)


def _write(path: Path, header: Iterable[str], rows: Iterable[Iterable[object]]) -> None:
    with path.open("w", newline="") as file:
        csv.writer(file, lineterminator="\n").writerows([header, *rows])


if __name__ == "__main__":
    main(Path(sys.argv[1]))
