"""What one judge found: judgments of examples, and rules marked as not relational."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from rte_baselines.core.advice import how_to_state
from rte_baselines.core.errors import InputError
from rte_baselines.core.quoting import counted, quoted
from rte_baselines.core.representing import brief
from rte_baselines.rules.judging.questions import Judgment
from rte_baselines.rules.judging.sheet import Sheet


@brief
@dataclass(frozen=True)
class JudgeJudgments:
    """The judgments of one judge on a sheet.

    `by_example` has the judgments by the ids of examples, without the examples of rules in
    `not_relational`.
    """

    judge: str
    by_example: Mapping[str, Judgment]
    not_relational: frozenset[str] = frozenset()

    def open_examples(self, sheet: Sheet) -> Iterator[str]:
        """Yield the ids of the examples that still have to be judged."""
        for id_, (rule, _) in sheet.examples.items():
            if id_ not in self.by_example and rule.id not in self.not_relational:
                yield id_


def check_complete(judgments: JudgeJudgments, sheet: Sheet, name: str) -> None:
    """Check that a judge has judged the whole sheet.

    Parameters
    ----------
    judgments : JudgeJudgments
    sheet : Sheet
    name : str
        The file of the judgments, for the message.
    """
    left = list(judgments.open_examples(sheet))
    if left:
        raise InputError(
            f"{name}: {len(left)} of {counted(len(sheet.examples), 'example')} have no judgment, "
            f"the first is {quoted(left[0])}; expected all, or "
            f"{how_to_state('partial=True', '--partial')} to measure the rules that are done"
        )
