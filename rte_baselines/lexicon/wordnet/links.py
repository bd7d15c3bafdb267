"""Links between synsets, those between their senses included."""

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from rte_baselines.kernels.ragged import IntArray, offsets_of
from rte_baselines.lexicon.wordnet.database import WordNet
from rte_baselines.lexicon.wordnet.relations import Relation


def synset_links(
    wordnet: WordNet, kinds: Mapping[int, Sequence[Relation]]
) -> tuple[IntArray, NDArray[np.uint8], NDArray[np.int32]]:
    """Return the links of some kinds between synsets, each once.

    A pointer from a sense to a sense links their synsets.

    Parameters
    ----------
    wordnet : WordNet
    kinds : mapping of int to sequence of Relation
        The relations of each kind, fewer kinds than relations; others are left out.

    Returns
    -------
    offsets : ndarray of int64, shape (synsets + 1,)
        Where the links of each synset begin.
    kinds : ndarray of uint8, shape (links,)
        Ascending for each synset.
    targets : ndarray of int32, shape (links,)
    """
    sense_sources, sense_kinds, sense_targets = _pointers(wordnet, "sense_pointers", kinds)
    sources, found, targets = _pointers(wordnet, "synset_pointers", kinds)
    sources = np.concatenate((sources, wordnet.sense_synsets[sense_sources]))
    found = np.concatenate((found, sense_kinds))
    targets = np.concatenate((targets, wordnet.sense_synsets[sense_targets]))
    # One number for each link: sorting these is much faster than sorting rows.
    shape = len(wordnet), len(Relation), len(wordnet)
    keys = np.unique(np.ravel_multi_index((sources, found, targets), shape))
    sources, found, targets = np.unravel_index(keys, shape)
    offsets = offsets_of(np.bincount(sources, minlength=len(wordnet)))
    return offsets, found.astype(np.uint8), targets.astype(np.int32)


def _pointers(
    wordnet: WordNet, name: str, kinds: Mapping[int, Sequence[Relation]]
) -> tuple[IntArray, IntArray, IntArray]:
    """Return the sources, kinds and targets of the pointers that are of any kind."""
    kind_of = np.full(len(Relation), -1, np.int64)
    for kind, relations in kinds.items():
        kind_of[list(relations)] = kind
    offsets = wordnet.arrays[f"{name}_offsets"]
    sources = np.repeat(np.arange(len(offsets) - 1), np.diff(offsets))
    found = kind_of[wordnet.arrays[f"{name}_relations"]]
    wanted = found >= 0
    return sources[wanted], found[wanted], wordnet.arrays[f"{name}_targets"][wanted]
