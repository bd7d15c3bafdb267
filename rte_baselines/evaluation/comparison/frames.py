"""Comparisons as data frames."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from rte_baselines.core.importing import pandas_frame
from rte_baselines.evaluation.comparison.run_comparison import (
    BOOTSTRAP,
    MCNEMAR,
    RANDOMIZATION,
    MeasureComparison,
    RunComparison,
)

_TESTS = (BOOTSTRAP, RANDOMIZATION, MCNEMAR)


def comparison_frame(comparisons: Sequence[RunComparison]) -> Any:
    """Return comparisons as a data frame of pandas; see `Comparison.to_pandas`."""
    rows = [
        (found.a, found.b, measure, found.outcomes.pairs, by_measure)
        for found in comparisons
        for measure, by_measure in found.measures.items()
    ]
    numbers = [_numbers(by_measure) for *_, by_measure in rows]
    names = list(numbers[0]) if numbers else []
    return pandas_frame(
        {
            "a": [row[0] for row in rows],
            "b": [row[1] for row in rows],
            "measure": [row[2] for row in rows],
            "pairs": np.array([row[3] for row in rows], dtype=np.int64),
            **{
                name: np.array([found[name] for found in numbers], dtype=np.float64)
                for name in names
            },
        }
    )


def _numbers(found: MeasureComparison) -> dict[str, float | None]:
    return {
        "value_a": found.a,
        "value_b": found.b,
        "difference": found.difference,
        "low": found.low,
        "high": found.high,
        **{f"p_{test}": found.p_values.get(test) for test in _TESTS},
        **{f"p_{test}_holm": found.holm.get(test) for test in _TESTS},
    }
