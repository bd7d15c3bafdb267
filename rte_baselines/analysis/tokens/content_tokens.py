"""The content tokens of glickman2006: split at white space, without marks and stop words."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from rte_baselines.analysis.analysis import Analysis
from rte_baselines.analysis.layer import Layer
from rte_baselines.analysis.tokens.word_classes import is_stop_word
from rte_baselines.analysis.tokens.words import norm_of
from rte_baselines.core.registry import registry

_MARKS = '({[]});"“”.,:-!?'
_NON_SPACES = re.compile(r"\S+")


@registry.layers("content_tokens.v1")
class ContentTokenLayer(Layer):
    """Lower-cased tokens between white space, stripped of marks, without stop words.

    This layer is not parallel to `words`: "Oslo-based" and "Norway's" are one token each.
    The offsets are those of the first characters in the text. Source: glickman2006 section
    4, whose tokens are in lower case because a search engine looked them up. Its list of
    marks is read as including opening and closing brackets and double quotation marks.
    """

    provides = ("content_tokens", "content_token_offsets")

    def compute(self, analyses: Sequence[Analysis]) -> Iterator[Mapping[str, Any]]:
        """Tokenize the snippets."""
        for analysis in analyses:
            tokens = list(_tokens(analysis.text))
            yield {
                "content_tokens": tuple(norm_of(token) for token, _ in tokens),
                "content_token_offsets": np.array([start for _, start in tokens], np.int64),
            }


def _tokens(text: str) -> Iterator[tuple[str, int]]:
    """Yield each token, spelled as in the text, and its offset."""
    for match in _NON_SPACES.finditer(text):
        token = match[0].lstrip(_MARKS)
        start = match.end() - len(token)
        token = token.rstrip(_MARKS)
        if token and not is_stop_word(token):
            yield token, start
