"""Similarities by the hypernyms that synsets share, and how informative these are."""

from collections.abc import Mapping
from itertools import pairwise
from types import MappingProxyType
from typing import Any, Literal, get_args

import numpy as np
from numpy.typing import NDArray

from rte_baselines.errors import InputError
from rte_baselines.kernels.common_concepts import (
    JIANG_CONRATH,
    LIN,
    RESNIK,
    WU_PALMER,
    best_similarities,
)
from rte_baselines.kernels.ragged import FloatArray, IntArray, Ragged
from rte_baselines.kernels.shortest_paths import shortest_paths
from rte_baselines.kernels.taxonomy import FAR, one_by_one
from rte_baselines.lexicon.wordnet.database import WordNet
from rte_baselines.lexicon.wordnet.information_content import tag_count_content
from rte_baselines.lexicon.wordnet.parts import NO_PART, Part
from rte_baselines.lexicon.wordnet.similarity import SynsetSimilarity, WordSenses
from rte_baselines.lexicon.wordnet.taxonomy import taxonomy_of

TaxonomyMeasure = Literal["path", "leacock_chodorow", "wu_palmer", "resnik", "lin", "jiang_conrath"]

_KERNEL_MEASURES: Mapping[TaxonomyMeasure, int] = MappingProxyType(
    {"wu_palmer": WU_PALMER, "resnik": RESNIK, "lin": LIN, "jiang_conrath": JIANG_CONRATH}
)
_BY_CONTENT = frozenset({"resnik", "lin", "jiang_conrath"})


class TaxonomySimilarity(SynsetSimilarity):
    """Similarity of nouns or of verbs by where they meet in the taxonomy of hypernyms.

    With d the links on the shortest way up from one synset and down to the other, D the
    greatest depth of the part of speech, c the synsets' common hypernym, and IC the
    information content:

    - ``path``: 1 / (d + 1);
    - ``leacock_chodorow``: -log((d + 1) / 2D);
    - ``wu_palmer``: 2 depth(c) / (depth by way of c of one + of the other), c being the
      deepest by its shortest way to a root, its depth counted on its longest way;
    - ``resnik``: IC(c), c being the most informative;
    - ``lin``: 2 IC(c) / (IC of one + IC of the other);
    - ``jiang_conrath``: 1 / (IC of one + IC of the other - 2 IC(c)), and 1e300 where
      that distance is 0; 0 where either synset has no information content.

    A made-up root joins the many taxonomies of verbs: whoever climbs from a synset past
    its furthest hypernym comes there. Kinds and instances are hypernyms alike.

    All are NLTK's to the last digits, its particulars included: d + 1 links down from
    the made-up root; Wu and Palmer's c is the first synset itself where that is among the
    deepest, which makes the measure uneven in rare cases, else the made-up root, else
    the first by name. What differs:

    - Synsets of different parts of speech, and different adjectives or adverbs, which
      have no hypernyms, have similarity 0. NLTK joins them under a made-up root as well
      (path 1/3 for any two adjectives), or raises an error.
    - Where NLTK returns None, the similarity is 0.
    - Lin's similarity of a synset to itself is 1 where its information content is 0,
      at the root of the nouns, where NLTK divides by zero.
    - A synset that was never met, which only happens without smoothing, has no
      information in common with others. NLTK gives it the content 1e300, so that two
      such synsets below a third are alike.

    Parameters
    ----------
    wordnet : WordNet
    measure : {"path", "leacock_chodorow", "wu_palmer", "resnik", "lin", "jiang_conrath"}
    content : ndarray of float64, shape (synsets,), optional
        The information content, for the last three; by default that of the tag counts.

    Raises
    ------
    InputError
        If the measure is another, or the content is not of this WordNet's synsets.

    References
    ----------
    Leacock and Chodorow 1998, "Combining local context and WordNet similarity for word
    sense identification"; Wu and Palmer 1994, "Verb semantics and lexical selection";
    Resnik 1995, "Using information content to evaluate semantic similarity in a
    taxonomy"; Lin 1998, "An information-theoretic definition of similarity"; Jiang and
    Conrath 1997, "Semantic similarity based on corpus statistics and lexical taxonomy".
    """

    def __init__(
        self, wordnet: WordNet, measure: TaxonomyMeasure, content: FloatArray | None = None
    ) -> None:
        super().__init__(wordnet)
        if measure not in get_args(TaxonomyMeasure):
            known = ", ".join(get_args(TaxonomyMeasure))
            raise InputError(f"unknown measure {measure!r}; expected one of {known}")
        if content is None and measure in _BY_CONTENT:
            content = tag_count_content(wordnet)
        if content is not None and content.shape != (len(wordnet),):
            raise InputError(f"content of {content.size} synsets; expected {len(wordnet)}")
        self.measure = measure
        self._taxonomy = taxonomy_of(wordnet, content)
        self._depths = 1.0 + _highest_by_part(wordnet, wordnet.max_depths)
        # The nouns' root is one of them; what joins the others is a level of its own.
        self._depths[Part.NOUN] -= 1
        self._ceilings = self._highest_similarities()

    def pairs(self, first: IntArray, second: IntArray) -> FloatArray:
        """Return the similarity of each synset to its fellow in the other array, as long."""
        self._require_synsets(np.concatenate((first, second)))
        places = np.arange(len(first))
        return self._compare(
            one_by_one(first), one_by_one(second), places, places, self.wordnet.parts(first)
        )

    def best(self, first: WordSenses, second: WordSenses) -> FloatArray:
        """Return the similarity of the most similar synsets of every two words."""
        shape = len(first.parts), len(second.parts)
        rows, columns = (places.ravel() for places in np.indices(shape))
        values = self._compare(first.synsets, second.synsets, rows, columns, first.parts[rows])
        return values.reshape(shape)

    def _compare(
        self, first: Ragged, second: Ragged, rows: IntArray, columns: IntArray, parts: IntArray
    ) -> FloatArray:
        """Compare sets of synsets, pair by pair; `parts` are those of the first."""
        if self.measure in _KERNEL_MEASURES:
            measure = _KERNEL_MEASURES[self.measure]
            return best_similarities(measure, first, second, rows, columns, self._taxonomy)
        nodes = 1 + shortest_paths(first, second, rows, columns, self._taxonomy)
        if self.measure == "path":
            return np.where(nodes <= FAR, 1 / nodes, 0.0)
        return np.where(nodes <= FAR, np.log(2 * self._depths[parts] / nodes), 0.0)

    def normalized(self, similarities: FloatArray, parts: IntArray) -> FloatArray:
        """Bring similarities to the range from 0 to 1.

        Path, Wu and Palmer's and Lin's are so by nature. Leacock and Chodorow's and
        Resnik's are divided by the highest of the part of speech. With d Jiang and
        Conrath's distance, their 1 / d becomes 1 / (1 + d).
        """
        if self.measure == "jiang_conrath":
            return np.where(np.isfinite(similarities), similarities / (1 + similarities), 1.0)
        if self.measure in ("leacock_chodorow", "resnik"):
            ceilings = self._ceilings[np.where(parts == NO_PART, Part.NOUN, parts)]
            return np.clip(similarities / ceilings[:, np.newaxis], 0.0, 1.0)
        return similarities

    def _highest_similarities(self) -> FloatArray:
        """Return the highest similarity that each part of speech has, for those that vary."""
        if self.measure == "leacock_chodorow":
            return np.log(2 * self._depths)
        if self.measure == "resnik":
            content = self._taxonomy.content
            seen = np.where(np.isfinite(content), content, 0.0)
            return np.maximum(_highest_by_part(self.wordnet, seen), np.finfo(float).tiny)
        return np.ones(len(Part))


def _highest_by_part(wordnet: WordNet, values: NDArray[Any]) -> FloatArray:
    """Return the highest of the synsets' values for each part of speech."""
    starts = wordnet.part_starts.tolist()
    highest = [values[start:stop].max(initial=0) for start, stop in pairwise(starts)]
    return np.array(highest, dtype=np.float64)
