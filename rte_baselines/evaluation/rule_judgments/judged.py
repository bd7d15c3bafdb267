"""A sheet with the judgments of several judges."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rte_baselines.core.errors import InputError
from rte_baselines.core.quoting import listed
from rte_baselines.evaluation.rule_judgments.measures import JudgedRule
from rte_baselines.evaluation.rule_judgments.precision import ExampleCounts
from rte_baselines.rules.judging.judgments import JudgeJudgments
from rte_baselines.rules.judging.questions import Judgment
from rte_baselines.rules.judging.sheet import Sheet, SheetRule


@dataclass(frozen=True)
class Judged:
    """A sheet with the judgments of all its judges.

    Parameters
    ----------
    sheet : Sheet
    judges : tuple of JudgeJudgments
        One or more, with different names.

    Raises
    ------
    InputError
        If there are no judgments, or two judges have the same name.
    """

    sheet: Sheet
    judges: tuple[JudgeJudgments, ...]

    def __post_init__(self) -> None:
        names = [judge.judge for judge in self.judges]
        if not names:
            raise InputError("there are no judgments; expected those of one judge or more")
        if len(set(names)) < len(names):
            raise InputError(
                f"the judges are {listed(names)}; expected one file of judgments for each judge"
            )

    def rules_of(self, judges: Sequence[JudgeJudgments]) -> Iterator[JudgedRule]:
        """Yield the rules that are judged to the end by some judges together.

        Parameters
        ----------
        judges : sequence of JudgeJudgments

        Yields
        ------
        JudgedRule
            A rule whose examples each have a judgment of one of these judges at least; if
            several have judged an example, each judgment counts. A rule counts as not
            relational if most of the judges who saw it have marked it; of two judges, both.
            Rules without examples are included.
        """
        counts: dict[str, list[Judgment]] = defaultdict(list)
        for judge in judges:
            for id_, judgment in judge.by_example.items():
                counts[id_].append(judgment)
        for rule in self.sheet.rules:
            marks = sum(rule.id in judge.not_relational for judge in judges)
            others = sum(_has_judged(judge, rule) for judge in judges)
            if marks > others:
                yield JudgedRule(rule, ExampleCounts(), is_relational=False)
            elif all(id_ in counts for id_ in rule.example_ids):
                found = (judgment for id_ in rule.example_ids for judgment in counts[id_])
                yield JudgedRule(rule, ExampleCounts.of(found))


def _has_judged(judge: JudgeJudgments, rule: SheetRule) -> bool:
    return any(id_ in judge.by_example for id_ in rule.example_ids)
