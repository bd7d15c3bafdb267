"""Letters that are initials, and stated words that an answer chooses later."""

import re
from collections.abc import Iterable

_INITIALS = re.compile(r"(?<![^\W_])[^\W\d_]\.[ \t]*[A-Z]\.[ \t]+[A-Z]")
# "Therefore B.", "I'd go with B" and "The answer is B"; "the number is 2" chooses no digit.
_CHOOSES = (
    r"therefore|thus|hence|conclude|(?:go(?:ing)?|went)\s+with|choose|pick|select"
    r"|(?:answer|label|verdict|option|choice)(?:\s+(?:is|must\s+be))?"
)
_BETWEEN = r"[\s,:*_`\"'“(]*(?:(?i:option|choice|it['’]s)\s+[*_`\"'“(]*)?"  # noqa: RUF001
# "It is B" at the end of a line; "the author is B. Smith" chooses nothing.
_CHOOSES_AT_END = "so|is|be"
_AT_END = r"(?=[*_`\"'”)]*[.!]?[*_`\"'”)]*[ \t]*(?:$|\n))"
_AFTER = r"(?=[*_`\"'”)]*\s*(?:$|[.,;!\n]|\b(?:because|since|as)\b))"


def is_initial(text: str, end: int) -> bool:
    """Whether the word that ends there is one of two initials, as in "C. S. Lewis".

    A single initial, as in "C. Lewis", cannot be told from an option and its explanation.
    """
    if end <= 0:
        return False
    return _INITIALS.match(text, end - 1) is not None


def choices_of(words: Iterable[str]) -> re.Pattern[str] | None:
    """Return a pattern of stated words in capitals that are chosen, as in "Therefore B".

    Parameters
    ----------
    words : iterable of str
        The stated words; None is returned if there are none.
    """
    digits = [word for word in words if word.isdecimal()]
    letters = [word.upper() for word in words if not word.isdecimal()]
    patterns = [
        rf"\b(?i:{cues})\b{_BETWEEN}(?P<{group}>{'|'.join(map(re.escape, named))}){after}"
        for group, cues, named, after in (
            ("letter", _CHOOSES, letters, _AFTER),
            ("digit", _CHOOSES, digits, _AFTER),
            ("last", _CHOOSES_AT_END, letters, _AT_END),
        )
        if named
    ]
    return re.compile("|".join(patterns)) if patterns else None


def chosen(pattern: re.Pattern[str] | None, text: str) -> list[str]:
    """Return the words that are chosen in a text."""
    if pattern is None:
        return []
    return [found[found.lastgroup or 0] for found in pattern.finditer(text)]
