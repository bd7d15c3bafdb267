"""The taxonomy of WordNet's nouns and verbs, for kernels."""

import numpy as np

from rte_baselines.kernels.ragged import FloatArray, IntArray
from rte_baselines.kernels.taxonomy import FAR, Above, Taxonomy, climb, one_by_one
from rte_baselines.lexicon.wordnet.database import WordNet
from rte_baselines.lexicon.wordnet.parts import Part
from rte_baselines.lexicon.wordnet.relations import HYPERNYMS


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
    above = climb_each(verbs, taxonomy)
    # Hypernyms are in order of increasing distance.
    taxonomy.root_distances[verbs] = above.distances[above.offsets[1:] - 1] + 1
    return taxonomy


def climb_each(synsets: IntArray, taxonomy: Taxonomy) -> Above:
    """Find all hypernyms of each synset, direct and indirect, with their distances."""
    sets = one_by_one(synsets)
    return climb(sets.values, sets.offsets, taxonomy)
