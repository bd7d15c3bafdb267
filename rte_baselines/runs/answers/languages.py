"""Stated words of other languages. Doubts and conditions are recognized in English only."""

import re
from collections.abc import Collection

_OTHER_THAN_ENGLISH = frozenset(
    (
        "ja nein nee nej nei oui non si da ne nu tak nie sim nao evet hayir ano igen nem kylla ei"
        " hai iie jah taip ya tidak wahr falsch richtig vrai faux verdadero verdadeiro falso vero"
        " waar onwaar prawda falsz sant falskt"
    ).split()
)


def words_of_another_language(words: Collection[str]) -> list[str]:
    """Return the words that count only without other text, if one of them is not English.

    Parameters
    ----------
    words : collection of str
        Stated words without the names of labels. A "no" beside "sí" is Spanish. Single letters and
        digits are not of any language.
    """
    # A Chinese character is a word.
    spelled = [word for word in words if not (len(word) == 1 and word.isascii())]
    is_other = any(word in _OTHER_THAN_ENGLISH or not word.isascii() for word in spelled)
    return spelled if is_other else []


def ends_in(text: str, end: int, words: Collection[str]) -> bool:
    """Whether one of the words ends at a position."""
    before = text[max(end - max(map(len, words), default=0) - 1, 0) : end].casefold()
    return any(re.search(rf"(?<!\w){re.escape(word)}$", before) for word in words)
