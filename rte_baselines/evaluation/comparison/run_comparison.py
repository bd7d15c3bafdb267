"""The comparison of two runs on the same pairs."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any, Literal

import numpy as np

from rte_baselines.core.data_frames import pandas_frame
from rte_baselines.core.representing import brief
from rte_baselines.evaluation.comparison.agreement import Agreement
from rte_baselines.evaluation.comparison.differing import DifferingPair, Outcomes
from rte_baselines.evaluation.significance.exact import McNemar
from rte_baselines.pairs import Scheme

BOOTSTRAP, RANDOMIZATION, MCNEMAR = "bootstrap", "randomization", "mcnemar"
"""The tests of a difference, by the names that they have in JSON."""

_TESTS = (BOOTSTRAP, RANDOMIZATION, MCNEMAR)


@brief
@dataclass(frozen=True)
class MeasureComparison:
    """Two runs by one measure.

    The difference is ``a - b``, with its 95% confidence interval by the paired bootstrap. The
    p-values are two-sided, by the names of the tests; `holm` has them adjusted by Holm's method for
    all pairs of runs that are compared.
    """

    a: float
    b: float
    direction: Literal["higher", "lower", "neither"]
    difference: float
    low: float
    high: float
    p_values: Mapping[str, float]
    holm: Mapping[str, float] = field(default_factory=dict)


@brief
@dataclass(frozen=True)
class RunComparison:
    """The comparison of runs A and B on the pairs that both label.

    Labels are compared with each other and with the gold labels in `scheme`; `agreement` is between
    the labels of the two, whether right or wrong. `unavailable` says why a selected measure has no
    value on both runs. `by_length` is by quartile of length in words. `two_way_beside_three_way`
    names the run with two-way labels if the other's three-way labels are conflated.
    """

    a: str
    b: str
    scheme: Scheme
    measures: Mapping[str, MeasureComparison]
    unavailable: Mapping[str, str]
    mcnemar: Mapping[str, McNemar]
    agreement: Agreement
    outcomes: Outcomes
    by_task: Mapping[str, Outcomes]
    by_length: Mapping[str, Outcomes]
    differing: tuple[DifferingPair, ...]
    two_way_beside_three_way: tuple[str, ...] = ()

    @property
    def why_two_way(self) -> str:
        """The scheme if three-way labels are conflated, and why; otherwise an empty string."""
        names = ", ".join(self.two_way_beside_three_way)
        return f"{Scheme.TWO_WAY} ({names} has no three-way labels)" if names else ""

    def to_dict(self) -> dict[str, Any]:
        """Return the comparison as JSON has it."""
        found = asdict(self)
        found["scheme"] = str(self.scheme)
        found["agreement"] = self.agreement.to_dict()
        for pair in found["differing"]:
            pair.update({name: str(pair[name]) for name in ("gold", "label_a", "label_b")})
        return found


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
