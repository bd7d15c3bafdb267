"""The degree to which a word entails another one, by the paths between their senses.

References
----------
Akhmatova and Mollá 2006, "Recognizing textual entailment via atomic propositions", section 5.2,
equations (1) and (2).
"""

from functools import lru_cache

import numpy as np

from rte_baselines.analysis.layer import KEPT_WORDS
from rte_baselines.kernels.ragged import Ragged
from rte_baselines.lexicon.wordnet.database.database import WordNet
from rte_baselines.lexicon.wordnet.database.parts import Part
from rte_baselines.lexicon.wordnet.database.relations import HYPERNYMS, Relation
from rte_baselines.lexicon.wordnet.entailment.chains import Chain, Chains

_UPWARDS = (*HYPERNYMS, Relation.PERTAINYM)


@lru_cache(maxsize=KEPT_WORDS)
def sense_relatedness(
    wordnet: WordNet,
    first: tuple[str, Part],
    second: tuple[str, Part],
    decay: float,
    longest: int,
) -> float:
    """Return how far a word entails another one.

    Each sense of the first word with a path to a sense of the second adds equation (1),
    ``p(c_i) p(c_j) decay ** (length - 1)``. Paths lead from hyponyms to hypernyms, and from an
    adjective to the noun that it pertains to, as in the paper's "Brazilian president".

    What the paper leaves open:

    - *Probabilities of senses.* All senses of a word are equally probable. In Figure 3, "provide"
      has 7 senses and "give" 44, and the relatedness, 0.0042, is a bit above 1 / (7 * 44).
    - *Synonyms*, whose path has the length 0, score 1 as those with a path of length 1 do:
      otherwise the score would be above 1.
    - *Several paths* between different senses are added up, as the figure lists 7 of them.

    Parameters
    ----------
    wordnet : WordNet
    first, second : tuple of (str, Part)
        Lemmas with their parts of speech.
    decay : float
        The constant C of equation (2), above 0 and at most 1.
    longest : int
        The maximum length of a path; 3 in Figure 3.

    Returns
    -------
    float
        From 0, if there is no path, to 1.
    """
    sources, targets = (wordnet.senses(lemma, part) for lemma, part in (first, second))
    if not len(sources) or not len(targets):
        return 0.0
    lengths = _upward_paths(wordnet, longest).lengths(_one_by_one(sources), _one_by_one(targets))
    found = lengths[np.isfinite(lengths)]
    scores = decay ** np.maximum(found - 1, 0)
    return float(scores.sum() / (len(sources) * len(targets)))


def _one_by_one(senses: np.ndarray) -> Ragged:
    return Ragged(senses.astype(np.int64), np.arange(len(senses) + 1))


@lru_cache(maxsize=4)
def _upward_paths(wordnet: WordNet, longest: int) -> Chains:
    return Chains(wordnet, Chain(_UPWARDS, longest))
