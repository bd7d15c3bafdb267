"""Word lists, and layers that look words up in them: stop words, closed classes, negation."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any

import numpy as np

from rte_baselines.analysis.analysis import Analysis
from rte_baselines.analysis.layer import Layer, WordValues, WordwiseLayer
from rte_baselines.analysis.tokens.words import norm_of
from rte_baselines.core.registry import registry
from rte_baselines.core.resources.resources import packaged_lines
from rte_baselines.kernels.ragged import BoolArray

NEGATION_PARTICLES = frozenset({"not", "n't", "nt"})
"""The words of jijkoun2006's rule for "not" (section 3), and "n't" without its apostrophe."""

NEGATION_WORDS = NEGATION_PARTICLES | {
    *("no", "never", "none", "nobody", "nothing", "nowhere", "neither", "nor", "without"),
    *("hardly", "barely", "scarcely"),
}
"""Particles, negative pronouns, determiners and adverbs, and three near-negative adverbs."""

_MARKS = '({[]});"“”.,:-!?'
_NON_SPACES = re.compile(r"\S+")


@registry.layers("stop_words.v1")
class StopWordLayer(WordwiseLayer):
    """Marks the words on spaCy's English stop list, unless they look like names."""

    provides = ("is_stop_word",)
    reads = "words"

    def values(self, strings: Sequence[str]) -> Mapping[str, WordValues]:
        """Look the words up."""
        return {"is_stop_word": np.array(list(map(is_stop_word, strings)), dtype=np.bool_)}


@registry.layers("closed_class.v1")
class ClosedClassLayer(WordwiseLayer):
    """Marks the words of closed classes, by the package's own list.

    A list cannot distinguish the preposition "past" from the noun, so words that are mostly
    of an open class are not on it. Words that look like names are excluded: "US" is not
    the pronoun, and "May" is not the modal.
    """

    provides = ("is_closed_class",)
    reads = "words"

    def values(self, strings: Sequence[str]) -> Mapping[str, WordValues]:
        """Look the words up."""
        return {"is_closed_class": listed(map(_norm_unless_name, strings), closed_class_words())}


@registry.layers("negation.v1")
class NegationLayer(WordwiseLayer):
    """Marks the negation words, and the negation particles among them."""

    provides = ("is_negation", "is_negation_particle")
    reads = "norms"

    def values(self, strings: Sequence[str]) -> Mapping[str, WordValues]:
        """Look the norms up."""
        # The tokenizer splits "don't" but not "DON'T".
        contracted = np.array([string.endswith("n't") for string in strings], dtype=np.bool_)
        return {
            "is_negation": listed(strings, NEGATION_WORDS) | contracted,
            "is_negation_particle": listed(strings, NEGATION_PARTICLES) | contracted,
        }


def listed(norms: Iterable[str], words: frozenset[str]) -> BoolArray:
    """Return whether each norm is in a set of words, shape (norms,)."""
    return np.array([norm in words for norm in norms], dtype=np.bool_)


def is_stop_word(word: str) -> bool:
    """Whether a word is on spaCy's English stop list and does not look like a name."""
    return _norm_unless_name(word) in _stop_words()


@cache
def _stop_words() -> frozenset[str]:
    from spacy.lang.en.stop_words import STOP_WORDS

    return frozenset(STOP_WORDS)


def _norm_unless_name(word: str) -> str:
    """Return the word's norm, or the word itself if it looks like a name."""
    # Capitalized, "May" and "Will" are more often names than modals.
    is_name = (len(word) > 1 and word.isupper()) or word in {"May", "Will"}
    return word if is_name else norm_of(word)


@cache
def closed_class_words() -> frozenset[str]:
    """Return the words of ``closed_class_words.txt``."""
    lines = packaged_lines("rte_baselines.analysis.tokens", "closed_class_words.txt")
    return frozenset(word for line in lines for word in line.split())


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


@cache
def word_lists(file: str, package: str = "rte_baselines.analysis") -> Mapping[str, frozenset[str]]:
    """Return the words of a file in a package, by heading.

    A line in brackets is the heading of all words up to the next heading. The parts of a multiword
    expression are joined by underscores. Text after ``#`` is a comment.
    """
    lists: dict[str, set[str]] = {}
    heading = ""
    for line in packaged_lines(package, file):
        if line.startswith("["):
            heading = line.strip("[]")
        else:
            lists.setdefault(heading, set()).update(line.split())
    return {name: frozenset(words) for name, words in lists.items()}
