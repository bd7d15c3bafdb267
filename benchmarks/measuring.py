"""Measuring times in benchmarks, and their spread over repeats."""

import gc
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from statistics import median

NOTE = "lowest - median - highest"


@dataclass(frozen=True)
class Spread:
    """The lowest, the median and the highest of repeated measurements."""

    low: float
    middle: float
    high: float

    @classmethod
    def of(cls, values: Iterable[float]) -> "Spread":
        """Return the spread of some measurements."""
        ordered = sorted(values)
        return cls(ordered[0], median(ordered), ordered[-1])

    def __format__(self, spec: str) -> str:
        return " - ".join(format(value, spec) for value in (self.low, self.middle, self.high))


def seconds(action: Callable[[], object]) -> float:
    """Return the processor time of an action, on which other programs have little effect.

    Earlier garbage is collected before, so that its collection is not measured.
    """
    gc.collect()
    start = time.process_time()
    action()
    return time.process_time() - start


def ratios(parts: Sequence[float], wholes: Sequence[float]) -> Spread:
    """Return the spread of the ratios of measurements that were made in turn."""
    return Spread.of(part / whole for part, whole in zip(parts, wholes, strict=True))
