"""The words and marks by which answers of chat models give a label."""

import re
from collections.abc import Iterable

NAMES = (
    *("no entailment", "non entailment", "not entailment", "not entailed", "entailment"),
    *("entailed", "contradiction", "contradicted", "unknown", "neutral", "not enough info"),
    *("not enough evidence", "supports", "refutes", "unsupported", "not supported", "supported"),
    *("refuted", "nei"),
)
"""The names of labels."""

ANNOUNCED = (
    "answer|label|verdict|judge?ment|prediction|classification|relation(?:ship)?|conclusion"
    "|option|choice"
)
"""What is said to be a label, as in "The answer is", as a regular expression."""

SIGNS = "✅✔✓🟢🟡🟠🔴🔵⚪"
"""Signs beside a label that say nothing against it."""

DECORATION = f" \t*_`\"'“”‘’()[]{{}}<>#.!,:;${SIGNS}"  # noqa: RUF001
"""The characters around a label."""

SENTENCE_END = re.compile(r"[.!?\n]+[\s*_`\"')]*")

ENGLISH = str.maketrans(
    {
        **dict(zip("：！？，；（）", ":!?,;()", strict=True)),  # noqa: RUF001
        **dict.fromkeys("„«「『‹", "“"),  # noqa: RUF001
        **dict.fromkeys("»」』›", "”"),  # noqa: RUF001
        "。": ". ",
        **dict.fromkeys("\u200b\u200c\u200d\u2060\ufeff\ufe0f"),
    }
)
"""Other alphabets' punctuation as that of English, and characters without a width as none."""


def whole_words(words: Iterable[str], *, ignore_case: bool = True) -> re.Pattern[str]:
    """Return a pattern of whole words, the longest first; "_" may be emphasis around them."""
    spelled = (
        r"[\s_-]*".join(map(re.escape, word.split()))
        for word in sorted(words, key=len, reverse=True)
    )
    return re.compile(
        rf"(?<![^\W_])(?<!-)(?:{'|'.join(spelled)})(?![^\W_])", re.IGNORECASE * ignore_case
    )


def spellings(words: Iterable[str]) -> list[str]:
    """Return words as answers write them; single letters are capitals, as "a" is a word."""
    spelled = [
        {word, word.upper(), word.capitalize()} - ({word} if len(word) == 1 else set())
        for word in words
    ]
    return sorted(set().union(*spelled))
