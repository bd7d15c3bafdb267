"""The taxonomy of WordNet's nouns and verbs, for kernels."""

from typing import NamedTuple

import numpy as np

from rte_baselines.kernels.ragged import BoolArray, FloatArray, IntArray
from rte_baselines.kernels.taxonomy.taxonomy import FAR, Taxonomy
from rte_baselines.lexicon.wordnet.database.database import WordNet
from rte_baselines.lexicon.wordnet.database.parts import Part
from rte_baselines.lexicon.wordnet.database.relations import HYPERNYMS


def taxonomy_of(wordnet: WordNet, content: FloatArray | None = None) -> Taxonomy:
    """Return the taxonomy of hypernyms and instance hypernyms.

    Nouns have one root. Verbs have many roots, under an artificial common root: each verb is
    one link further from it than from its furthest hypernym, as in NLTK.

    Parameters
    ----------
    wordnet : WordNet
    content : ndarray of float64, shape (synsets,), optional
        The information content, for measures that need it.
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
    above = hypernyms_of_each(verbs, taxonomy)
    furthest = np.zeros(len(verbs), np.int64)
    np.maximum.at(furthest, above.positions, above.distances)
    taxonomy.root_distances[verbs] = furthest + 1
    return taxonomy


class Hypernyms(NamedTuple):
    """Synsets with their direct and indirect hypernyms, an entry for each pair."""

    positions: IntArray
    """Where the synset is among those given."""

    hypernyms: IntArray
    """The synset itself, or one of its hypernyms."""

    distances: IntArray
    """The number of links on the shortest path between the two."""


def hypernyms_of_each(synsets: IntArray, taxonomy: Taxonomy) -> Hypernyms:
    """Find all hypernyms of many synsets at once.

    It uses array expressions, which process all of WordNet in a tenth of a second. The kernel that
    finds the hypernyms of a few words would first have to be compiled.

    Parameters
    ----------
    synsets : ndarray of int64, shape (synsets,)
    taxonomy : Taxonomy
    """
    parents, starts, counts = _upward_links(taxonomy)
    level = Hypernyms(
        np.arange(len(synsets)), np.asarray(synsets, np.int64), np.zeros_like(synsets)
    )
    levels = [level]
    has_several_paths = np.zeros(len(synsets), np.bool_)
    while len(level.positions):
        links = counts[level.hypernyms]
        has_several_paths[level.positions[links > 1]] = True
        positions = np.repeat(level.positions, links)
        first_of_each = np.repeat(starts[level.hypernyms] - (np.cumsum(links) - links), links)
        reached = parents[first_of_each + np.arange(len(positions))]
        level = Hypernyms(positions, reached, np.full(len(positions), len(levels)))
        levels.append(level)
    found = Hypernyms(*map(np.concatenate, zip(*levels, strict=True)))
    return _without_detours(found, has_several_paths[found.positions], len(counts))


def _upward_links(taxonomy: Taxonomy) -> tuple[IntArray, IntArray, IntArray]:
    """Return the targets of the upward links, and their start and number for each concept."""
    is_upward = taxonomy.link_kinds <= taxonomy.highest_upward_kind
    before = np.concatenate(([0], np.cumsum(is_upward)))[taxonomy.link_offsets]
    return taxonomy.link_targets[is_upward].astype(np.int64), before[:-1], np.diff(before)


def _without_detours(found: Hypernyms, may_repeat: BoolArray, concepts: int) -> Hypernyms:
    """Keep the first entry of each pair, which is that of the shortest path."""
    repeating = np.flatnonzero(may_repeat)
    pairs = found.positions[repeating] * concepts + found.hypernyms[repeating]
    _, first = np.unique(pairs, return_index=True)
    kept = np.concatenate((np.flatnonzero(~may_repeat), repeating[first]))
    return Hypernyms(*(column[kept] for column in found))
