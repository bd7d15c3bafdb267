"""The penalties for weakening a hypothesis, and for using axioms that may be unsound.

Section 6.1 of hodges2006 says which weights are larger and which smaller, and gives no numbers.
These were chosen on the development part of RTE-1.
"""

from collections.abc import Mapping
from types import MappingProxyType

from rte_baselines.lexicon.wordnet.database.relations import (
    HOLONYMS,
    HYPERNYMS,
    HYPONYMS,
    MERONYMS,
    Relation,
)
from rte_baselines.logic.logic_forms.forms import AtomKind

DROP: Mapping[AtomKind, float] = MappingProxyType(
    {
        "relation": 3.0,
        "entity": 3.0,
        "noun": 2.0,
        "verb": 2.0,
        "modifier": 2.0,
        "grouping": 0.5,
        "preposition": 0.5,
        "pronoun": 0.5,
    }
)
"""The penalty for dropping an atom.

"Uninformative part of speech elements, such as prepositions and conjunctions, receive a very small
weight, while more informative elements such as verbs, nouns, and modifiers receive larger weights.
Named entities and semantic relations are assigned the highest weight."
"""

UNBIND = 0.1
"""The penalty for unbinding an argument, as a fraction of the penalty for dropping its atom."""

DECOMPOSITION = 0.75
"""The penalty for taking a part of a complex nominal as the whole; the highest for an axiom."""

REWRITING = 0.05
"""The penalty for any other linguistic rewriting rule."""

CHAIN: Mapping[Relation, float] = MappingProxyType(
    {
        **dict.fromkeys(HYPERNYMS, 0.125),
        **dict.fromkeys(HYPONYMS, 0.25),
        **dict.fromkeys((*HOLONYMS, *MERONYMS), 0.25),
        **dict.fromkeys((Relation.DERIVATION, Relation.PERTAINYM, Relation.PARTICIPLE), 0.125),
        **dict.fromkeys((Relation.ENTAILMENT, Relation.CAUSE, Relation.VERB_GROUP), 0.125),
        **dict.fromkeys((Relation.SIMILAR, Relation.ATTRIBUTE), 0.125),
    }
)
"""The penalty for each relation of a lexical chain; nothing for synonyms.

World knowledge and the semantic relation calculus have no penalty either.
"""
