"""The word layers: tokens, lower-cased norms, capitals and punctuation."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from rte_baselines.analysis.analysis import Analysis
from rte_baselines.analysis.layer import KEPT_WORDS, Layer, WordValues, WordwiseLayer
from rte_baselines.registry import registry

# JSON can smuggle in halves of characters, which spaCy does not take.
_LONE_SURROGATE = re.compile("[\ud800-\udfff]")


@registry.layers("words.v1")
class WordLayer(Layer):
    """Words by spaCy's rules for English, which need no model.

    White space is dropped; punctuation marks are words of their own. The offsets say where
    each word begins in the text, in characters.
    """

    provides = ("words", "word_offsets")

    def __init__(self) -> None:
        self._tokenizer = _new_tokenizer()

    def compute(self, analyses: Sequence[Analysis]) -> Iterator[Mapping[str, Any]]:
        """Tokenize the snippets."""
        # A tokenizer forgets no word until it is replaced.
        if len(self._tokenizer.vocab) > KEPT_WORDS:
            self._tokenizer = _new_tokenizer()
        for analysis in analyses:
            tokens = self._tokenizer(_LONE_SURROGATE.sub("\ufffd", analysis.text))
            words = [token for token in tokens if not token.is_space]
            yield {
                "words": tuple(word.text for word in words),
                "word_offsets": np.array([word.idx for word in words], dtype=np.int64),
            }


def _new_tokenizer() -> Any:
    # Importing spaCy takes a second, which only those who need words should wait for.
    from spacy.lang.en import English

    return English().tokenizer


@registry.layers("norms.v1")
class NormLayer(WordwiseLayer):
    """The words in lower case, with typographic apostrophes made plain."""

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
    """Which words begin with a capital, and which are punctuation only."""

    provides = ("is_capitalized", "is_punctuation")
    reads = "words"

    def values(self, strings: Sequence[str]) -> Mapping[str, WordValues]:
        """Look at the letters of the words."""
        return {
            "is_capitalized": np.array([word[0].isupper() for word in strings], dtype=np.bool_),
            "is_punctuation": np.array([_is_mark(word) for word in strings], dtype=np.bool_),
        }


def _is_mark(word: str) -> bool:
    return not any(map(str.isalnum, word))
