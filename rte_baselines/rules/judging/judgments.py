"""What one judge found: the questions, the judgments that answers come to, and the next question.

I. Szpektor, E. Shnarch and I. Dagan, "Instance-based evaluation of entailment rule acquisition"
(ACL 2007), sections 3.2 and 3.3.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple

from rte_baselines.core.advice import how_to_state
from rte_baselines.core.errors import InputError
from rte_baselines.core.quoting import counted, quoted
from rte_baselines.core.representing import brief
from rte_baselines.rules.judging.sheet import Example, Sheet, SheetRule


class Judgment(str, Enum):
    """What a judge found about one example of a rule."""

    LEFT_NOT_ENTAILED = "left not entailed"
    IRRELEVANT_CONTEXT = "irrelevant context"
    NO_ENTAILMENT = "no entailment"
    ENTAILMENT_HOLDS = "entailment holds"

    def __str__(self) -> str:
        return self.value


class Question(NamedTuple):
    """A question about an example, to be answered by yes or no.

    `name` is a column of forms and a value in files of judgments; `text` is what a judge reads. If
    the answer is no, the example is judged as `if_no`, and later questions are not asked.
    """

    name: str
    text: str
    if_no: Judgment


QUESTIONS = (
    Question(
        "left_entailed",
        "Is the left phrase entailed by the sentence?",
        Judgment.LEFT_NOT_ENTAILED,
    ),
    Question(
        "right_likely",
        "Is the right phrase a likely phrase in English?",
        Judgment.IRRELEVANT_CONTEXT,
    ),
    Question(
        "right_entailed",
        "Is the right phrase entailed by the sentence?",
        Judgment.NO_ENTAILMENT,
    ),
)


def judgment_of(answers: Sequence[bool]) -> Judgment | None:
    """Return the judgment that the answers give, after szpektor2007, section 3.3.

    There is at most one for each of `QUESTIONS`, in their order; None if a question is still open.
    """
    for question, answer in zip(QUESTIONS, answers, strict=False):
        if not answer:
            if answers.index(False) < len(answers) - 1:
                raise InputError(
                    f"{question.name} is no, and a later question is answered; expected no more "
                    "answers after a no"
                )
            return question.if_no
    return Judgment.ENTAILMENT_HOLDS if len(answers) == len(QUESTIONS) else None


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
    """Check that a judge has judged the whole sheet; `name` is the file, for the message."""
    left = list(judgments.open_examples(sheet))
    if left:
        raise InputError(
            f"{name}: {len(left)} of {counted(len(sheet.examples), 'example')} have no judgment, "
            f"the first is {quoted(left[0])}; expected all, or "
            f"{how_to_state('partial=True', '--partial')} to measure the rules that are done"
        )


class ExampleAnswer(NamedTuple):
    """An answer to a question about an example."""

    example: str
    question: str
    is_yes: bool


class Mark(NamedTuple):
    """The mark that a rule is not relational."""

    rule: str


Entry = ExampleAnswer | Mark


@dataclass(frozen=True)
class OpenQuestion:
    """The question that comes next.

    `id` is that of the example; `answered` are the questions about it that were answered with yes.
    """

    id: str
    rule: SheetRule
    example: Example
    question: Question
    answered: tuple[Question, ...]


class Progress:
    """The answers of one judge, in the order of the sheet.

    Examples are judged one after the other. A mark ends the rule of the open question; what was
    answered about it before does not count.
    """

    def __init__(self, sheet: Sheet) -> None:
        self.sheet = sheet
        self._ids = tuple(sheet.examples)
        self._entries: list[Entry] = []
        self._positions = [0]
        """The example after each number of entries."""

    @property
    def entries(self) -> Sequence[Entry]:
        """The answers and marks so far, without those that were undone."""
        return tuple(self._entries)

    @property
    def examples_done(self) -> int:
        """The number of examples that are judged or skipped."""
        return self._positions[-1]

    def open_question(self) -> OpenQuestion | None:
        """Return the question that comes next, None if all are answered."""
        if self.examples_done == len(self._ids):
            return None
        id_ = self._ids[self.examples_done]
        rule, example = self.sheet.examples[id_]
        number = len(self._answers_about(id_))
        return OpenQuestion(id_, rule, example, QUESTIONS[number], QUESTIONS[:number])

    def check(self, entry: Entry) -> None:
        """Check that an answer or a mark is about the open question."""
        open_question = self.open_question()
        if open_question is None:
            raise InputError("an answer after the last question; expected no more")
        if isinstance(entry, Mark):
            given, expected = entry.rule, open_question.rule.id
        else:
            given = f"{entry.example} {entry.question}"
            expected = f"{open_question.id} {open_question.question.name}"
        if given != expected:
            raise InputError(
                f"an answer about {quoted(given)}; expected one about {quoted(expected)}, which "
                "comes next"
            )

    def add(self, entry: Entry) -> None:
        """Add an answer or a mark; see `check`."""
        self.check(entry)
        self._entries.append(entry)
        self._positions.append(self._position_after(entry))

    def check_undo(self) -> None:
        """Check that there is an answer or a mark to undo."""
        if not self._entries:
            raise InputError("there is no answer to undo; expected one")

    def undo(self) -> None:
        """Take back the last answer or mark; see `check_undo`."""
        self.check_undo()
        self._positions.pop()
        self._entries.pop()

    def judgments(self, judge: str) -> JudgeJudgments:
        """Return the judgments that follow from the answers so far."""
        marked = {entry.rule for entry in self._entries if isinstance(entry, Mark)}
        answers: dict[str, list[bool]] = {}
        for entry in self._entries:
            if isinstance(entry, ExampleAnswer):
                rule = self.sheet.examples[entry.example][0].id
                if rule not in marked:
                    answers.setdefault(entry.example, []).append(entry.is_yes)
        found = {id_: judgment_of(given) for id_, given in answers.items()}
        by_example: dict[str, Judgment] = {id_: j for id_, j in found.items() if j is not None}
        return JudgeJudgments(judge, by_example, frozenset(marked))

    def _answers_about(self, id_: str) -> list[bool]:
        """Return the last answers, if they are about this example."""
        answers: list[bool] = []
        for entry in reversed(self._entries):
            if not isinstance(entry, ExampleAnswer) or entry.example != id_:
                break
            answers.insert(0, entry.is_yes)
        return answers

    def _position_after(self, entry: Entry) -> int:
        position = self._positions[-1]
        if isinstance(entry, ExampleAnswer):
            return position + (judgment_of(self._answers_about(entry.example)) is not None)
        for id_ in self._ids[position:]:
            if self.sheet.examples[id_][0].id != entry.rule:
                break
            position += 1
        return position
