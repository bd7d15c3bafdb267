"""The values of measures, for one system, on all pairs and on parts of them."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from rte_baselines.evaluation.confusion import Confusion
from rte_baselines.evaluation.estimate import Estimate
from rte_baselines.evaluation.findings.finding import Finding
from rte_baselines.evaluation.phenomena import Phenomenon
from rte_baselines.evaluation.significance.chance import ChanceTest
from rte_baselines.pairs import Scheme
from rte_baselines.representing import brief


@brief
@dataclass(frozen=True)
class Scores:
    """How one system does on some pairs.

    Parameters
    ----------
    pairs : int
        How many there are.
    measures : mapping of str to Estimate
    unavailable : mapping of str to str
        Why a measure asked for has no value, by its name.
    confusion : Confusion or None
        None for trivial systems, whose labels are not drawn.
    asked : tuple of str
        The names of all measures asked for, in their order.
    """

    pairs: int
    measures: Mapping[str, Estimate]
    unavailable: Mapping[str, str]
    confusion: Confusion | None
    asked: tuple[str, ...]

    def to_dict(self) -> dict[str, Any]:
        """Return the scores as JSON has them."""
        return {
            "pairs": self.pairs,
            "measures": {name: asdict(estimate) for name, estimate in self.measures.items()},
            "unavailable": dict(self.unavailable),
            "confusion": self.confusion and self.confusion.to_dict(),
        }


@brief
@dataclass(frozen=True)
class SystemScores:
    """How one system does on all pairs, on those of each task and of each phenomenon.

    Parameters
    ----------
    name : str
    overall : Scores
    tasks : mapping of str to Scores
    phenomena : mapping of Phenomenon to Scores
        By accuracy alone; of few pairs, other measures say nothing.
    scheme : Scheme or None
        In which its labels are scored by measures that know both; None if all are
        ENTAILMENT, in the gold standard and the run.
    chance_tests : tuple of ChanceTest
        Whether it does better than guessing; none for trivial systems.
    findings : tuple of Finding
        What else there is to say of it.
    """

    name: str
    overall: Scores
    tasks: Mapping[str, Scores]
    phenomena: Mapping[Phenomenon, Scores]
    scheme: Scheme | None = None
    chance_tests: tuple[ChanceTest, ...] = ()
    findings: tuple[Finding, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        """Return the scores as JSON has them, those of tasks without their details."""
        by_task = {task: scores.to_dict() for task, scores in self.tasks.items()}
        return {
            "run": self.name,
            "scheme": self.scheme and str(self.scheme),
            **self.overall.to_dict(),
            "tasks": {task: scores.pop("measures") for task, scores in by_task.items()},
            "task_details": by_task,
            "phenomena": self._phenomena_to_dict(),
            "chance_tests": [asdict(test) for test in self.chance_tests],
            "findings": [finding.to_dict() for finding in self.findings],
        }

    def _phenomena_to_dict(self) -> dict[str, dict[str, Any]]:
        by_kind: dict[str, dict[str, Any]] = {}
        for phenomenon, scores in self.phenomena.items():
            by_kind.setdefault(phenomenon.kind, {})[phenomenon.name] = scores.to_dict()
        return by_kind
