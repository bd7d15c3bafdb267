"""spaCy's tokenizer for English, in a time that is linear in the length of any text."""

import re
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

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


def known_words() -> int:
    """Return the number of words that the tokenizer remembers."""
    return len(_tokenizer().vocab)


def forget_words() -> None:
    """Replace the tokenizer by a new one, which remembers no words."""
    _tokenizer.cache_clear()


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
