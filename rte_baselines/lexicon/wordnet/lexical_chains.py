"""Lexical chains: words joined by any one or two relations."""

from rte_baselines.lexicon.wordnet.chains import Chain, Chains
from rte_baselines.lexicon.wordnet.database import WordNet
from rte_baselines.lexicon.wordnet.relations import (
    HOLONYMS,
    HYPERNYMS,
    HYPONYMS,
    MERONYMS,
    Relation,
)

CHAINED_RELATIONS = (
    *HYPERNYMS,
    *HYPONYMS,
    *HOLONYMS,
    *MERONYMS,
    Relation.ENTAILMENT,
    Relation.CAUSE,
    Relation.VERB_GROUP,
    Relation.SIMILAR,
    Relation.ATTRIBUTE,
    Relation.ALSO_SEE,
    Relation.DERIVATION,
    Relation.PERTAINYM,
    Relation.PARTICIPLE,
)


class LexicalChains(Chains):
    """Whether a chain of at most two relations leads from one word to another.

    Such as from "region" by a hypernym to "location", and from there by a derivation to
    "locate". All senses count, as the paper's disambiguation was not good enough to
    choose among them.

    Which relations may stand in a chain the paper does not list. Here it is all but
    antonymy, as no word entails its opposite, and the domains, by which two relations
    join any two terms of a field or any two slang words. A chain may well lead from the
    general to the particular, or up to what two opposites have in common and down again.

    Parameters
    ----------
    wordnet : WordNet

    References
    ----------
    Hodges, Clark, Fowler and Moldovan 2006, "Applying COGEX to recognize textual
    entailment", section 4.1.
    """

    def __init__(self, wordnet: WordNet) -> None:
        super().__init__(wordnet, Chain(CHAINED_RELATIONS, longest=2))
