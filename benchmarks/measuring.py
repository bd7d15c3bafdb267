"""What the benchmarks share: a stopwatch, and the spread of what it reads."""

import gc
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from statistics import median

NOTE = "lowest - median - highest"


@dataclass(frozen=True)
class Spread:
    """The lowest, the middle and the highest of repeated measurements."""

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
    """Return the processor time of an action, which other programs disturb little.

    Garbage that came before is collected before, so that it is not on the action's bill.
    """
    gc.collect()
    start = time.process_time()
    action()
    return time.process_time() - start


def ratios(parts: Sequence[float], wholes: Sequence[float]) -> Spread:
    """Return the spread of the ratios of measurements that were made side by side."""
    return Spread.of(part / whole for part, whole in zip(parts, wholes, strict=True))
