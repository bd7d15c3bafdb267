"""A simulation of shards on workers that are slow or die: lost work, and the wait for the last.

    python benchmarks/stragglers.py [--plot FILE]

One hundred workers share ten hours of work of one worker each. The time of a shard is its size
times a factor from a lognormal distribution (sigma 0.3), one worker in twenty is three times as
slow, and workers die at random, after ten hours on average, and are replaced within a minute. A
shard whose worker dies is done again. To open and write a shard takes five seconds.
"""

import argparse
import heapq
from pathlib import Path

import numpy as np

WORKERS = 100
HOURS = 10.0
SIGMA = 0.3
SLOW, SLOWNESS = 0.05, 3.0
LIFETIME = 10.0
REPLACEMENT = 1 / 60
OVERHEAD = 5 / 3600
MINUTES = (0.5, 1, 2, 5, 10, 20, 60, 120)
REPEATS = 20


def simulate(minutes: float, chance: np.random.Generator) -> tuple[float, float]:
    """Return the time that the work takes and the work that is lost, relative to the ideal."""
    size = minutes / 60
    shards = round(WORKERS * HOURS / size)
    speeds = np.where(chance.random(WORKERS) < SLOW, SLOWNESS, 1.0)
    deaths = chance.exponential(LIFETIME, WORKERS)
    free = [(0.0, worker) for worker in range(WORKERS)]
    lost = end = 0.0
    left = shards
    while left:
        start, worker = heapq.heappop(free)
        needed = size * chance.lognormal(-(SIGMA**2) / 2, SIGMA) * speeds[worker] + OVERHEAD
        if start + needed > deaths[worker]:
            at = max(start, deaths[worker])
            lost += at - start
            deaths[worker] = at + REPLACEMENT + chance.exponential(LIFETIME)
            heapq.heappush(free, (at + REPLACEMENT, worker))
            continue
        left -= 1
        end = max(end, start + needed)
        heapq.heappush(free, (start + needed, worker))
    return end / HOURS, lost / (WORKERS * HOURS)


def main() -> None:
    """Simulate, print the table, and draw the plot."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--plot", type=Path, help="where to draw the plot")
    arguments = parser.parse_args()
    chance = np.random.default_rng(7)
    rows = []
    print(f"{'minutes a shard':>16}{'time / ideal':>24}{'work lost, %':>24}")
    for minutes in MINUTES:
        found = np.array([simulate(minutes, chance) for _ in range(REPEATS)])
        low, middle, high = np.quantile(found, [0, 0.5, 1], axis=0)
        rows.append(middle)
        time, work = (
            f"{low[column] * scale:.2f} - {middle[column] * scale:.2f} - {high[column] * scale:.2f}"
            for column, scale in ((0, 1), (1, 100))
        )
        print(f"{minutes:16g}{time:>24}{work:>24}")
    if arguments.plot:
        draw(np.array(rows), arguments.plot)


def draw(rows: np.ndarray, path: Path) -> None:
    """Draw both medians by the size of shards."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(6, 3.5), layout="constrained")
    axes = figure.subplots()
    axes.plot(MINUTES, 100 * (rows[:, 0] - 1), marker="o", label="time above the ideal")
    axes.plot(MINUTES, 100 * rows[:, 1], marker="s", label="work lost with dead workers")
    axes.set_xscale("log")
    axes.set_xticks(MINUTES, [f"{minutes:g}" for minutes in MINUTES])
    axes.set_xlabel("minutes a shard")
    axes.set_ylabel("%")
    axes.set_ylim(0)
    axes.legend()
    figure.savefig(path, dpi=120, metadata={"Software": None})


if __name__ == "__main__":
    main()
