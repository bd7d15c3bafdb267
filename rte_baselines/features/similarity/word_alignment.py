"""Alignment of content words by their vectors in context, and how it fits both parses."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal, NamedTuple

import numpy as np

from rte_baselines.analysis import Analysis
from rte_baselines.analysis.encoder.cosines import cosines
from rte_baselines.core.quoting import quoted
from rte_baselines.core.registry import registry
from rte_baselines.features.base import Alignment, Output, PairFeature, mean
from rte_baselines.features.trees.dependency_forests import nearest_kept
from rte_baselines.kernels.ragged import FloatArray, IntArray, VectorArray
from rte_baselines.lexicon.word_comparison import WordComparison

WordMeasure = Literal["classes", "gaps", "dependencies", "sentences"]

_CLASSES = {
    "noun": {"NOUN"},
    "verb": {"VERB"},
    "name": {"PROPN"},
    "modifier": {"ADJ", "ADV"},
    "number": {"NUM"},
}
_CLASS_OF = {part: number for number, parts in enumerate(_CLASSES.values()) for part in parts}
_FURTHEST = 8
"""The maximum path length; longer paths and paths between sentences count as this length."""

_OUTPUTS: dict[WordMeasure, tuple[Output, ...]] = {
    # A cosine is at least -1, so that 1 minus a cosine is at most 2.
    "classes": (
        *(Output(f"{name}_distance", 0.0, 2.0, direction=-1) for name in _CLASSES),
        *(Output(f"{name}_furthest", 0.0, 2.0, direction=-1) for name in _CLASSES),
    ),
    "gaps": tuple(
        Output(name, 0.0, math.inf, direction=-1)
        for name in ("gap_mean", *(f"{name}_gap" for name in _CLASSES))
    ),
    # A function word between two content words is on the path, even if the snippets are equal.
    "dependencies": (
        Output("path_mean", 0.0, _FURTHEST),
        Output("path_longest", 0.0, _FURTHEST),
        Output("path_far"),
        Output("reversed", direction=-1),
    ),
    # A text of several sentences is not within one sentence of itself.
    "sentences": (
        *(Output(f"sentence_{name}", -1.0, 1.0) for name in ("recall", "minimum", "lowest")),
        Output("sentence_loss", 0.0, 2.0),
        Output("sentences", 0.0, math.inf),
    ),
}


class _Dependency(NamedTuple):
    """A dependency between content words of the hypothesis; function words are skipped.

    `head`, `dependent`: the positions of its words in the hypothesis. `text_head`,
    `text_dependent`: the positions of the words in the text that they are aligned with. `path`: the
    number of dependencies between these, at most `_FURTHEST`.
    """

    head: int
    dependent: int
    text_head: int
    text_dependent: int
    path: int


@registry.features("word_alignment.v1")
@dataclass(eq=False, repr=False)
class WordAlignment(PairFeature):
    """Each content word of the hypothesis aligned with the word of the text nearest in context.

    The vector of a word is the mean of the vectors of its pieces. A content word w of the
    hypothesis is aligned with the word a(w) of the text whose vector has the highest cosine, b(w);
    among ties, with the first. There are four groups of measures:

    - classes, each for nouns, verbs, names, modifiers (adjectives and adverbs) and numbers:
      ``distance``, the sum of 1 - b(w) over the words of the class, divided by the number of all
      content words; ``furthest``, the highest 1 - b(w). Both are 0 without words of the class;
    - gaps between the vectors of w and a(w), learned from entailments (`WordComparison`):
      ``gap_mean``, the mean over all content words, and for each class ``gap``, the highest, 0
      without words of the class. A missing word has a far larger gap than several that
      are there in another form;
    - dependencies between content words h and d of the hypothesis, where function words between
      them are skipped. The path length is the number of dependencies between a(h) and a(d) in the
      text: 8 if it is longer or they are in different sentences, 0 if they are the same word.
      ``path_mean`` and ``path_longest`` are the mean and the highest length; ``path_far`` is the
      share of lengths above 2; ``reversed`` is the share of dependencies in which a(h) and a(d)
      have another order than h and d;
    - sentences, where all words are aligned within one sentence of the text: the first with the
      highest mean cosine. ``sentence_recall`` is this mean, ``sentence_minimum`` the lowest
      cosine, ``sentence_lowest`` the mean of the three lowest cosines, and ``sentence_loss`` the
      mean of b(w) minus ``sentence_recall``. ``sentences`` is the number of different sentences
      that contain the words a(w).

    If the text has no words or the hypothesis no content words, all measures are 0.

    Parameters
    ----------
    measures : sequence of {"classes", "gaps", "dependencies", "sentences"}
        The groups.
    """

    source = (
        "the toolkit's own, with words aligned as are the pieces of BERTScore, zhang2020 section 3"
    )

    measures: Sequence[WordMeasure] = ("classes", "dependencies", "sentences")

    layers = ("token_vectors", "is_function_word", "pos", "heads", "sentence_starts")

    @property
    def resources(self) -> set[str]:
        """The encoder and, for gaps, the comparison of words."""
        return super().resources | ({WordComparison.resource} if "gaps" in self.measures else set())

    @property
    def outputs(self) -> tuple[Output, ...]:
        """The numbers of each group, in the order of the groups."""
        return tuple(output for measure in self.measures for output in _OUTPUTS[measure])

    def compute_pair(self, text: Analysis, hypothesis: Analysis) -> Sequence[float]:
        """Align the content words and compare the two parses."""
        aligned = NearestWords(text, hypothesis)
        if not aligned.cosines.size:
            return [0.0] * len(self.outputs)
        groups = {
            "classes": _class_distances,
            "gaps": _gaps,
            "dependencies": _path_lengths,
            "sentences": _sentence_cosines,
        }
        return [value for measure in self.measures for value in groups[measure](aligned)]

    def align(self, text: Analysis, hypothesis: Analysis) -> Sequence[Alignment]:
        """Align each content word."""
        aligned = NearestWords(text, hypothesis)
        if not aligned.cosines.size:
            return [Alignment(word, None, "missing") for word in aligned.words.tolist()]
        return [
            Alignment(word, partner, f"cosine {cosine:.2f}")
            for word, partner, cosine in zip(
                aligned.words.tolist(), aligned.partners.tolist(), aligned.best, strict=True
            )
        ]

    def describe(self, text: Analysis, hypothesis: Analysis) -> str:
        """Say the longest path in the text between words that depend on each other."""
        aligned = NearestWords(text, hypothesis)
        if not aligned.cosines.size:
            return "the text has no words, or the hypothesis no content words"
        if not aligned.dependencies:
            return "no content words of the hypothesis depend on each other"
        longest = max(aligned.dependencies, key=lambda dependency: dependency.path)
        pair, match = (
            f"{quoted(side.words[head])} and {quoted(side.words[dependent])}"
            for side, head, dependent in (
                (hypothesis, longest.head, longest.dependent),
                (text, longest.text_head, longest.text_dependent),
            )
        )
        if longest.text_head == longest.text_dependent:
            match = f"both {quoted(text.words[longest.text_head])}"
        more = " or more" if longest.path == _FURTHEST else ""
        return f"{pair} are aligned with {match}, at a distance of {longest.path}{more} in the text"


class NearestWords:
    """The content words of a hypothesis and the words of a text that are nearest to them."""

    def __init__(self, text: Analysis, hypothesis: Analysis) -> None:
        self.text = text
        self.hypothesis = hypothesis

    @cached_property
    def words(self) -> IntArray:
        """The positions of the content words, shape (content words,)."""
        return np.flatnonzero(~self.hypothesis.layer("is_function_word"))

    @cached_property
    def vectors(self) -> VectorArray:
        """The vectors of the content words, shape (content words, dimensions)."""
        vectors: VectorArray = self.hypothesis.layer("token_vectors")[self.words]
        return vectors

    @cached_property
    def cosines(self) -> FloatArray:
        """Shape (content words, words of the text)."""
        return cosines(self.vectors, self.text.layer("token_vectors"))

    @cached_property
    def partners(self) -> IntArray:
        """The position in the text of the word that each is aligned with."""
        partners: IntArray = self.cosines.argmax(axis=1)
        return partners

    @property
    def partner_vectors(self) -> VectorArray:
        """Their vectors, shape (content words, dimensions)."""
        vectors: VectorArray = self.text.layer("token_vectors")[self.partners]
        return vectors

    def by_class(self, numbers: FloatArray) -> list[FloatArray]:
        """Return the numbers of the content words of each class."""
        parts = self.hypothesis.pos
        classes = np.array([_CLASS_OF.get(parts[word], -1) for word in self.words.tolist()])
        return [numbers[classes == number] for number in range(len(_CLASSES))]

    @cached_property
    def best(self) -> FloatArray:
        """The highest cosine of each."""
        best: FloatArray = self.cosines.max(axis=1)
        return best

    @cached_property
    def dependencies(self) -> list[_Dependency]:
        """The dependencies between content words."""
        is_content = ~self.hypothesis.layer("is_function_word")
        heads = nearest_kept(self.hypothesis.heads, is_content).tolist()
        partners = dict(zip(self.words.tolist(), self.partners.tolist(), strict=True))
        text_heads = self.text.heads.tolist()
        return [
            _Dependency(
                head,
                dependent,
                partners[head],
                partners[dependent],
                _path(text_heads, partners[head], partners[dependent]),
            )
            for dependent in partners
            if (head := heads[dependent]) >= 0
        ]


def _path(heads: Sequence[int], first: int, second: int) -> int:
    """Return the number of dependencies between two words, at most `_FURTHEST`."""
    steps = {word: above for above, word in enumerate(_upwards(heads, first))}
    for above, word in enumerate(_upwards(heads, second)):
        if word in steps:
            return min(above + steps[word], _FURTHEST)
    return _FURTHEST


def _upwards(heads: Sequence[int], word: int) -> Iterator[int]:
    """Yield a word and its ancestors, as many as are on paths shorter than the longest."""
    for _ in range(_FURTHEST):
        yield word
        word = heads[word]
        if word < 0:
            return


def _class_distances(aligned: NearestWords) -> list[float]:
    classes = aligned.by_class(1.0 - aligned.best)
    return [
        *(float(distances.sum()) / len(aligned.words) for distances in classes),
        *(float(distances.max(initial=0.0)) for distances in classes),
    ]


def _gaps(aligned: NearestWords) -> list[float]:
    gaps = WordComparison.open().gaps(aligned.vectors, aligned.partner_vectors)
    furthest = [float(class_gaps.max(initial=0.0)) for class_gaps in aligned.by_class(gaps)]
    return [float(gaps.mean()), *furthest]


def _path_lengths(aligned: NearestWords) -> list[float]:
    dependencies = aligned.dependencies
    if not dependencies:
        return [0.0] * len(_OUTPUTS["dependencies"])
    paths = [dependency.path for dependency in dependencies]
    is_far = [path > 2 for path in paths]
    # Whether the words are in another order in the text than in the hypothesis.
    is_reversed = [
        (arc.head - arc.dependent) * (arc.text_head - arc.text_dependent) < 0
        for arc in dependencies
    ]
    return [mean(paths), float(max(paths)), mean(is_far), mean(is_reversed)]


def _sentence_cosines(aligned: NearestWords) -> list[float]:
    starts = np.flatnonzero(aligned.text.sentence_starts)
    highest = np.maximum.reduceat(aligned.cosines, starts, axis=1)
    means = highest.mean(axis=0)
    chosen = int(means.argmax())
    ordered = np.sort(highest[:, chosen])
    sentences = np.searchsorted(starts, aligned.partners, side="right")
    return [
        float(means[chosen]),
        float(ordered[0]),
        float(ordered[:3].mean()),
        # With a single sentence, both means are equal except for rounding.
        max(float(aligned.best.mean() - means[chosen]), 0.0),
        float(len(set(sentences.tolist()))),
    ]
