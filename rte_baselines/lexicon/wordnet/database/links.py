"""Links between synsets, by pointers of synsets and of senses."""

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from rte_baselines.kernels.ragged import IntArray, offsets_of
from rte_baselines.lexicon.wordnet.database.database import WordNet
from rte_baselines.lexicon.wordnet.database.relations import Relation


def synset_links(
    wordnet: WordNet, kinds: Mapping[int, Sequence[Relation]]
) -> tuple[IntArray, NDArray[np.uint8], NDArray[np.int32]]:
    """Return the distinct links of some kinds between synsets.

    A pointer between senses is a link between their synsets.

    Parameters
    ----------
    wordnet : WordNet
    kinds : mapping of int to sequence of Relation
        The relations of each kind; other relations are excluded. There must be fewer kinds
        than relations.

    Returns
    -------
    offsets : ndarray of int64, shape (synsets + 1,)
        The index of the first link of each synset.
    kinds : ndarray of uint8, shape (links,)
        Ascending for each synset.
    targets : ndarray of int32, shape (links,)
    """
    sense_sources, sense_kinds, sense_targets = _pointers(wordnet, "sense_pointers", kinds)
    sources, link_kinds, targets = _pointers(wordnet, "synset_pointers", kinds)
    sources = np.concatenate((sources, wordnet.sense_synsets[sense_sources]))
    link_kinds = np.concatenate((link_kinds, sense_kinds))
    targets = np.concatenate((targets, wordnet.sense_synsets[sense_targets]))
    # Sorting one key for each link is much faster than sorting rows.
    shape = len(wordnet), len(Relation), len(wordnet)
    keys = np.unique(np.ravel_multi_index((sources, link_kinds, targets), shape))
    sources, link_kinds, targets = np.unravel_index(keys, shape)
    offsets = offsets_of(np.bincount(sources, minlength=len(wordnet)))
    return offsets, link_kinds.astype(np.uint8), targets.astype(np.int32)


def _pointers(
    wordnet: WordNet, name: str, kinds: Mapping[int, Sequence[Relation]]
) -> tuple[IntArray, IntArray, IntArray]:
    """Return the sources, kinds and targets of the pointers of these kinds."""
    kind_of = np.full(len(Relation), -1, np.int64)
    for kind, relations in kinds.items():
        kind_of[list(relations)] = kind
    offsets = wordnet.arrays[f"{name}_offsets"]
    sources = np.repeat(np.arange(len(offsets) - 1), np.diff(offsets))
    kinds_of_all = kind_of[wordnet.arrays[f"{name}_relations"]]
    wanted = kinds_of_all >= 0
    return sources[wanted], kinds_of_all[wanted], wordnet.arrays[f"{name}_targets"][wanted]
