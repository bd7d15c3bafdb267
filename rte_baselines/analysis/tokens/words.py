"""Layers of words: tokens, norms, stems, capitalization and punctuation."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

import numpy as np

from rte_baselines.analysis.analysis import Analysis
from rte_baselines.analysis.layer import KEPT_WORDS, Layer, WordValues, WordwiseLayer
from rte_baselines.analysis.tokens.tokenizer import forget_words, known_words, tokenize
from rte_baselines.core.registry import registry

# JSON can contain lone surrogates, which tokenizers reject.
_LONE_SURROGATE = re.compile("[\ud800-\udfff]")


@registry.layers("words.v1")
class WordLayer(Layer):
    """Words by spaCy's tokenizer for English, which needs no model.

    White space is dropped; punctuation marks are separate words. The offsets are those of
    the first characters in the text. Runs of more than 2,000 characters without white space are
    cut after marks before they are tokenized (see `tokenize`).
    """

    provides = ("words", "word_offsets")

    def compute(self, analyses: Sequence[Analysis]) -> Iterator[Mapping[str, Any]]:
        """Tokenize the snippets."""
        # A tokenizer caches every word, so it is replaced when its cache is full.
        if known_words() > KEPT_WORDS:
            forget_words()
        for analysis in analyses:
            words, offsets = tokenize(without_lone_surrogates(analysis.text))
            yield {"words": tuple(words), "word_offsets": np.array(offsets, dtype=np.int64)}


def without_lone_surrogates(text: str) -> str:
    """Return a text of the same length with U+FFFD for each lone surrogate."""
    return _LONE_SURROGATE.sub("\ufffd", text)


@registry.layers("norms.v1")
class NormLayer(WordwiseLayer):
    """The words in lower case, with typographic apostrophes replaced by plain ones."""

    provides = ("norms",)
    reads = "words"

    def values(self, strings: Sequence[str]) -> Mapping[str, WordValues]:
        """Lower the case of the words."""
        return {"norms": [norm_of(word) for word in strings]}


def norm_of(word: str) -> str:
    """Return a word in lower case, with a plain apostrophe."""
    return word.lower().replace("\u2019", "'")


@registry.layers("letter_shapes.v1")
class LetterShapeLayer(WordwiseLayer):
    """Marks the words that begin with a capital letter, and those without letter or digit."""

    provides = ("is_capitalized", "is_punctuation")
    reads = "words"

    def values(self, strings: Sequence[str]) -> Mapping[str, WordValues]:
        """Check the characters of the words."""
        return {
            "is_capitalized": np.array([word[0].isupper() for word in strings], dtype=np.bool_),
            "is_punctuation": np.array([_is_mark(word) for word in strings], dtype=np.bool_),
        }


def _is_mark(word: str) -> bool:
    return not any(map(str.isalnum, word))


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
        self._stem: Callable[[str], str] = lru_cache(KEPT_WORDS)(stemmer.stem)

    def values(self, strings: Sequence[str]) -> Mapping[str, WordValues]:
        """Stem the norms."""
        return {"porter_stems": [self._stem(string) for string in strings]}
