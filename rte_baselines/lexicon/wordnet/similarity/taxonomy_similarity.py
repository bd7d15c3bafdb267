"""Similarities by common hypernyms: path-based measures and measures of information content."""

from collections.abc import Mapping
from itertools import pairwise
from types import MappingProxyType
from typing import Any, Literal, get_args

import numpy as np
from numpy.typing import NDArray

from rte_baselines.core.errors import InputError
from rte_baselines.kernels.ragged import FloatArray, IntArray, Ragged
from rte_baselines.kernels.taxonomy.common_concepts import (
    JIANG_CONRATH,
    LIN,
    RESNIK,
    WU_PALMER,
    WU_PALMER_NLTK,
    best_similarities,
)
from rte_baselines.kernels.taxonomy.shortest_paths import shortest_paths
from rte_baselines.kernels.taxonomy.taxonomy import FAR, Taxonomy, climb, one_by_one
from rte_baselines.lexicon.wordnet.database.database import WordNet
from rte_baselines.lexicon.wordnet.database.relations import HYPERNYMS, NO_PART, Part
from rte_baselines.lexicon.wordnet.similarity.synset_similarity import SynsetSimilarity, WordSenses

TaxonomyMeasure = Literal[
    "path",
    "leacock_chodorow",
    "wu_palmer",
    "wu_palmer_nltk",
    "resnik",
    "lin",
    "jiang_conrath",
]

_KERNEL_MEASURES: Mapping[TaxonomyMeasure, int] = MappingProxyType(
    {
        "wu_palmer": WU_PALMER,
        "wu_palmer_nltk": WU_PALMER_NLTK,
        "resnik": RESNIK,
        "lin": LIN,
        "jiang_conrath": JIANG_CONRATH,
    }
)


def tag_count_content(wordnet: WordNet, smoothing: float = 1.0) -> FloatArray:
    """Return the `information_content` of each synset by the tag counts of its senses."""
    tagged = np.bincount(wordnet.sense_synsets, wordnet.tag_counts, minlength=len(wordnet))
    return information_content(wordnet, tagged.astype(np.float64), smoothing)


def word_count_content(
    wordnet: WordNet, counts: Mapping[tuple[str, Part], float], smoothing: float = 1.0
) -> FloatArray:
    """Return the `information_content` of each synset by the word counts of a corpus.

    The count of a lemma with a part of speech is divided equally among its senses, as in
    Resnik 1995. Words that WordNet lacks are ignored.
    """
    shares = np.zeros(len(wordnet))
    for (word, part), count in counts.items():
        synsets = wordnet.synsets(word, part)
        shares[synsets] += count / max(len(synsets), 1)
    return information_content(wordnet, shares, smoothing)


def information_content(wordnet: WordNet, counts: FloatArray, smoothing: float = 1.0) -> FloatArray:
    """Return the information content of each synset in nats, 0 at the root of the nouns.

    An occurrence of a synset is an occurrence of all its hypernyms. The information content is
    -log(f / N), where f is the sum of the counts of the synset and of all its hyponyms, and N the
    sum of the counts of all synsets of its part of speech (Resnik 1995, "Using information content
    to evaluate semantic similarity in a taxonomy", equation 1 and section 3). NLTK's ``ic`` differs
    in two ways. It may count a synset twice for a hypernym with two paths of equal length. And it
    adds the smoothing after the summation, so that hyponyms are not smoothed, and f can exceed N.

    `counts`, shape (synsets,), are those of synsets without their hyponyms, finite and not
    negative; `smoothing` is added to each. With 0, a synset that has no occurrence has infinite
    information content; measures treat it as sharing no information.
    """
    smoothed = np.asarray(counts, dtype=np.float64) + smoothing
    if smoothed.shape != (len(wordnet),):
        raise InputError(f"counts of {smoothed.size} synsets; expected {len(wordnet)}")
    if smoothing < 0 or not (np.isfinite(smoothed) & (smoothed >= smoothing)).all():
        raise InputError("counts and smoothing must be finite and not negative")
    synsets = np.arange(len(wordnet))
    above = climb(one_by_one(synsets).arrays, taxonomy_of(wordnet))
    repeated = np.repeat(smoothed, np.diff(above.offsets))
    occurrences = np.bincount(above.concepts, repeated, minlength=len(wordnet))
    parts = wordnet.parts(synsets)
    totals = np.bincount(parts, smoothed)[parts]
    content = np.full(len(wordnet), np.inf)
    known = occurrences > 0
    # Rounding may make the sum at the root greater than the total.
    content[known] = np.log(totals[known] / np.minimum(occurrences, totals)[known])
    return content


def taxonomy_of(wordnet: WordNet, content: FloatArray | None = None) -> Taxonomy:
    """Return the taxonomy of hypernyms and instance hypernyms.

    Nouns have one root. Verbs have many roots, under an artificial common root: each verb is one
    link further from it than from its furthest hypernym, as in NLTK. `content` is the information
    content of each synset, for measures that need it.
    """
    taxonomy = Taxonomy(
        link_offsets=wordnet.arrays["synset_pointers_offsets"],
        link_kinds=wordnet.arrays["synset_pointers_relations"],
        link_targets=wordnet.arrays["synset_pointers_targets"],
        highest_upward_kind=int(max(HYPERNYMS)),
        max_depths=wordnet.max_depths,
        min_depths=wordnet.min_depths,
        root_distances=np.full(len(wordnet), FAR),
        content=np.empty(0) if content is None else content,
    )
    verbs = np.arange(wordnet.part_starts[Part.VERB], wordnet.part_starts[Part.VERB + 1])
    above = climb(one_by_one(verbs).arrays, taxonomy)
    taxonomy.root_distances[verbs] = 1 + np.maximum.reduceat(above.distances, above.offsets[:-1])
    return taxonomy


class TaxonomySimilarity(SynsetSimilarity):
    """Similarity of nouns or of verbs by their common hypernyms.

    Let d be the number of links on the shortest path up from one synset and down to the
    other, D the greatest depth of the part of speech, c the common hypernym of the synsets
    s and t, and IC the information content:

    - ``path``: 1 / (d + 1);
    - ``leacock_chodorow``: -log((d + 1) / 2D);
    - ``wu_palmer``: 2 depth(c) / (depth of s through c + depth of t through c), where c is
      the deepest, and of several the nearest to s and t. depth(c) is the number of synsets on
      the longest path from the root to c, and the depths through c add the links on the
      shortest paths down from c. From 0 to 1, and 1 for a synset with itself alone;
    - ``wu_palmer_nltk``: the same with NLTK's choice of c, of which see below;
    - ``resnik``: IC(c), where c is the most informative;
    - ``lin``: 2 IC(c) / (IC(s) + IC(t));
    - ``jiang_conrath``: 1 / (IC(s) + IC(t) - 2 IC(c)); 1e300 if that distance is 0; 0 if
      either synset has no information content.

    An artificial root joins the taxonomies of verbs; it is the parent of the furthest
    hypernym of each synset, or for ``wu_palmer`` of the hypernyms that have none above them.
    Instance hypernyms count as hypernyms.

    All values but those of ``wu_palmer`` equal NLTK's to the last digits, with its details:
    paths down from the artificial root have d + 1 links. In ``wu_palmer_nltk``, c is the
    deepest by its shortest path to a root, though depth(c) is its longest path; among equally
    deep ones, c is s if that is among them, else the artificial root, else the first by name;
    and the depth of s through c adds the shortest path from s to c, which need not lead straight
    up. The measure is therefore asymmetric in rare cases, and a synset's similarity with
    itself can be below 1 and below that with its hypernym: *dog* .929, with *canine* .963.
    Figures that others computed with NLTK are reproduced by it alone. What differs from NLTK:

    - Synsets of different parts of speech have similarity 0, and so have different
      adjectives or adverbs, which have no hypernyms. NLTK joins them under an artificial
      root too (path 1/3 for any two adjectives), or raises an error.
    - Where NLTK returns None, the similarity is 0.
    - Lin's similarity of a synset to itself is 1 if its information content is 0, at the
      root of the nouns. NLTK divides by zero there.
    - A synset without occurrences, which is only possible without smoothing, shares no
      information with others. NLTK gives it the information content 1e300, so that two such
      synsets with a common hypernym are similar.

    Parameters
    ----------
    measure : {"path", "leacock_chodorow", "wu_palmer", "wu_palmer_nltk", "resnik", "lin", \
"jiang_conrath"}
    content : ndarray of float64, shape (synsets,), optional
        The information content, for the last three measures; by default from tag counts.

    Raises
    ------
    InputError
        If the measure is unknown, or the content has the wrong shape.

    References
    ----------
    Leacock and Chodorow 1998, "Combining local context and WordNet similarity for word
    sense identification"; Wu and Palmer 1994, "Verb semantics and lexical selection", whose
    equation for ``ConSim`` is for trees, where c and its depth are unique;
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
        if content is None and measure in {"resnik", "lin", "jiang_conrath"}:
            content = tag_count_content(wordnet)
        if content is not None and content.shape != (len(wordnet),):
            raise InputError(f"content of {content.size} synsets; expected {len(wordnet)}")
        self.measure = measure
        self._taxonomy = taxonomy_of(wordnet, content)
        self._depths = 1.0 + _highest_by_part(wordnet, wordnet.max_depths)
        # The root of the nouns is one of them; the artificial root of others adds a level.
        self._depths[Part.NOUN] -= 1
        self._ceilings = self._highest_similarities()

    def pairs(self, first: IntArray, second: IntArray) -> FloatArray:
        """Return the similarities of pairs of synsets, from two arrays of equal length."""
        self._require_synsets(np.concatenate((first, second)))
        indices = np.arange(len(first))
        return self._compare(
            one_by_one(first), one_by_one(second), indices, indices, self.wordnet.parts(first)
        )

    def best(
        self, first: WordSenses, second: WordSenses, rows: IntArray, columns: IntArray
    ) -> FloatArray:
        """Return the similarity of the most similar synsets of some pairs of words."""
        similarities = np.zeros(len(rows))
        parts = first.parts[rows]
        # Synsets of different parts of speech have nothing in common.
        same = np.flatnonzero(parts == second.parts[columns])
        similarities[same] = self._compare(
            first.synsets, second.synsets, rows[same], columns[same], parts[same]
        )
        return similarities

    def _compare(
        self, first: Ragged, second: Ragged, rows: IntArray, columns: IntArray, parts: IntArray
    ) -> FloatArray:
        """Compare pairs of sets of synsets; `parts` are the parts of speech of the first."""
        if self.measure in _KERNEL_MEASURES:
            measure = _KERNEL_MEASURES[self.measure]
            return best_similarities(measure, first, second, rows, columns, self._taxonomy)
        nodes = 1 + shortest_paths(first, second, rows, columns, self._taxonomy)
        if self.measure == "path":
            return np.where(nodes <= FAR, 1 / nodes, 0.0)
        return np.where(nodes <= FAR, np.log(2 * self._depths[parts] / nodes), 0.0)

    def normalized(self, similarities: FloatArray, parts: IntArray) -> FloatArray:
        """Scale similarities to the range from 0 to 1.

        Path, Wu-Palmer and Lin are in this range already. Leacock-Chodorow and Resnik are
        divided by the maximum of the part of speech. For the Jiang-Conrath distance d, 1 / d
        becomes 1 / (1 + d).
        """
        if self.measure == "jiang_conrath":
            return np.where(np.isfinite(similarities), similarities / (1 + similarities), 1.0)
        if self.measure in ("leacock_chodorow", "resnik"):
            ceilings = self._ceilings[np.where(parts == NO_PART, Part.NOUN, parts)]
            return np.clip(similarities / ceilings, 0.0, 1.0)
        return similarities

    def _highest_similarities(self) -> FloatArray:
        """Return the highest similarity of each part of speech; 1 for measures up to 1."""
        if self.measure == "leacock_chodorow":
            return np.log(2 * self._depths)
        if self.measure == "resnik":
            content = self._taxonomy.content
            seen = np.where(np.isfinite(content), content, 0.0)
            return np.maximum(_highest_by_part(self.wordnet, seen), np.finfo(float).tiny)
        return np.ones(len(Part))


def _highest_by_part(wordnet: WordNet, values: NDArray[Any]) -> FloatArray:
    """Return the highest value of the synsets of each part of speech."""
    starts = wordnet.part_starts.tolist()
    highest = [values[start:stop].max(initial=0) for start, stop in pairwise(starts)]
    return np.array(highest, dtype=np.float64)
