"""A snippet of text with its layers of analysis."""

from collections.abc import Iterable, Sequence
from typing import Any, Protocol, cast

from rte_baselines.core.quoting import quoted
from rte_baselines.core.representing import named
from rte_baselines.kernels.ragged import BoolArray, FloatArray, IntArray


class ComputesLayers(Protocol):
    """What an analysis asks for missing layers: an `Analyzer`."""

    def prepare(self, analyses: "Sequence[Analysis]", layers: Iterable[str]) -> None:
        """Compute the layers that are missing, and the layers that they depend on."""


class Analysis:
    """A snippet with its layers, each computed on first access.

    All layers of words are parallel to `words`: they have the same length and order. They
    are plain tuples and NumPy arrays, which kernels can read and caches can store.

    Parameters
    ----------
    text : str
    analyzer : ComputesLayers
        An `Analyzer`, which computes missing layers.
    """

    __slots__ = ("_analyzer", "layers", "text")

    def __init__(self, text: str, analyzer: ComputesLayers) -> None:
        self.text = text
        self.layers: dict[str, Any] = {}
        self._analyzer = analyzer

    def layer(self, name: str) -> Any:
        """Return a layer by name; compute it if it is missing.

        Raises
        ------
        ConfigError
            If the analyzer has no layer of that name.
        """
        if name not in self.layers:
            self._analyzer.prepare([self], [name])
        return self.layers[name]

    @property
    def words(self) -> tuple[str, ...]:
        """The words and punctuation marks, spelled as in the text, without white space."""
        return cast(tuple[str, ...], self.layer("words"))

    @property
    def word_offsets(self) -> IntArray:
        """The offset of each word's first character in the text."""
        return cast(IntArray, self.layer("word_offsets"))

    @property
    def norms(self) -> tuple[str, ...]:
        """The words in lower case."""
        return cast(tuple[str, ...], self.layer("norms"))

    @property
    def stems(self) -> tuple[str, ...]:
        """The Snowball (Porter2) stems of the norms."""
        return cast(tuple[str, ...], self.layer("stems"))

    @property
    def porter_stems(self) -> tuple[str, ...]:
        """The stems of the norms by Porter's original algorithm."""
        return cast(tuple[str, ...], self.layer("porter_stems"))

    @property
    def is_punctuation(self) -> BoolArray:
        """Whether each word has neither a letter nor a digit."""
        return cast(BoolArray, self.layer("is_punctuation"))

    @property
    def is_stop_word(self) -> BoolArray:
        """Whether each word is on the stop list."""
        return cast(BoolArray, self.layer("is_stop_word"))

    @property
    def is_closed_class(self) -> BoolArray:
        """Whether each word is of a closed class: determiner, preposition, pronoun, ..."""
        return cast(BoolArray, self.layer("is_closed_class"))

    @property
    def is_capitalized(self) -> BoolArray:
        """Whether each word begins with a capital letter."""
        return cast(BoolArray, self.layer("is_capitalized"))

    @property
    def is_negation(self) -> BoolArray:
        """Whether each word is a negation: not, n't, never, nobody, without, ..."""
        return cast(BoolArray, self.layer("is_negation"))

    @property
    def is_negation_particle(self) -> BoolArray:
        """Whether each word is "not" or "n't"."""
        return cast(BoolArray, self.layer("is_negation_particle"))

    @property
    def numbers(self) -> FloatArray:
        """The value of the number that starts at each word; NaN if no number starts there.

        In "two million", the first word has 2,000,000 and the second NaN.
        """
        return cast(FloatArray, self.layer("numbers"))

    @property
    def lemmas(self) -> tuple[str, ...]:
        """The dictionary forms of the words, in lower case."""
        return cast(tuple[str, ...], self.layer("lemmas"))

    @property
    def pos(self) -> tuple[str, ...]:
        """The part-of-speech tags of Universal Dependencies: NOUN, VERB, PROPN, ..."""
        return cast(tuple[str, ...], self.layer("pos"))

    @property
    def tags(self) -> tuple[str, ...]:
        """The part-of-speech tags of the Penn Treebank: NNS, VBD, ..."""
        return cast(tuple[str, ...], self.layer("tags"))

    @property
    def heads(self) -> IntArray:
        """The position of each word's head; -1 for the root of a sentence."""
        return cast(IntArray, self.layer("heads"))

    @property
    def relations(self) -> tuple[str, ...]:
        """The dependency relation of each word to its head: nsubj, obl, ..."""
        return cast(tuple[str, ...], self.layer("relations"))

    @property
    def sentence_starts(self) -> BoolArray:
        """Whether each word starts a sentence."""
        return cast(BoolArray, self.layer("sentence_starts"))

    @property
    def entity_labels(self) -> tuple[str, ...]:
        """The type of the named entity each word is part of, such as PERSON; else empty."""
        return cast(tuple[str, ...], self.layer("entity_labels"))

    @property
    def entity_starts(self) -> BoolArray:
        """Whether each word starts a named entity."""
        return cast(BoolArray, self.layer("entity_starts"))

    def ids(self, level: str) -> IntArray:
        """Return the strings of a layer as integers; equal strings have equal integers.

        Parameters
        ----------
        level : str
            A layer of strings, such as ``norms`` or ``stems``.
        """
        return cast(IntArray, self.layer(f"{level}.ids"))

    def __len__(self) -> int:
        return len(self.words)

    def __repr__(self) -> str:
        return named(self, quoted(self.text), f"{len(self.layers)} layers")
