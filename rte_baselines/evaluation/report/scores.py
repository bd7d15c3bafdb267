"""The scores of one system on all pairs, by task and by phenomenon."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from rte_baselines.evaluation.findings.finding import Finding
from rte_baselines.evaluation.inputs.confusion import Confusion
from rte_baselines.evaluation.inputs.phenomena import Phenomenon
from rte_baselines.evaluation.resampling.estimate import Estimate
from rte_baselines.evaluation.significance.chance import ChanceTest
from rte_baselines.pairs import Scheme
from rte_baselines.representing import brief


@brief
@dataclass(frozen=True)
class Scores:
    """The scores of one system on a set of pairs.

    Parameters
    ----------
    pairs : int
        The number of pairs.
    measures : mapping of str to Estimate
        By the name of the measure.
    unavailable : mapping of str to str
        The reason why a selected measure has no value, by its name.
    confusion : Confusion or None
        None for trivial systems, whose labels are not drawn.
    asked : tuple of str
        The names of all selected measures, in their order.
    """

    pairs: int
    measures: Mapping[str, Estimate]
    unavailable: Mapping[str, str]
    confusion: Confusion | None
    asked: tuple[str, ...]

    def to_dict(self) -> dict[str, Any]:
        """Return the scores as a JSON object."""
        return {
            "pairs": self.pairs,
            "measures": {name: asdict(estimate) for name, estimate in self.measures.items()},
            "unavailable": dict(self.unavailable),
            "confusion": self.confusion and self.confusion.to_dict(),
        }


@brief
@dataclass(frozen=True)
class SystemScores:
    """The scores of one system on all pairs, by task and by phenomenon.

    Parameters
    ----------
    name : str
    overall : Scores
    tasks : mapping of str to Scores
    phenomena : mapping of Phenomenon to Scores
        Accuracy only, since other measures mean little on few pairs.
    scheme : Scheme or None
        The scheme in which measures that are defined for both schemes score its labels; None
        if all labels of the gold standard and the run are ENTAILMENT.
    chance_tests : tuple of ChanceTest
        Tests against guessing; none for trivial systems.
    findings : tuple of Finding
        Other properties of the run.
    """

    name: str
    overall: Scores
    tasks: Mapping[str, Scores]
    phenomena: Mapping[Phenomenon, Scores]
    scheme: Scheme | None = None
    chance_tests: tuple[ChanceTest, ...] = ()
    findings: tuple[Finding, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        """Return the scores as a JSON object, those of tasks with their details apart."""
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
