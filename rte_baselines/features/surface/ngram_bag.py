"""The n-grams of one of the two snippets, for heads that weigh each of them."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

import numpy as np

from rte_baselines.analysis import Analysis
from rte_baselines.core.registry import registry
from rte_baselines.features.base import BagFeature, SelectingFeature
from rte_baselines.features.batch import Drop, Level, PairBatch
from rte_baselines.kernels.ragged import Ragged, offsets_of

Snippet = Literal["text", "hypothesis"]

# Of 64 bits, odd, with no pattern in its digits: the fractional part of the golden ratio.
_MULTIPLIER = np.uint64(0x9E3779B97F4A7C15)
_SHIFT = np.uint64(29)


@registry.features("ngram_bag.v1")
@dataclass(eq=False, repr=False)
class NgramBag(BagFeature, SelectingFeature):
    """The distinct n-grams of the text or of the hypothesis.

    A classifier on the n-grams of the hypothesis alone shows how well labels can be predicted
    without the text. The output is the number of distinct n-grams. Excluded words are removed
    before n-grams are formed.

    Parameters
    ----------
    snippet : {"text", "hypothesis"}
    n : int
        The number of words of each n-gram.
    level : {"words", "norms", "stems", "porter_stems", "lemmas", "tagged_lemmas", "senses", \
"stemmed_senses"}
        The layer by which words are equal.
    drop : {"nothing", "punctuation", "stop_words", "closed_class", "function_words"}
        Words to exclude.
    """

    source = "poliak2018; gururangan2018"
    field_ranges = (("n", 1, math.inf),)

    snippet: Snippet = "hypothesis"
    n: int = 1
    level: Level = "norms"
    drop: Drop = "punctuation"

    @property
    def layers(self) -> tuple[str, ...]:
        """The level's strings and ids, and the layers that mark excluded words."""
        return (self.level, *super().layers)

    def bags(self, batch: PairBatch) -> Ragged:
        """Return the digests of the distinct n-grams of each pair, in increasing order."""
        texts, hypotheses = batch.ids(self.selection)
        return distinct(_ngrams(texts if self.snippet == "text" else hypotheses, self.n))

    def spell(self, text: Analysis, hypothesis: Analysis) -> Mapping[int, str]:
        """Return the n-grams of one pair, their words separated by spaces, by digest."""
        analysis = text if self.snippet == "text" else hypothesis
        ids, positions = self.selected(analysis)
        strings = analysis.layer(self.level)
        words = [strings[position] for position in positions.tolist()]
        digests = _ngrams(Ragged(ids, offsets_of(np.array([len(ids)]))), self.n).values
        spelled = (" ".join(words[start : start + self.n]) for start in range(len(digests)))
        return dict(zip(digests.tolist(), spelled, strict=True))


def distinct(sequences: Ragged) -> Ragged:
    """Return the distinct values of each sequence, in increasing order."""
    owners = sequences.owners
    order = np.lexsort((sequences.values, owners))
    values = sequences.values[order]
    is_first = np.ones(len(values), np.bool_)
    is_first[1:] = (values[1:] != values[:-1]) | (owners[1:] != owners[:-1])
    return Ragged(values, sequences.offsets).keep(is_first)


def _ngrams(words: Ragged, n: int) -> Ragged:
    """Return a digest of each n-gram of each sequence; that of a single word is its own."""
    lengths = np.maximum(words.lengths - n + 1, 0)
    offsets = offsets_of(lengths)
    starts = np.repeat(words.offsets[:-1] - offsets[:-1], lengths) + np.arange(offsets[-1])
    digests = words.values[starts].view(np.uint64)
    for further in range(1, n):
        # Arithmetic is modulo 2**64.
        following = words.values[starts + further].view(np.uint64)
        digests = (digests ^ (digests >> _SHIFT)) * _MULTIPLIER + following
        digests ^= digests >> _SHIFT
    return Ragged(digests.view(np.int64), offsets)
