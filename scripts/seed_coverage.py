"""Simulate how often intervals and tests over seeds are right, as Markdown tables.

    python scripts/seed_coverage.py [--replications N] [--resamples N] [--seeds N...]

Made-up systems label pairs that differ in difficulty. A system with seed s is right on pair i if
its skill, plus an effect of the pair, an effect of the seed and noise of both together, is above
zero; all are normal. Half of the variance without the seed is that of the pairs. The expected
accuracies of "alike" seeds have a standard deviation of 0.7 points at 65%, those of "unlike" ones
5.8. Two systems without a difference share the effects of pairs and, if they are paired, half the
variance of the effects of seeds. Coverage is the share of samples whose 95% interval holds
the true accuracy; errors are the share in which two systems of equal skill are said to differ at
5%. "Drawn seeds" is the interval with seeds drawn with replacement, for comparison. Needs no
data.
"""

import argparse
from dataclasses import dataclass
from itertools import product
from statistics import NormalDist

import numpy as np

from rte_baselines.evaluation.inputs.judgments import ENTAILMENT, NO_ENTAILMENT, Judgments
from rte_baselines.evaluation.measures.base import select_measures
from rte_baselines.evaluation.resampling import bootstrap
from rte_baselines.evaluation.systems.estimates import (
    difference_over_seeds,
    estimates_over_seeds,
    resampled_differences,
)
from rte_baselines.evaluation.systems.judged import JudgedSystem, together
from rte_baselines.pairs import Scheme

SIZES = (100, 800)
ACCURACIES = (0.65, 0.95)
SEEDS = (2, 3, 5, 10)
SPREADS = {"alike": 0.02, "unlike": 0.16}
COLUMNS = ("interval", "drawn seeds", "errors, paired", "errors, unpaired")
(ACCURACY,) = select_measures(["accuracy_2way"])


@dataclass(frozen=True)
class World:
    """Pairs, and systems of equal skill that label them.

    Parameters
    ----------
    size : int
        The number of pairs.
    accuracy : float
        The true accuracy, over all pairs and seeds.
    seeds : int
    spread : float
        The standard deviation of the effects of seeds; that of everything else together is 1.
    """

    size: int
    accuracy: float
    seeds: int
    spread: float

    def sample(self, generator: np.random.Generator, *, share: float) -> list[JudgedSystem]:
        """Draw two systems that share some of the variance of the effects of seeds."""
        total = np.sqrt(1 + self.spread**2)
        skill = NormalDist().inv_cdf(self.accuracy) * total
        pairs = generator.normal(0, np.sqrt(0.5), self.size)
        shared = generator.normal(0, self.spread * np.sqrt(share), self.seeds)
        gold = generator.choice(np.array([ENTAILMENT, NO_ENTAILMENT], dtype=np.int8), self.size)
        systems = []
        for name in "AB":
            own = generator.normal(0, self.spread * np.sqrt(1 - share), self.seeds)
            noise = generator.normal(0, np.sqrt(0.5), (self.seeds, self.size))
            right = skill + pairs + (shared + own)[:, None] + noise > 0
            # Seeds of the same names are paired.
            seeds = tuple(f"{number}{'' if share else name}" for number in range(self.seeds))
            systems.append(JudgedSystem(name, seeds, _judged(gold, right), np.arange(self.size)))
        return systems


def main() -> None:
    """Simulate, and print the tables."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--replications", type=int, default=400)
    parser.add_argument("--resamples", type=int, default=500)
    parser.add_argument("--sizes", type=int, nargs="+", default=SIZES)
    parser.add_argument("--seeds", type=int, nargs="+", default=SEEDS)
    arguments = parser.parse_args()
    # Fewer than in use, where time counts less.
    bootstrap._MOST_RESAMPLES = arguments.resamples
    print("| pairs | accuracy | seeds | number | " + " | ".join(COLUMNS) + " |")
    print("| ---: | ---: | --- | ---: |" + " ---: |" * len(COLUMNS))
    for size, accuracy, kind, seeds in product(
        arguments.sizes, ACCURACIES, SPREADS, arguments.seeds
    ):
        world = World(size, accuracy, seeds, SPREADS[kind])
        shares = rates(world, arguments.replications)
        cells = " | ".join(f"{100 * shares[column]:.0f}" for column in COLUMNS)
        print(f"| {size} | {accuracy:.0%} | {kind} | {seeds} | {cells} |", flush=True)


def rates(world: World, replications: int) -> dict[str, float]:
    """Return the coverage of intervals and the rates of errors, by the name of the column."""
    counts = dict.fromkeys(COLUMNS, 0)
    for number in range(replications):
        generator = np.random.default_rng([world.size, world.seeds, number])
        a, b = world.sample(generator, share=0.0)
        found = estimates_over_seeds([ACCURACY], a)[ACCURACY.name]
        counts["interval"] += found.low <= world.accuracy <= found.high
        low, high = _drawn_seeds(a, generator)
        counts["drawn seeds"] += low <= world.accuracy <= high
        counts["errors, unpaired"] += _p_value(a, b) < 0.05
        counts["errors, paired"] += _p_value(*world.sample(generator, share=0.5)) < 0.05
    return {column: count / replications for column, count in counts.items()}


def _judged(gold: np.ndarray, right: np.ndarray) -> tuple[Judgments, ...]:
    other = np.where(gold == ENTAILMENT, NO_ENTAILMENT, ENTAILMENT).astype(np.int8)
    return tuple(
        Judgments(gold, np.where(of_seed, gold, other), known_scheme=Scheme.TWO_WAY)
        for of_seed in right
    )


def _p_value(a: JudgedSystem, b: JudgedSystem) -> float:
    found = resampled_differences([ACCURACY], *together(a, b))
    return difference_over_seeds([found[ACCURACY.name]]).p_value


def _drawn_seeds(system: JudgedSystem, generator: np.random.Generator) -> tuple[float, float]:
    """Return the percentile interval with seeds and pairs drawn with replacement."""
    right = np.array([judged.correct for judged in system.judgments], dtype=np.float64)
    seeds, size = right.shape
    resamples = bootstrap._MOST_RESAMPLES
    pairs = generator.multinomial(size, np.full(size, 1 / size), size=resamples) / size
    drawn = generator.multinomial(seeds, np.full(seeds, 1 / seeds), size=resamples) / seeds
    means = ((pairs @ right.T) * drawn).sum(axis=1)
    return tuple(np.quantile(means, [0.025, 0.975]))


if __name__ == "__main__":
    main()
