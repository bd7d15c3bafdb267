"""What one judge found: judgments of examples, and rules marked as not relational."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from rte_baselines.errors import InputError
from rte_baselines.judging.measures import JudgedRule
from rte_baselines.judging.precision import ExampleCounts
from rte_baselines.judging.questions import Judgment
from rte_baselines.judging.sheet import Sheet, SheetRule
from rte_baselines.quoting import listed, quoted
from rte_baselines.representing import brief


@brief
@dataclass(frozen=True)
class JudgeJudgments:
    """The judgments of one judge on a sheet.

    Parameters
    ----------
    judge : str
        The name of the judge.
    by_example : mapping of str to Judgment
        By the id of an example; none of a rule that is marked.
    not_relational : frozenset of str
        The ids of the rules that are marked as not relational.
    """

    judge: str
    by_example: Mapping[str, Judgment]
    not_relational: frozenset[str] = frozenset()

    def open_examples(self, sheet: Sheet) -> Iterator[str]:
        """Yield the ids of the examples that still have to be judged."""
        for id_, (rule, _) in sheet.examples.items():
            if id_ not in self.by_example and rule.id not in self.not_relational:
                yield id_


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

    @cached_property
    def examples_of_judges(self) -> int:
        """The number of judgments of examples, of all judges together."""
        return sum(len(judge.by_example) for judge in self.judges)

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


def check_complete(judgments: JudgeJudgments, sheet: Sheet, name: str) -> None:
    """Check that a judge has judged the whole sheet.

    Parameters
    ----------
    judgments : JudgeJudgments
    sheet : Sheet
    name : str
        The file of the judgments, for the message.

    Raises
    ------
    InputError
        If there are examples without a judgment.
    """
    left = list(judgments.open_examples(sheet))
    if left:
        raise InputError(
            f"{name}: {len(left)} of {len(sheet.examples)} examples have no judgment, the first "
            f"is {quoted(left[0])}; expected all, or --partial to measure the rules that are done"
        )


def _has_judged(judge: JudgeJudgments, rule: SheetRule) -> bool:
    return any(id_ in judge.by_example for id_ in rule.example_ids)


def names_of(judges: Iterable[JudgeJudgments]) -> str:
    """Return the names of judges, separated by commas."""
    return ", ".join(judge.judge for judge in judges)
