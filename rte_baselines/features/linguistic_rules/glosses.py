"""Paraphrases by WordNet's glosses, which define verbs by a verb and its complements."""

from collections.abc import Iterator
from functools import lru_cache

from rte_baselines.analysis.layer import KEPT_WORDS
from rte_baselines.analysis.token_ids import TokenIds
from rte_baselines.features.linguistic_rules.structures import Clause, Structure
from rte_baselines.lexicon.wordnet.database.database import WordNet, wordnet_in_use
from rte_baselines.lexicon.wordnet.database.parts import Part

_TOKEN_IDS = TokenIds()


def defining_structures(verb: str, clause: Clause) -> Iterator[Structure]:
    """Yield the structures of a clause that define a verb by a gloss.

    The definition of a sense of the verb begins with the clause's predicate and contains the
    dependent: to "interview" is to "conduct an interview in ...". Prepositions are ignored,
    because the glosses available are content words.

    Parameters
    ----------
    verb : str
        A lemma.
    clause : Clause

    Raises
    ------
    ResourceError
        If WordNet is missing or damaged.
    """
    for structure in clause.structures:
        is_complement = structure.function in ("obj", "iobj", "xcomp", "ncmod")
        if is_complement and is_defined_by(verb, structure.head, structure.lemma):
            yield structure


def is_defined_by(verb: str, head: str, dependent: str) -> bool:
    """Whether a definition of a verb begins with `head` and contains `dependent` after it."""
    return _is_defined_by(wordnet_in_use(), verb, head, dependent)


@lru_cache(maxsize=KEPT_WORDS)
def _is_defined_by(wordnet: WordNet, verb: str, head: str, dependent: str) -> bool:
    first, later = _TOKEN_IDS([head, dependent]).tolist()
    for synset in wordnet.synsets(verb, Part.VERB).tolist():
        gloss = wordnet.gloss(synset, examples=False).tolist()
        if gloss[:1] == [first] and later in gloss[1:]:
            return True
    return False
