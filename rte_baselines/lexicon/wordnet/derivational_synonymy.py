"""Words that are related by synonymy, derivation, or both together."""

from rte_baselines.lexicon.wordnet.chains import Chain, Chains
from rte_baselines.lexicon.wordnet.database import WordNet
from rte_baselines.lexicon.wordnet.relations import Relation


class DerivationalSynonymy(Chains):
    """Whether two words are synonyms, derived from each other, or joined by both.

    "Murder" is related to "slay" by synonymy, to "murderer" by derivation, and to
    "liquidator", a synonym of "murderer", by both. The paper looks at all senses of a
    lemma, that is of all parts of speech: pass ``wordnet.senses(lemma)``.

    How often the two may follow each other the paper does not say. Here a derivation
    stands alone or between two synonyms: each further one would lead on from the senses
    of other words, and away from what the first one means. The relation is symmetric.

    Parameters
    ----------
    wordnet : WordNet

    References
    ----------
    Bos and Markert 2006, "Recognising textual entailment with robust logical inference",
    section 2.1.
    """

    def __init__(self, wordnet: WordNet) -> None:
        super().__init__(wordnet, Chain((Relation.DERIVATION,), longest=1))
