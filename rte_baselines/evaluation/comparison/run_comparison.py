"""What there is to say of two runs on the same pairs."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any, Literal

from rte_baselines.evaluation.comparison.agreement import Agreement
from rte_baselines.evaluation.comparison.differing import DifferingPair, Outcomes
from rte_baselines.evaluation.significance.mcnemar import McNemar
from rte_baselines.pairs import Scheme
from rte_baselines.representing import brief

BOOTSTRAP, RANDOMIZATION, MCNEMAR = "bootstrap", "randomization", "mcnemar"
"""The tests of a difference, by the names that they have in JSON."""


@brief
@dataclass(frozen=True)
class MeasureComparison:
    """Two runs by one measure.

    Parameters
    ----------
    a, b : float
        The two runs' values.
    direction : {"higher", "lower", "neither"}
        Which value is the better, as the measure says.
    difference : float
        ``a - b``.
    low, high : float
        Its 95% confidence interval, by the paired bootstrap.
    p_values : mapping of str to float
        The two-sided p-value of each test, by its name.
    holm : mapping of str to float
        The same, adjusted for all pairs of runs that are compared.
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

    Parameters
    ----------
    a, b : str
        The runs' names.
    scheme : Scheme
        The scheme in which labels are compared with each other and with the gold labels.
    measures : mapping of str to MeasureComparison
    unavailable : mapping of str to str
        Why a measure asked for has no value on both runs, by its name.
    mcnemar : mapping of str to McNemar
        The pairs that only one run gets right, by the accuracies asked for.
    agreement : Agreement
        How far the labels of the two agree, whether right or wrong.
    outcomes : Outcomes
        On all the pairs that both label.
    by_task, by_length : mapping of str to Outcomes
        On those of each task, and of each quartile of length in words.
    differing : tuple of DifferingPair
        The pairs that they label differently.
    two_way_beside_three_way : tuple of str
        The run, if there is one, with two-way labels, because of which the three-way labels of the
        other are conflated.
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
        """Which labels are compared two-way, and why; empty unless some are conflated for that."""
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
