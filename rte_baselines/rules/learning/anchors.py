"""Anchor sets of templates: fillers of X and Y that are characteristic of a template."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from functools import cache
from typing import NamedTuple

import numpy as np

from rte_baselines.kernels.ragged import IntArray
from rte_baselines.rules.corpus.index import matches_in
from rte_baselines.rules.corpus.shard import Shard
from rte_baselines.rules.learning.paths import SLOT_PARTS
from rte_baselines.rules.template import Template


class Fillers(NamedTuple):
    """The lemmas of X and Y."""

    x: str
    y: str


class AnchorSet(NamedTuple):
    """Fillers that are characteristic of a template, which is given by its number.

    `association` is the share of the sentences with both fillers that the template matches with
    them; above 0, at most 1.
    """

    template: int
    fillers: Fillers
    association: float


class SentencesWith:
    """Looks up the sentences of a shard by the lemmas of their nouns and names."""

    def __init__(self, shard: Shard) -> None:
        words = np.flatnonzero(np.isin(shard.parts, list(SLOT_PARTS)))
        self._words: IntArray = words[np.argsort(shard.lemmas[words], kind="stable")]
        self._rows = shard.lemmas[self._words]
        self._shard = shard
        self._with_lemma = cache(self._found)

    def __call__(self, fillers: Fillers) -> frozenset[int]:
        """Return the numbers of the sentences that have both fillers."""
        return self._with_lemma(fillers.x) & self._with_lemma(fillers.y)

    def _found(self, lemma: str) -> frozenset[int]:
        row = self._shard.vocabulary.row(lemma)
        start, end = np.searchsorted(self._rows, [row, row + 1]).tolist()
        return frozenset(self._shard.sentence_of(self._words[start:end]).tolist())


def count_matches(shard: Shard, templates: Sequence[Template]) -> Counter[tuple[int, Fillers]]:
    """Count the sentences of a shard that templates match, by their numbers and fillers.

    Only nouns and names are fillers, and X and Y have different lemmas.
    """
    counts: Counter[tuple[int, Fillers]] = Counter()
    for number, template in enumerate(templates):
        ends = matched_ends(shard, template)
        sentences = shard.sentence_of(ends[:, 0]).tolist()
        found = {
            (Fillers(shard.lemma(x), shard.lemma(y)), sentence)
            for (x, y), sentence in zip(ends.tolist(), sentences, strict=True)
        }
        counts.update((number, fillers) for fillers, _ in found if fillers.x != fillers.y)
    return counts


def matched_ends(shard: Shard, template: Template) -> IntArray:
    """Return X and Y of each match in which they are nouns or names, shape (matches, 2)."""
    ends: IntArray = matches_in(shard, template)[:, template.ends]
    return ends[np.isin(shard.parts[ends], list(SLOT_PARTS)).all(axis=1)]


def count_sentences(shard: Shard, wanted: Collection[Fillers]) -> Counter[Fillers]:
    """Count the sentences of a shard that have both fillers, in any relation."""
    sentences_with = SentencesWith(shard)
    return Counter({fillers: len(sentences_with(fillers)) for fillers in wanted})


def anchor_sets(
    matches: Mapping[tuple[int, Fillers], int],
    sentences: Mapping[Fillers, int],
    *,
    min_sentences: int,
    max_sentences: int,
    min_association: float,
) -> list[AnchorSet]:
    """Return the fillers that are neither rare nor frequent, and associated with a template.

    They are sorted. `matches` and `sentences` are the counts of `count_matches` and
    `count_sentences`, over all shards.
    """
    candidates = (
        AnchorSet(template, fillers, count / sentences[fillers])
        for (template, fillers), count in matches.items()
        if min_sentences <= sentences[fillers] <= max_sentences
    )
    return sorted(found for found in candidates if found.association >= min_association)
