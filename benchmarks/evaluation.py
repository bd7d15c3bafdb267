"""The time of scoring a million pairs, and of 10,000 resamples of 800 pairs.

    python benchmarks/evaluation.py [--repeats N]

Artificial systems label pairs three-way, with ranks, confidences and probabilities, all
given as arrays. They are compared with scikit-learn's values of the measures that it has,
without intervals, and with SciPy's bootstrap of two of these; SciPy draws fewer resamples,
and its time is scaled up accordingly. Times are wall-clock times, since scoring may use more
than one core. Needs no data.
"""

import argparse
import time
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from measuring import NOTE, Spread, ratios
from scipy.stats import bootstrap
from sklearn.metrics import (
    accuracy_score,
    average_precision_score,
    brier_score_loss,
    cohen_kappa_score,
    log_loss,
    mutual_info_score,
    precision_recall_fscore_support,
)

from rte_baselines.evaluation import evaluate_arrays
from rte_baselines.evaluation.inputs.arrays import judgments_of_arrays
from rte_baselines.evaluation.inputs.judgments import Judgments
from rte_baselines.evaluation.measures.base import Measure, estimate, select_measures
from rte_baselines.pairs import Scheme

MANY, FEW, RESAMPLES = 1_000_000, 800, 10_000
SCIPY_RESAMPLES = 200
LABELS = np.array([str(label) for label in Scheme.THREE_WAY.labels])


@dataclass(frozen=True)
class Output:
    """A system's output on artificial pairs; each array has a value for each pair."""

    gold: np.ndarray
    labels: np.ndarray
    ranking: np.ndarray
    confidences: np.ndarray
    probabilities: np.ndarray

    @classmethod
    def random(cls, pairs: int) -> "Output":
        """Generate the output of a system that is more often right than wrong."""
        generator = np.random.default_rng(5)
        gold = generator.integers(len(LABELS), size=pairs)
        shares = generator.dirichlet(np.ones(len(LABELS)), size=pairs)
        shares = 0.8 * shares + 0.2 * np.eye(len(LABELS))[gold]
        best = shares.argmax(axis=1)
        return cls(
            LABELS[gold],
            LABELS[best],
            np.argsort(np.argsort(-shares[:, 0])),
            shares[np.arange(pairs), best],
            shares,
        )

    @property
    def columns(self) -> tuple[np.ndarray, ...]:
        """The arrays, in the order in which measures take them."""
        return self.gold, self.labels, self.ranking, self.confidences, self.probabilities

    @property
    def entailed(self) -> np.ndarray:
        """Which pairs are entailed."""
        return self.gold == "ENTAILMENT"


def main() -> None:
    """Measure, and print the tables."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--repeats", type=int, default=3)
    repeats = parser.parse_args().repeats
    evaluate_arrays(*Output.random(100).columns, label_order=LABELS, measures="all")
    print(f"seconds, {NOTE} of {repeats} repeats\n")
    score_many(Output.random(MANY), repeats)
    resample_few(Output.random(FEW), repeats)


def score_many(output: Output, repeats: int) -> None:
    """Score a million pairs, and print how long it takes."""
    tasks = np.array(["IE", "IR", "QA", "SUM"])[np.arange(MANY) % 4]
    times = [
        (
            seconds(lambda: evaluate_arrays(*output.columns, label_order=LABELS)),
            seconds(lambda: evaluate_arrays(*output.columns, label_order=LABELS, tasks=tasks)),
            seconds(lambda: evaluate_arrays(*output.columns, label_order=LABELS, measures="all")),
            seconds(lambda: scikit_learn(output)),
        )
        for _ in range(repeats)
    ]
    default, by_task, every, others = zip(*times, strict=True)
    names = {True: len(defined(output, "all")), False: len(defined(output, None))}
    print(f"{MANY:,} pairs, with intervals, trivial systems, tests and findings")
    print(f"  {names[False]} measures shown by default  {Spread.of(default):.1f}")
    print(f"  the same, and on 4 tasks      {Spread.of(by_task):.1f}")
    print(f"  {names[True]} measures that there are    {Spread.of(every):.1f}")
    print(f"  9 by scikit-learn, values only {Spread.of(others):.1f}")
    print(f"  default / scikit-learn        {ratios(default, others):.2f}\n")


def resample_few(output: Output, repeats: int) -> None:
    """Resample 800 pairs, and print how long it takes."""
    judgments, f1_measure, ap = judgments_of(output), named("f1"), named("average_precision")
    every = defined(output, "all")
    times = [
        (
            seconds(lambda: estimate(every, judgments)),
            seconds(lambda: estimate([f1_measure], judgments)),
            seconds(lambda: scipy_f1(output)) * RESAMPLES / SCIPY_RESAMPLES,
            seconds(lambda: estimate([ap], judgments)),
            seconds(lambda: scipy_average_precision(output)) * RESAMPLES / SCIPY_RESAMPLES,
        )
        for _ in range(repeats)
    ]
    all_of_them, f1, scipy_of_f1, precision, scipy_of_precision = zip(*times, strict=True)
    print(f"{RESAMPLES:,} resamples of {FEW} pairs")
    print(f"  {len(every)} measures that there are    {Spread.of(all_of_them):.2f}")
    print(f"  f1                            {Spread.of(f1):.2f}")
    print(f"  f1 by SciPy, times faster     {ratios(scipy_of_f1, f1):.0f}")
    print(f"  average precision             {Spread.of(precision):.2f}")
    print(f"  by SciPy, times faster        {ratios(scipy_of_precision, precision):.0f}")


def scikit_learn(output: Output) -> None:
    """Compute nine measures with scikit-learn."""
    entailed, predicted_entailed = output.entailed, output.labels == "ENTAILMENT"
    probabilities = output.probabilities[:, 0]
    accuracy_score(entailed, predicted_entailed)
    accuracy_score(output.gold, output.labels)
    precision_recall_fscore_support(entailed, predicted_entailed, average="binary")
    cohen_kappa_score(output.gold, output.labels)
    mutual_info_score(output.gold, output.labels)
    average_precision_score(entailed, -output.ranking)
    brier_score_loss(entailed, probabilities)
    log_loss(entailed, probabilities)


def scipy_f1(output: Output) -> None:
    """Bootstrap F1 with SciPy and scikit-learn."""
    predicted_entailed = output.labels == "ENTAILMENT"
    _bootstrap(
        (output.entailed, predicted_entailed),
        lambda gold, pred: precision_recall_fscore_support(gold, pred, average="binary")[2],
    )


def scipy_average_precision(output: Output) -> None:
    """Bootstrap average precision with SciPy and scikit-learn."""
    _bootstrap((output.entailed, -output.ranking), average_precision_score)


def _bootstrap(data: tuple[np.ndarray, ...], statistic: Callable[..., float]) -> None:
    bootstrap(
        data,
        statistic,
        paired=True,
        vectorized=False,
        n_resamples=SCIPY_RESAMPLES,
        method="percentile",
        rng=np.random.default_rng(1),
    )


def judgments_of(output: Output) -> Judgments:
    """Return the output as judgments, which measures take."""
    return judgments_of_arrays(*output.columns, label_order=LABELS)


def defined(output: Output, names: str | None) -> list[Measure]:
    """Return the measures that are defined for the output."""
    judgments = judgments_of(output)
    return [measure for measure in select_measures(names) if not measure.why_undefined(judgments)]


def named(name: str) -> Measure:
    """Return the measure of that name."""
    (measure,) = select_measures(name)
    return measure


def seconds(action: Callable[[], object]) -> float:
    """Return the wall-clock time of an action."""
    start = time.perf_counter()
    action()
    return time.perf_counter() - start


if __name__ == "__main__":
    main()
