"""Simulate how often the intervals of scores against annotators hold the true value.

    python scripts/disagreement_coverage.py [--replications N] [--resamples N]

Each pair has a distribution over three labels, from which its annotators' labels are drawn; the
made-up system has a mixture of it and noise. True values are those of 100,000 pairs with as many
annotators. Prints a Markdown table of coverages in percent. Needs no data.
"""

import argparse
import json

import numpy as np

from rte_baselines import Pair, Prediction, Run
from rte_baselines.evaluation.disagreement import report
from rte_baselines.evaluation.disagreement.report import (
    MEASURES,
    DisagreementScores,
    evaluate_disagreement,
)
from rte_baselines.evaluation.resampling import bootstrap
from rte_baselines.pairs import Scheme

SIZES = (50, 200)
ANNOTATORS = (5, 100)
_TRUE_PAIRS = 100_000


def main() -> None:
    """Simulate, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--replications", type=int, default=300)
    parser.add_argument("--resamples", type=int, default=400)
    arguments = parser.parse_args()
    print("| pairs | annotators | " + " | ".join(f"`{name}`" for name in MEASURES) + " |")
    print("| ---: | ---: |" + " ---: |" * len(MEASURES))
    for size in SIZES:
        for annotators in ANNOTATORS:
            found = coverages(arguments.replications, arguments.resamples, size, annotators)
            cells = " | ".join(f"{100 * found[name]:.0f}" for name in MEASURES)
            print(f"| {size} | {annotators} | {cells} |", flush=True)


def coverages(replications: int, resamples: int, size: int, annotators: int) -> dict[str, float]:
    """Return the share of samples whose interval holds the true value, by measure."""
    # Few resamples at first, since the interval of the true value is not used.
    report._CORRELATION_RESAMPLES = bootstrap._MOST_RESAMPLES = 1
    truth = scores(_TRUE_PAIRS, annotators, np.random.default_rng(0))
    # Fewer than in use, where time counts less.
    report._CORRELATION_RESAMPLES = bootstrap._MOST_RESAMPLES = resamples
    held = dict.fromkeys(MEASURES, 0)
    for number in range(replications):
        found = scores(size, annotators, np.random.default_rng([1, size, number]))
        for name, of in found.measures.items():
            held[name] += of.low <= truth.measures[name].value <= of.high
    return {name: count / replications for name, count in held.items()}


def scores(size: int, annotators: int, generator: np.random.Generator) -> DisagreementScores:
    """Draw pairs, their annotations and a system's probabilities, and score these."""
    distributions = generator.dirichlet([0.7] * 3, size)
    counts = generator.multinomial(annotators, distributions)
    probabilities = 0.6 * distributions + 0.4 * generator.dirichlet([1] * 3, size)
    pairs, predictions = [], []
    for number, (of_pair, of_system) in enumerate(zip(counts.tolist(), probabilities, strict=True)):
        given = dict(zip(Scheme.THREE_WAY.labels, of_pair, strict=True))
        attributes = {"label_counter": json.dumps(given)}
        pairs.append(Pair(str(number), "A text.", "A hypothesis.", attributes=attributes))
        by_label = dict(zip(Scheme.THREE_WAY.labels, of_system.tolist(), strict=True))
        best = max(by_label, key=lambda label: by_label[label])
        predictions.append(Prediction(str(number), best, probabilities=by_label))
    (found,) = evaluate_disagreement(pairs, Run(predictions)).runs
    return found


if __name__ == "__main__":
    main()
