"""Sentences that contradict the label before them, such as "It does not follow" after yes."""

import re

from rte_baselines.pairs.labels import Label
from rte_baselines.runs.answers.doubts import has_doubt
from rte_baselines.runs.answers.words import SENTENCE_END

_ADVERB = r"(?:\w+ly\s+)?"
_HYPOTHESIS = r"(?:it|this|hypothesis|claim|statement|conclusion)"
# "The dog does not follow the cat" is not about the pair.
_NOT_ENTAILED = re.compile(
    r"\b(?:(?:do(?:es)?|did|can|could)\s*(?:not|n['’]?t)|can['’]?t)\s+"  # noqa: RUF001
    rf"{_ADVERB}(?:follow(?=\s*(?:[.,;:!)*]|$|\n|from\b|that\b|\w+ly\b))|entail\b"
    rf"|be\s+{_ADVERB}(?:inferred|concluded|deduced|derived)\b)"
    r"|\b(?:not|(?:is|was|are)n['’]?t)\s+"  # noqa: RUF001
    r"(?:(?:necessarily|strictly|logically|directly|fully|actually|really)\s+)?"
    r"(?:entailed|supported|implied|inferable)\b"
    rf"|\bnot\s+necessarily\s+(?:true\b|mean\s+(?:that\s+)?(?:the\s+)?{_HYPOTHESIS}\s)",
    re.IGNORECASE,
)
_TEXT = r"(?:text|premise|passage|context|sentence)"
# "The text entails that the ferry is blue" and "The text implies it is blue" may be the reason why
# it is not red.
_ENTAILED = re.compile(
    rf"\b(?:{_TEXT}|it)\s+{_ADVERB}(?:entails|implies)\s+(?:the\s+)?{_HYPOTHESIS}"
    r"(?=[\s*]*(?:[.,;:!)]|$)|\s+(?:but|and|so|because|since|as)\b)"
    rf"|\b{_HYPOTHESIS}\s+{_ADVERB}follows\s+{_ADVERB}from\s+(?:the\s+)?(?:{_TEXT}|it)\b(?!\s+that)",
    re.IGNORECASE,
)
# "No - it follows"; in "the cat says it follows", it is not the hypothesis.
_IT_FOLLOWS = re.compile(
    r"(?:^|[.!?;:,\n–—-])\W{0,5}(?:(?:but|yet|still|however)\b\W{0,3})?"  # noqa: RUF001
    rf"(?:it|this|that|the\s+{_HYPOTHESIS})\s+{_ADVERB}(?:does\s+)?follows?"
    r"(?=[\s*]*(?:[.;!)]|$))",
    re.IGNORECASE,
)
_CONFLICTS = (
    r"(?:(?:contradicts|refutes|disproves|negates)"
    r"|(?:conflicts|disagrees|clashes|(?:is\s+|stands\s+)?(?:in\s+conflict|at\s+odds)"
    r"|is\s+(?:inconsistent|incompatible))\s+with)"
)
_ENDS_OBJECT = r"(?=[\s*]*(?:[.,;:!)]|$)|\s+(?:but|and|so|because|since|as|in|on|by|here)\b)"
# "The text contradicts the claim that it is lost" may be the reason for yes.
_CONTRADICTED = re.compile(
    rf"\b(?:{_TEXT}|{_HYPOTHESIS})\s+{_ADVERB}{_CONFLICTS}\s+(?:the\s+)?"
    rf"(?:{_HYPOTHESIS}|{_TEXT}){_ENDS_OBJECT}"
    rf"|\b(?:{_TEXT}|{_HYPOTHESIS})\s+and\s+(?:the\s+)?(?:{_TEXT}|{_HYPOTHESIS})\s+{_ADVERB}"
    r"(?:conflict|disagree|contradict)\b"
    rf"|\b{_HYPOTHESIS}\s+is\s+{_ADVERB}(?:an?\s+)?(?:(?!not?\b|never\b)\w+\s+)?"
    rf"hallucinat(?:ion|ed){_ENDS_OBJECT}",
    re.IGNORECASE,
)
# "Yes. It isn't." and "No. It does."; farther on, "it" may be anything.
_DENIED_AT_ONCE = re.compile(
    rf"\W*(?:{_HYPOTHESIS}|the\s+(?:{_HYPOTHESIS}|{_TEXT})|that)\s+"
    r"(?:(?:is|was|does|did)\s*(?:not|n['’]?t)|can(?:not|['’]?t))(?=[\s*]*(?:[.,;!)]|$))",  # noqa: RUF001
    re.IGNORECASE,
)
_AFFIRMED_AT_ONCE = re.compile(
    rf"\W*(?:{_HYPOTHESIS}|the\s+(?:{_HYPOTHESIS}|{_TEXT})|that)\s+(?:is|does)(?=[\s*]*(?:[.;!)]|$))",
    re.IGNORECASE,
)
# "The negation of the hypothesis follows from the text", "Nothing in the text entails it".
_ABOUT_ELSE = re.compile(r"\b(?:negation|reverse|converse|nothing|nobody|only)\b", re.IGNORECASE)
# The number of characters before such a sentence that are searched for a negation.
_FAR = 500


def is_reversed(label: Label, rest: str) -> bool:
    """Whether a later sentence denies entailment after ENTAILMENT, or states it after another."""
    if label is Label.ENTAILMENT:
        is_denied = _NOT_ENTAILED.search(rest) or _DENIED_AT_ONCE.match(rest)
        return bool(is_denied) or _are_stated(_CONTRADICTED, rest)
    if _AFFIRMED_AT_ONCE.match(rest):
        return True
    return _are_stated(_ENTAILED, rest) or _are_stated(_IT_FOLLOWS, rest)


def _are_stated(pattern: re.Pattern[str], rest: str) -> bool:
    return any(_is_stated(rest, found.start()) for found in pattern.finditer(rest))


def _is_stated(rest: str, start: int) -> bool:
    sentence = SENTENCE_END.split(rest[max(start - _FAR, 0) : start])[-1]
    return not (has_doubt(sentence) or _ABOUT_ELSE.search(sentence))
