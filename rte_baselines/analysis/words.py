"""The word layers: tokens, lower-cased norms, capitals and punctuation."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from rte_baselines.analysis.analysis import Analysis
from rte_baselines.analysis.analyzer import Layer
from rte_baselines.registry import registry

# JSON can smuggle in halves of characters, which spaCy does not take.
_LONE_SURROGATE = re.compile("[\ud800-\udfff]")


@registry.layers("words.v1")
class WordLayer(Layer):
    """Words by spaCy's rules for English, which need no model.

    White space is dropped; punctuation marks are words of their own.
    """

    provides = ("words",)

    def __init__(self) -> None:
        # Importing spaCy takes a second, which only those who need words should wait for.
        from spacy.lang.en import English

        self._tokenizer = English().tokenizer

    def compute(self, analyses: Sequence[Analysis]) -> Iterator[Mapping[str, Any]]:
        """Tokenize the snippets."""
        for analysis in analyses:
            tokens = self._tokenizer(_LONE_SURROGATE.sub("\ufffd", analysis.text))
            yield {"words": tuple(token.text for token in tokens if not token.is_space)}


@registry.layers("norms.v1")
class NormLayer(Layer):
    """The words in lower case, with typographic apostrophes made plain."""

    provides = ("norms",)
    needs = ("words",)

    def compute(self, analyses: Sequence[Analysis]) -> Iterator[Mapping[str, Any]]:
        """Lower the case of the words."""
        for analysis in analyses:
            yield {"norms": tuple(word.lower().replace("\u2019", "'") for word in analysis.words)}


@registry.layers("letter_shapes.v1")
class LetterShapeLayer(Layer):
    """Which words begin with a capital, and which are punctuation only."""

    provides = ("is_capitalized", "is_punctuation")
    needs = ("words",)

    def compute(self, analyses: Sequence[Analysis]) -> Iterator[Mapping[str, Any]]:
        """Look at the letters of the words."""
        for analysis in analyses:
            words = analysis.words
            yield {
                "is_capitalized": np.array([word[0].isupper() for word in words], dtype=np.bool_),
                "is_punctuation": np.array([_is_mark(word) for word in words], dtype=np.bool_),
            }


def _is_mark(word: str) -> bool:
    # Nearly all words begin with a letter or digit; only the others are read through.
    return not word[0].isalnum() and not any(character.isalnum() for character in word)
