"""The tokens of glickman2006: what stands between spaces, less marks and stop words."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from rte_baselines.analysis.analysis import Analysis
from rte_baselines.analysis.layer import Layer
from rte_baselines.analysis.word_classes import is_stop_word
from rte_baselines.analysis.words import norm_of
from rte_baselines.registry import registry

_MARKS = '({[]});"“”.,:-!?'
_BETWEEN_SPACES = re.compile(r"\S+")


@registry.layers("content_tokens.v1")
class ContentTokenLayer(Layer):
    """Tokens by white space, without marks around them, in lower case; stop words left out.

    Unlike the layers of words, these do not run parallel to `words`: "Oslo-based" and
    "Norway's" are one token each. The offsets say where each begins in the text, in
    characters. Source: glickman2006 section 4, which had the tokens looked up by a search
    engine, hence the lower case; its list of marks is taken to hold brackets and double
    quotation marks of either kind.
    """

    provides = ("content_tokens", "content_token_offsets")

    def compute(self, analyses: Sequence[Analysis]) -> Iterator[Mapping[str, Any]]:
        """Split the snippets at white space."""
        for analysis in analyses:
            tokens = list(_tokens(analysis.text))
            yield {
                "content_tokens": tuple(norm_of(token) for token, _ in tokens),
                "content_token_offsets": np.array([start for _, start in tokens], np.int64),
            }


def _tokens(text: str) -> Iterator[tuple[str, int]]:
    """Yield each token as it stands, and where."""
    for found in _BETWEEN_SPACES.finditer(text):
        token = found[0].lstrip(_MARKS)
        start = found.end() - len(token)
        token = token.rstrip(_MARKS)
        if token and not is_stop_word(token):
            yield token, start
