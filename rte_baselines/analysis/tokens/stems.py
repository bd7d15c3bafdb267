"""Layers of stems."""

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache

from rte_baselines.analysis.layer import KEPT_WORDS, WordValues, WordwiseLayer
from rte_baselines.core.registry import registry

# The suffixes that NLTK's methods for some of Porter's steps replace. Most words have none of these
# suffixes. Skipping the methods for such words saves half of the time of a stem.
_PORTER_SUFFIXES = {
    "_step2": tuple(
        "ational tional enci anci izer bli alli entli eli ousli ization ation ator alism iveness "
        "fulness ousness aliti iviti biliti logi".split()
    ),
    "_step3": tuple("icate ative alize iciti ical ful ness".split()),
    "_step4": tuple(
        "al ance ence er ic able ible ant ement ment ent ion ou ism ate iti ous ive ize".split()
    ),
}


@registry.layers("stems.v1")
class SnowballLayer(WordwiseLayer):
    """Stems by NLTK's English Snowball stemmer, also known as Porter2."""

    provides = ("stems",)
    reads = "norms"

    def __init__(self) -> None:
        from nltk.stem.snowball import EnglishStemmer

        self._stem: Callable[[str], str] = lru_cache(KEPT_WORDS)(EnglishStemmer().stem)

    def values(self, strings: Sequence[str]) -> Mapping[str, WordValues]:
        """Stem the norms."""
        return {"stems": [self._stem(string) for string in strings]}


@registry.layers("porter_stems.v1")
class PorterLayer(WordwiseLayer):
    """Stems by Porter's algorithm of 1980, with its author's later corrections."""

    provides = ("porter_stems",)
    reads = "norms"

    def __init__(self) -> None:
        from nltk.stem.porter import PorterStemmer

        stemmer = PorterStemmer(mode=PorterStemmer.MARTIN_EXTENSIONS)
        for step, suffixes in _PORTER_SUFFIXES.items():
            setattr(stemmer, step, _of_words_in(suffixes, getattr(stemmer, step)))
        self._stem: Callable[[str], str] = lru_cache(KEPT_WORDS)(stemmer.stem)

    def values(self, strings: Sequence[str]) -> Mapping[str, WordValues]:
        """Stem the norms."""
        return {"porter_stems": [self._stem(string) for string in strings]}


def _of_words_in(suffixes: tuple[str, ...], step: Callable[[str], str]) -> Callable[[str], str]:
    """Restrict a step to the words with one of its suffixes."""
    return lambda word: step(word) if word.endswith(suffixes) else word
