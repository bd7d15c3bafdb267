"""Letters at the beginning of an answer that are initials of names, and no options."""

import re

from rte_baselines.runs.answer_words import ANNOUNCED, NAMES

# What an explanation begins with, as in "C. The text does not say".
_FIRST_WORDS = (
    "the a an this these those that such another some many most several few all both each every "
    "either neither no none nobody nothing nowhere he she it they we you i his her its their our "
    "my your there here one who what when where why how which if although though because since "
    "while as once until after before during in on at by for from with without under over among "
    "between despite according to and but or so yet nor however moreover therefore thus hence also "
    "only just not never is are was were does do did has have had can could would should "
    "explanation reason reasoning rationale justification evidence text passage premise hypothesis "
    "claim statement sentence entails entailed contradicts yes true false"
)
_INITIALS = re.compile(r"(?<![^\W_])[^\W\d_]\.[ \t]*[A-Z]\.")
_MAY_BE_NAME = re.compile(
    rf"(?<![^\W_])[^\W\d_]\.[ \t]*"
    rf"(?!(?:{'|'.join([*_FIRST_WORDS.split(), ANNOUNCED, *NAMES])})(?![^\W_]))[^\W\d_]",
    re.IGNORECASE,
)


def is_initial(text: str, end: int) -> bool:
    """Whether the word that ends there is the first of two initials, as in "C. S. Lewis"."""
    return end > 0 and _INITIALS.match(text, end - 1) is not None


def may_be_initial(text: str, end: int) -> bool:
    """Whether the word that ends there may be the initial of a name, as in "C. Lewis".

    It is none before a word that often begins a sentence, as in "C. The text does not say".
    """
    return end > 0 and _MAY_BE_NAME.match(text, end - 1) is not None
