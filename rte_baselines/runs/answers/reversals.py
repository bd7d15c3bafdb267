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
# "The negation of the hypothesis follows from the text", "Nothing in the text entails it".
_ABOUT_ELSE = re.compile(r"\b(?:negation|reverse|converse|nothing|nobody|only)\b", re.IGNORECASE)
# The number of characters before such a sentence that are searched for a negation.
_FAR = 500


def is_reversed(label: Label, rest: str) -> bool:
    """Whether a later sentence denies entailment after ENTAILMENT, or states it after another."""
    if label is Label.ENTAILMENT:
        return _NOT_ENTAILED.search(rest) is not None
    return any(_is_stated(rest, found.start()) for found in _ENTAILED.finditer(rest))


def _is_stated(rest: str, start: int) -> bool:
    sentence = SENTENCE_END.split(rest[max(start - _FAR, 0) : start])[-1]
    return not (has_doubt(sentence) or _ABOUT_ELSE.search(sentence))
