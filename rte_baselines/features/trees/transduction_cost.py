"""Cost of transducing the text into the hypothesis by a bracketing grammar."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from rte_baselines.analysis import Analysis
from rte_baselines.core.registry import registry
from rte_baselines.features.base import (
    Alignment,
    Illustration,
    Output,
    SelectingFeature,
    share,
    warn_once,
)
from rte_baselines.features.batch import Drop, Level, PairBatch, Selection, Side
from rte_baselines.features.surface.overlap import same
from rte_baselines.features.trees.bracketing import bracketing, constituents_of
from rte_baselines.kernels.ragged import BoolArray, FloatArray, IntArray
from rte_baselines.kernels.translation.biparsing import (
    INVERTED,
    LARGEST_GRID,
    TRANSDUCTION,
    Biparse,
    biparse,
)
from rte_baselines.lexicon.word_similarity import Lemmas, WordSimilarity
from rte_baselines.rendering.drawings.shapes import Biparse as BiparseShape

_NO_LEMMAS = Lemmas((), (), np.empty(0, np.int64))
_STRAIGHT_ONLY = (
    "transduction_cost: no inversions are tried if (n + 1) (m + 1), for n and m words with a "
    f"partner on each side, is more than {LARGEST_GRID}"
)
_LEGEND = "[same order] <opposite order>; a/b: a became b; a/ε, ε/b: left over"


@registry.features("transduction_cost.v1")
@dataclass(eq=False, repr=False)
class TransductionCost(SelectingFeature):
    """The cost of the best biparse of text and hypothesis by a bracketing transduction grammar.

    A biparse is a tree over text and hypothesis at once. An inner node has two constituents,
    which are in the same order on both sides (straight) or in opposite orders (inverted). A
    leaf is a word of the text that is transduced into a word of the hypothesis, or a
    singleton: a word of either side that is left over. Transductions of equal words and
    straight nodes cost nothing.

    With a similarity, similar words are transduced too. For similarity s, divided by the
    maximum of the measure, a transduction costs 1 - s times the cost of leaving both words
    over. Transducing words with similarity 0 therefore costs the same as leaving them over.

    What the paper leaves open:

    - *Unit weights* of the rules (section 2) are taken to be weights of 1. Neither kind of node
      then has a cost, and order matters only if no bracketing allows it. The paper calls its
      score a variant of the distance of Leusch, Ueffing and Ney (2003), in which every
      transposition has the same cost; see `inversion`.
    - *Singletons* cost "little" in the text (section 4.3): here a tenth of those in the
      hypothesis.
    - *Length*: the paper's score is that of the whole parse, not normalized. Divided by the
      cost of leaving all words over, it is comparable between long and short pairs.
    - *No common word*: by the recurrences such a pair has no parse. Here it has one that
      leaves all words over.
    - *Long texts*: time grows with the sixth power of the number of words. With more than
      about 43 words with a partner on each side, only straight nodes are used, with a warning;
      see `LARGEST_GRID`. With the shipped configs no development pair of RTE-1 to 3 is that
      long.

    Parameters
    ----------
    level : str
        The layer by which words are equal; see ``word_overlap.v1``.
    drop : {"nothing", "punctuation", "stop_words", "closed_class", "function_words"}
        Words to remove before parsing.
    excluded : {"nothing", "punctuation", "stop_words", "closed_class", "function_words"}
        Words that are parsed but not transduced (section 3): each is left over, at the same
        cost as any other word. Negations are never excluded, nor any word of a snippet of which
        nothing would be left.
    similarity : WordSimilarity, optional
        The similarity of lemmas, as the thesaurus that section 4.4 suggests.
    minimum : float
        The minimum similarity of similar words, in [0, 1], divided by the maximum of the
        measure.
    text_singleton, hypothesis_singleton : float
        The cost of a word that is left over.
    inversion : float
        The cost of an inverted node.
    normalized : bool
        Whether to divide by the cost of leaving all words over.
    """

    source = "wu2006 sections 2 and 3; similarity, sections 4.4 and 5"
    field_ranges = (
        ("minimum", 0, 1),
        *((cost, 0, math.inf) for cost in ("text_singleton", "hypothesis_singleton", "inversion")),
    )

    level: Level = "norms"
    drop: Drop = "punctuation"
    excluded: Drop = "nothing"
    similarity: WordSimilarity | None = None
    minimum: float = 0.0
    text_singleton: float = 0.1
    hypothesis_singleton: float = 1.0
    inversion: float = 0.0
    normalized: bool = True

    @property
    def layers(self) -> tuple[str, ...]:
        """The level, what marks dropped and excluded words, and what the similarity reads."""
        excluded = Selection(self.level, self.excluded)
        similar = (
            ()
            if self.similarity is None
            else ("lemmas.ids", "lemmas", "pos", *self.similarity.layers)
        )
        layers = (*self.selection.layers, *excluded.layers, "is_negation", *similar)
        return tuple(dict.fromkeys(layers))

    @property
    def outputs(self) -> tuple[Output, ...]:
        """The cost; at most 1 if it is normalized. With excluded words it has no direction.

        They are left over even if text and hypothesis are equal.
        """
        high = 1.0 if self.normalized else math.inf
        return (Output("", high=high, direction=-1 if self.excluded == "nothing" else 0),)

    def compute(self, batch: PairBatch) -> FloatArray:
        """Return the cost of every pair, shape (pairs, 1)."""
        pairs = zip(*map(self._words, batch.sides), strict=True)
        transductions = [self._transduction(text, hypothesis) for text, hypothesis in pairs]
        costs = np.array([transduction.cost for transduction in transductions], np.float64)
        if self.normalized:
            maximum = np.array(
                [transduction.maximum_cost for transduction in transductions], np.float64
            )
            # A cost can exceed the maximum by a rounding error.
            costs = np.minimum(share(costs, maximum), 1.0)
        return costs[:, np.newaxis]

    def align(self, text: Analysis, hypothesis: Analysis) -> Sequence[Alignment]:
        """Align the words of the hypothesis with those that are transduced into them."""
        transduction = self._transduction_of(text, hypothesis)
        text_positions, positions = self._positions(text, hypothesis)
        alignments = [Alignment(position, None, "left over") for position in positions]
        for leaf in self._leaves(transduction, text, hypothesis):
            assert leaf.text is not None
            alignments[leaf.hypothesis] = Alignment(
                positions[leaf.hypothesis], text_positions[leaf.text], leaf.relation
            )
        return alignments

    def illustrate(self, text: Analysis, hypothesis: Analysis) -> Sequence[Illustration]:
        """Return the bracketing and its costs."""
        transduction = self._transduction_of(text, hypothesis)
        text_words, words = (
            tuple(side.words[position] for position in positions)
            for side, positions in zip(
                (text, hypothesis), self._positions(text, hypothesis), strict=True
            )
        )
        nodes = transduction.parse.nodes
        drawing = BiparseShape(
            text_words,
            words,
            tuple(self._leaves(transduction, text, hypothesis)),
            constituents_of(nodes, text_words, words),
        )
        lines = (_LEGEND, *bracketing(nodes, text_words, words))
        return (
            Illustration("Bracketing", lines, drawing),
            Illustration("Costs", tuple(transduction.cost_lines())),
        )

    def _positions(self, text: Analysis, hypothesis: Analysis) -> tuple[list[int], list[int]]:
        """Return the positions of the words of both sides that are parsed."""
        text_positions, positions = map(self.selection.positions, (text, hypothesis))
        return text_positions.tolist(), positions.tolist()

    def _leaves(
        self, transduction: "_Transduction", text: Analysis, hypothesis: Analysis
    ) -> Iterator[Alignment]:
        """Yield the words that are transduced, by their numbers among those that are parsed."""
        text_positions, positions = self._positions(text, hypothesis)
        for text_word, word in transduction.leaves.tolist():
            for level in (self.level, "lemmas"):
                strings = text.layer(level), hypothesis.layer(level)
                if strings[0][text_positions[text_word]] == strings[1][positions[word]]:
                    relation = same(level)
                    break
            else:
                kind = "" if self.similarity is None else self.similarity.relation
                relation = f"{kind} {transduction.similarities[text_word, word]:.2f}"
            yield Alignment(word, text_word, relation)

    def _transduction_of(self, text: Analysis, hypothesis: Analysis) -> "_Transduction":
        (text_words,), (words,) = (self._words(Side([side])) for side in (text, hypothesis))
        return self._transduction(text_words, words)

    def _words(self, side: Side) -> list["_Words"]:
        """Return the words of each snippet that are kept."""
        ids = side.ids(self.selection)
        is_transduced = side.kept(self.excluded) | side.marks("is_negation")
        marks = is_transduced[side.kept(self.drop)]
        lemmas = (
            [_NO_LEMMAS] * len(ids)
            if self.similarity is None
            else side.lemmas(self.drop, with_vectors=self.similarity.needs_vectors)
        )
        bounds = pairwise(ids.offsets.tolist())
        return [
            _Words(ids.values[start:end], marks[start:end], snippet_lemmas)
            for (start, end), snippet_lemmas in zip(bounds, lemmas, strict=True)
        ]

    def _transduction(self, text: "_Words", hypothesis: "_Words") -> "_Transduction":
        similarities = self._similarities(text, hypothesis)
        both_singletons = self.text_singleton + self.hypothesis_singleton
        parse = biparse(similarities * both_singletons, self.inversion)
        if parse.has_straight_rules_only:
            warn_once(_STRAIGHT_ONLY)
        return _Transduction(parse, similarities, self)

    def _similarities(self, text: "_Words", hypothesis: "_Words") -> FloatArray:
        """Return similarities in [0, 1], 0 for excluded words, shape (text's, hypothesis's)."""
        similarities = np.equal.outer(text.ids, hypothesis.ids).astype(np.float64)
        if self.similarity is not None:
            matrix = self.similarity.matrix(hypothesis.lemmas, text.lemmas)
            similar = matrix.T / self.similarity.maximum
            similar = np.where(similar >= self.minimum, similar, 0.0)
            similarities = np.maximum(similarities, similar)
        return similarities * np.logical_and.outer(text.is_transduced, hypothesis.is_transduced)


@dataclass(frozen=True)
class _Words:
    """The words of a snippet; without a similarity there are no lemmas."""

    ids: IntArray
    is_transduced: BoolArray
    lemmas: Lemmas


@dataclass(frozen=True)
class _Transduction:
    """A biparse, the similarities of the words, and the feature, which has the costs."""

    parse: Biparse
    similarities: FloatArray
    costs: TransductionCost

    @property
    def leaves(self) -> IntArray:
        """The indices of the words that are transduced, shape (transductions, 2)."""
        return self.parse.nodes[self.parse.nodes[:, 0] == TRANSDUCTION, 1:]

    @property
    def maximum_cost(self) -> float:
        """The cost of leaving all words over."""
        text, hypothesis = map(float, self.similarities.shape)
        return text * self.costs.text_singleton + hypothesis * self.costs.hypothesis_singleton

    @property
    def cost(self) -> float:
        """The cost of the biparse."""
        return sum(cost for cost, _ in self._items())

    def cost_lines(self) -> Iterator[str]:
        """Yield the costs and their total, as lines of text."""
        for cost, item in (*self._items(), (self.cost, "total")):
            yield f"{cost:>7.2f}  {item}"
        yield f"{self.maximum_cost:>7.2f}  to leave all words over"
        if self.parse.has_straight_rules_only:
            yield "Too many words have partners for inversions to be tried."

    def _items(self) -> tuple[tuple[float, str], ...]:
        (text, hypothesis), leaves, costs = self.similarities.shape, self.leaves, self.costs
        dissimilarity = float(np.sum(1.0 - self.similarities[leaves[:, 0], leaves[:, 1]]))
        both_singletons = costs.text_singleton + costs.hypothesis_singleton
        text_left, hypothesis_left = text - len(leaves), hypothesis - len(leaves)
        inverted = int(np.sum(self.parse.nodes[:, 0] == INVERTED))
        return (
            (dissimilarity * both_singletons, f"words transduced: {len(leaves)}"),
            (text_left * costs.text_singleton, f"words of the text left over: {text_left}"),
            (
                hypothesis_left * costs.hypothesis_singleton,
                f"words of the hypothesis left over: {hypothesis_left}",
            ),
            (inverted * costs.inversion, f"inversions: {inverted}"),
        )
