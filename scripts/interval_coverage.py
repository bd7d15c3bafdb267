"""Simulate how often the 95% intervals of measures hold the true value, as Markdown tables.

    python scripts/interval_coverage.py [--replications N] [--resamples N] [--jobs N]

A made-up system labels pairs two-way and three-way, with gold labels that are equally frequent
or of which one is rare. It is right on a given share of the pairs; a wrong label is any of the
others. Confidences are logistic around 0 for wrong labels and around 2 for right ones, and
probabilities are what these confidences mean. The true value is that of 400,000 pairs. Each
entry has the lowest and the highest coverage among the four kinds of pairs, in percent: the
share of samples whose interval holds the true value, among those in which the measure is
defined. 200 samples know a coverage of 95% with a standard error of 1.5%. Needs no data.

A second system with the same accuracy gives the same output as the first on half of the pairs, by
chance. "difference in" a measure is that of both, "agreement" that of their labels, without gold.
"""

import argparse
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from functools import partial
from itertools import product

import numpy as np

from rte_baselines.evaluation.comparison.agreement import COEFFICIENTS, agreement
from rte_baselines.evaluation.inputs.judgments import ENTAILMENT, LABELS, Judgments
from rte_baselines.evaluation.measures.base import Measure, estimate, select_measures
from rte_baselines.evaluation.resampling import bootstrap
from rte_baselines.evaluation.resampling.bootstrap import Estimate
from rte_baselines.evaluation.systems.estimates import (
    difference_over_seeds,
    resampled_differences,
)
from rte_baselines.evaluation.systems.judged import JudgedSystem, together
from rte_baselines.pairs import Scheme

SIZES = (50, 200, 800)
ACCURACIES = (0.5, 0.65, 0.83, 0.95, 0.98)
MEASURES = (
    *("accuracy_2way", "accuracy_3way", "accuracy_2way_by_gold", "accuracy_3way_by_gold"),
    *("accuracy_2way_by_label", "accuracy_3way_by_label", "precision", "recall", "f1"),
    *("f1_contradiction", "kappa", "cws", "average_precision", "roc_auc", "lift_loss", "nlp"),
    *("precision_at_recall_80", "precision_at_recall_90", "brier"),
    *("aurc", "excess_aurc", "accuracy_at_coverage_50", "accuracy_at_coverage_80"),
    *("entropy_gold", "conditional_entropy", "mutual_information", "information_share"),
    *("mutual_information_weighted", "mutual_information_by_rank"),
    *("conditional_entropy_entailment", "calibration_error"),
)
DIFFERENCE, AGREEMENT = "difference in ", "agreement: "
COMPARISONS = (
    *(DIFFERENCE + name for name in ("accuracy_2way", "accuracy_3way", "recall", "f1", "kappa")),
    *(DIFFERENCE + name for name in ("cws", "average_precision", "mutual_information", "brier")),
    *(AGREEMENT + name for name in COEFFICIENTS),
)
_TRUE_PAIRS = 400_000
_SEPARATION = 2.0
_ALIKE = 0.5


@dataclass(frozen=True)
class Kind:
    """A kind of pairs, and a system that labels them.

    Parameters
    ----------
    accuracy : float
        How probably a label is right.
    scheme : Scheme
    shares : tuple of float
        The share of each gold label of the scheme.
    """

    accuracy: float
    scheme: Scheme
    shares: tuple[float, ...]

    def samples(self, size: int, generator: np.random.Generator) -> tuple[Judgments, Judgments]:
        """Draw pairs, and the labels of both systems."""
        gold = generator.choice(len(self.shares), size=size, p=self.shares)
        first, other = (self._labelled(gold, generator) for _ in range(2))
        is_alike = generator.random(size) < _ALIKE
        both = Judgments.pooled([first, other])
        # Ranks are left out of what is pooled, and follow from the probabilities.
        chosen = both.select(np.arange(size) + size * ~is_alike)
        return first, replace(chosen, ranking=-chosen.probabilities[:, ENTAILMENT])

    def _labelled(self, gold: np.ndarray, generator: np.random.Generator) -> Judgments:
        codes = np.array([LABELS.index(label) for label in self.scheme.labels], dtype=np.int8)
        size = len(gold)
        right = generator.random(size) < self.accuracy
        others = (gold + generator.integers(1, len(codes), size=size)) % len(codes)
        labels = codes[np.where(right, gold, others)]
        logits = generator.logistic(size=size) + _SEPARATION * right
        confidences = self._confidences(logits)
        entails = np.where(labels == ENTAILMENT, confidences, (1 - confidences) / (len(codes) - 1))
        probabilities = np.zeros((size, len(LABELS)))
        probabilities[:, codes] = ((1 - entails) / (len(codes) - 1))[:, None]
        probabilities[:, ENTAILMENT] = entails
        return Judgments(codes[gold], labels, -entails, confidences, probabilities)

    def _confidences(self, logits: np.ndarray) -> np.ndarray:
        """Return how probably labels are right, by Bayes' theorem."""
        right = self.accuracy * _logistic_density(logits - _SEPARATION)
        wrong = (1 - self.accuracy) * _logistic_density(logits)
        return right / (right + wrong)


def main() -> None:
    """Simulate, and print the tables."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--replications", type=int, default=200)
    parser.add_argument("--resamples", type=int, default=800)
    parser.add_argument("--sizes", type=int, nargs="+", default=SIZES)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--measures", nargs="+", default=(*MEASURES, *COMPARISONS))
    arguments = parser.parse_args()
    simulate = partial(
        coverages, arguments.replications, arguments.resamples, names=arguments.measures
    )
    with ProcessPoolExecutor(arguments.jobs) as workers:
        for size in arguments.sizes:
            cells = list(product(ACCURACIES, range(4)))
            kinds = [list(kinds_of(accuracy))[number] for accuracy, number in cells]
            found = dict(zip(cells, workers.map(simulate, [size] * len(kinds), kinds), strict=True))
            print_table(size, found, arguments.measures)


def kinds_of(accuracy: float) -> Iterator[Kind]:
    """Yield two-way and three-way pairs, with equal shares of the labels and a rare label."""
    yield Kind(accuracy, Scheme.TWO_WAY, (0.5, 0.5))
    yield Kind(accuracy, Scheme.TWO_WAY, (0.1, 0.9))
    yield Kind(accuracy, Scheme.THREE_WAY, (1 / 3, 1 / 3, 1 / 3))
    yield Kind(accuracy, Scheme.THREE_WAY, (0.45, 0.1, 0.45))


def coverages(
    replications: int,
    resamples: int,
    size: int,
    kind: Kind,
    names: Sequence[str] = (*MEASURES, *COMPARISONS),
) -> dict[str, float]:
    """Return the share of samples whose interval holds the true value, by measure."""
    # Fewer than in use, where time counts less.
    bootstrap._MOST_RESAMPLES = resamples
    truth, other = kind.samples(_TRUE_PAIRS, np.random.default_rng(0))
    true_values = values(names, truth, other)
    held: dict[str, list[bool]] = {}
    for number in range(replications):
        samples = kind.samples(size, np.random.default_rng([1, size, number]))
        for name, (low, high) in intervals(list(true_values), *samples).items():
            # The last digits of values at an end of the range are rounded.
            holds = low - 1e-9 <= true_values[name] <= high + 1e-9
            held.setdefault(name, []).append(holds)
    return {name: float(np.mean(holds)) for name, holds in held.items()}


def values(names: Sequence[str], a: Judgments, b: Judgments) -> dict[str, float]:
    """Return the values that have one, of A, of A less B, and of the agreement of both."""
    found = {of.name: of.score(a) for of in chosen(names, a)}
    for measure in chosen(names, a, b, prefix=DIFFERENCE):
        found[DIFFERENCE + measure.name] = measure.score(a) - measure.score(b)
    if any(name.startswith(AGREEMENT) for name in names):
        found |= {AGREEMENT + name: of.value for name, of in agreed(a, b).items()}
    return found


def intervals(names: Sequence[str], a: Judgments, b: Judgments) -> dict[str, tuple[float, float]]:
    """Return the intervals of the values that have one."""
    found = dict(estimate(chosen(names, a), a))
    if any(name.startswith(AGREEMENT) for name in names):
        found |= {AGREEMENT + name: of for name, of in agreed(a, b).items()}
    ends = {
        name: (of.low, of.high)
        for name, of in found.items()
        if of.low is not None and of.high is not None
    }
    return ends | dict(differences(chosen(names, a, b, prefix=DIFFERENCE), a, b))


def differences(
    measures: Sequence[Measure], a: Judgments, b: Judgments
) -> Iterator[tuple[str, tuple[float, float]]]:
    """Yield the intervals of the differences between two systems."""
    places = np.arange(len(a.gold))
    systems = [JudgedSystem(name, (name,), (of,), places) for name, of in (("a", a), ("b", b))]
    for name, drawn in resampled_differences(measures, *together(*systems)).items():
        of = difference_over_seeds([drawn])
        yield DIFFERENCE + name, (of.low, of.high)


def agreed(a: Judgments, b: Judgments) -> Mapping[str, Estimate]:
    """Return the agreement of the labels of two systems."""
    return agreement([[LABELS[code] for code in of.labels] for of in (a, b)]).coefficients


def chosen(names: Sequence[str], *systems: Judgments, prefix: str = "") -> list[Measure]:
    """Return the measures of these names after a prefix, if they are defined for all systems."""
    asked = [
        name.removeprefix(prefix)
        for name in names
        if name.startswith(prefix) and " " not in name.removeprefix(prefix)
    ]
    measures = select_measures(asked) if asked else []
    return [of for of in measures if all(is_defined(of, judged) for judged in systems)]


def is_defined(measure: Measure, judgments: Judgments) -> bool:
    """Return whether the measure has a value."""
    return measure.why_undefined(judgments) is None


def print_table(
    size: int,
    found: dict[tuple[float, int], dict[str, float]],
    names: Sequence[str] = (*MEASURES, *COMPARISONS),
) -> None:
    """Print the coverage of each measure by accuracy."""
    print(f"| {size} pairs | " + " | ".join(f"{accuracy:.0%}" for accuracy in ACCURACIES) + " |")
    print("| --- |" + " ---: |" * len(ACCURACIES))
    for name in names:
        entries = [_range(found, name, accuracy) for accuracy in ACCURACIES]
        shown = name if " " in name else f"`{name}`"
        print(f"| {shown} | " + " | ".join(entries) + " |")
    print(flush=True)


def _range(found: dict[tuple[float, int], dict[str, float]], name: str, accuracy: float) -> str:
    """Return the lowest and the highest coverage at an accuracy, in percent."""
    shares = [
        100 * held[name] for (at, _), held in found.items() if at == accuracy and name in held
    ]
    return f"{min(shares):.0f} to {max(shares):.0f}" if shares else "no interval"


def _logistic_density(values: np.ndarray) -> np.ndarray:
    tails = np.exp(-np.abs(values))
    return tails / np.square(1 + tails)


if __name__ == "__main__":
    main()
