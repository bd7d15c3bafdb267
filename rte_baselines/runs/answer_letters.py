"""Letters at the beginning of an answer that are initials of names, and no options."""

import re

_INITIALS = re.compile(r"(?<![^\W_])[^\W\d_]\.[ \t]*[A-Z]\.[ \t]+[A-Z]")


def is_initial(text: str, end: int) -> bool:
    """Whether the word that ends there is one of two initials, as in "C. S. Lewis".

    A single initial, as in "C. Lewis", cannot be told from an option and its explanation.
    """
    if end <= 0:
        return False
    return _INITIALS.match(text, end - 1) is not None
