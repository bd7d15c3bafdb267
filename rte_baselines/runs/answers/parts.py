"""Answers to questions about a part of a pair, such as a step or a claim."""

import re
from collections.abc import Callable

from rte_baselines.runs.answers.words import ANNOUNCED

_WORD_BEFORE = re.compile(r"(?:yes|no|true|false)$", re.IGNORECASE)
_TEXT = re.compile(r"\w")
# A line in bold or with a number sign is a heading, and so is "Step 1: the same person".
_HEADING = re.compile(
    r"\s*(?:#|\*\*[^*\n]+\*\*\W*$"
    r"|[\W_]*(?:step|part|(?:sub-?)?question|q|claim|check|criterion|condition|fact|point)\W*\d"
    r"|[\W_]*sub-?question\b|\d+[.)]\s)",
    re.IGNORECASE,
)
_QUESTION = re.compile(r"\?[\s*_`\"'”’)\]]*$")  # noqa: RUF001
# "Does the text entail the hypothesis?" and "## Final decision" are about the pair.
_ON_THE_WHOLE = re.compile(
    rf"\b(?:(?:{ANNOUNCED}|response|result|output|decision|assessment|evaluation|final|overall|nli)"
    r"|entail\w*|contradict\w*|does\s+it\s+follow)\b",
    re.IGNORECASE,
)
_RELATES = re.compile(
    r"\b(?:follow\w*|infer\w*|impl(?:y|ies|ied)|support\w*|conclude\w*|deduced?|true|correct|valid)\b",
    re.IGNORECASE,
)
_HYPOTHESIS = re.compile(r"\b(?:hypothesis|claim|statement|conclusion)\b", re.IGNORECASE)
_EXPLANATION = re.compile(
    r"\W*(?:explanation|reason(?:ing)?|justification|rationale|because|evidence)\b", re.IGNORECASE
)
# The numbers of characters of a question or a heading that are searched, and of a verdict.
_LONGEST, _LONGEST_VALUE = 300, 100
_VERDICT = re.compile(
    rf"(?P<final>\b(?:final|overall)\s+)?\b(?P<noun>{ANNOUNCED})\b[ \t*_`\"']*:[\s*_`\"']*(?=\w)",
    re.IGNORECASE,
)
_RESPONSE = re.compile(
    r"^[ \t*_#]*(?:final\s+)?(?:response|reply|output)\b[ \t*_`\"']*:[\s*_`\"']*(?=\w)",
    re.IGNORECASE | re.MULTILINE,
)


def is_on_a_part(question: str, text: str, end: int, *, has_parts: bool) -> bool:
    """Whether yes or no answers a question or a step rather than the question of the pair.

    Parameters
    ----------
    question : str
        The line before the label, or the text before it on its line.
    text : str
        The answer.
    end : int
        Where the label ends.
    has_parts : bool
        Whether other labels before answer questions on parts. If not, the label at the end of the
        answer is that of the pair.
    """
    if not _WORD_BEFORE.search(text[max(end - 5, 0) : end]):
        return False
    asked = question[-_LONGEST:]
    is_asked = _QUESTION.search(asked) is not None
    if not (is_asked or _HEADING.match(question[:_LONGEST])) or _is_on_the_pair(asked):
        return False
    if is_asked and not has_parts and _EXPLANATION.match(text, end) and text.find("?", end) < 0:
        return False
    return has_parts or _TEXT.search(text, end) is not None


def _is_on_the_pair(asked: str) -> bool:
    is_related = _RELATES.search(asked) and _HYPOTHESIS.search(asked)
    return bool(is_related or _ON_THE_WHOLE.search(asked))


def has_open_verdict(text: str, rest: str, is_label: Callable[[str], bool]) -> bool:
    """Whether a verdict that is no label stands beside a label.

    Parameters
    ----------
    text : str
        The answer.
    rest : str
        The text after the label that is read.
    is_label : callable
        Whether a text begins with a label.

    Notes
    -----
    Both must be announced by the same noun, as in "Verdict: supported ... Verdict: not mentioned".
    A label that is called final settles verdicts that are not. "Response:" after the label must
    have a label, too.
    """
    announced = {True: set[tuple[str, bool]](), False: set[tuple[str, bool]]()}
    for found in _VERDICT.finditer(text):
        verdict = found["noun"].casefold(), found["final"] is not None
        announced[is_label(_value(text, found.end()))].add(verdict)
    nouns = {noun for noun, _ in announced[True]}
    is_open = any(
        noun in nouns and (is_final or (noun, True) not in announced[True])
        for noun, is_final in announced[False]
    )
    responses = (_value(rest, found.end()) for found in _RESPONSE.finditer(rest))
    return is_open or not all(map(is_label, responses))


def _value(text: str, start: int) -> str:
    return text[start : start + _LONGEST_VALUE].partition("\n")[0]
