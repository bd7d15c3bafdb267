"""Which words of a text entail which words of a hypothesis, by equality or by WordNet."""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from rte_baselines.analysis import Analysis
from rte_baselines.features.trees.dependency_forests import negated_words
from rte_baselines.kernels.ragged import BoolArray, FloatArray, Ragged, offsets_of
from rte_baselines.lexicon.word_similarity import Lemmas
from rte_baselines.lexicon.wordnet.database.database import WordNet
from rte_baselines.lexicon.wordnet.entailment.lexical_entailment import LexicalEntailment
from rte_baselines.lexicon.wordnet.senses.disambiguation import senses_of_lemmas
from rte_baselines.lexicon.wordnet.senses.multiword_units import MultiwordUnit, MultiwordUnits

LAYERS = ("norms", "lemmas", "lemmas.ids", "pos", "heads", "relations", "is_negation")
"""The analysis layers that lexical units are built from."""


@dataclass(frozen=True)
class LexicalUnits:
    """The lexical units of a snippet: first its words, by position, then its multiword units.

    `words`: the number of words. `heads`: the position of the head word of each multiword unit.
    `senses`: the senses of each lexical unit; for multiword units those of all parts of speech.
    `negated`, shape (lexical units,): a multiword unit is negated if its head word is.
    """

    words: int
    multiword_units: tuple[MultiwordUnit, ...]
    heads: tuple[int, ...]
    senses: Ragged
    negated: BoolArray

    @classmethod
    def of(cls, analysis: Analysis, wordnet: WordNet) -> "LexicalUnits":
        """Find the lexical units of a snippet."""
        units = _multiword_units(wordnet, analysis.lemmas, analysis.norms)
        heads = [_head(analysis, unit) for unit in units]
        lemmas = Lemmas(analysis.lemmas, analysis.pos, analysis.ids("lemmas"))
        of_words = senses_of_lemmas(wordnet, lemmas)
        of_units = Ragged.concatenate(wordnet.senses(unit.word) for unit in units)
        negated = negated_words(analysis)
        return cls(
            words=len(analysis),
            multiword_units=units,
            heads=tuple(heads),
            senses=Ragged(
                np.concatenate([of_words.values, of_units.values]),
                offsets_of(np.concatenate([of_words.lengths, of_units.lengths])),
            ),
            negated=np.concatenate([negated, negated[np.array(heads, np.int64)]]),
        )

    def headed_by(self, position: int) -> list[int]:
        """Return the index of the word, and of the multiword unit that it heads, if any."""
        units = enumerate(self.heads, self.words)
        return [position, *(number for number, head in units if head == position)]

    def containing(self, position: int) -> list[int]:
        """Return the index of the word, and of the multiword unit that contains it, if any."""
        units = enumerate(self.multiword_units, self.words)
        return [position, *(number for number, unit in units if unit.start <= position < unit.stop)]


def _head(analysis: Analysis, unit: MultiwordUnit) -> int:
    """Return the first word of a unit whose head is outside of the unit."""
    heads = analysis.heads[unit.start : unit.stop]
    outside = (heads < unit.start) | (heads >= unit.stop)
    return unit.start + int(np.argmax(outside))


@lru_cache(maxsize=4)
def _finder(wordnet: WordNet) -> MultiwordUnits:
    return MultiwordUnits(wordnet)


# Cached, because finding units is slow and several features and systems read the same snippets.
@lru_cache(maxsize=4_000)
def _multiword_units(
    wordnet: WordNet, lemmas: tuple[str, ...], forms: tuple[str, ...]
) -> tuple[MultiwordUnit, ...]:
    return _finder(wordnet).find(lemmas, forms)


class SameWord:
    """A word entails the same word in lower case, regardless of negation."""

    def __init__(self, text: Analysis, hypothesis: Analysis) -> None:
        self._is_same = _is_same(text, hypothesis, "norms")

    def distances(self) -> FloatArray:
        """Return 0 or infinity, shape (words of the hypothesis, words of the text)."""
        return np.where(self._is_same, 0.0, np.inf)

    def relation(self, text_position: int, position: int) -> str:
        """Return "same word"."""
        return "same word"


class WordNetEntailment:
    """Entailment by WordNet, between words and multiword units.

    A word entails the same word or lemma if both or neither are negated, and the words that
    `LexicalEntailment` defines. A word that entails a multiword unit entails each word of the
    unit. The head word of a multiword unit entails what the unit entails.

    References
    ----------
    Herrera, Peñas and Verdejo 2006, "Textual entailment recognition based on dependency
    analysis and WordNet", section 3.
    """

    def __init__(self, text: Analysis, hypothesis: Analysis, wordnet: WordNet) -> None:
        self._entailment = _lexical_entailment(wordnet)
        self._text = LexicalUnits.of(text, wordnet)
        self._hypothesis = LexicalUnits.of(hypothesis, wordnet)
        as_negated = np.equal.outer(
            self._hypothesis.negated[: len(hypothesis)], self._text.negated[: len(text)]
        )
        self._is_same_word = _is_same(text, hypothesis, "norms") & as_negated
        self._is_same_lemma = _is_same(text, hypothesis, "lemmas") & as_negated

    def distances(self) -> FloatArray:
        """Return 0 for the same word, 1 for the same lemma, 2 + path length by WordNet.

        Infinity if a word of the text does not entail one of the hypothesis; the shape is (words
        of the hypothesis, words of the text).
        """
        text, hypothesis = self._text, self._hypothesis
        lengths = self._entailment.lengths(
            text.senses, hypothesis.senses, text.negated, hypothesis.negated
        )
        for number, unit in enumerate(hypothesis.multiword_units, hypothesis.words):
            of_words = lengths[unit.start : unit.stop]
            np.minimum(of_words, lengths[number], out=of_words)
        for number, head in enumerate(text.heads, text.words):
            lengths[:, head] = np.minimum(lengths[:, head], lengths[:, number])
        distances = 2 + lengths[: hypothesis.words, : text.words]
        distances[self._is_same_lemma] = 1
        distances[self._is_same_word] = 0
        return distances

    def relation(self, text_position: int, position: int) -> str:
        """Return what is equal or, for the nearest two lexical units, the path in WordNet."""
        if self._is_same_word[position, text_position]:
            return "same word"
        if self._is_same_lemma[position, text_position]:
            return "same lemma"
        paths = (
            self._entailment.path(
                self._text.senses[entailing],
                self._hypothesis.senses[entailed],
                text_negated=bool(self._text.negated[entailing]),
                hypothesis_negated=bool(self._hypothesis.negated[entailed]),
            )
            for entailing in self._text.headed_by(text_position)
            for entailed in self._hypothesis.containing(position)
        )
        shortest = min(filter(None, paths), key=lambda path: path.length)
        return shortest.describe(self._entailment.wordnet)


# Cached, because building it takes time and components are copied.
@lru_cache(maxsize=4)
def _lexical_entailment(wordnet: WordNet) -> LexicalEntailment:
    return LexicalEntailment(wordnet)


def _is_same(text: Analysis, hypothesis: Analysis, level: str) -> BoolArray:
    """Return which words are equal, shape (words of the hypothesis, words of the text)."""
    equal: BoolArray = np.equal.outer(hypothesis.ids(level), text.ids(level))
    return equal
