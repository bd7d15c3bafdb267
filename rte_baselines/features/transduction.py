"""How cheaply the text is transduced into the hypothesis by a bracketing grammar."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from rte_baselines.analysis import Analysis
from rte_baselines.errors import ConfigError
from rte_baselines.features.base import Alignment, Illustration, Output, share
from rte_baselines.features.batch import Drop, Level, PairBatch, Selection, Side
from rte_baselines.features.bracketing import bracketing
from rte_baselines.features.long_texts import warn_of_cut
from rte_baselines.features.selecting import SelectingFeature
from rte_baselines.kernels.biparsing import INVERTED, LARGEST_GRID, TRANSDUCTION, Biparse, biparse
from rte_baselines.kernels.ragged import BoolArray, FloatArray, IntArray
from rte_baselines.lexicon.word_similarity import Lemmas, WordSimilarity
from rte_baselines.registry import registry

_NO_LEMMAS = Lemmas((), (), np.empty(0, np.int64))
_STRAIGHT_ONLY = (
    "transduction_cost: no inversions are tried where the words with partners, and one more on "
    f"each side, come to more than {LARGEST_GRID} when multiplied"
)
_LEGEND = "[same order] <opposite order>; a/b: a became b; a/ε, ε/b: left over"


@registry.features("transduction_cost.v1")
class TransductionCost(SelectingFeature):
    """The cost of the best biparse of text and hypothesis by a bracketing transduction grammar.

    A biparse is a tree over both at once. A node has two parts, which follow each other in
    the same order on both sides (straight) or in opposite orders (inverted); a leaf is a
    word of the text that is transduced into one of the hypothesis, or a word of either that
    is left over. To transduce equal words costs nothing, and so do straight nodes.

    With a similarity, similar words are transduced too: at s of the greatest similarity there
    is, for 1 - s of what it costs to leave both over. So words that are not similar at all
    may as well be left over.

    What the paper leaves open:

    - *Unit weights*, which rules have (section 2), are taken to be weights of 1, so that
      neither kind of node costs anything, and order matters only where no bracketing allows
      it. Leusch, Ueffing and Ney (2003), whose distance the score is called a variant of, let
      each transposition cost the same; that is `inversion`.
    - *Singletons* cost "little" in the text (section 4.3): a tenth of one in the hypothesis.
    - *Length*: the score is that of the whole parse, which nothing divides. Divided by what it
      costs to leave all words over, it is comparable between long and short pairs.
    - *No word in common*: by the recurrences such a pair has no parse at all. Here it has one
      that leaves all words over.
    - *Long texts*: time grows with the sixth power of the words. Beyond some 43 words with a
      partner on either side there are straight nodes only, and a warning says so; see
      `LARGEST_GRID`. With the shipped configs no development pair of RTE-1 to 3 is so long.

    Parameters
    ----------
    level : str
        At which level words count as equal; see ``word_overlap.v1``.
    drop : {"nothing", "punctuation", "stop_words", "closed_class", "function_words"}
        Words that are not there at all.
    excluded : {"nothing", "punctuation", "stop_words", "closed_class", "function_words"}
        Words that are there, but not transduced (section 3): each is left over, at the same
        cost as any other, unless it negates.
    similarity : WordSimilarity, optional
        Of lemmas; the thesaurus that section 4.4 wishes for.
    minimum : float
        The least share of the greatest similarity, in [0, 1], that makes words similar.
    text_singleton, hypothesis_singleton : float
        What a word left over costs.
    inversion : float
        What an inverted node costs.
    normalized : bool
        Divide by the cost of leaving all words over.
    """

    source = "wu2006 sections 2 and 3; similarity, sections 4.4 and 5"

    def __init__(
        self,
        level: Level = "norms",
        drop: Drop = "punctuation",
        excluded: Drop = "nothing",
        similarity: WordSimilarity | None = None,
        minimum: float = 0.0,
        text_singleton: float = 0.1,
        hypothesis_singleton: float = 1.0,
        inversion: float = 0.0,
        normalized: bool = True,
    ) -> None:
        self.level = level
        self.drop = drop
        self.excluded = excluded
        self.similarity = similarity
        self.minimum = minimum
        self.text_singleton = text_singleton
        self.hypothesis_singleton = hypothesis_singleton
        self.inversion = inversion
        self.normalized = normalized

    def check_fields(self, path: str) -> None:
        """Check the fields, and the ranges of the numbers; see `Feature.check_fields`."""
        super().check_fields(path)
        for name in ("text_singleton", "hypothesis_singleton", "inversion"):
            cost = getattr(self, name)
            if cost < 0:
                raise ConfigError(f"{path}.{name}: {cost!r} is negative; expected 0 or more")
        if not 0 <= self.minimum <= 1:
            raise ConfigError(f"{path}.minimum: {self.minimum!r} is not between 0 and 1")

    @property
    def layers(self) -> tuple[str, ...]:
        """The level, the marks of what is left out or excluded, and what a similarity asks for."""
        excluded = Selection(self.level, self.excluded)
        similar = () if self.similarity is None else ("lemmas.ids", "lemmas", "pos")
        layers = (*self.selection.layers, *excluded.layers, "is_negation", *similar)
        return tuple(dict.fromkeys(layers))

    @property
    def outputs(self) -> tuple[Output, ...]:
        """The cost; at most 1 if it is normalized."""
        return (Output("", high=1.0 if self.normalized else math.inf),)

    def compute(self, batch: PairBatch) -> FloatArray:
        """Return the cost of every pair, shape (pairs, 1)."""
        pairs = zip(*map(self._words, batch.sides), strict=True)
        transductions = [self._transduction(text, hypothesis) for text, hypothesis in pairs]
        costs = np.array([transduction.cost for transduction in transductions], np.float64)
        if self.normalized:
            whole = np.array([transduction.whole for transduction in transductions], np.float64)
            # Rounding may carry a cost past that of leaving all words over by a last digit.
            costs = np.minimum(share(costs, whole), 1.0)
        return costs[:, np.newaxis]

    def align(self, text: Analysis, hypothesis: Analysis) -> Sequence[Alignment]:
        """Align the words of the hypothesis with those that are transduced into them."""
        transduction = self._transduction_of(text, hypothesis)
        sides = text, hypothesis
        text_places, places = (self.selection.positions(side).tolist() for side in sides)
        alignments = [Alignment(place, None, "left over") for place in places]
        for text_word, word in transduction.leaves.tolist():
            met = text_places[text_word], places[word]
            relation = self._relation(sides, met, transduction.shares[text_word, word])
            alignments[word] = Alignment(places[word], text_places[text_word], relation)
        return alignments

    def illustrate(self, text: Analysis, hypothesis: Analysis) -> Sequence[Illustration]:
        """Return the bracketing, and what it costs."""
        transduction = self._transduction_of(text, hypothesis)
        words = (
            [side.words[place] for place in self.selection.positions(side).tolist()]
            for side in (text, hypothesis)
        )
        drawn = bracketing(transduction.parse.nodes, *words)
        return (
            Illustration("Bracketing", (_LEGEND, *drawn)),
            Illustration("Costs", tuple(transduction.bill())),
        )

    def _relation(
        self, sides: tuple[Analysis, Analysis], places: tuple[int, int], similarity: float
    ) -> str:
        """Return how two words met that are transduced."""
        for level in (self.level, "lemmas"):
            word, other = (side.layer(level)[at] for side, at in zip(sides, places, strict=True))
            if word == other:
                return f"same {level.removesuffix('s').replace('_', ' ')}"
        relation = "" if self.similarity is None else self.similarity.relation
        return f"{relation} {similarity:.2f}"

    def _transduction_of(self, text: Analysis, hypothesis: Analysis) -> "_Transduction":
        (text_words,), (words,) = (self._words(Side([side])) for side in (text, hypothesis))
        return self._transduction(text_words, words)

    def _words(self, side: Side) -> list["_Words"]:
        """Return the words of each snippet that are there."""
        ids = side.ids(self.selection)
        is_transduced = side.kept(self.excluded) | side.marks("is_negation")
        marks = is_transduced[side.kept(self.drop)]
        lemmas = [_NO_LEMMAS] * len(ids) if self.similarity is None else side.lemmas(self.drop)
        return [
            _Words(ids.values[start:end], marks[start:end], own)
            for (start, end), own in zip(pairwise(ids.offsets.tolist()), lemmas, strict=True)
        ]

    def _transduction(self, text: "_Words", hypothesis: "_Words") -> "_Transduction":
        """Find the best biparse of a pair."""
        costs = _Costs(self.text_singleton, self.hypothesis_singleton, self.inversion)
        shares = self._shares(text, hypothesis)
        parse = biparse(shares * costs.both_singletons, self.inversion)
        if parse.has_straight_rules_only:
            warn_of_cut(_STRAIGHT_ONLY)
        return _Transduction(parse, shares, costs)

    def _shares(self, text: "_Words", hypothesis: "_Words") -> FloatArray:
        """Return how similar words are, 0 where they are not transduced, shape (text's, other)."""
        shares = np.equal.outer(text.ids, hypothesis.ids).astype(np.float64)
        if self.similarity is not None:
            matrix = self.similarity.matrix(hypothesis.lemmas, text.lemmas)
            similar = matrix.T / self.similarity.maximum
            shares = np.maximum(shares, np.where(similar >= self.minimum, similar, 0.0))
        return shares * np.logical_and.outer(text.is_transduced, hypothesis.is_transduced)


@dataclass(frozen=True)
class _Words:
    """The words of a snippet; lemmas only where a similarity asks for them."""

    ids: IntArray
    is_transduced: BoolArray
    lemmas: Lemmas


@dataclass(frozen=True)
class _Costs:
    """What is to be paid for."""

    text_singleton: float
    hypothesis_singleton: float
    inversion: float

    @property
    def both_singletons(self) -> float:
        """What it costs to leave two words over."""
        return self.text_singleton + self.hypothesis_singleton


@dataclass(frozen=True)
class _Transduction:
    """A biparse, how similar the words are, and the costs."""

    parse: Biparse
    shares: FloatArray
    costs: _Costs

    @property
    def leaves(self) -> IntArray:
        """The words that are transduced, shape (transductions, 2)."""
        return self.parse.nodes[self.parse.nodes[:, 0] == TRANSDUCTION, 1:]

    @property
    def whole(self) -> float:
        """What it costs to leave all words over."""
        text, hypothesis = map(float, self.shares.shape)
        return text * self.costs.text_singleton + hypothesis * self.costs.hypothesis_singleton

    @property
    def cost(self) -> float:
        """What the biparse costs."""
        return sum(cost for cost, _ in self._items())

    def bill(self) -> Iterator[str]:
        """Yield what is paid for what, in lines."""
        for cost, what in (*self._items(), (self.cost, "in all")):
            yield f"{cost:>7.2f}  {what}"
        yield f"{self.whole:>7.2f}  to leave all words over"
        if self.parse.has_straight_rules_only:
            yield "Too many words have partners for inversions to be tried."

    def _items(self) -> tuple[tuple[float, str], ...]:
        """Return what is paid for what."""
        (text, hypothesis), leaves, costs = self.shares.shape, self.leaves, self.costs
        dissimilarity = float(np.sum(1.0 - self.shares[leaves[:, 0], leaves[:, 1]]))
        text_left, hypothesis_left = text - len(leaves), hypothesis - len(leaves)
        inverted = int(np.sum(self.parse.nodes[:, 0] == INVERTED))
        return (
            (dissimilarity * costs.both_singletons, f"words transduced: {len(leaves)}"),
            (text_left * costs.text_singleton, f"words of the text left over: {text_left}"),
            (
                hypothesis_left * costs.hypothesis_singleton,
                f"words of the hypothesis left over: {hypothesis_left}",
            ),
            (inverted * costs.inversion, f"inversions: {inverted}"),
        )
