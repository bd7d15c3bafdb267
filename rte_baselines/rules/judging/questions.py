"""The questions about an example, in their order, and the judgments that the answers come to.

I. Szpektor, E. Shnarch and I. Dagan, "Instance-based evaluation of entailment rule acquisition"
(ACL 2007), sections 3.2 and 3.3.
"""

from collections.abc import Sequence
from enum import Enum
from typing import NamedTuple

from rte_baselines.core.errors import InputError


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

    Parameters
    ----------
    name : str
        Such as ``left_entailed``: a column of forms, and a value in files of judgments.
    text : str
        The question as a judge reads it.
    if_no : Judgment
        What the example is judged as if the answer is no; later questions are not asked.
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
    """Return the judgment that the answers give; None if a question is still open.

    Parameters
    ----------
    answers : sequence of bool
        At most one for each of `QUESTIONS`, in their order.

    Notes
    -----
    szpektor2007, section 3.3.
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
