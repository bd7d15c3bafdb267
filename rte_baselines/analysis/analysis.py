"""A snippet of text with its layers of analysis."""

from collections.abc import Iterable, Sequence
from typing import Any, Generic, Protocol, TypeVar, cast

from rte_baselines.core.quoting import quoted
from rte_baselines.core.representing import named
from rte_baselines.kernels.ragged import BoolArray, FloatArray, IntArray

Value = TypeVar("Value")


class ComputesLayers(Protocol):
    """What an analysis asks for missing layers: an `Analyzer`."""

    def prepare(self, analyses: "Sequence[Analysis]", layers: Iterable[str]) -> None:
        """Compute the layers that are missing, and the layers that they depend on."""


class LayerAttribute(Generic[Value]):
    """An attribute of an analysis with the layer of the same name."""

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    def __get__(self, analysis: "Analysis", owner: type) -> Value:
        return cast(Value, analysis.layer(self._name))


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

    words = LayerAttribute[tuple[str, ...]]()
    """The words and punctuation marks, spelled as in the text, without white space."""
    word_offsets = LayerAttribute[IntArray]()
    """The offset of each word's first character in the text."""
    norms = LayerAttribute[tuple[str, ...]]()
    """The words in lower case."""
    stems = LayerAttribute[tuple[str, ...]]()
    """The Snowball (Porter2) stems of the norms."""
    porter_stems = LayerAttribute[tuple[str, ...]]()
    """The stems of the norms by Porter's original algorithm."""
    is_punctuation = LayerAttribute[BoolArray]()
    """Whether each word has neither a letter nor a digit."""
    is_stop_word = LayerAttribute[BoolArray]()
    """Whether each word is on the stop list."""
    is_closed_class = LayerAttribute[BoolArray]()
    """Whether each word is of a closed class: determiner, preposition, pronoun, ..."""
    is_capitalized = LayerAttribute[BoolArray]()
    """Whether each word begins with a capital letter."""
    is_negation = LayerAttribute[BoolArray]()
    """Whether each word is a negation: not, n't, never, nobody, without, ..."""
    is_negation_particle = LayerAttribute[BoolArray]()
    """Whether each word is "not" or "n't"."""
    numbers = LayerAttribute[FloatArray]()
    """The value of the number that starts at each word; NaN if no number starts there.

    In "two million", the first word has 2,000,000 and the second NaN.
    """
    lemmas = LayerAttribute[tuple[str, ...]]()
    """The dictionary forms of the words, in lower case."""
    pos = LayerAttribute[tuple[str, ...]]()
    """The part-of-speech tags of Universal Dependencies: NOUN, VERB, PROPN, ..."""
    tags = LayerAttribute[tuple[str, ...]]()
    """The part-of-speech tags of the Penn Treebank: NNS, VBD, ..."""
    heads = LayerAttribute[IntArray]()
    """The position of each word's head; -1 for the root of a sentence."""
    relations = LayerAttribute[tuple[str, ...]]()
    """The dependency relation of each word to its head: nsubj, obl, ..."""
    sentence_starts = LayerAttribute[BoolArray]()
    """Whether each word starts a sentence."""
    entity_labels = LayerAttribute[tuple[str, ...]]()
    """The type of the named entity each word is part of, such as PERSON; else empty."""
    entity_starts = LayerAttribute[BoolArray]()
    """Whether each word starts a named entity."""

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
