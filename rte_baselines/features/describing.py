"""Helpers for the descriptions of features: counts and lists of words."""

from collections.abc import Mapping, Sequence

from rte_baselines.analysis import Analysis
from rte_baselines.core.quoting import quoted
from rte_baselines.features.base import Alignment
from rte_baselines.features.batch import Drop

_MOST = 3

NOUNS: Mapping[Drop, str] = {
    "nothing": "token",
    "punctuation": "word",
    "stop_words": "content word",
    "closed_class": "content word",
    "function_words": "content word",
}
"""The noun for the words that remain after each choice of `drop`."""


def listed(words: Sequence[str]) -> str:
    """Return words in quotation marks; of a long list, the first few and the number of others."""
    names = [quoted(word) for word in words[:_MOST]]
    if len(words) > _MOST:
        names.append(f"{len(words) - _MOST} more")
    *first, last = names
    return f"{', '.join(first)} and {last}" if first else last


def counted(words: Sequence[tuple[str, bool]], noun: str, participle: str) -> str:
    """Return how many words are found, and which are missing.

    Parameters
    ----------
    words : sequence of (str, bool)
        Each word, and whether it was found.
    noun : str
        The kind of the words, such as "content word".
    participle : str
        The result of the search for the words that were found, such as "found in the text".

    Returns
    -------
    str
        Such as "2 of 3 words are found in the text, 'burned' is missing".
    """
    missing = [word for word, is_found in words if not is_found]
    whole, found = len(words), len(words) - len(missing)
    if not whole:
        return f"the hypothesis has no {noun}"
    if not missing:
        are_all = f"the only {noun} is" if whole == 1 else f"all {whole} {noun}s are"
        return f"{are_all} {participle}"
    if whole == 1:
        return f"the only {noun}, {listed(missing)}, is missing"
    are_some = f"{found or 'none'} of {whole} {noun}s {_be(found)} {participle}"
    return f"{are_some}, {listed(missing)} {_be(len(missing))} missing"


def aligned(
    alignments: Sequence[Alignment], hypothesis: Analysis, noun: str, participle: str
) -> str:
    """Return how many of the words are aligned that a feature has looked for; see `counted`."""
    words = [
        (hypothesis.words[alignment.hypothesis], alignment.text is not None)
        for alignment in alignments
    ]
    return counted(words, noun, participle)


def _be(count: int) -> str:
    return "is" if count < 2 else "are"
