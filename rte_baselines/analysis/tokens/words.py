"""Layers of words: tokens, norms, stems, capitalization and punctuation.

They are those of spaCy's tokenizer for English, in a time that is linear in the length of any text.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any

import numpy as np

from rte_baselines.analysis.analysis import Analysis
from rte_baselines.analysis.layer import KEPT_WORDS, Layer, WordValues, WordwiseLayer
from rte_baselines.core.registry import registry

# JSON can contain lone surrogates, which tokenizers reject.
_LONE_SURROGATE = re.compile("[\ud800-\udfff]")

LONGEST_RUN = 2_000
"""The maximum length of a run of characters without white space that is tokenized as a whole.

Longer runs are cut after marks. Words are never longer than this limit, and URLs rarely are.
"""

_LONGER_RUN = re.compile(rf"\S{{{LONGEST_RUN + 1},}}")
_MARK = re.compile(r"[\W_]")
_UP_TO_LAST_MARK = re.compile(r"\S*[\W_]")
# The window is longer than any suffix with the characters before it that the patterns look at. Only
# a row of dots can be longer.
_SUFFIX_WINDOW = 64


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
        if len(_tokenizer().vocab) > KEPT_WORDS:
            _tokenizer.cache_clear()
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
            "is_punctuation": np.array(
                [not any(map(str.isalnum, word)) for word in strings], dtype=np.bool_
            ),
        }


@registry.layers("stems.v1")
class SnowballLayer(WordwiseLayer):
    """Stems by Snowball's English stemmer, also known as Porter2."""

    provides = ("stems",)
    reads = "norms"

    def __init__(self) -> None:
        from Stemmer import Stemmer

        self._stemmer = Stemmer("english", KEPT_WORDS)

    def values(self, strings: Sequence[str]) -> Mapping[str, WordValues]:
        """Stem the norms."""
        return {"stems": self._stemmer.stemWords(strings)}


@registry.layers("porter_stems.v1")
class PorterLayer(WordwiseLayer):
    """Stems by Porter's algorithm of 1980; as in his program, words of two letters are kept."""

    provides = ("porter_stems",)
    reads = "norms"

    def __init__(self) -> None:
        from Stemmer import Stemmer

        self._stemmer = Stemmer("porter", KEPT_WORDS)

    def values(self, strings: Sequence[str]) -> Mapping[str, WordValues]:
        """Stem the norms."""
        stem = self._stemmer.stemWord
        return {"porter_stems": [stem(word) if len(word) > 2 else word for word in strings]}


def tokenize(text: str) -> tuple[list[str], list[int]]:
    """Split a text without lone surrogates into words and marks, without white space.

    The words are those of spaCy's tokenizer, except in runs of more than `LONGEST_RUN` characters
    without white space. These are cut after marks, so that a URL as long is several words. The
    offsets are the positions of their first characters in the text.

    spaCy removes marks from both ends of a run one by one, and searches the whole run for the next
    one. That would take minutes for 20,000 brackets.
    """
    tokenizer = _tokenizer()
    words: list[str] = []
    offsets: list[int] = []
    for start, piece in _pieces(text):
        for token in tokenizer(piece):
            if not token.is_space:
                words.append(token.text)
                offsets.append(start + token.idx)
    return words, offsets


def _pieces(text: str) -> Iterator[tuple[int, str]]:
    """Yield a text in pieces without runs above `LONGEST_RUN`, with the position of each piece."""
    start = 0
    for run in _LONGER_RUN.finditer(text):
        for cut in _cuts(text, *run.span()):
            yield start, text[start:cut]
            start = cut
    yield start, text[start:]


def _cuts(text: str, start: int, end: int) -> Iterator[int]:
    """Yield where a run is cut: after the last mark of each piece, or else after the next one."""
    while end - start > LONGEST_RUN:
        mark = _UP_TO_LAST_MARK.match(text, start, start + LONGEST_RUN) or _MARK.search(
            text, start + LONGEST_RUN, end
        )
        if mark is None or mark.end() == end:
            return
        start = mark.end()
        yield start


@cache
def _tokenizer() -> Any:
    # Importing spaCy takes a second, so it is done only when words are needed.
    from spacy.attrs import IS_SPACE
    from spacy.lang.en import English
    from spacy.tokenizer import Tokenizer
    from spacy.util import compile_infix_regex, compile_prefix_regex, compile_suffix_regex
    from spacy.vocab import Vocab

    # As `English().tokenizer`, which computes twenty attributes of each new word. Exchanging its
    # searches would add its 1,500 special cases again for each of them.
    defaults: Any = English.Defaults
    return Tokenizer(
        Vocab(lex_attr_getters={IS_SPACE: str.isspace}),
        rules=defaults.tokenizer_exceptions,
        # All prefix patterns are anchored at the beginning. `search` would try them everywhere.
        prefix_search=compile_prefix_regex(defaults.prefixes).match,
        suffix_search=_search_at_end(compile_suffix_regex(defaults.suffixes)),
        infix_finditer=compile_infix_regex(defaults.infixes).finditer,
        token_match=defaults.token_match,
        url_match=defaults.url_match,
    )


def _search_at_end(suffixes: re.Pattern[str]) -> Callable[[str], re.Match[str] | None]:
    """Return a search for a suffix that looks only at the last characters of a string.

    The result is that of a search of the whole string. A match that fills the window, in a row of
    dots, may be part of a longer match; the search is then repeated in larger windows.
    """

    def search(string: str) -> re.Match[str] | None:
        size = _SUFFIX_WINDOW
        while True:
            start = max(0, len(string) - size)
            found = suffixes.search(string, start)
            if found is None or found.start() > start or start == 0:
                return found
            size *= 2

    return search
