"""The scores of one system on all pairs and on parts of them."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from rte_baselines.core.representing import brief
from rte_baselines.evaluation.findings.finding import Finding
from rte_baselines.evaluation.inputs.parts import Phenomenon
from rte_baselines.evaluation.measures.contingency import Confusion
from rte_baselines.evaluation.resampling.bootstrap import Estimate
from rte_baselines.evaluation.significance.chance import ChanceTest
from rte_baselines.pairs import Scheme


@brief
@dataclass(frozen=True)
class Scores:
    """The scores of one system on a set of pairs, of which it labels `pairs` and leaves out others.

    `measures` and `unavailable` have the value, or the reason why there is none, by the name of the
    measure; `asked` are the names of all selected measures, in their order. The confusion matrix is
    None for trivial systems, whose labels are not drawn, and for runs without labels.
    """

    pairs: int
    measures: Mapping[str, Estimate]
    unavailable: Mapping[str, str]
    confusion: Confusion | None
    asked: tuple[str, ...]
    unlabelled: int = 0

    def to_dict(self) -> dict[str, Any]:
        """Return the scores as a JSON object."""
        return {
            "pairs": self.pairs,
            "unlabelled": self.unlabelled,
            "measures": {name: asdict(estimate) for name, estimate in self.measures.items()},
            "unavailable": dict(self.unavailable),
            "confusion": self.confusion and self.confusion.to_dict(),
        }


@dataclass(frozen=True)
class GroupScore:
    """How many groups of pairs a system labels correctly as a whole.

    `groups` is the number of those of which it labels all pairs, `consistent` the share of these in
    which all labels are correct, with Wilson's interval, in a scheme that is three-way if the
    labels of all runs and the gold labels are.
    """

    groups: int
    consistent: Estimate
    scheme: Scheme

    def to_dict(self) -> dict[str, Any]:
        """Return the score as a JSON object."""
        return asdict(self) | {"scheme": str(self.scheme)}


@brief
@dataclass(frozen=True)
class SystemScores:
    """The scores of one system on all pairs, by task, by phenomenon and by slice.

    Parameters
    ----------
    name : str
    overall : Scores
    tasks, phenomena, slices : mapping to Scores
        By task, by phenomenon, and by property of the pairs and value; the latter two have
        accuracies only, since other measures mean little on few pairs.
    scheme : Scheme or None
        The scheme in which measures that are defined for both schemes score its labels; None
        if all labels of the gold standard and the run are ENTAILMENT, or the run has none.
    chance_tests : tuple of ChanceTest
        Tests against guessing; none for trivial systems.
    findings : tuple of Finding
        Other properties of the run.
    slice_tests : mapping of Phenomenon to float
        The p-values of `slice_p_values`; none for trivial systems.
    groups : mapping of str to GroupScore
        By the property that groups pairs; the expected share for trivial systems.
    withheld : mapping of str to mapping of str to int
        By what the system gave in place of a label (ABSTAIN, UNPARSEABLE), the number of pairs
        with each gold label.
    """

    name: str
    overall: Scores
    tasks: Mapping[str, Scores]
    phenomena: Mapping[Phenomenon, Scores]
    scheme: Scheme | None = None
    chance_tests: tuple[ChanceTest, ...] = ()
    findings: tuple[Finding, ...] = ()
    slices: Mapping[Phenomenon, Scores] = field(default_factory=dict)
    slice_tests: Mapping[Phenomenon, float] = field(default_factory=dict)
    groups: Mapping[str, GroupScore] = field(default_factory=dict)
    withheld: Mapping[str, Mapping[str, int]] = field(default_factory=dict)

    def to_dict(self) -> dict[str, Any]:
        """Return the scores as a JSON object, those of tasks with their details apart."""
        by_task = {task: scores.to_dict() for task, scores in self.tasks.items()}
        return {
            "run": self.name,
            "scheme": self.scheme and str(self.scheme),
            **self.overall.to_dict(),
            "tasks": {task: scores.pop("measures") for task, scores in by_task.items()},
            "task_details": by_task,
            "phenomena": _by_kind(self.phenomena),
            "slices": self._slices_to_dict(),
            "withheld": {kind: dict(counts) for kind, counts in self.withheld.items()},
            "groups": {name: score.to_dict() for name, score in self.groups.items()},
            "chance_tests": [asdict(test) for test in self.chance_tests],
            "findings": [finding.to_dict() for finding in self.findings],
        }

    def _slices_to_dict(self) -> dict[str, dict[str, Any]]:
        by_kind = _by_kind(self.slices)
        for part, p_value in self.slice_tests.items():
            by_kind[part.kind][part.name]["p_holm"] = p_value
        return by_kind


def _by_kind(scores: Mapping[Phenomenon, Scores]) -> dict[str, dict[str, Any]]:
    by_kind: dict[str, dict[str, Any]] = {}
    for part, of_part in scores.items():
        by_kind.setdefault(part.kind, {})[part.name] = of_part.to_dict()
    return by_kind
